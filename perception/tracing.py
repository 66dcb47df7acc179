"""Edges between stations: the strokes of each colour followed from station to station."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray
from shapely.geometry import LineString
from shapely.geometry import Point as ShapelyPoint

from perception.gap_bridging import bridge_gaps
from perception.map_graph import Point
from perception.skeleton import (
    Arc,
    Points,
    Skeleton,
    add_stumps,
    direction_from,
    fill_holes,
    join_touching_regions,
    prune_spurs,
    trace_skeleton,
)
from perception.stages import Mask, StationCandidate, StrokeLayer, Strokes
from perception.stops import Stops, add_stops_beside, find_stops, outline_of, station_bodies
from perception.strokes import text_mask
from perception.text_reading import TextReading

# At a fork of three strokes a line turns by at most this angle, degrees; where none is left within
# it (a branch that meets at a right angle), by the second.
_TURN = 75.0
_SHARP_TURN = 110.0
# At a crossing (four strokes or more) it goes straight on, within this of the straightest way.
_STRAIGHT = 20.0
# An arc into a station shorter than this share of the stroke width has no direction.
_STUB = 0.5
# What crosses this inner part of a marker, over its size, does not merely brush it.
_CORE = 0.67
# Text so many stroke widths high may stand on a patch that hides the stroke.
_PATCH = 2.5
# The patch goes beyond the text by this share of its height.
_PATCH_MARGIN = 0.25


@dataclass(frozen=True, slots=True)
class TracedEdge:
    """Two stations joined by a stroke.

    Attributes
    ----------
    source, target : int
        Indices of the stations.
    layer : str
        Id of the stroke layer.
    polyline : tuple of points
        Image px, from source to target.
    confidence : float
        In [0, 1].
    """

    source: int
    target: int
    layer: str
    polyline: tuple[Point, ...]
    confidence: float


def trace_edges(
    strokes: Strokes, stations: Sequence[StationCandidate], reading: TextReading
) -> tuple[TracedEdge, ...]:
    """Trace every layer.

    Parameters
    ----------
    strokes : Strokes
        Layers of one picture, with its ground.
    stations : sequence of StationCandidate
        Its stations.
    reading : TextReading
        Its text, which may hide thin strokes.
    """
    cuts = [_cut_out(layer, stations) for layer in strokes.layers]
    entered = {int(n) for cut in cuts for n in np.unique(cut.stops.regions)}
    apart = [n for n in range(1, len(stations) + 1) if n not in entered]
    edges: list[TracedEdge] = []
    for cut in cuts:
        add_stops_beside(cut.stops, cut.layer, cut.filled, cut.stations, apart)
        edges += _trace(cut, _covered(strokes, reading, cut.layer.width))
    return tuple(edges)


def _covered(strokes: Strokes, reading: TextReading, width: float) -> Mask:
    """Return where a stroke of a width may be hidden, (H, W).

    Something is drawn there, or written on a patch of background: that hides strokes much thinner
    than the text is high, such as the edges of a diagram with numbers on them.
    """
    if strokes.ground is None:
        raise ValueError("Strokes.ground: none; find_strokes gives it")
    patches = [item for item in reading.lines if item.height > _PATCH * width]
    if not patches:
        return np.asarray(~strokes.ground, np.bool_)
    written = text_mask(strokes.ground.shape, replace(reading, lines=tuple(patches)))
    margin = int(_PATCH_MARGIN * float(np.median([item.height for item in patches])))
    field = np.ones((2 * margin + 1,) * 2, np.uint8)
    hidden = np.asarray(cv2.dilate(written.astype(np.uint8), field)) > 0
    return np.asarray(~strokes.ground | hidden, np.bool_)


@dataclass(frozen=True, slots=True)
class _Cut:
    """A layer cut to the box of its strokes; all but `corner` in the frame of that box."""

    corner: tuple[int, int]
    layer: StrokeLayer
    filled: Mask
    stations: list[StationCandidate]
    stops: Stops


def _cut_out(layer: StrokeLayer, stations: Sequence[StationCandidate]) -> _Cut:
    corner, cropped, near = _crop(layer, stations)
    filled = fill_holes(cropped.mask, (2.0 * layer.width) ** 2)
    return _Cut(corner, cropped, filled, near, find_stops(cropped, filled, near))


def _trace(cut: _Cut, covered: Mask) -> list[TracedEdge]:
    x0, y0 = cut.corner
    height, width = cut.filled.shape
    window = covered[y0 : y0 + height, x0 : x0 + width]
    skeleton = trace_skeleton(cut.stops.mask, cut.stops.regions, len(cut.stations))
    join_touching_regions(skeleton, cut.layer.mask, cut.stops.regions)
    prune_spurs(skeleton, 0.9 * cut.layer.width + 1.0)
    add_stumps(skeleton, cut.layer.mask, cut.stops.regions, cut.layer.width)
    bodies = station_bodies(cut.filled.shape, cut.stations)
    cores = station_bodies(cut.filled.shape, cut.stations, shrink=_CORE)
    bridge_gaps(skeleton, cut.layer.width, window, bodies, cores)
    return [
        replace(edge, polyline=tuple((x + x0, y + y0) for x, y in edge.polyline))
        for edge in _walk_all(skeleton, cut.layer, cut.stations)
    ]


def _crop(
    layer: StrokeLayer, stations: Sequence[StationCandidate]
) -> tuple[tuple[int, int], StrokeLayer, list[StationCandidate]]:
    """Cut a layer to its strokes; return the corner, the layer and the stations in that frame."""
    rows = np.flatnonzero(layer.mask.any(axis=1))
    columns = np.flatnonzero(layer.mask.any(axis=0))
    margin = int(2 * layer.width) + 4
    y0, x0 = max(int(rows[0]) - margin, 0), max(int(columns[0]) - margin, 0)
    mask = layer.mask[y0 : int(rows[-1]) + margin, x0 : int(columns[-1]) + margin]
    moved = [
        replace(
            station,
            markers=tuple(
                replace(
                    marker,
                    xy=(marker.xy[0] - x0, marker.xy[1] - y0),
                    outline=tuple((x - x0, y - y0) for x, y in outline_of(marker).tolist()),
                )
                for marker in station.markers
            ),
        )
        for station in stations
    ]
    return (x0, y0), replace(layer, mask=mask), moved


@dataclass(frozen=True, slots=True)
class _Step:
    """An arc as walked: from one of its ends to the other."""

    arc: int
    forward: bool


def _walk_all(
    skeleton: Skeleton, layer: StrokeLayer, stations: Sequence[StationCandidate]
) -> list[TracedEdge]:
    """Follow the strokes from every station to the next ones; the shortest way makes an edge."""
    node = _merge_forks(skeleton, 1.2 * layer.width)
    at: dict[int, list[_Step]] = {}
    for identity, arc in sorted(skeleton.arcs.items()):
        inside = node(arc.start) == node(arc.end) and not skeleton.is_station(arc.start)
        if inside and arc.length < 1.2 * layer.width:
            continue
        at.setdefault(node(arc.start), []).append(_Step(identity, True))
        at.setdefault(node(arc.end), []).append(_Step(identity, False))
    best: dict[tuple[int, int], tuple[float, TracedEdge]] = {}
    for station in range(1, skeleton.stations + 1):
        for goal, length, steps in _ways_from(station, skeleton, node, at, layer.width):
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
    station: int, skeleton: Skeleton, node: _Union, at: dict[int, list[_Step]], width: float
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
        for onward in _onward(step, here, skeleton, node, at, width):
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
