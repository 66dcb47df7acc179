"""Repairs where verification found something wrong with a route."""

from __future__ import annotations

from dataclasses import replace

from agent.repairs.change import Change, faults_found, reason_of
from agent.state import AgentState
from agent.toolbox import Toolbox
from tools.findings import Fault

LONGER = 3.0
_MISMARKED = frozenset(
    {
        Fault.WRONG_LINES,
        Fault.WRONG_MARKS,
        Fault.NEEDLESS_CHANGE,
        Fault.WRONG_COST,
        Fault.WRONG_TOTALS,
    }
)


def recompute_marks(state: AgentState, toolbox: Toolbox) -> Change | None:
    """Keep the stations of a route and find its lines, marks, cost and totals anew."""
    solution = state.solution
    if solution is None or not faults_found(state) & _MISMARKED:
        return None
    again = toolbox.routes.solve_along(state, solution.best.stations)
    if again is None or again.best == solution.best:
        return None
    return Change(
        "recompute_marks",
        reason_of(state),
        f"the same stations are marked {again.best}",
        # What was proven about the route as a whole is no matter of its marks.
        {"solution": replace(again, optimal=solution.optimal, bound=solution.bound)},
    )


def search_longer(state: AgentState, toolbox: Toolbox) -> Change | None:
    """Give a search that was cut off, and is known to have missed a better route, more time."""
    solution = state.solution
    if solution is None or solution.optimal or Fault.NOT_OPTIMAL not in faults_found(state):
        return None
    if any(done.name == "search_longer" for done in state.repairs):
        return None
    longer = state.attempt.time_limit * LONGER
    return Change(
        "search_longer",
        reason_of(state),
        f"the search may take {longer:g} s",
        {"attempt": replace(state.attempt, time_limit=longer)},
    )
