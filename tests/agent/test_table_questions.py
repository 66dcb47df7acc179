"""Questions about tables, from the wording to the tags, against the rules on random tables."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from agent.system import AgentSystem
from eval.maptab.kinds import QUESTION_KINDS
from eval.metrics.question_score import read_answer
from tests.agent.question_maps import (
    RULES,
    WORDINGS,
    RandomMap,
    map_of_tables,
    random_metro,
    random_travel,
)
from tools.reply import Outcome
from tools.tables import read_table
from tools.task import Task, TaskKind

MAPS = 60
KINDS = [kind for kind in QUESTION_KINDS if 4 <= kind.question_type <= 9]


def task_of(kind: TaskKind, question: str, made: RandomMap) -> Task:
    return Task(
        question,
        kind,
        edge_table=made.edge_table() if kind.uses_edge_tab else None,
        vertex_table=made.vertex_table() if kind.uses_vertex_tab else None,
    )


def called(line: str) -> str:
    """A line as a question calls it: with the word where its name lacks it."""
    return line if any(word in line for word in ("Line", "线", "To")) else f"Line {line}"


@pytest.mark.parametrize("kind", [k for k in KINDS if k.table_format == "json"], ids=lambda k: k.id)
def test_every_type_in_five_styles(kind: TaskKind) -> None:
    system = AgentSystem()
    rule = RULES[kind.domain, kind.question_type]
    for seed in range(MAPS):
        rng = random.Random(seed)
        made = (random_metro if kind.domain == "metromap" else random_travel)(rng)
        named, expected = rule(rng, made)
        if "X" in named:
            named["X"] = called(named["X"])
        wording = WORDINGS[kind.domain, kind.question_type][seed % 5]
        question = wording.format(**named)
        reply = system.answer(task_of(kind, question, made))
        assert reply.outcome is Outcome.SCORED, (seed, question, reply.error)
        assert read_answer(reply.response or "") == round(expected, 2), (seed, question, reply)
        assert reply.verified, (seed, question, reply.why)
        # The kind is only a name: the wording tells the type.
        other = replace(kind, name="0_qa", source="0_qa", question_type=99)
        assert system.answer(task_of(other, question, made)).response == reply.response


@pytest.mark.shared
@pytest.mark.parametrize("data", ["maptab_sample", "metro_dev", "real_dev"])
def test_questions_about_real_tables(data: str, shared: Path) -> None:
    found = sorted((shared / "datasets" / data).glob("*/tabulars/*/*_edge.json"))
    assert found
    system = AgentSystem()
    for number, path in enumerate(found):
        vertex = path.with_name(path.name.replace("_edge", "_vertex"))
        made = map_of_tables(read_table(path, "Edge_tab"), read_table(vertex, "Vertex_tab"))
        for kind in (k for k in KINDS if k.domain == made.domain and k.table_format == "csv"):
            for style in range(5):
                rng = random.Random(f"{data}/{number}/{style}")
                named, expected = RULES[kind.domain, kind.question_type](rng, made)
                question = WORDINGS[kind.domain, kind.question_type][style].format(**named)
                reply = system.answer(task_of(kind, question, made))
                assert reply.verified, (path.name, question, reply)
                assert read_answer(reply.response or "") == round(expected, 2), (question, reply)


@pytest.mark.parametrize(
    ("number", "question", "name"),
    [
        (5, "What is the Time value for the edge {A}-Atlantis?", "Atlantis"),
        (5, "What is the Time value for the edge {A}-{A} Road?", "{A} Road"),
        (8, "How many transfer stations are there on Line Z9?", "Z9"),
        (8, "How many transfer stations are there on the Turquoise Line?", "Turquoise"),
        (8, "How many transfer stations are on 9?", "9"),
        (9, "Palodena del Rey and {A} on the same line?", "Palodena del Rey"),
        (9, "Are {A} and New Atlantis on the same line?", "New Atlantis"),
        (9, "Are {A} and Nowhere on the same line?", "Nowhere"),
        (9, 'Are "{A}" and "somewhere else" on the same line?', "somewhere else"),
    ],
)
def test_an_unknown_name_is_refused_by_name(number: int, question: str, name: str) -> None:
    kind = next(k for k in KINDS if (k.domain, k.question_type) == ("metromap", number))
    for seed in range(6):
        made = random_metro(random.Random(seed))
        known = next(n for n, _, _ in made.vertices if n.isascii() and "Time" not in n)
        reply = AgentSystem().answer(task_of(kind, question.format(A=known), made))
        assert reply.outcome is Outcome.REFUSED, reply
        assert reply.response is None
        assert repr(name.format(A=known)) in reply.error


def test_an_unknown_one_of_several_spots_is_not_passed_over() -> None:
    kind = next(k for k in KINDS if k.id == "travelmap/8_qa_vertex_tab_part")
    made = random_travel(random.Random(5))
    a, b, c = (name for name, _, _ in made.vertices[:3])
    question = f"Given {a}, Montesol, {b} and {c}, what is the price of the cheapest one?"
    reply = AgentSystem().answer(task_of(kind, question, made))
    assert (reply.outcome, reply.response) == (Outcome.REFUSED, None)
    assert "'Montesol'" in reply.error


def test_an_edge_that_is_not_in_the_table_is_refused() -> None:
    kind = next(k for k in KINDS if k.id == "travelmap/5_qa_edge_tab_part")
    made = random_travel(random.Random(3))
    joined = {frozenset((a, b)) for a, b, _, _ in made.edges}
    names = [name for name, _, _ in made.vertices]
    a, b = next((a, b) for a in names for b in names if a != b and {a, b} not in joined)
    reply = AgentSystem().answer(task_of(kind, f"What is the Time value for {a}-{b}?", made))
    assert (reply.outcome, reply.response) == (Outcome.REFUSED, None)
    assert f"the edge {a}-{b}" in reply.error


def test_names_are_found_however_they_are_written() -> None:
    kind = next(k for k in KINDS if k.id == "metromap/9_qa_vertex_tab_spatial_judge")
    row = {"Time": 1.0, "Price": 0.0, "Comfort Level": 0.5, "Reliability": 0.5}
    made = RandomMap(
        "metromap",
        [],
        [
            ("Little Italy_University Circle", ["Red"], {**row, "Transfer Time": 0.0}),
            ("São Bento", ["Red", "Blue"], {**row, "Transfer Time": 7.0}),
            ("Park", ["Blue"], {**row, "Transfer Time": 0.0}),
            ("West Park", ["Green"], {**row, "Transfer Time": 0.0}),
        ],
    )
    for question, expected in (
        ("Are Little Italy - University Circle and São Bento on the same line?", 1),
        ("are little italy_university circle and Sao Bento station on the same line?", 1),
        ("Are the stations West Park and Park on the same line?", 0),
        ("Are “Park” and “São Bento” on the same line?", 1),
    ):
        reply = AgentSystem().answer(task_of(kind, question, made))
        assert reply.outcome is Outcome.SCORED, (question, reply.error)
        assert read_answer(reply.response or "") == expected, (question, reply)


def test_a_hyphen_of_an_edge_is_not_one_of_a_name() -> None:
    kind = next(k for k in KINDS if k.id == "travelmap/5_qa_edge_tab_part")
    row = {"Time": 10.0, "Price": 1.0, "Comfort Level": 3.0, "Reliability": 0.5}
    made = RandomMap(
        "travelmap",
        [
            ("Mill_Quay", "Fort", [], row),
            ("Mill", "Quay", [], {**row, "Time": 20.0}),
            ("Quay", "Mill_Quay", [], {**row, "Time": 30.0}),
        ],
        [],
    )
    for edge, time in (
        ("Mill-Quay", 20),
        ("Quay-Mill", 20),
        ("Mill_Quay-Fort", 10),
        ("Mill_Quay-Quay", 30),
    ):
        reply = AgentSystem().answer(task_of(kind, f"What is the Time value for {edge}?", made))
        assert read_answer(reply.response or "") == time, (edge, reply)


@pytest.mark.parametrize("question", ["", "   ", "Are they on the same line?"])
def test_a_question_without_its_names_gets_no_answer(question: str) -> None:
    kind = next(k for k in KINDS if k.id == "metromap/9_qa_vertex_tab_spatial_judge")
    reply = AgentSystem().answer(task_of(kind, question, random_metro(random.Random(1))))
    assert reply.response is None
    assert reply.error.startswith("BadQuestion")
