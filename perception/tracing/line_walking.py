"""Walking along centre lines from station to station, straight on where lines cross."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from shapely.geometry import LineString
from shapely.geometry import Point as ShapelyPoint

from perception.stages import StationCandidate, StrokeLayer
from perception.traced_edge import TracedEdge
from perception.tracing.skeleton import Arc, Points, Skeleton, direction_from

# At a fork of three strokes a line turns by at most this angle, degrees; where none is left within
# it (a branch that meets at a right angle), by the second.
_TURN = 75.0
_SHARP_TURN = 110.0
# At a crossing (four strokes or more) it goes straight on, within this of the straightest way.
_STRAIGHT = 20.0
# So many places in which a way meets another, that goes through, at about a right angle, degrees,
# make a net of streets.
_MEETING = 3
_THROUGH = 155.0
_RIGHT = (65.0, 115.0)
_FEWEST_MEETINGS = 2
# An arc into a station shorter than this share of the stroke width has no direction.
_STUB = 0.5


@dataclass(frozen=True, slots=True)
class _Step:
    """An arc as walked: from one of its ends to the other."""

    arc: int
    forward: bool


def walk_lines(
    skeleton: Skeleton,
    layer: StrokeLayer,
    stations: Sequence[StationCandidate],
    spare: bool = False,
) -> list[TracedEdge]:
    """Follow the strokes from every station to the next ones; the shortest way makes an edge.

    Parameters
    ----------
    skeleton : Skeleton
        Centre lines of one layer, gaps bridged.
    layer : StrokeLayer
        The layer.
    stations : sequence of StationCandidate
        Station 1 of the skeleton first.
    spare : bool
        Whether lines may turn at forks and crossings as they hardly do, for edges that may be
        right.
    """
    node = _merge_forks(skeleton, 1.2 * layer.width)
    at: dict[int, list[_Step]] = {}
    for identity, arc in sorted(skeleton.arcs.items()):
        inside = node(arc.start) == node(arc.end) and not skeleton.is_station(arc.start)
        if inside and arc.length < 1.2 * layer.width:
            continue
        at.setdefault(node(arc.start), []).append(_Step(identity, True))
        at.setdefault(node(arc.end), []).append(_Step(identity, False))
    turning = spare or _is_street_net(skeleton, at, layer.width)
    best: dict[tuple[int, int], tuple[float, TracedEdge]] = {}
    for station in range(1, skeleton.stations + 1):
        for goal, length, steps in _ways_from(station, skeleton, node, at, layer.width, turning):
            pair = (min(station, goal), max(station, goal))
            if goal == station or (pair in best and length >= best[pair][0] - 1e-9):
                continue
            line = np.concatenate([_points(skeleton, step) for step in steps])
            over = sum(
                skeleton.arcs[step.arc].length for step in steps if skeleton.arcs[step.arc].bridge
            )
            edge = _edge(station - 1, goal - 1, layer, line, stations, over / max(length, 1.0))
            best[pair] = (length, edge)
    return _without_shortcuts([best[pair][1] for pair in sorted(best)], stations, layer.width)


def _without_shortcuts(
    edges: list[TracedEdge], stations: Sequence[StationCandidate], width: float
) -> list[TracedEdge]:
    """Drop edges that slip past a station to which both their ends are joined anyway."""
    joined: dict[int, set[int]] = {}
    for edge in edges:
        joined.setdefault(edge.source, set()).add(edge.target)
        joined.setdefault(edge.target, set()).add(edge.source)
    kept = []
    for edge in edges:
        line = LineString(edge.polyline)
        between = joined[edge.source] & joined[edge.target]
        if not any(
            line.distance(ShapelyPoint(marker.xy)) <= marker.radius + width
            for third in sorted(between)
            for marker in stations[third].markers
        ):
            kept.append(edge)
    return kept


def _is_street_net(skeleton: Skeleton, at: dict[int, list[_Step]], width: float) -> bool:
    """Tell whether strokes are streets: ways meet others at right angles, where no station is.

    Where two streets cross one may turn; lines of trains that cross go straight on.
    """
    count = 0
    for place, steps in at.items():
        if skeleton.is_station(place) or len(steps) != _MEETING:
            continue
        if any(skeleton.arcs[step.arc].bridge for step in steps):
            continue
        ways = np.array([_leaving_by(skeleton, step, width) for step in steps])
        turns = np.degrees(np.arccos(np.clip(ways @ ways.T, -1.0, 1.0)))[np.triu_indices(3, 1)]
        least, middle, most = np.sort(turns).tolist()
        count += most >= _THROUGH and least >= _RIGHT[0] and middle <= _RIGHT[1]
    return count >= _FEWEST_MEETINGS


def _leaving_by(skeleton: Skeleton, step: _Step, width: float) -> NDArray[np.float64]:
    arc = skeleton.arcs[step.arc]
    return _leaving(arc, arc.start if step.forward else arc.end, width)


def _merge_forks(skeleton: Skeleton, shortest: float) -> _Union:
    union = _Union()
    for arc in skeleton.arcs.values():
        if skeleton.is_station(arc.start) or skeleton.is_station(arc.end) or arc.bridge:
            continue
        if arc.length < shortest:
            union.join(arc.start, arc.end)
    return union


class _Union:
    """Disjoint sets of places; calling it gives the representative of a place."""

    def __init__(self) -> None:
        self._parent: dict[int, int] = {}

    def __call__(self, place: int) -> int:
        while place in self._parent:
            place = self._parent[place]
        return place

    def join(self, one: int, other: int) -> None:
        """Put two places into one set."""
        a, b = self(one), self(other)
        if a != b:
            self._parent[max(a, b)] = min(a, b)


def _ways_from(
    station: int,
    skeleton: Skeleton,
    node: _Union,
    at: dict[int, list[_Step]],
    width: float,
    turning: bool,
) -> list[tuple[int, float, list[_Step]]]:
    """Return the stations next to one: station, length of the shortest way, the way.

    Dijkstra over arcs as walked, since the ways on from a fork depend on the way to it.
    """
    came: dict[_Step, _Step | None] = {}
    queue: list[tuple[float, int, _Step, _Step | None]] = []
    order = itertools.count()
    for step in at.get(station, []):
        heapq.heappush(queue, (skeleton.arcs[step.arc].length, next(order), step, None))
    found: dict[int, tuple[float, list[_Step]]] = {}
    while queue:
        length, _, step, before = heapq.heappop(queue)
        if step in came:
            continue
        came[step] = before
        here = node(_end(skeleton, step))
        if skeleton.is_station(here):
            if here not in found:
                found[here] = (length, _way(came, step))
            continue
        for onward in _onward(step, here, skeleton, node, at, width, turning):
            if onward not in came:
                further = length + skeleton.arcs[onward.arc].length
                heapq.heappush(queue, (further, next(order), onward, step))
    return [(goal, length, way) for goal, (length, way) in sorted(found.items())]


def _end(skeleton: Skeleton, step: _Step) -> int:
    arc = skeleton.arcs[step.arc]
    return arc.end if step.forward else arc.start


def _points(skeleton: Skeleton, step: _Step) -> Points:
    points = skeleton.arcs[step.arc].points
    return points if step.forward else points[::-1]


def _way(came: dict[_Step, _Step | None], last: _Step) -> list[_Step]:
    steps = [last]
    while (before := came[steps[-1]]) is not None:
        steps.append(before)
    return steps[::-1]


def _onward(
    step: _Step,
    here: int,
    skeleton: Skeleton,
    node: _Union,
    at: dict[int, list[_Step]],
    width: float,
    turning: bool,
) -> list[_Step]:
    """Return the ways on from a fork that a line takes."""
    others = [other for other in at[here] if other.arc != step.arc]
    if len(others) <= 1:
        return others
    # Where a stroke meets a station off its middle, its last pixels fork into the region's edge:
    # such stubs have no direction; they say that the station is reached, or has just been left.
    stubs = [other for other in others if _is_stub(skeleton.arcs[other.arc], skeleton, width)]
    if _is_stub(skeleton.arcs[step.arc], skeleton, width):
        return [other for other in others if other not in stubs]
    if stubs:
        return stubs
    arriving = -_leaving(skeleton.arcs[step.arc], _end(skeleton, step), width)
    turns = {}
    for other in others:
        arc = skeleton.arcs[other.arc]
        leaving = _leaving(arc, arc.start if other.forward else arc.end, width)
        cosine = float(np.clip(arriving @ leaving, -1.0, 1.0))
        turns[other] = float(np.degrees(np.arccos(cosine)))
    if turning:
        return [o for o, turn in turns.items() if turn <= _SHARP_TURN]
    least = min(turns.values())
    if len(others) >= 3:
        return [o for o, turn in turns.items() if turn <= min(least + _STRAIGHT, _TURN)]
    within = [o for o, turn in turns.items() if turn <= _TURN]
    return within or [o for o, turn in turns.items() if turn <= _SHARP_TURN]


def _is_stub(arc: Arc, skeleton: Skeleton, width: float) -> bool:
    at_station = skeleton.is_station(arc.start) or skeleton.is_station(arc.end)
    return at_station and not arc.bridge and arc.length < _STUB * width


def _leaving(arc: Arc, place: int, width: float) -> NDArray[np.float64]:
    return direction_from(arc, place, 0.6 * width, 1.8 * width)


def _edge(
    source: int,
    target: int,
    layer: StrokeLayer,
    line: Points,
    stations: Sequence[StationCandidate],
    bridged: float,
) -> TracedEdge:
    ends = [_centre_towards(stations[source], line[0]), _centre_towards(stations[target], line[-1])]
    full = np.concatenate([ends[0][None], line, ends[1][None]])
    simple = cv2.approxPolyDP(full.astype(np.float32)[:, None], 1.0, closed=False)[:, 0]
    return TracedEdge(
        source,
        target,
        layer.id,
        tuple((float(x), float(y)) for x, y in simple),
        round(layer.confidence * (1.0 - 0.5 * bridged), 4),
    )


def _centre_towards(station: StationCandidate, at: Points) -> Points:
    """Return the centre of the marker of a station that is nearest to a point."""
    centres = np.asarray([marker.xy for marker in station.markers], np.float64)
    return np.asarray(centres[np.argmin(np.hypot(*(centres - at).T))])
