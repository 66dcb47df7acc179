"""The agent without one of its tools: what stands in, and what stays as it was."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from agent.options import AgentOptions
from agent.system import AgentSystem
from perception.errors import ConfigError
from perception.map_graph import MapGraph
from tests.agent.test_repairs import EQUAL, MAP_ONLY, MIX, TABLES, a_map, ask, mix_tab, repairs
from tests.agent.truth_reader import TruthReader
from tools.reply import Outcome, Reply
from tools.tables import Table
from tools.task import Task

RING = {"1": "ABCDEF", "2": "AF"}
SHORT_WAY = "Station BBB-Station AAA(transfer)-Station FFF"


def ask_without(tool: str, graph: MapGraph, question: str, **more: Any) -> Reply:
    return ask(graph, question, AgentOptions(without=(tool,)), **more)


def tools(reply: Reply) -> list[str]:
    return [call.tool for call in reply.calls]


def edge_tab() -> Table:
    rows = [(f"{a}-{b}", ("1",)) for a, b in ("AB", "BC", "CD", "DE", "EF")]
    return Table("Edge_tab", "edge.json", ("Edge", "Line"), (*rows, ("A-F", ("2",))))


def test_without_the_solver_the_line_is_followed_and_the_check_says_so() -> None:
    question = "from Station DDD to Station FFF"
    assert ask(a_map(RING), question).response == "Station DDD-Station EEE-Station FFF"
    reply = ask_without("solver", a_map(RING), question)
    assert reply.response == (
        "Station DDD-Station CCC-Station BBB-Station AAA(transfer)-Station FFF"
    )
    assert not reply.verified
    assert "costs less" in reply.why


def test_without_the_verifier_the_same_answer_is_given_unverified() -> None:
    question = "from Station BBB to Station FFF"
    reply = ask_without("verifier", a_map(RING), question)
    assert reply.response == SHORT_WAY
    assert not reply.verified
    assert reply.why.startswith("not checked")
    assert "verify_route" not in tools(reply)


def test_without_repair_a_failure_stays() -> None:
    graph = a_map({"1": "ABC", "2": "DEF"}, {"C": "Market St.", "D": "Market Street"})
    question = "from Station AAA to Station FFF"
    assert ask(graph, question).outcome is Outcome.SCORED
    reply = ask_without("repair", graph, question)
    assert (reply.response, reply.outcome) == (None, Outcome.NO_ANSWER)
    assert repairs(reply) == []


def test_without_alignment_only_equal_strings_are_found() -> None:
    graph = a_map({"1": "ABC"}, {"A": "Station Aaa", "C": "St. Mary - Hill"})
    names = ("Station Aaa", "Station BBB", "St Mary_Hill")
    more: dict[str, Any] = {"kind": MIX, "vertex_table": mix_tab(*names), "weights": EQUAL}
    question = "from Station Aaa to St Mary_Hill"
    assert ask(graph, question, **more).response == "-".join(names)
    assert ask_without("alignment", graph, question, **more).response is None


def test_without_ocr_no_station_of_the_map_has_a_name() -> None:
    reply = ask_without("ocr", a_map(RING), "from Station BBB to Station FFF")
    assert (reply.response, reply.outcome) == (None, Outcome.NO_ANSWER)
    assert "UnknownStation" in reply.error


@pytest.mark.parametrize("tool", ["line_tracing", "graph"])
def test_straight_links_stand_in_for_what_was_drawn(tool: str) -> None:
    # On the picture the stations lie in a row; A and F are joined by a line of their own.
    reply = ask_without(tool, a_map({"1": "ABCDEF"}), "from Station BBB to Station EEE")
    assert reply.response == "-".join(f"Station {c * 3}" for c in "BCDE")


@pytest.mark.parametrize("tool", ["ocr", "line_tracing", "graph", "alignment", "repair"])
def test_a_table_task_does_without_what_it_does_not_use(tool: str) -> None:
    task = Task("What is the path from B to F?", TABLES, edge_table=edge_tab())
    whole = AgentSystem().answer(task)
    lesser = AgentSystem(AgentOptions(without=(tool,))).answer(task)
    assert whole.response == "B-A(transfer)-F"
    assert (lesser.response, lesser.verified, tools(lesser)) == (
        whole.response,
        whole.verified,
        tools(whole),
    )


def test_what_is_left_out_is_told_and_checked() -> None:
    reader = TruthReader(lambda _: a_map(RING))
    told = AgentSystem(AgentOptions(without=("solver", "ocr")), reader=reader).describe()
    assert told["options"]["without"] == ["ocr", "solver"]
    assert told["perception"]["without"] == ["ocr"]
    with pytest.raises(ConfigError, match="choose of ocr"):
        AgentOptions(without=("thinking",))
    with pytest.raises(ConfigError, match="left out and be perfect"):
        AgentOptions(without=("ocr",), oracle=("ocr",))


def test_no_oracle_without_a_truth() -> None:
    with pytest.raises(ConfigError, match="truth"):
        AgentSystem(AgentOptions(oracle=("solver",)))
    assert AgentSystem().answer(Task("from A to B", MAP_ONLY, Path("none.png"))).response is None
