"""Questions about pictures, on what perfect perception would hand over of the mini maps."""

from __future__ import annotations

import csv
import json
from collections import defaultdict
from dataclasses import replace
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

from agent.options import AgentOptions
from agent.system import AgentSystem
from eval.maptab.dataset import MapTabData, Sample
from eval.maptab.kinds import QUESTION_KINDS, get_kind
from eval.metrics.question_score import read_answer, score_answer
from eval.mini.paths import mini_root
from perception.map_graph import MapGraph
from tests.agent.truth_reader import TruthReader, truth_graph
from tools.reply import Outcome, Reply
from tools.tables import Table, mask, read_table
from tools.task import Task, TaskKind

METRO = ("aldermoor", "ostrand", "velmora", "yunze")
TRAVEL = ("brenholt", "larkspur", "qinglan", "saltmere")
TRUTH = mini_root().parent / "truth"


def rows_of(city: str) -> list[tuple[str, str, list[str]]]:
    with (TRUTH / city / "edges.csv").open(encoding="utf-8-sig", newline="") as file:
        return [
            (*row["Edge"].split("-"), [line.strip() for line in row.get("Line", "").split(",")])
            for row in csv.DictReader(file)
        ]


def mix_table(domain: str, city: str, form: str) -> Table:
    # Travelmap's Mix_tab is its Vertex_tab.
    stem = f"{city}_vertex2" if domain == "metromap" else f"{city}_vertex"
    found = next((mini_root() / domain / "tabulars").rglob(f"{stem}.{form}"))
    table = read_table(found, "Mix_tab", domain=domain)
    return mask(table, {"Line"}) if form == "json" else table


def values_of(domain: str, city: str) -> dict[str, dict[str, float]]:
    table = mix_table(domain, city, "json")
    rows: list[dict[str, Any]] = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
    return {row["Vertex"]: row for row in rows}


class Asker:
    """Asks the agent about one mini map."""

    def __init__(self, city: str, reader: TruthReader | None = None) -> None:
        self.city = city
        self.domain = "metromap" if city in METRO else "travelmap"
        self.reader = reader or TruthReader(lambda image: truth_graph(TRUTH / image.stem))
        self.system = AgentSystem(reader=self.reader)

    def reply(self, number: int, question: str, form: str = "json") -> Reply:
        kind = next(
            k
            for k in QUESTION_KINDS
            if (k.domain, k.question_type) == (self.domain, number)
            and (k.table_format == form or number < 4)
        )
        table = mix_table(self.domain, self.city, form) if kind.uses_mix_tab else None
        return self.system.answer(
            Task(question, kind, image=Path(f"{self.city}.png"), vertex_table=table)
        )

    def number(self, number: int, question: str, form: str = "json") -> float | None:
        reply = self.reply(number, question, form)
        assert reply.outcome is Outcome.SCORED, (question, reply.error)
        assert reply.verified, (question, reply.why)
        return read_answer(reply.response or "")


def line_graphs(city: str) -> dict[str, nx.Graph[str]]:
    graphs: dict[str, nx.Graph[str]] = defaultdict(nx.Graph)
    for a, b, lines in rows_of(city):
        for line in lines:
            graphs[line].add_edge(a, b)
    return graphs


@pytest.mark.parametrize("city", METRO)
def test_metro_maps(city: str) -> None:
    ask, lines = Asker(city), line_graphs(city)
    assert ask.number(1, "How many metro lines are there in total on the map?") == len(lines)
    names = sorted({name for graph in lines.values() for name in graph})
    for place, (line, graph) in enumerate(sorted(lines.items())):
        called = line if line.endswith(("Line", "线")) else f"Line {line.removeprefix('Line ')}"
        on, off = sorted(graph)[place], sorted(set(names) - set(graph))[place]
        assert ask.number(3, f"Is {on} on {called}?") == 1
        assert ask.number(3, f"Does {called} serve the station {off}?") == 0
    ways = [
        (a, b, nx.shortest_path(graph, a, b))
        for graph in lines.values()
        if nx.is_tree(graph)
        for a, b in [(min(graph), max(graph))]
        if sum({a, b} <= set(other) for other in lines.values()) == 1
    ]
    assert ways
    values = values_of("metromap", city)
    for a, b, way in ways:
        found = ask.number(2, f"How many stops lie between {a} and {b} on the same line?")
        assert found == len(way) - 2
        mean = sum(values[name]["Reliability"] for name in way) / len(way)
        for form in ("json", "csv"):
            question = f"What is the average reliability from {b} to {a} on the same line?"
            assert ask.number(11, question, form) == pytest.approx(mean, abs=0.006)
    totals = [sum(values[name]["Time"] for name in graph) for graph in lines.values()]
    for form in ("json", "csv"):
        longest = "What is the total stop time of the line with the longest stop time?"
        assert ask.number(10, longest, form) == pytest.approx(max(totals), abs=0.006)
        for x, y in zip(sorted(lines), sorted(lines)[1:], strict=False):
            shared = [values[n]["Transfer Time"] for n in lines[x] if n in lines[y]]
            question = f"Are there transfer stations between {x} and {y}? If so, return the "
            question += "shortest transfer time; otherwise, return 0."
            assert ask.number(12, question, form) == min(shared, default=0)


