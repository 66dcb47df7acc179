"""Edges between stations whose markers touch, so that no stroke is seen between them."""

from __future__ import annotations

from collections.abc import Sequence

from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union
from shapely.strtree import STRtree

from perception.map_graph import Point
from perception.stages import StationCandidate, Strokes
from perception.traced_edge import TracedEdge
from perception.tracing.stops import outline_of

# Markers touch when the gap between them is at most this share of the smaller one's radius.
_APART = 0.22
_CONFIDENCE = 0.6


def join_touching(
    edges: Sequence[TracedEdge], stations: Sequence[StationCandidate], strokes: Strokes
) -> list[TracedEdge]:
    """Join stations that touch where a line would otherwise end in the middle.

    Two touching stations are neighbours on a layer where each has at most one neighbour yet and
    one of them has one; a station without any neighbour takes its layer from the other.

    Parameters
    ----------
    edges : sequence of TracedEdge
        All edges traced.
    stations : sequence of StationCandidate
        All stations.
    strokes : Strokes
        The layers.

    Returns
    -------
    list of TracedEdge
        The edges and those added.
    """
    all_edges = list(edges)
    for one, other in _touching(stations):
        for layer in strokes.layers:
            mine = [e for e in all_edges if one in (e.source, e.target)]
            yours = [e for e in all_edges if other in (e.source, e.target)]
            if any(other in (e.source, e.target) for e in mine):
                break
            here = sum(e.layer == layer.id for e in mine)
            there = sum(e.layer == layer.id for e in yours)
            ends_here = here == 1 and len(yours) == 0
            ends_there = there == 1 and len(mine) == 0
            if (here == 1 and there == 1) or ends_here or ends_there:
                line: tuple[Point, ...] = (
                    stations[one].markers[0].xy,
                    stations[other].markers[0].xy,
                )
                all_edges.append(TracedEdge(one, other, layer.id, line, _CONFIDENCE))
    return all_edges


def _touching(stations: Sequence[StationCandidate]) -> list[tuple[int, int]]:
    if not stations:
        return []
    shapes = [_shape(station) for station in stations]
    gaps = [_APART * min(m.radius for m in station.markers) for station in stations]
    tree = STRtree(shapes)
    pairs = set()
    for index, shape in enumerate(shapes):
        for near in tree.query(shape, predicate="dwithin", distance=gaps[index]).tolist():
            if near != index and shape.distance(shapes[near]) <= min(gaps[index], gaps[near]):
                pairs.add((min(index, near), max(index, near)))
    return sorted(pairs)


def _shape(station: StationCandidate) -> BaseGeometry:
    return unary_union([Polygon(outline_of(marker)).buffer(0) for marker in station.markers])
