"""Go from stop to stop by the next step alone: what rides and walks are without a planner."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable
from itertools import pairwise

from perception.errors import NoRoute
from tools.plan_ride import RidePlan, find_stations, ride_of
from tools.ride_network import RideNetwork
from tools.scene_graph import SceneGraph
from tools.walk import Walk, check_ends, passed_landmarks, unjoined

Step = tuple[int, int]
"""The place that a step leads to, and the line it takes."""
_NO_LINE = -1


def ride_greedily(network: RideNetwork, source: str, target: str) -> RidePlan:
    """Ride on to the next stop, and back only from a dead end.

    A step onto the target comes first, then those that stay on the line, in the order of lines and
    stations. No station is entered twice, so that a ride is found wherever there is one.

    Raises
    ------
    UnknownStation, NoRoute
        As `plan_ride`.
    """
    sources, targets = find_stations(network, source), find_stations(network, target)
    if set(sources) & set(targets):
        raise NoRoute(f"both ends are {source!r}", mend="ask from one stop to another")

    def steps(station: int, line: int) -> list[Step]:
        found = {
            (other, on): (other not in targets, on != line, on, other)
            for on in network.lines_at[station]
            for other in network.lines[on].joins[station]
        }
        return sorted(found, key=found.__getitem__)

    for start in sources:
        if (ridden := _search(start, targets, steps)) is not None:
            break
    else:
        raise NoRoute(
            f"nothing joins {source!r} and {target!r}", mend="ask for stops that are joined"
        )
    legs: list[tuple[int, list[int]]] = []
    for (station, _), (other, line) in pairwise(ridden):
        if not legs or legs[-1][0] != line:
            legs.append((line, [station]))
        legs[-1][1].append(other)
    kept = tuple((line, tuple(stations)) for line, stations in legs)
    return RidePlan(ride_of(network, kept), kept, len(kept) - 1, len(ridden) - 1)


def walk_greedily(scene: SceneGraph, source: int, target: int) -> Walk:
    """Go on to the nearest next place, and back only from a dead end; told landmark by landmark.

    Raises
    ------
    NoRoute
        Both ends are one, or nothing joins them.
    """
    check_ends(source, target)

    def steps(node: int, line: int) -> list[Step]:
        here = scene.nodes[node].xy
        found = {
            (other, _NO_LINE): (other != target, math.dist(here, scene.nodes[other].xy), other)
            for other in scene.graph[node]
        }
        return sorted(found, key=found.__getitem__)

    walked = _search(source, (target,), steps)
    if walked is None:
        raise unjoined(scene, source, target)
    path = tuple(node for node, _ in walked)
    cuts = [0, *(path.index(node) for node in passed_landmarks(scene, path)), len(path) - 1]
    return Walk(path, tuple(path[one : other + 1] for one, other in pairwise(cuts)))


def _search(
    start: int, targets: Collection[int], steps: Callable[[int, int], Iterable[Step]]
) -> list[Step] | None:
    """Return the steps of a depth-first search, the start first; None where none arrives."""
    taken: list[Step] = [(start, _NO_LINE)]
    open_steps = [iter(steps(*taken[0]))]
    visited = {start}
    while open_steps:
        step = next((one for one in open_steps[-1] if one[0] not in visited), None)
        if step is None:
            open_steps.pop()
            taken.pop()
            continue
        visited.add(step[0])
        taken.append(step)
        if step[0] in targets:
            return taken
        open_steps.append(iter(steps(*step)))
    return None
