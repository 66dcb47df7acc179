"""Questions of a data set: their form, their answers by hand, and by the agent's own tools."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner

from eval.bench.data_map import DataMap, MapContents, find_data_maps, read_contents
from eval.bench.questions.map_facts import AskedQuestion, MapFacts
from eval.bench.questions.metro_questions import METRO_QUESTIONS
from eval.bench.questions.question_wording import QUESTIONS, STYLES, word_type
from eval.bench.questions.travel_questions import TRAVEL_QUESTIONS
from eval.cli.bench import app
from eval.maptab.dataset import MapTabData, Sample
from eval.maptab.question_kinds import QUESTION_TYPES
from eval.mini.paths import mini_root, truth_root
from tools.answer_question import answer_question
from tools.facts import facts_of_tables
from tools.find_names import KnownNames
from tools.read_question import read_question
from tools.tables import Table


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The mini split with questions."""
    root = tmp_path_factory.mktemp("data")
    shutil.copytree(mini_root(), root, dirs_exist_ok=True)
    shutil.copytree(truth_root(), root / "truth")
    result = CliRunner().invoke(app, ["questions", "--data", str(root), "--seed", "7"])
    assert result.exit_code == 0, result.output
    assert "8 maps, 96 questions" in result.stdout
    return root


def samples(root: Path) -> list[Sample]:
    data = MapTabData(root)
    found = [sample for kind in QUESTION_TYPES for sample in data.samples(kind)]
    sound = [sample for sample in found if isinstance(sample, Sample)]
    assert len(sound) == len(found)
    return sound


def test_every_type_has_five_different_sentences() -> None:
    for domain, types in QUESTIONS.items():
        assert len(types) == 12
        sentences = [sentence for style in types for sentence in style]
        assert len(set(sentences)) == 60, domain


def test_every_map_is_asked_every_type_and_a_system_gets_its_task(data: Path) -> None:
    found = samples(data)
    assert len(found) == 8 * 12
    for sample in found:
        task = sample.task()
        assert (task.image is not None) == sample.kind.uses_map
        assert (task.edge_table is not None) == sample.kind.uses_edge_tab
    for domain in ("metromap", "travelmap"):
        styles = {s.record["style"] for s in found if s.kind.domain == domain}
        assert styles == set(STYLES)


def test_the_same_seed_gives_the_same_bytes(data: Path) -> None:
    files = sorted(data.glob("*/qa_data/*.json"))
    before = [file.read_bytes() for file in files]
    CliRunner().invoke(app, ["questions", "--data", str(data), "--seed", "7"])
    assert [file.read_bytes() for file in files] == before
    other = CliRunner().invoke(app, ["questions", "--data", str(data), "--seed", "8"])
    assert other.exit_code == 0
    assert [file.read_bytes() for file in files] != before
    CliRunner().invoke(app, ["questions", "--data", str(data), "--seed", "7"])


def test_a_map_is_asked_as_often_as_wanted_no_question_twice(data: Path, tmp_path: Path) -> None:
    for name in ("metromap/tabulars", "travelmap/tabulars", "truth"):
        shutil.copytree(data / name, tmp_path / name)
    result = CliRunner().invoke(app, ["questions", "--data", str(tmp_path), "--each", "7"])
    assert result.exit_code == 0, result.output
    asked = {
        path.name: json.loads(path.read_text(encoding="utf-8"))
        for path in tmp_path.glob("*/qa_data/*.json")
    }
    one_answer = {1, 4, 7, 10}  # Facts of the whole map: only the five styles vary.
    for name, records in asked.items():
        places = {(r.get("city") or r["scenic_spot"], r["question"]) for r in records}
        assert len(places) == len(records), name
        per_map = 5 if int(name.split("_")[1]) in one_answer else 7
        assert 4 * (per_map - 2) <= len(records) <= 4 * per_map, name
    first = json.loads((data / "metromap/qa_data/metromap_5_qa_edge_tab_part.json").read_bytes())
    assert len(first) == 4


