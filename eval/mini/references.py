"""Reference routes by exhaustion: every simple path, every marking, no graph library.

Deliberately apart from the project's solver, so that each can be held against the other. Fit for
maps of a few dozen stations.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from eval.bench.edges import Edges
from eval.mini.costs import CostTables, Weights, route_cost

TOLERANCE = 1e-9


@dataclass(frozen=True, slots=True)
class MarkedRoute:
    """A station sequence with the stations at which the line changes."""

    stations: tuple[str, ...]
    changes: tuple[str, ...]

    def __str__(self) -> str:
        """Write the route as MapTab does: `A-B(transfer)-C`."""
        return "-".join(
            name + "(transfer)" if name in self.changes else name for name in self.stations
        )


def simple_paths(edges: Edges, source: str, target: str) -> list[tuple[str, ...]]:
    """Return every path without a repeated station, in order of the edges."""
    neighbours = _neighbours(edges)
    found: list[tuple[str, ...]] = []

    def extend(path: list[str]) -> None:
        if path[-1] == target:
            found.append(tuple(path))
            return
        for station in neighbours[path[-1]]:
            if station not in path:
                extend([*path, station])

    extend([source])
    return found


def markings(stations: Sequence[str], edges: Edges) -> Iterator[tuple[str, ...]]:
    """Yield the changes of every way to ride a station sequence, each set of changes once.

    On travel maps nothing is marked: one empty tuple.
    """
    legs = [
        edges.get((a, b)) or edges.get((b, a)) or ("",) for a, b in itertools.pairwise(stations)
    ]
    rides: list[tuple[str, tuple[str, ...]]] = [(line, ()) for line in legs[0]]
    for station, leg in zip(stations[1:], legs[1:], strict=False):
        rides = [
            (line, changes if line == last else (*changes, station))
            for last, changes in rides
            for line in leg
        ]
        rides = list(dict.fromkeys(rides))
    yield from dict.fromkeys(changes for _, changes in rides)


def fewest_stations(edges: Edges, source: str, target: str) -> tuple[MarkedRoute, ...]:
    """Return every shortest station sequence with each of its fewest-change markings."""
    paths = simple_paths(edges, source, target)
    shortest = min(map(len, paths))
    return tuple(
        MarkedRoute(path, changes)
        for path in paths
        if len(path) == shortest
        for changes in _fewest(markings(path, edges))
    )


def cheapest(
    edges: Edges, source: str, target: str, weights: Weights, tables: CostTables
) -> tuple[MarkedRoute, ...]:
    """Return every station sequence of least cost with its fewest-change markings of that cost."""
    costed = [
        (route_cost(path, changes, weights, tables), path, changes)
        for path in simple_paths(edges, source, target)
        for changes in markings(path, edges)
    ]
    least = min(cost for cost, _, _ in costed) + TOLERANCE
    optimal: dict[tuple[str, ...], list[tuple[str, ...]]] = {}
    for cost, path, changes in costed:
        if cost <= least:
            optimal.setdefault(path, []).append(changes)
    return tuple(
        MarkedRoute(path, changes)
        for path, options in optimal.items()
        for changes in _fewest(iter(options))
    )


def _fewest(options: Iterator[tuple[str, ...]]) -> list[tuple[str, ...]]:
    every = list(options)
    least = min(map(len, every))
    return [changes for changes in every if len(changes) == least]


def _neighbours(edges: Edges) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for a, b in edges:
        found.setdefault(a, []).append(b)
        found.setdefault(b, []).append(a)
    return found
