"""Run the tool that the planner chose."""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from agent.context import AgentContext, context_of
from agent.state import AgentState, ToolCall


def call_tool(state: AgentState, runtime: Runtime[AgentContext]) -> dict[str, Any]:
    """Return what the tool found, or a `failure`, with the record of the call.

    Raises
    ------
    ValueError
        The decision is no tool call (a defect of the wiring).
    """
    if not isinstance(state.decision, ToolCall):
        raise ValueError(f"call_tool: the decision is {state.decision!r}")
    return context_of(runtime).toolbox.run(state.decision, state)
