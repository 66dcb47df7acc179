"""Routes of a planner's own: checked as solved ones are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from agent.problem import Problem
from perception.errors import MapclewError
from tools.name_folding import fold_name
from tools.objective import Objective
from tools.recorded_call import ToolResult
from tools.route import Route
from tools.solve_route import Solution, solve_route
from tools.verify_route import Verification


@dataclass(frozen=True, slots=True)
class Proposal:
    """A route of a planner's own, checked.

    Attributes
    ----------
    ridden : Solution or None
        The route with the marks that are best for its stations; None where they cannot be ridden
        in their order.
    verification : Verification
        The verdict on it.
    holds : bool
        Whether it may be answered.
    """

    ridden: Solution | None
    verification: Verification
    holds: bool


def propose_route(
    stations: Sequence[str],
    problem: Problem,
    objective: Objective,
    verify: Callable[[Route], Verification],
) -> ToolResult[Proposal]:
    """Check a route that was not solved for.

    Parameters
    ----------
    stations : sequence of str
        As tables, map or question write them.
    problem : Problem
        What the route is to solve.
    objective : Objective
        What makes the marks that are best for the stations.
    verify : callable
        Checks the route on the problem.

    Returns
    -------
    ToolResult of Proposal
        The route and the verdict.
    """
    vertices = tuple(_vertex(name, problem) for name in stations)
    solution = _ridden(vertices, problem, objective)
    route = solution.best if solution is not None else _unmarked(vertices)
    verification = verify(route)
    # Where nothing is verified, what cannot be ridden is no route either.
    holds = verification.ok and solution is not None
    summary = {
        "ok": holds,
        "why": verification.why
        if holds or not verification.ok
        else "the stations cannot be ridden in this order",
        "route": str(route),
        "faults": [finding.fault.value for finding in verification.findings],
    }
    return ToolResult(Proposal(solution, verification, holds), summary)


def _ridden(stations: tuple[str, ...], problem: Problem, objective: Objective) -> Solution | None:
    """Return the stations with the marks, cost and totals that are best for them.

    None where they cannot be ridden in this order.
    """
    network = problem.network.along(stations)
    try:
        found = solve_route(network, stations[0], stations[-1], problem.weights, objective)
    except MapclewError:
        return None
    return found if found.best.stations == stations else None


def _unmarked(vertices: tuple[str, ...]) -> Route:
    return Route(vertices, (False,) * len(vertices))


def _vertex(name: str, problem: Problem) -> str:
    """Return the vertex that a name means: itself, else the only one written alike."""
    if name in problem.network.vertex:
        return name
    flat = fold_name(name).flat
    written = {
        vertex
        for vertex in problem.network.vertex
        if flat
        in {
            fold_name(text).flat
            for text in (vertex, problem.labels.get(vertex, ""), problem.asked.get(vertex, ""))
            if text
        }
    }
    return written.pop() if len(written) == 1 else name
