"""Change something and try again, within the budget."""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from agent.context import AgentContext, context_of
from agent.repairs.rules import REPAIRS
from agent.state import AgentState, Repair


def repair(state: AgentState, runtime: Runtime[AgentContext]) -> dict[str, Any]:
    """Apply the first repair that fits what went wrong and changes something.

    Returns
    -------
    dict
        The changed settings with the log entry and the fields to be found anew as None; or
        `given_up` where the budget is spent or no repair fits.
    """
    # A question that names what is not there is refused; nothing is changed to make it fit.
    options = context_of(runtime).options
    budget = 0 if "repair" in options.without else options.max_repairs
    kind = state.task.kind
    is_route = kind.answer == "route" and not kind.question_type
    if not is_route or len(state.repairs) >= budget:
        return {"given_up": True}
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
    return {"given_up": True}
