from __future__ import annotations

import importlib.util
import json
from dataclasses import asdict
from pathlib import Path

import pytest

from agent.graph import after_call, after_plan, after_repair, after_verify, build_agent
from agent.rule_planner import RulePlanner
from agent.state import AgentState, Failure, Finish, Goal, ToolCall
from tests.conftest import REPO
from tools.tables import Table
from tools.task import Task, TaskKind

KIND = TaskKind("metromap", "only_tab", "only_tab", uses_edge_tab=True)
EDGES = Table("Edge_tab", "e.json", ("Edge", "Line"), (("A-B", ("1",)), ("B-C", ("2",))))
TASK = Task("from A to C", KIND, edge_table=EDGES)
ON_TABLES = Goal("A", "C", "tables", "none")
ON_MAP = Goal("A", "C", "map", "none")


def test_the_graph_has_the_stages_and_no_other() -> None:
    nodes = set(build_agent().get_graph().nodes) - {"__start__", "__end__"}
    assert nodes == {"decompose", "plan", "call_tool", "verify", "repair", "answer"}


def test_the_served_graph_takes_json() -> None:
    config = json.loads((REPO / "langgraph.json").read_text(encoding="utf-8"))
    (place,) = config["graphs"].values()
    file, name = place.split(":")
    spec = importlib.util.spec_from_file_location("served", REPO / file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    values = getattr(module, name).invoke({"task": json.loads(json.dumps(asdict(TASK)))})
    assert values["response"] == "A-B(transfer)-C"
    broken = getattr(module, name).invoke({"task": {"question": "from A to C"}})
    assert broken["failure"].kind == "BadRecord"
    assert "kind" in broken["failure"].message


@pytest.mark.parametrize(
    ("state", "route"),
    [
        (AgentState(TASK, decision=ToolCall("solve_route")), "call_tool"),
        (AgentState(TASK, decision=Finish()), "verify"),
        (AgentState(TASK, failure=Failure("plan", "LimitExceeded", "")), "repair"),
    ],
)
def test_routes_after_planning(state: AgentState, route: str) -> None:
    assert after_plan(state) == route


def test_routes_after_a_call_a_check_and_a_repair() -> None:
    failed = AgentState(TASK, failure=Failure("solve_route", "NoRoute", ""))
    assert after_call(AgentState(TASK)) == "plan"
    assert after_call(failed) == "repair"
    assert after_verify(AgentState(TASK)) == "repair"
    assert after_repair(AgentState(TASK)) == "plan"
    assert after_repair(AgentState(TASK, given_up=True)) == "answer"


def test_the_rule_planner_reads_no_picture_where_tables_give_the_edges() -> None:
    task = Task("from A to C", KIND, image=Path("map.png"), edge_table=EDGES)
    decision = RulePlanner().decide(AgentState(task, goal=ON_TABLES))
    assert isinstance(decision, ToolCall)
    assert decision.tool == "solve_route"


def test_the_rule_planner_reads_a_picture_stage_by_stage() -> None:
    task = Task("from A to C", KIND, image=Path("map.png"))
    decision = RulePlanner().decide(AgentState(task, goal=ON_MAP))
    assert isinstance(decision, ToolCall)
    assert (decision.tool, decision.arguments) == ("read_text", {"image": "map.png"})
    decision = RulePlanner().decide(AgentState(task, goal=ON_MAP, text={}))
    assert isinstance(decision, ToolCall)
    assert decision.tool == "trace_lines"
    with pytest.raises(ValueError, match="goal"):
        RulePlanner().decide(AgentState(task))
