"""Walk a network by the next step alone: what planning is without a solver."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from perception.errors import NoRoute
from tools.network import Criteria, Edge, Network
from tools.objective import (
    Objective,
    Weights,
    additive_cost,
    route_cost,
    route_totals,
)
from tools.route import Route
from tools.route_query import require_query
from tools.solve_route import Solution

Step = tuple[float, bool, str, str]
"""Cost of a step, whether it changes the line, station it leads to, line it takes."""


def walk_greedily(
    network: Network,
    source: str,
    target: str,
    weights: Sequence[float] | None = None,
    objective: Objective = "additive",
) -> Solution:
    """Go from station to station by the cheapest next step, and back only from a dead end.

    Steps onto the target come first; among equally cheap ones those that stay on the line, then
    by name. No station is entered twice, so that a route is found wherever there is one.

    Parameters
    ----------
    network, source, target, weights, objective
        As in `solve_route`.

    Returns
    -------
    Solution
        One route, not claimed to be optimal; its bound is 0.

    Raises
    ------
    UnknownStation, NoRoute, MissingWeights, BadTable
        As `solve_route`.
    """
    checked = require_query(network, source, target, weights)
    stations, lines = _walk(network, source, target, checked)
    transfers = (False, *(a != b for a, b in itertools.pairwise(lines)), False)
    cost = route_cost(network, stations, lines, transfers, checked, objective)
    totals = route_totals(network, stations, lines, transfers)
    route = Route(stations, transfers, lines, cost, totals)
    return Solution((route,), cost, False, 0.0, False, len(stations))


def _walk(
    network: Network, source: str, target: str, weights: Weights | None
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return stations and lines of a depth-first walk."""
    leaving: dict[str, list[Edge]] = {}
    for edge in network.edges:
        leaving.setdefault(edge.source, []).append(edge)
        leaving.setdefault(edge.target, []).append(edge)
    visited = {source}
    stations, lines = [source], [""]
    open_steps = [_steps(network, leaving, source, "", target, weights)]
    while open_steps:
        step = next((s for s in open_steps[-1] if s[2] not in visited), None)
        if step is None:
            open_steps.pop()
            stations.pop()
            lines.pop()
            continue
        _, _, name, line = step
        visited.add(name)
        stations.append(name)
        lines.append(line)
        if name == target:
            return tuple(stations), tuple(lines[1:])
        open_steps.append(_steps(network, leaving, name, line, target, weights))
    raise NoRoute(
        f"{source!r} and {target!r} are not connected",
        file=network.origin,
        mend="look whether an edge is missing",
    )


def _steps(
    network: Network,
    leaving: dict[str, list[Edge]],
    station: str,
    line: str,
    target: str,
    weights: Weights | None,
) -> list[Step]:
    """Return the steps from a station, best first."""
    steps: list[Step] = []
    change = Criteria(time=network.vertex[station].transfer_time)
    for edge in leaving.get(station, ()):
        name = edge.target if edge.source == station else edge.source
        changes = bool(line) and edge.line != line
        cost = 1.0
        if weights is not None:
            cost = additive_cost(edge.values, network.domain, weights)
            cost += additive_cost(network.vertex[name].values, network.domain, weights)
            cost += additive_cost(change, network.domain, weights) if changes else 0.0
        steps.append((cost, changes, name, edge.line))
    return sorted(steps, key=lambda step: (step[2] != target, *step))
