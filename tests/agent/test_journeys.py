"""Rides and walks from a picture: the stages of reading come first, then lines or scene."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from agent.system import AgentSystem
from eval.mapbench.kinds import NAVIGATION
from eval.mapbench.queries import word_query
from eval.reasonmap.kinds import KINDS
from eval.reasonmap.wording import word_question
from perception.map_graph import MapEdge, MapGraph, MapLine, MapStation
from tests.agent.truth_reader import TruthReader
from tools.ride import RideForm, Segment, read_ride
from tools.task import Task, TaskKind

SHORT, LONG = (kind for kind in KINDS if kind.name in ("short", "long"))
GRAPH = MapGraph(
    "map.png",
    100,
    100,
    lines=(MapLine("l1", "Line 1", "#ff0000"), MapLine("l2", "Line 2", "#0000ff")),
    stations=(
        MapStation("a", "Alder", (0.0, 0.0), ("l1",)),
        MapStation("b", "Birch - Mill", (50.0, 0.0), ("l1", "l2")),
        MapStation("c", "Cedar", (50.0, 50.0), ("l2",)),
        MapStation("x", "", (75.0, 0.0), ("l1",)),
    ),
    edges=(
        MapEdge("a", "b", ("l1",)),
        MapEdge("b", "c", ("l2",)),
        MapEdge("b", "x", ("l1",)),
    ),
)


@pytest.fixture
def agent() -> AgentSystem:
    return AgentSystem(reader=TruthReader(lambda path: GRAPH))


def test_a_ride_is_read_off_the_map(agent: AgentSystem) -> None:
    question = word_question("Alder Station", "Cedar Station", RideForm.NAMES)
    reply = agent.answer(Task(question, LONG, image=Path("map.png")))
    assert reply.error == ""
    assert read_ride(reply.response or "") == (
        Segment("Line 1", "Alder Station", "Birch - Mill Station"),
        Segment("Line 2", "Birch - Mill Station", "Cedar Station"),
    )
    assert [call.tool for call in reply.calls] == [
        "read_text",
        "trace_lines",
        "build_graph",
        "build_lines",
        "plan_ride",
        "verify_ride",
    ]
    assert reply.verified


@pytest.mark.parametrize(
    ("kind", "question"),
    [
        (SHORT, word_question("Alder", "Cedar", RideForm.SHORT)),
        (NAVIGATION, word_query("Alder", "Cedar")),
    ],
    ids=["ride", "walk"],
)
def test_every_call_of_the_rules_is_one_that_is_needed(
    agent: AgentSystem, kind: TaskKind, question: str
) -> None:
    use = agent.answer(Task(question, kind, image=Path("map.png"))).trace["tool_use"]
    assert use["checks"] == 1
    assert [call["tool"] for call in use["calls"]] == use["needed"]
    assert all(call["needed"] and not call["redundant"] for call in use["calls"])


@pytest.mark.parametrize(
    ("kind", "question"),
    [
        (SHORT, word_question("Alder", "Hemlock Grove", RideForm.SHORT)),
        (NAVIGATION, word_query("Alder", "Hemlock Grove")),
    ],
    ids=["ride", "walk"],
)
def test_a_stop_that_was_not_read_leaves_no_answer(
    agent: AgentSystem, kind: TaskKind, question: str
) -> None:
    reply = agent.answer(Task(question, kind, image=Path("map.png")))
    assert (reply.outcome, reply.response) == ("no_answer", None)
    assert "Hemlock Grove" in reply.error


def test_parts_of_a_map_are_joined_where_nothing_else_does() -> None:
    dune = MapStation("d", "Dune", (50.0, 100.0), ("l2",))
    edges = (MapEdge("a", "b", ("l1",)), MapEdge("c", "d", ("l2",)))
    parts = replace(GRAPH, stations=(*GRAPH.stations, dune), edges=edges)
    agent = AgentSystem(reader=TruthReader(lambda path: parts))
    question = word_question("Alder", "Cedar", RideForm.SHORT)
    reply = agent.answer(Task(question, SHORT, image=Path("map.png")))
    assert [s.line for s in read_ride(reply.response or "")] == ["Line 1", "Line 2"]
    assert reply.calls[-2].result["bridged"]
    task = Task(word_query("Alder", "Cedar"), NAVIGATION, image=Path("map.png"))
    assert agent.answer(task).outcome == "scored"


def test_a_walk_is_read_off_the_map(agent: AgentSystem) -> None:
    task = Task(word_query("Alder", "Cedar"), NAVIGATION, image=Path("map.png"))
    reply = agent.answer(task)
    assert reply.error == ""
    assert reply.response is not None
    first, second = reply.response.splitlines()
    assert first.startswith("Alder -> Birch - Mill (from West, moving along")
    assert second.startswith("Birch - Mill -> Cedar (from North, moving along")
    assert reply.verified
    assert [call.tool for call in reply.calls][-3:] == ["build_scene", "plan_walk", "verify_walk"]
