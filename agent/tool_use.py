"""How a task's tools were used, against the fewest that the rules need for it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from agent.dialogue import Begun, Entry, Status, Told, rounds, turns
from agent.model_planner.budgets import spent
from agent.model_planner.reports import CHECKS
from agent.question_tools import table_question
from agent.rule_planner import RulePlanner
from agent.state import AgentState, Goal, ToolCall
from perception.errors import MapclewError
from perception.map_graph import MapGraph
from tools.alignment import Alignment
from tools.question import Answer, Question
from tools.route import Route
from tools.solve_route import Solution
from tools.task import Task

_MOST_STEPS = 16


def needed_tools(task: Task, goal: Goal | None, question: Question | None) -> tuple[str, ...]:
    """Return the tools that the rule planner calls for a task where nothing fails.

    Parameters
    ----------
    task : Task
        With its inputs.
    goal : Goal or None
        Of a task that asks for a route.
    question : Question or None
        As read, where a number is asked for; without it, what is needed to read it.
    """
    if goal is None and not task.kind.question_type and task.kind.answer == "route":
        return ()
    planner = RulePlanner()
    state = AgentState(task, goal=goal, question=_read_at_once(task))
    needed: list[str] = []
    while len(needed) < _MOST_STEPS:
        decision = planner.decide(state)
        if not isinstance(decision, ToolCall):
            break
        needed.append(decision.tool)
        found = _found(decision.tool, question)
        if found is None:
            break
        state = replace(state, **found)
    return tuple(needed)


def _read_at_once(task: Task) -> Question | None:
    if not task.kind.question_type:
        return None
    try:
        return table_question(task)
    except MapclewError:
        return None


def _found(tool: str, question: Question | None) -> dict[str, Any] | None:
    """Return what stands for a tool's result; None where nothing follows it."""
    if tool == "read_question":
        return None if question is None else {"question": question}
    results: dict[str, dict[str, Any]] = {
        "read_text": {"text": {}},
        "trace_lines": {"lines": {}},
        "build_graph": {"map_graph": MapGraph("", 1, 1)},
        "align_tables": {"alignment": Alignment((), (), (), 1.0)},
        "solve_route": {"solution": _SOLUTION},
        "build_lines": {"network": object()},
        "plan_ride": {"journey": object()},
        "build_scene": {"network": object()},
        "plan_walk": {"journey": object()},
    }
    return results.get(tool, {"answer": Answer(0.0, "")})


_SOLUTION = Solution((Route(("A", "B"), (False, False)),), 2.0, True, 2.0, True, 0)


def tool_use(state: AgentState) -> dict[str, Any]:
    """Return how the tools of a task were used, as JSON values.

    Parameters
    ----------
    state : AgentState
        Final.

    Returns
    -------
    dict
        `needed`: the rule planner's minimum; `calls`: each call that the planner asked for, with
        its `status` and whether it is `needed` (the first of a needed tool since the last repair)
        or `redundant` (it ran, and is not); `checks` and `failed_checks`: how many verifications
        there were, of what tools found and of what a model proposed; `repairs`: their names.
    """
    needed = needed_tools(state.task, state.goal, state.question)
    calls = _asked_calls(state) if state.dialogue else _rule_calls(state)
    seen: Counter[tuple[str, int]] = Counter()
    listed: list[dict[str, Any]] = []
    for tool, status, repairs in calls:
        ran = status in (Status.RAN, Status.FAILED)
        useful = ran and tool in needed and not seen[tool, repairs]
        seen[tool, repairs] += ran
        redundant = (ran and not useful) or status is Status.REPEATED
        entry = {"tool": tool, "status": status.value, "needed": useful, "redundant": redundant}
        listed.append(entry)
    checks = _checks(state)
    return {
        "needed": list(needed),
        "calls": listed,
        "checks": len(checks),
        "failed_checks": sum(not ok for ok in checks),
        "repairs": [repair.name for repair in state.repairs],
        "replies": len(turns(state.dialogue)),
    }


def _rule_calls(state: AgentState) -> list[tuple[str, Status, int]]:
    """Return the calls of a planner that says nothing: the records, without the graph's checks."""
    found: list[tuple[str, Status, int]] = []
    failed = 0
    for record in state.calls:
        if record.tool in CHECKS:
            # A check that fails is followed by a repair, as a tool that fails is.
            failed += not record.result.get("ok")
            continue
        found.append((record.tool, Status.FAILED if record.error else Status.RAN, failed))
        failed += bool(record.error)
    return found


def _asked_calls(state: AgentState) -> list[tuple[str, Status, int]]:
    found: list[tuple[str, Status, int]] = []
    for _, entries in rounds(state.dialogue):
        begun: Begun | None = None
        for entry in entries:
            if isinstance(entry, Begun):
                begun = entry
                continue
            name = entry.tool if entry.call >= 0 else ""
            found.append((name, entry.status, begun.repairs if begun is not None else 0))
            begun = None
        if begun is not None:
            # It led to the end of the task, so nothing was told of it.
            found.append((begun.tool, _end_status(begun, state), begun.repairs))
    return found


def _end_status(begun: Begun, state: AgentState) -> Status:
    record = next((r for r in state.calls[begun.calls :] if r.tool == begun.tool), None)
    if record is None:
        return Status.REJECTED
    return Status.FAILED if record.error else Status.RAN


def _checks(state: AgentState) -> list[bool]:
    """Return the verdicts of all checks, in order: the graph's own, and those of proposals."""
    return [bool(record.result.get("ok")) for record in state.calls if record.tool in CHECKS]


def dialogue_as_dicts(dialogue: tuple[Entry, ...]) -> list[dict[str, Any]]:
    """Return what was said in the form that a sample's trace keeps."""
    said: list[dict[str, Any]] = []
    for turn, entries in rounds(dialogue):
        calls = [{"name": call.name, "arguments": call.arguments} for call in turn.calls]
        reply = {
            "role": "assistant",
            "text": turn.text,
            "calls": calls,
            "fault": turn.fault,
            "finish_reason": turn.finish_reason,
            "reasoning": turn.reasoning,
            "usage": turn.usage.as_dict(),
            "attempts": list(turn.tries),
            "server": turn.served,
        }
        said.append({key: value for key, value in reply.items() if value not in ("", [], {})})
        for entry in entries:
            if isinstance(entry, Told):
                told = {
                    "role": "tool",
                    "tool": entry.tool,
                    "status": entry.status.value,
                    "content": entry.content,
                    "crop": list(entry.crop) if entry.crop else None,
                }
                said.append({key: value for key, value in told.items() if value is not None})
    return said


def planning_usage(state: AgentState) -> dict[str, Any]:
    """Return what the model's replies took, and the models that tools asked."""
    return spent(state, state.dialogue).as_dict()
