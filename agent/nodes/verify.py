"""Check a route against the rules and an independent optimum, a number by a second computation."""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from agent.context import AgentContext, context_of
from agent.state import AgentState, Candidate, ToolCall
from tools.verify_route import NOT_CHECKED


def verify(state: AgentState, runtime: Runtime[AgentContext]) -> dict[str, Any]:
    """Return the `verification` of the present solution or answer.

    A route that fails is kept as `candidate`, in case no repair leads to a better one. Without the
    verifier the first answer is taken.
    """
    if "verifier" in context_of(runtime).options.without:
        return {"verification": NOT_CHECKED}
    check = "verify_route" if state.answer is None else "check_answer"
    if state.journey is not None:
        check = f"verify_{state.task.kind.answer}"
    update = context_of(runtime).toolbox.run(ToolCall(check), state)
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
