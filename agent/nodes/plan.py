"""Ask the planner which tool comes next."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from langgraph.runtime import Runtime

from agent.context import AgentContext, context_of
from agent.state import AgentState, Failure, Finish
from agent.work import failure_of
from perception.errors import LimitExceeded, MapclewError


def plan(state: AgentState, runtime: Runtime[AgentContext]) -> dict[str, Any]:
    """Return the planner's `decision`, or a `failure` where a budget is spent."""
    budget = context_of(runtime).options.max_calls
    if len(state.calls) >= budget:
        spent = LimitExceeded(
            f"{budget} tool calls are spent", field="max_calls", mend="raise the budget"
        )
        return {"failure": failure_of("plan", spent), "given_up": True, "spent": str(spent)}
    planner = context_of(runtime).planner
    try:
        decision = planner.decide(state)
    except LimitExceeded as error:
        return {"failure": failure_of("plan", error), "given_up": True, "spent": str(error)}
    except MapclewError as error:
        return {"failure": failure_of("plan", error), "given_up": True}
    update = {
        "decision": replace(decision, said=()),
        "dialogue": decision.said,
        "handed_back": None,
    }
    if isinstance(decision, Finish) and not state.found and planner.goes_on:
        gave_up = Failure("plan", "GaveUp", decision.reason)
        return {**update, "failure": gave_up, "given_up": True}
    if isinstance(decision, Finish) and not state.found:
        none = LimitExceeded(
            f"the planner finished without a route or a number ({decision.reason})", field="planner"
        )
        return {**update, "failure": failure_of("plan", none)}
    return update
