"""Search for the cheapest simple routes under the averaged objective (equation 1 of the paper).

Comfort and reliability enter as means, so costs do not add up along a route and a longer route can
be better. For a fixed number of legs, though, the number of values in each mean is known, or at
most what it would be without zeros; dividing by that number gives a bound that does add up. The
search takes the numbers of legs in order of their bounds, and for each goes depth first through
the simple paths, cutting off whatever cannot reach the lowest cost known.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Final

from tools.averaged_problem import (
    AveragedProblem,
    Part,
    Path,
    add_parts,
    averaged_problem,
    part_cost,
)
from tools.line_changes import Marking, fewest_change_markings
from tools.network import Network
from tools.objective import Weights
from tools.route_search import Deadline, FoundSequence, RouteSearch

TIE_TOLERANCE: Final = 1e-9
"""Costs that differ by less than this share of the cost are equal."""


@dataclass(slots=True)
class _Best:
    """The best whole paths so far, with their costs."""

    most: int
    cost: float = math.inf
    paths: list[tuple[float, Path]] = field(default_factory=list)
    complete: bool = True

    @property
    def limit(self) -> float:
        return self.cost * (1.0 + TIE_TOLERANCE)

    def offer(self, cost: float, path: Path) -> None:
        if cost > self.limit:
            return
        if cost < self.cost:
            self.cost = cost
            self.paths = [known for known in self.paths if known[0] <= self.limit]
            self.complete = self.complete or not self.paths
        if len(self.paths) < self.most:
            self.paths.append((cost, path))
        else:
            self.complete = False


def search_averaged(
    network: Network,
    source: str,
    target: str,
    weights: Weights,
    known: FoundSequence,
    *,
    deadline: Deadline,
    max_routes: int,
) -> RouteSearch:
    """Find all simple routes of lowest averaged cost, or the best before the deadline.

    Parameters
    ----------
    network : Network
        Where to search.
    source, target : str
        Two connected vertices.
    weights : tuple of 4 floats
        Time, price, comfort, reliability.
    known : FoundSequence
        Any route between the two, to start from; its cost is not read.
    deadline : Deadline
        After it, the best found is returned, with the lowest bound of what was left.
    max_routes : int
        How many routes to return at most.

    Returns
    -------
    RouteSearch
        In no particular, but always the same order.
    """
    problem = averaged_problem(network, source, target, weights)
    start = _path(problem, known)
    best = _Best(max_routes, cost=part_cost(problem.path_part(start)))
    expanded = 0
    left = _bounds_by_legs(problem, deadline)
    while left and left[0][0] <= best.limit and not deadline.passed():
        expanded += _search_legs(problem, left[0][1], best, deadline)
        if not deadline.passed():
            left.pop(0)
    optimal = not left or left[0][0] > best.limit
    return RouteSearch(
        sequences=_sequences(problem, best.paths or [(best.cost, start)], max_routes),
        bound=best.cost if optimal else min(best.cost, left[0][0]),
        optimal=optimal,
        complete=optimal and best.complete,
        expanded=expanded,
    )


def _bounds_by_legs(problem: AveragedProblem, deadline: Deadline) -> list[tuple[float, int]]:
    """Return (lowest cost possible, number of legs), lowest first."""
    numbers = range(1, problem.most_legs + 1)
    # The shares of the longest route are the lowest, so their bounds hold for every number.
    floor = min(_route_bounds(problem, problem.shares(problem.most_legs), problem.most_legs))
    bounds = []
    for legs in numbers:
        bound = floor
        if not deadline.passed():
            bound = _route_bounds(problem, problem.shares(legs), legs)[-1]
        if bound < math.inf:
            bounds.append((bound, legs))
    return sorted(bounds)


def _route_bounds(problem: AveragedProblem, shares: tuple[float, float], legs: int) -> list[float]:
    """Return the bounds of whole routes of 1, 2, ... `legs` legs, under the same shares."""
    fixed = _cost_under(problem.fixed, shares)
    costs = problem.arc_costs(shares)[problem.first]
    table = problem.bounds(shares, legs - 1)
    return [fixed + float((costs + left[problem.first]).min()) for left in table]


def _cost_under(part: Part, shares: tuple[float, float]) -> float:
    return part[0] + shares[0] * part[1] + shares[1] * part[2]


def _search_legs(problem: AveragedProblem, legs: int, best: _Best, deadline: Deadline) -> int:
    """Go through the simple paths of so many legs; return the number of states expanded."""
    shares = problem.shares(legs)
    table = [left.tolist() for left in problem.bounds(shares, legs - 1)]
    number = {name: place for place, name in enumerate(problem.changes)}
    heads = [1 << number[arc.target] for arc in problem.arcs]
    parts = [arc.part for arc in problem.arcs]
    expanded = 0
    # (path, vertices visited as bits, what the path adds)
    stack: list[tuple[Path, int, Part]] = []

    def push(choices: list[tuple[int, float]], path: Path, visited: int, so_far: Part) -> None:
        after = table[legs - len(path) - 1]
        steps = []
        for arc, change in choices:
            if visited & heads[arc] or after[arc] == math.inf:
                continue
            part = add_parts(so_far, parts[arc])
            if change:
                part = add_parts(part, (change, 0.0, 0.0, 0, 0))
            bound = _cost_under(part, shares) + after[arc]
            if bound <= best.limit:
                steps.append((bound, arc, part))
        steps.sort(reverse=True)  # so that the most promising is taken from the stack first
        stack.extend(((*path, arc), visited | heads[arc], part) for _, arc, part in steps)

    push([(arc, 0.0) for arc in problem.first], (), 1 << number[problem.source], problem.fixed)
    while stack and not deadline.passed():
        path, visited, part = stack.pop()
        expanded += 1
        if len(path) == legs:
            best.offer(part_cost(part), path)
        else:
            push(problem.onward[path[-1]], path, visited, part)
    return expanded


def _path(problem: AveragedProblem, sequence: FoundSequence) -> Path:
    arc_of = {
        (arc.source, arc.target, line): number
        for number, arc in enumerate(problem.arcs)
        for line in arc.lines
    }
    stations, lines = sequence.stations, sequence.markings[0].lines
    return tuple(arc_of[leg] for leg in zip(stations, stations[1:], lines, strict=False))


def _sequences(
    problem: AveragedProblem, paths: list[tuple[float, Path]], most: int
) -> tuple[FoundSequence, ...]:
    """Group paths by their stations, keep the markings with the fewest changes."""
    costs: dict[tuple[str, ...], float] = {}
    markings: dict[tuple[str, ...], dict[tuple[bool, ...], Marking]] = {}
    for cost, path in paths:
        arcs = [problem.arcs[number] for number in path]
        stations = (problem.source, *(arc.target for arc in arcs))
        costs[stations] = min(cost, costs.get(stations, math.inf))
        legs = [dict.fromkeys(arc.lines, 0) for arc in arcs]
        ways, _ = fewest_change_markings(legs, [0] * (len(legs) - 1), 0, most)
        for way in ways:
            known = markings.setdefault(stations, {})
            other = known.get(way.transfers)
            if other is None or way.lines < other.lines:
                known[way.transfers] = way
    found = []
    for stations, ways_by_marks in markings.items():
        fewest = min(sum(marks) for marks in ways_by_marks)
        kept = [way for marks, way in sorted(ways_by_marks.items()) if sum(marks) == fewest]
        found.append(FoundSequence(stations, tuple(kept), costs[stations]))
    return tuple(found)
