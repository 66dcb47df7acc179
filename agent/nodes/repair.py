"""Change something and try again, within the budget."""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from agent.context import AgentContext, context_of
from agent.repairs.rules import REPAIRS
from agent.state import AgentState, Failure, Repair

_OTHER_WAYS = frozenset(
    {"NotVerified", "UnknownStation", "AlignmentError", "NoRoute", "BadQuestion", "ConfigError"}
)


def repair(state: AgentState, runtime: Runtime[AgentContext]) -> dict[str, Any]:
    """Apply the first repair that fits what went wrong and changes something.

    Returns
    -------
    dict
        The changed settings with the log entry and the fields to be found anew as None; or
        `given_up` where the budget is spent or no repair fits.
    """
    if state.given_up:
        return {}
    # A question that names what is not there is refused; nothing is changed to make it fit.
    options = context_of(runtime).options
    budget = 0 if "repair" in options.without else options.max_repairs
    kind = state.task.kind
    is_route = kind.answer == "route" and not kind.question_type
    if not is_route or len(state.repairs) >= budget:
        return _no_repair(state, runtime)
    for rule in REPAIRS:
        change = rule(state, context_of(runtime).toolbox)
        if change is not None:
            done = Repair(change.name, change.reason, change.change)
            return {
                "solution": None,
                "verification": None,
                "failure": None,
                **change.update,
                "repairs": (done,),
            }
    return _no_repair(state, runtime)


def _no_repair(state: AgentState, runtime: Runtime[AgentContext]) -> dict[str, Any]:
    """Give up, or hand what went wrong back to a planner that may find another way."""
    failure = state.failure
    if failure is None and state.verification is not None:
        failure = Failure("verify", "NotVerified", state.verification.why)
    kind = state.task.kind
    is_route = kind.answer == "route" and not kind.question_type
    if failure is None or failure.kind not in _OTHER_WAYS or not is_route:
        return {"given_up": True}
    if not context_of(runtime).planner.goes_on:
        return {"given_up": True}
    return {"solution": None, "verification": None, "failure": None, "handed_back": failure}
