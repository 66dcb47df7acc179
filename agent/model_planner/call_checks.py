"""Whether a call that a model asks for can be run."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from agent.chat.chat_reply import RequestedCall
from agent.model_planner.call_arguments import InvalidCall, read_arguments
from agent.model_planner.offered_tools import OfferedTool
from agent.model_planner.plain_text import clean
from agent.state import AgentState
from tools.answer_question import ANSWERING_TOOLS, tool_for
from tools.name_folding import fold_name


@dataclass(frozen=True, slots=True)
class CheckedCall:
    """A call that can be run.

    Attributes
    ----------
    tool : str
        One that is offered.
    arguments : dict
        Of its schema.
    canonical : str
        The arguments as JSON; equal calls have equal texts.
    """

    tool: str
    arguments: dict[str, Any]
    canonical: str


def check_call(
    call: RequestedCall, state: AgentState, tools: tuple[OfferedTool, ...]
) -> CheckedCall:
    """Check a call: a tool that is offered, arguments of its schema, ends that the question names.

    Raises
    ------
    InvalidCall
        What is wrong, and what is allowed.
    """
    tool = next((tool for tool in tools if tool.name == call.name), None)
    if tool is None:
        raise InvalidCall(f"no tool is called {clean(call.name, 64)!r}")
    arguments = read_arguments(tool.name, tool.arguments, call.arguments).model_dump(
        exclude_none=True
    )
    if "source" in arguments:
        arguments |= _ends(arguments["source"], arguments["target"], state)
    if tool.name in ANSWERING_TOOLS and state.question is not None:
        fitting = tool_for(state.question.asked)
        if tool.name != fitting:
            raise InvalidCall(
                f"{tool.name} does not answer what is asked ({state.question.asked.value})"
            )
    canonical = json.dumps(arguments, sort_keys=True, ensure_ascii=False)
    return CheckedCall(tool.name, arguments, canonical)


def _ends(source: str, target: str, state: AgentState) -> dict[str, str]:
    """Return the ends of a call; only what the question names may be one.

    A label of the map or a row of a table cannot become an end by what it says.
    """
    goal = state.goal
    if goal is None:
        raise InvalidCall("the task asks for no route")
    given = (_flat(source), _flat(target))
    if goal.source:
        known = (_flat(goal.source), _flat(goal.target))
        if given != known:
            raise InvalidCall(
                f"the question asks from {clean(goal.source)!r} to {clean(goal.target)!r}, and "
                "for no other route"
            )
        return {"source": goal.source, "target": goal.target}
    asked = _flat(state.task.question)
    for name, flat in zip((source, target), given, strict=True):
        if not flat or flat not in asked:
            raise InvalidCall(f"the question names no {clean(name)!r}")
    if given[0] == given[1]:
        raise InvalidCall("source and target are the same")
    return {"source": source.strip(), "target": target.strip()}


def _flat(name: str) -> str:
    return fold_name(name).flat
