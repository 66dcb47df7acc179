"""Exact search for the cheapest simple routes under the additive objective.

Backward Dijkstra on the state graph gives each state its cost to the target. Where the cheapest
walk visits no station twice it is the optimum; this is so nearly always. Otherwise (a long
transfer time at B can make B-C-B, with the change at C, cheaper than the change at B) a best-first
search over simple paths with those costs as exact estimates finds it. The same costs prune the
enumeration of all other routes of equal cost.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from perception.errors import NoRoute
from tools.line_changes import fewest_change_markings
from tools.route_search import Deadline, FoundSequence, RouteSearch
from tools.state_graph import StateCosts, StateGraph

TIE_TOLERANCE: Final = 10**9
"""Costs that differ by less than the cost divided by this are equal."""

_FAR: Final = 1 << 400

Sequence = tuple[int, ...]
"""Station numbers."""

Leg = list[tuple[int, int, int]]
"""Rides from one station to the next: (state before, state after, arc)."""


@dataclass(frozen=True, slots=True)
class _Distances:
    """Keys from each state to the target, and the next state on the way."""

    keys: list[int]
    following: list[int]
    expanded: int


def search_additive(
    costs: StateCosts, source: int, target: int, *, deadline: Deadline, max_routes: int
) -> RouteSearch:
    """Find all simple routes of lowest cost.

    Parameters
    ----------
    costs : StateCosts
        State graph with its costs.
    source, target : int
        Two different station numbers.
    deadline : Deadline
        After it, the best simple route known is returned with the bound so far.
    max_routes : int
        How many routes to return at most.

    Returns
    -------
    RouteSearch
        The first sequence is the best by (cost, changes, stations); the others follow in no
        particular, but always the same order.

    Raises
    ------
    NoRoute
        The stations are not connected.
    """
    graph, one = costs.graph, costs.one
    at_ends = costs.at_ends(source, target)
    distances = _distances(costs, source, target, at_ends)
    walk = _walk(costs, distances, source, target)
    expanded = distances.expanded
    optimal = True
    if len(set(walk)) == len(walk):
        best = walk
        lowest = bound = min(distances.keys[state] for state in graph.states_at[source]) // one
    else:
        distances = _distances(costs, source, target, None)
        search = _best_simple(costs, distances.keys, source, target, deadline)
        best = search.best or _without_loops(walk)
        lowest = _lowest_key(costs, best) // one
        optimal = search.best is not None
        bound = lowest if optimal else search.bound // one
        expanded += distances.expanded + search.expanded

    budget = lowest + (lowest + at_ends) // TIE_TOLERANCE
    ties = _tied_rides(costs, distances.keys, best, budget, deadline, max_routes)
    found: list[FoundSequence] = []
    complete = ties.complete
    routes_left = max_routes
    for sequence, legs in ties.rides.items():
        markings, all_markings = fewest_change_markings(
            [
                {graph.line_of[after]: costs.arcs[arc] // one for _, after, arc in leg}
                for leg in legs
            ],
            [costs.changes[station] // one for station in sequence[1:-1]],
            budget,
            routes_left,
        )
        routes_left -= len(markings)
        complete = complete and all_markings
        found.append(
            FoundSequence(
                stations=tuple(graph.stations[station] for station in sequence),
                markings=tuple(markings),
                cost=(min(marking.cost for marking in markings) + at_ends) / costs.denominator,
            )
        )
        if routes_left <= 0:
            complete = complete and len(found) == len(ties.rides)
            break
    return RouteSearch(
        sequences=tuple(found),
        bound=(bound + at_ends) / costs.denominator,
        optimal=optimal,
        complete=complete,
        expanded=expanded + ties.expanded,
    )


def _distances(costs: StateCosts, source: int, target: int, at_ends: int | None) -> _Distances:
    """Run Dijkstra from the target; with `at_ends`, only as far as tied routes may go.

    Keys above that limit are upper bounds that exceed it, so comparing a sum with the limit gives
    the right answer for every state.
    """
    graph = costs.graph
    arcs, changes, one = costs.arcs, costs.changes, costs.one
    incoming, station_of, states_at = graph.incoming, graph.station_of, graph.states_at
    states = len(station_of)
    keys = [_FAR] * states
    following = [-1] * states
    settled = bytearray(states)
    entered = bytearray(len(states_at))
    limit = _FAR
    expanded = 0
    heap: list[int] = list(states_at[target])
    for state in heap:
        keys[state] = 0
    entered[target] = True
    pop, push = heapq.heappop, heapq.heappush
    while heap:
        # A heap entry packs key and state, which compares faster than a pair.
        key, state = divmod(pop(heap), states)
        if settled[state]:
            continue
        if key > limit:
            break
        settled[state] = True
        expanded += 1
        station = station_of[state]
        if station == source:
            if at_ends is not None and limit == _FAR:
                cost = key // one
                limit = (cost + (cost + at_ends) // TIE_TOLERANCE + 1) * one - 1
            continue
        if not entered[station]:
            # Whoever is here on another line changes to this one; a later state never serves
            # better, since this one is nearest to the target.
            entered[station] = True
            changed = key + changes[station]
            for other in states_at[station]:
                if changed < keys[other]:
                    keys[other] = changed
                    following[other] = state
                    push(heap, changed * states + other)
        for before, arc in incoming[state]:
            reached = key + arcs[arc]
            if reached < keys[before]:
                keys[before] = reached
                following[before] = state
                push(heap, reached * states + before)
    return _Distances(keys, following, expanded)


def _walk(costs: StateCosts, distances: _Distances, source: int, target: int) -> Sequence:
    """Return the stations of the cheapest walk, which may visit one twice."""
    graph = costs.graph
    state = min(graph.states_at[source], key=distances.keys.__getitem__, default=-1)
    if state < 0 or distances.keys[state] == _FAR:
        raise NoRoute(
            f"{graph.stations[source]!r} and {graph.stations[target]!r} are not connected",
            file=graph.network.origin,
            mend="check the edges between them",
        )
    stations = [source]
    while stations[-1] != target:
        state = distances.following[state]
        if graph.station_of[state] != stations[-1]:
            stations.append(graph.station_of[state])
    return tuple(stations)


def _without_loops(walk: Sequence) -> Sequence:
    simple: list[int] = []
    for station in walk:
        if station in simple:
            del simple[simple.index(station) + 1 :]
        else:
            simple.append(station)
    return tuple(simple)


@dataclass(frozen=True, slots=True)
class _SimpleSearch:
    best: Sequence | None
    bound: int
    expanded: int


def _best_simple(
    costs: StateCosts, keys: list[int], source: int, target: int, deadline: Deadline
) -> _SimpleSearch:
    """Search simple paths best first; `keys` never overestimates what is left of one."""
    graph = costs.graph
    # (estimate, path so far, key so far, state or -1 at the source, set of stations as bits)
    heap: list[tuple[int, Sequence, int, int, int]] = [(0, (source,), 0, -1, 1 << source)]
    seen: set[tuple[int, int]] = set()
    bound = expanded = 0
    while heap:
        bound, path, so_far, state, visited = heapq.heappop(heap)
        station = path[-1]
        if station == target:
            return _SimpleSearch(path, bound, expanded)
        if deadline.passed():
            return _SimpleSearch(None, bound, expanded)
        # The same state by the same stations in another order: what came first was cheaper.
        if (state, visited) in seen:
            continue
        seen.add((state, visited))
        expanded += 1
        for following, rides in graph.onward[station]:
            if visited >> following & 1:
                continue
            for before, after, arc in rides:
                reached = so_far + costs.arcs[arc]
                if state not in (before, -1):
                    reached += costs.changes[station]
                if keys[after] < _FAR:
                    entry = (reached + keys[after], (*path, following), reached, after)
                    heapq.heappush(heap, (*entry, visited | 1 << following))
    raise AssertionError("a walk without its loops is a simple path, so there is one")


@dataclass(frozen=True, slots=True)
class _Ties:
    """Sequences within the budget, the best one first, with the rides that each leg may take."""

    rides: dict[Sequence, list[Leg]]
    complete: bool
    expanded: int


def _tied_rides(
    costs: StateCosts,
    keys: list[int],
    best: Sequence,
    budget: int,
    deadline: Deadline,
    most: int,
) -> _Ties:
    """Return `best` and every other simple sequence whose cheapest lines are within the budget."""
    arcs, onward = costs.arcs, costs.graph.onward
    source, target = best[0], best[-1]
    limit = (budget + 1) * costs.one - 1
    found: dict[Sequence, list[Leg]] = {}
    complete = True
    expanded = 0
    # (path, its stations as bits, (state, key so far) by line of the last leg, rides by leg)
    stack: list[tuple[Sequence, int, list[tuple[int, int]], list[Leg]]]
    stack = [((source,), 1 << source, [(-1, 0)], [])]
    while stack:
        path, visited, arrived, legs = stack.pop()
        if deadline.passed() or len(found) > most:
            complete = False
            break
        expanded += 1
        station = path[-1]
        change = costs.changes[station]
        for following, rides in onward[station]:
            if visited >> following & 1:
                continue
            reached: list[tuple[int, int]] = []
            leg: Leg = []
            for ride in rides:
                before, after, arc = ride
                so_far = _key_aboard(before, arrived, change) + arcs[arc]
                if so_far + keys[after] <= limit:
                    reached.append((after, so_far))
                    leg.append(ride)
            if leg and following == target:
                found[*path, following] = [*legs, leg]
            elif leg:
                stack.append(((*path, following), visited | 1 << following, reached, [*legs, leg]))
    first = found.pop(best, None) or _all_rides(costs.graph, best)
    return _Ties({best: first, **found}, complete, expanded)


def _key_aboard(state: int, arrived: list[tuple[int, int]], change: int) -> int:
    """Return the lowest key of being aboard `state`, given the states that one arrived in."""
    if len(arrived) == 1:
        before, key = arrived[0]
        return key if before in (state, -1) else key + change
    return min(key if before == state else key + change for before, key in arrived)


def _all_rides(graph: StateGraph, sequence: Sequence) -> list[Leg]:
    return [dict(graph.onward[station])[following] for station, following in pairwise(sequence)]


def _lowest_key(costs: StateCosts, sequence: Sequence) -> int:
    """Return the lowest key of riding a sequence."""
    arrived = [(-1, 0)]
    for station, leg in zip(sequence, _all_rides(costs.graph, sequence), strict=False):
        change = costs.changes[station]
        arrived = [
            (after, costs.arcs[arc] + _key_aboard(before, arrived, change))
            for before, after, arc in leg
        ]
    return min(key for _, key in arrived)
