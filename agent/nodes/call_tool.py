"""Run the tool that the planner chose."""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from agent.context import AgentContext, context_of
from agent.model_tools import ASIDE
from agent.state import AgentState, ToolCall
from agent.work import ENDPOINT_FAILURES


def call_tool(state: AgentState, runtime: Runtime[AgentContext]) -> dict[str, Any]:
    """Return what the tool found, or a `failure`, with the record of the call.

    Raises
    ------
    ValueError
        The decision is no tool call (a defect of the wiring).
    """
    if not isinstance(state.decision, ToolCall):
        raise ValueError(f"call_tool: the decision is {state.decision!r}")
    context = context_of(runtime)
    update = context.toolbox.run(state.decision, state)
    failure = update.get("failure")
    if failure is None or not context.planner.goes_on:
        return update
    # A call that came too early, or a look aside that failed, is the planner's to mend.
    too_early = failure.kind == "ConfigError" and "calls" not in update
    aside = state.decision.tool in ASIDE and failure.kind not in ENDPOINT_FAILURES
    if too_early or aside:
        return {**update, "failure": None, "handed_back": failure}
    return update
