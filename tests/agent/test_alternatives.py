"""Cases in which verification fails, an alternative of the graph is taken, and the route is right.

The graphs are made by hand, but for the last cases, which are read from drawn pictures.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import pytest

from agent.options import AgentOptions
from agent.system import AgentSystem
from perception.map_graph import MapEdge, MapGraph, MapStation, OtherName
from perception.perceive import LayerSummary, perceive_shapes
from perception.picture import Picture
from perception.text_reading import TextItem, TextReading
from tests.agent.test_repairs import EQUAL, MAP_ONLY, MIX, a_map, ask, mix_tab, repairs
from tests.agent.truth_reader import TruthReader
from tests.perception.drawn import RED, Point, Rgb, canvas, label, ring, stroke
from tools.map_reader import Read
from tools.tables import Table
from tools.task import Task


def with_candidates(graph: MapGraph, **sure: float) -> MapGraph:
    """Add candidate edges of line "1", named by their two letters."""
    place = {s.id: s.xy for s in graph.stations}
    edges = tuple(
        MapEdge(pair[0], pair[1], ("1",), (place[pair[0]], place[pair[1]]), confidence)
        for pair, confidence in sorted(sure.items(), key=lambda item: -item[1])
    )
    return replace(graph, candidate_edges=edges)


def test_a_candidate_edge_joins_what_was_read_apart() -> None:
    graph = with_candidates(a_map({"1": "ABC", "1b": "DEF"}), CD=0.3)
    reply = ask(graph, "from Station AAA to Station FFF")
    assert repairs(reply) == ["take_likeliest_way"]
    assert reply.verified
    assert reply.response is not None
    stops = [stop.removesuffix("(transfer)") for stop in reply.response.split("-")]
    assert stops == [f"Station {c * 3}" for c in "ABCDEF"]
    assert "Station CCC - Station DDD (0.30)" in reply.trace["repairs"][0]["change"]


def test_the_likelier_of_two_ways_is_taken_even_if_it_is_longer() -> None:
    graph = with_candidates(a_map({"1": "ABC", "1b": "DEF"}), AF=0.05, BD=0.4, CE=0.1)
    reply = ask(graph, "from Station AAA to Station FFF")
    assert repairs(reply) == ["take_likeliest_way"]
    assert reply.response is not None
    assert "Station BBB" in reply.response and "Station DDD" in reply.response


def test_likely_edges_that_join_parts_are_taken_though_there_is_a_route() -> None:
    graph = a_map({"1": "ABCDEF", "2": "XY"})
    wide = with_candidates(graph, AX=0.9, FY=0.8)
    reply = ask(wide, "from Station AAA to Station FFF")
    assert repairs(reply) == ["take_joins"]
    assert reply.response is not None and "Station XXX" in reply.response
    unlikely = ask(with_candidates(graph, AX=0.6, FY=0.3), "from Station AAA to Station FFF")
    assert repairs(unlikely) == []


def lines_tab(**lines: str) -> Table:
    table = mix_tab(*(f"Station {c * 3}" for c in lines))
    return Table(
        table.name,
        table.path,
        ("Vertex", "Line", *table.columns[1:]),
        tuple(
            (row[0], tuple(served), *row[1:])
            for row, served in zip(table.rows, lines.values(), strict=True)
        ),
    )


def test_a_leg_that_the_lines_of_the_table_contradict_is_not_ridden() -> None:
    # The picture was read with a short cut from B to E, which no line of the table can be.
    graph = a_map({"1": "ABCDE", "2": "BE"})
    table = lines_tab(A="1", B="1", C="1", D="12", E="2")
    question = "from Station AAA to Station EEE"
    reply = ask(graph, question, kind=MIX, vertex_table=table, weights=EQUAL)
    assert repairs(reply) == ["drop_contradicted"]
    assert reply.verified
    assert reply.response is not None
    stops = [stop.removesuffix("(transfer)") for stop in reply.response.split("-")]
    assert stops == [f"Station {c * 3}" for c in "ABCDE"]


def test_the_name_of_a_loose_mark_moves_to_the_station_that_may_bear_it() -> None:
    graph = a_map({"1": "ABC"}, {"C": "Quay"})
    stations = tuple(
        replace(s, alternatives=(OtherName("Old Mill", 0.3),)) if s.id == "C" else s
        for s in graph.stations
    )
    loose = MapStation("D", "Old Mill", (25.0, 9.0), alternatives=(OtherName("Quay", 0.2),))
    reply = ask(replace(graph, stations=(*stations, loose)), "from Station AAA to Old Mill")
    assert repairs(reply) == ["move_end"]
    assert reply.response == "Station AAA-Station BBB-Old Mill"
    assert "Old Mill" in reply.trace["repairs"][0]["change"]


class NamedReader(TruthReader):
    """Reads another graph where it is given names."""

    def __init__(self, openly: MapGraph, closed: MapGraph) -> None:
        super().__init__(lambda _: openly)
        self._closed = closed

    def graph(self, image: Path, names: Sequence[str] = ()) -> Read[MapGraph]:
        return Read(self._closed, False) if names else super().graph(image)


def test_a_name_that_no_station_bears_lets_the_map_be_read_openly() -> None:
    openly = a_map({"1": "ABC"}, {"B": "Habour"})
    closed = a_map({"1": "AC"})
    table = mix_tab("Station AAA", "Harbour", "Station CCC")
    task = Task(
        "from Station AAA to Station CCC", MIX, Path("map.png"), vertex_table=table, weights=EQUAL
    )
    reply = AgentSystem(reader=NamedReader(openly, closed)).answer(task)
    assert repairs(reply) == ["read_openly"]
    assert "no station of the map bears 'Harbour'" in reply.trace["repairs"][0]["reason"]
    assert reply.response == "Station AAA-Harbour-Station CCC"


def test_what_the_table_lists_and_no_reading_shows_is_told() -> None:
    graph = a_map({"1": "AC"})
    table = mix_tab("Station AAA", "Harbour", "Station CCC")
    question = "from Station AAA to Station CCC"
    reply = ask(graph, question, kind=MIX, vertex_table=table, weights=EQUAL)
    assert reply.response == "Station AAA-Station CCC"
    assert not reply.verified
    assert "Harbour" in reply.why


@pytest.mark.parametrize("budget", [0, 1])
def test_alternatives_keep_to_the_budget(budget: int) -> None:
    graph = with_candidates(a_map({"1": "ABC", "2": "XYZ"}), CX=0.3)
    options = AgentOptions(max_repairs=budget)
    reply = ask(graph, "from Station AAA to Station ZZZ", options)
    assert len(repairs(reply)) == budget
    assert (reply.response is not None) == bool(budget)


class DrawnReader:
    """Reads a drawn picture whose text is known."""

    def __init__(self, picture: Rgb, lines: Sequence[TextItem]) -> None:
        self._picture = Picture("map.png", picture, picture.shape[1], picture.shape[0], "")
        self._text = TextReading(tuple(lines), "known")

    def describe(self) -> dict[str, str]:
        return {"engine": "known"}

    def text(self, image: Path) -> Read[TextReading]:
        return Read(self._text, False)

    def lines(self, image: Path, names: Sequence[str] = ()) -> Read[tuple[LayerSummary, ...]]:
        return Read(perceive_shapes(self._picture, self._text).layers, False)

    def graph(self, image: Path, names: Sequence[str] = ()) -> Read[MapGraph]:
        return Read(perceive_shapes(self._picture, self._text).graph, False)


def drawn(gap: int) -> DrawnReader:
    """A line of five stations with a gap between the second and the third."""
    picture = canvas(760, 260)
    at: dict[str, Point] = {
        name: (80.0 + 150 * i, 130.0)
        for i, name in enumerate(("Ashford", "Elmstead", "Firwood", "Oakham", "Pinehurst"))
    }
    stroke(picture, [(80, 130), (305 - gap // 2, 130)], RED)
    stroke(picture, [(305 + gap // 2, 130), (680, 130)], RED)
    lines = []
    for name, (x, y) in at.items():
        ring(picture, (x, y))
        lines.append(label(name, (x - 4.2 * len(name), y + 26)))
        for k in range(len(name)):
            left = round(x - 4.0 * len(name) + 8 * k)
            cv2.line(picture, (left, round(y) + 22), (left, round(y) + 30), (0, 0, 0), 2)
    return DrawnReader(picture, lines)


def test_a_gap_in_a_drawn_line_is_crossed_when_no_route_is_found_without() -> None:
    reader = drawn(gap=44)
    task = Task("from Ashford to Pinehurst", MAP_ONLY, Path("map.png"))
    reply = AgentSystem(reader=reader).answer(task)
    assert repairs(reply) == ["take_likeliest_way"]
    assert reply.response == "Ashford-Elmstead-Firwood-Oakham-Pinehurst"
    whole = AgentSystem(reader=drawn(gap=0)).answer(task)
    assert repairs(whole) == []
    assert whole.response == reply.response
