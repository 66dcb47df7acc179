"""Check the line changes of a route: which lines its marks allow, and whether fewer would do."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from typing import Final

from tools.findings import Fault, Finding
from tools.network import Criteria, Network
from tools.objective import Objective, Weights, additive_cost, route_cost
from tools.route import Route

TOLERANCE: Final = 1e-9
"""Costs that differ by less than this share are equal."""

MOST_CHOICES: Final = 10_000
"""Choices of lines that are tried one by one under the averaged objective."""


def ridden_lines(
    network: Network, route: Route, weights: Weights | None, objective: Objective
) -> tuple[str, ...] | Finding:
    """Tell which lines a route rides.

    Parameters
    ----------
    network : Network
        With an edge between each two neighbours of the route.
    route : Route
        Its own lines are checked; without them, the cheapest that change at exactly its marks are
        looked for.
    weights, objective
        As in `tools.objective.route_cost`.

    Returns
    -------
    tuple of str or Finding
        One line a leg, or why the marks and lines do not fit.
    """
    if route.lines:
        return _fault_of_lines(network, route) or route.lines
    stations = route.stations
    cuts = [0, *(place for place, mark in enumerate(route.transfers) if mark), len(stations) - 1]
    segments = list(itertools.pairwise(cuts))
    legs = _leg_costs(network, stations, weights)
    # For each piece between marks: the lines that run all along it, with their costs.
    options: list[dict[str, float]] = []
    for start, end in segments:
        common = sorted(set.intersection(*(set(leg) for leg in legs[start:end])))
        if not common:
            text = f"no line runs from {stations[start]!r} to {stations[end]!r} without a change"
            return Finding(Fault.WRONG_MARKS, f"{text}, but none is marked between")
        options.append({line: math.fsum(leg[line] for leg in legs[start:end]) for line in common})

    def spread(choice: Sequence[str]) -> tuple[str, ...]:
        pairs = zip(choice, segments, strict=True)
        return tuple(line for line, (start, end) in pairs for _ in range(start, end))

    if weights is None or objective == "additive":
        found = _cheapest_choice(options)
    elif math.prod(len(option) for option in options) > MOST_CHOICES:
        return Finding(Fault.UNSETTLED, "the marks allow too many choices of lines to try them all")
    else:
        found = min(
            (
                (route_cost(network, stations, lines, route.transfers, weights, objective), choice)
                for choice in itertools.product(*options)
                if not any(before == after for before, after in itertools.pairwise(choice))
                for lines in (spread(choice),)
            ),
            default=None,
        )
    if found is None:
        marked = ", ".join(repr(stations[cut]) for cut in cuts[1:-1])
        return Finding(
            Fault.WRONG_MARKS, f"no lines change at all of the marked stations: {marked}"
        )
    return spread(found[1])


def needless_change(
    network: Network, route: Route, lines: Sequence[str], weights: Weights | None
) -> Finding | None:
    """Look for lines along the same stations with fewer changes and no higher additive cost.

    Parameters
    ----------
    network, route
        As in `ridden_lines`.
    lines : sequence of str
        The lines ridden.
    weights : tuple of 4 floats or None
        None where lines cost nothing.
    """
    if all(len(network.between[leg]) == 1 for leg in itertools.pairwise(route.stations)):
        return None
    now = route.changes
    legs = _leg_costs(network, route.stations, weights)
    change = [_change_cost(network, name, weights) for name in route.stations]
    paid = [leg[line] for leg, line in zip(legs, lines, strict=True)]
    paid += (cost for cost, mark in zip(change, route.transfers, strict=True) if mark)
    budget = math.fsum(paid) * (1.0 + TOLERANCE)
    # lowest[line, changes]: lowest cost of the legs so far.
    lowest = {(line, 0): cost for line, cost in legs[0].items()}
    for leg, at_station in zip(legs[1:], change[1:], strict=False):
        onward: dict[tuple[str, int], float] = {}
        for (before, changes), so_far in lowest.items():
            for line, ride in leg.items():
                key = (line, changes + (line != before))
                cost = so_far + ride + (at_station if line != before else 0.0)
                if key[1] < now and cost <= budget and cost < onward.get(key, math.inf):
                    onward[key] = cost
        lowest = onward
    if not lowest:
        return None
    fewest = min(changes for _, changes in lowest)
    text = f"the same stations need {fewest} changes at the same cost, not {now}"
    return Finding(Fault.NEEDLESS_CHANGE, text)


def _fault_of_lines(network: Network, route: Route) -> Finding | None:
    for leg, line in zip(itertools.pairwise(route.stations), route.lines, strict=True):
        if line not in network.between[leg]:
            text = f"line {line!r} does not join {leg[0]!r} and {leg[1]!r}"
            return Finding(Fault.WRONG_LINES, text)
    for place, (before, after) in enumerate(itertools.pairwise(route.lines), start=1):
        if route.transfers[place] != (before != after):
            mark = "is marked" if route.transfers[place] else "is not marked"
            change = f"changes from {before!r} to {after!r}" if before != after else "stays"
            text = f"{route.stations[place]!r} {mark}, but the line {change} there"
            return Finding(Fault.WRONG_MARKS, text)
    return None


def _cheapest_choice(options: Iterable[dict[str, float]]) -> tuple[float, tuple[str, ...]] | None:
    """Choose a line for each piece, never the same for two in a row."""
    best: dict[str, tuple[float, tuple[str, ...]]] = {"": (0.0, ())}
    first = True
    for option in options:
        onward: dict[str, tuple[float, tuple[str, ...]]] = {}
        for line, cost in option.items():
            before = min((way for last, way in best.items() if first or last != line), default=None)
            if before is not None:
                onward[line] = (before[0] + cost, (*before[1], line))
        best, first = onward, False
    return min(best.values(), default=None)


def _leg_costs(
    network: Network, stations: Sequence[str], weights: Weights | None
) -> list[dict[str, float]]:
    """Return what riding each leg costs by line, without the vertices."""
    legs = [network.between[leg] for leg in itertools.pairwise(stations)]
    if weights is None:
        return [dict.fromkeys(leg, 0.0) for leg in legs]
    return [
        {line: additive_cost(edge.values, network.domain, weights) for line, edge in leg.items()}
        for leg in legs
    ]


def _change_cost(network: Network, station: str, weights: Weights | None) -> float:
    time = network.vertex[station].transfer_time
    if weights is None or not time:
        return 0.0
    return additive_cost(Criteria(time=time), network.domain, weights)
