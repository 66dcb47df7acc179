"""Check the route against the rules and an independent optimum."""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from agent.context import AgentContext, context_of
from agent.state import AgentState, Candidate, ToolCall


def verify(state: AgentState, runtime: Runtime[AgentContext]) -> dict[str, Any]:
    """Return the `verification` of the present solution.

    A route that fails is kept as `candidate`, in case no repair leads to a better one.
    """
    update = context_of(runtime).toolbox.run(ToolCall("verify_route"), state)
    verification = update.get("verification")
    if verification is None or verification.ok or state.solution is None:
        return update
    kept = Candidate(
        state.solution,
        verification,
        state.attempt,
        state.map_graph,
        state.alignment,
        len(state.repairs),
    )
    return {**update, "candidate": state.candidate or kept}