@pytest.mark.parametrize("city", TRAVEL)
def test_travel_maps(city: str) -> None:
    ask = Asker(city)
    graph: nx.Graph[str] = nx.Graph((a, b) for a, b, _ in rows_of(city))
    assert ask.number(1, "How many tourist attractions are there in total?") == len(graph)
    values = values_of("travelmap", city)
    for form in ("json", "csv"):
        same = "Is the number of scenic spots in the table the same as in the map?"
        assert ask.number(10, same, form) == (len(values) == len(graph))
    cycles = {name for part in nx.cycle_basis(graph) for name in part}
    for name in sorted(graph)[:6]:
        assert ask.number(2, f"Is {name} on the circular route?") == (name in cycles)
        assert ask.number(3, f"How many spots are adjacent to {name}?") == graph.degree(name)
        cheapest = min(values[other]["Price"] for other in graph[name])
        assert ask.number(12, f"What does the cheapest spot next to {name} cost?") == cheapest
    names = sorted(graph)
    for a, b in zip(names[:5], names[-5:], strict=True):
        spots = {name for way in nx.all_shortest_paths(graph, a, b) for name in way}
        brief = any(values[name]["Time"] < 30 for name in spots)
        question = f"Is there a spot with Time < 30 on any of the shortest paths from {a} to {b}?"
        assert ask.number(11, question) == brief


@pytest.mark.parametrize("kind", QUESTION_KINDS, ids=lambda kind: kind.id)
def test_all_questions_of_the_mini_split(kind: TaskKind) -> None:
    reader = TruthReader(lambda image: truth_graph(TRUTH / image.stem))
    system = AgentSystem(reader=reader)
    for sample in MapTabData(mini_root()).samples(kind):
        assert isinstance(sample, Sample)
        reply = system.answer(sample.task())
        score = score_answer(sample.record, reply.response)
        assert score.right, (sample.record["question"], sample.record["answer"], reply)
        assert reply.verified


@pytest.mark.parametrize(
    ("city", "number", "question", "name"),
    [
        ("aldermoor", 2, "How many stations lie between Guildhall and Atlantis?", "Atlantis"),
        ("aldermoor", 3, "Is Guildhall on the Turquoise Line?", "Turquoise"),
        ("aldermoor", 3, "Is Little Guildhall on Orchard Line?", "Little Guildhall"),
        ("aldermoor", 3, "Please verify whether the station Guildhall belongs to 3.", "3"),
        ("aldermoor", 3, "Guildhall on mauve: yes or no?", "mauve"),
        ("aldermoor", 3, "Does Guildhall lie on Y?", "Y"),
        ("velmora", 12, "The shortest transfer time between M1 and M9?", "M9"),
        ("saltmere", 3, "How many scenic spots are adjacent to Mount Doom?", "Mount Doom"),
        ("qinglan", 2, "Is 不周山 on the circular route?", "不周山"),
        ("saltmere", 12, "The price of the cheapest spot adjacent to Mount Doom?", "Mount Doom"),
    ],
)
def test_what_the_map_does_not_show_is_refused_by_name(
    city: str, number: int, question: str, name: str
) -> None:
    reply = Asker(city).reply(number, question)
    assert (reply.outcome, reply.response) == (Outcome.REFUSED, None), reply
    assert name in reply.error


def unnamed(graph: MapGraph) -> MapGraph:
    colors = ("#e2001a", "#0055a4", "#009b3a", "#f9b000")
    return replace(
        graph,
        lines=tuple(
            replace(line, name="", color=color)
            for line, color in zip(graph.lines, colors, strict=True)
        ),
    )


def test_lines_without_names_go_by_their_colours() -> None:
    graph = unnamed(truth_graph(TRUTH / "ostrand"))
    ask = Asker("ostrand", TruthReader(lambda _: graph))
    assert ask.number(1, "How many lines are on the map?") == 4
    blue = graph.lines[1].id
    for station in graph.stations[:8]:
        name = station.name.replace(" - ", "_")
        assert ask.number(3, f"Is {name} on the Blue Line?") == (blue in station.lines)
    assert ask.reply(3, f"Is {graph.stations[0].name} on the Pink Line?").outcome is Outcome.REFUSED


def test_a_name_that_was_misread_by_a_letter_is_found() -> None:
    graph = truth_graph(TRUTH / "aldermoor")
    misread = replace(
        graph,
        stations=tuple(
            replace(s, name="Candlewlck") if s.name == "Candlewick" else s for s in graph.stations
        ),
    )
    ask = Asker("aldermoor", TruthReader(lambda _: misread))
    right = Asker("aldermoor").number(2, "How many stops are between Candlewick and Thornsea?")
    assert ask.number(2, "How many stops are between Candlewick and Thornsea?") == right


def test_the_picture_is_read_only_where_it_has_to_be() -> None:
    ask = Asker("velmora")
    ask.number(12, "The shortest transfer time between M1 and M2?", "csv")
    ask.reply(11, "The mean reliability from Atlantis to Eldorado on their line?")
    assert ask.reader.asked == []
    ask.number(12, "The shortest transfer time between M1 and M2?")
    assert ask.reader.asked == ["text", "lines", "graph"]


def test_every_step_is_kept_where_that_is_asked_for(tmp_path: Path) -> None:
    options = AgentOptions(checkpoints=tmp_path / "steps.sqlite")
    reader = TruthReader(lambda image: truth_graph(TRUTH / image.stem))
    task = Task(
        "How many metro lines are there on the map?",
        get_kind("metromap", "1_qa_only_pic_global"),
        image=Path("velmora.png"),
    )
    reply = AgentSystem(options, reader=reader).answer(task)
    assert (reply.response, reply.verified) == ("<answer_begin>4<answer_end>", True)
    assert [call.tool for call in reply.calls] == [
        "read_text",
        "trace_lines",
        "build_graph",
        "read_question",
        "count_entries",
        "check_answer",
    ]
    json.dumps(reply.trace)