def gives(number: int) -> set[str]:
    return ({"map"}, {"edges"}, {"vertices"}, {"map", "vertices"})[(number - 1) // 3]


def contents(key: str) -> MapContents:
    (item,) = (item for item in find_data_maps(mini_root()) if item.key == key)
    return read_contents(mini_root(), item)


@pytest.mark.parametrize("key", ["aldermoor", "velmora", "ostrand", "yunze"])
def test_metro_answers_are_those_of_the_agents_tools(key: str) -> None:
    agree_with_tools(contents(key), skipped={1, 10})


@pytest.mark.parametrize("key", ["larkspur", "saltmere", "brenholt", "qinglan"])
def test_travel_answers_are_those_of_the_agents_tools(key: str) -> None:
    agree_with_tools(contents(key), skipped={1, 10})


def agree_with_tools(found: MapContents, skipped: set[int]) -> None:
    """Ask each type in each style, and have the tools that answer from the wording alone answer."""
    domain = found.item.domain
    asks = METRO_QUESTIONS if domain == "metromap" else TRAVEL_QUESTIONS
    facts = MapFacts(found)
    known_facts = facts_of_tables(found.edge, found.mix)
    vertex_facts = facts_of_tables(found.edge, found.vertex)
    known = KnownNames(known_facts.stations, known_facts.lines)
    for number, ask in enumerate(asks, start=1):
        if number in skipped:
            continue
        for k, style in enumerate(STYLES):
            asked = ask(facts, Random(f"{found.item.key}/{number}/{k}"))
            assert asked is not None
            text = word_type(domain, number, style, asked.names)
            question = read_question(text, domain, gives(number), known)
            source = vertex_facts if number == 9 else known_facts
            answer = answer_question(source, question)
            assert answer.value == pytest.approx(asked.answer, abs=1e-6), text


def test_facts_of_the_picture_come_from_its_record() -> None:
    found = contents("larkspur")
    truth = {
        "names": [*MapFacts(found).names, "Lonely Hill", "(Car Park)"],
        "circular_route": ["Old Orchard"],
    }
    facts = MapFacts(found, truth)
    spots = len(MapFacts(found).names)
    assert ask(TRAVEL_QUESTIONS[0], facts).answer == spots + 1
    assert ask(TRAVEL_QUESTIONS[9], facts).answer == 0
    assert ask(TRAVEL_QUESTIONS[9], MapFacts(found)).answer == 1
    on_circle = ask(TRAVEL_QUESTIONS[1], facts)
    assert (on_circle.names["a"] == "Old Orchard") == bool(on_circle.answer)
    lines = MapFacts(contents("yunze"), {"lines": [{"name": "a"}, {"name": "b"}]})
    assert ask(METRO_QUESTIONS[0], lines).answer == 2
    railway = MapFacts(contents("yunze"), {"lines": [{"name": "Green line"}, {"name": "Railway"}]})
    assert ask(METRO_QUESTIONS[0], railway).answer == 1


def ask(question: Any, facts: MapFacts) -> AskedQuestion:
    found: AskedQuestion | None = question(facts, Random(0))
    assert found is not None
    return found


def test_a_line_that_forks_counts_the_stop_times_of_all_its_arms() -> None:
    edge = Table(
        "Edge_tab",
        "",
        ("Edge", "Line"),
        (("a-b", ("x",)), ("b-c", ("x",)), ("b-d", ("x",)), ("d-e", ("x branch",))),
    )
    vertex = Table(
        "Vertex_tab",
        "",
        ("Vertex", "Line", "Time"),
        (
            ("a", ("x",), 0.5),
            ("b", ("x",), 1.0),
            ("c", ("x",), 1.5),
            ("d", ("x", "x branch"), 2.0),
            ("e", ("x branch",), 0.75),
        ),
    )
    facts = MapFacts(MapContents(DataMap("metromap", "here", "fork"), edge, vertex, vertex))
    assert ask(METRO_QUESTIONS[9], facts).answer == 0.5 + 1.0 + 1.5 + 2.0


def test_what_cannot_be_asked_without_doubt_is_left_out() -> None:
    """On a loop two ways lead from any station to any other."""
    edge = Table(
        "Edge_tab",
        "",
        ("Edge", "Line", "Time", "Price", "Comfort Level", "Reliability"),
        tuple((e, ("Ring",), 2.0, 1.0, 0.5, 0.0) for e in ("A-B", "B-C", "C-D", "D-A")),
    )
    vertex = Table(
        "Vertex_tab",
        "",
        ("Vertex", "Line", "Time", "Price", "Comfort Level", "Reliability", "Transfer Time"),
        tuple((name, ("Ring",), 1.0, 0.0, 0.5, 0.9, 0.0) for name in "ABCD"),
    )
    ring = MapFacts(MapContents(DataMap("metromap", "x", "ring"), edge, vertex, vertex))
    left_out = [number for number, q in enumerate(METRO_QUESTIONS, 1) if q(ring, Random(1)) is None]
    assert left_out == [2, 11]
    assert ask(METRO_QUESTIONS[11], ring) == AskedQuestion({"x": "Ring", "y": "Ring"}, 1)
    assert ask(METRO_QUESTIONS[9], ring).answer == 4


def test_yes_and_no_are_asked_alike(data: Path) -> None:
    """Over forty draws neither answer is rare, where the map allows both."""
    for key, number in (("aldermoor", 3), ("aldermoor", 9), ("larkspur", 2), ("larkspur", 9)):
        asks = METRO_QUESTIONS if key == "aldermoor" else TRAVEL_QUESTIONS
        facts = MapFacts(contents(key))
        drawn = [asks[number - 1](facts, Random(k)) for k in range(40)]
        yes = sum(found.answer for found in drawn if found)
        assert 10 <= yes <= 30, (key, number)


def test_records_name_only_what_the_type_gives(data: Path) -> None:
    for file in sorted(data.glob("*/qa_data/*.json")):
        records = json.loads(file.read_text(encoding="utf-8"))
        number = int(file.stem.split("_")[1])
        for record in records:
            assert ("figure" in record) == ("map" in gives(number))
            assert ("edge_tab" in record) == ("edges" in gives(number))
            assert ("vertex_tab" in record) == ("vertices" in gives(number))


def test_no_mean_is_half_way_between_two_hundredths() -> None:
    """Two stations of reliability 0.69 and 0.70 have a mean that rounds either way."""
    facts = MapFacts(contents("yunze"))
    halves = dict.fromkeys(facts.names, 0.69) | {facts.names[0]: 0.7}
    plain = facts.values
    facts.__dict__["values"] = lambda column, *, mix=False: (
        halves if column == "Reliability" else plain(column, mix=mix)
    )
    means = [METRO_QUESTIONS[10](facts, Random(seed)) for seed in range(60)]
    assert len({asked.answer for asked in means if asked}) > 1
    assert 0.695 not in {asked.answer for asked in means if asked}


def test_lines_that_the_picture_does_not_name_are_not_asked_for() -> None:
    found = contents("yunze")
    lines = sorted(MapFacts(found).line_graphs)
    one = [{"name": line, "named": line != lines[0]} for line in lines]
    facts = MapFacts(found, {"lines": one})
    assert ask(METRO_QUESTIONS[0], facts).answer == len(lines) - 1
    for number, place in ((3, "x"), (12, "y")):
        asked = [METRO_QUESTIONS[number - 1](facts, Random(seed)) for seed in range(30)]
        assert lines[0] not in {each.names[place] for each in asked if each}
        assert any(asked)
    none = MapFacts(found, {"lines": [{"name": line, "named": False} for line in lines]})
    for number in (1, 3, 12):
        assert METRO_QUESTIONS[number - 1](none, Random(0)) is None
