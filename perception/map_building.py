"""The graph of a map from its strokes, stations and traced edges."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from perception.map_graph import MapEdge, MapGraph, MapLine, MapStation, MapTransfer, Point
from perception.stages import StationCandidate, Strokes
from perception.traced_edge import TracedEdge

# Confidence that a marker without a label is no stop.
_NO_STOP = 0.8


def build_graph(
    image_path: str,
    size: tuple[int, int],
    strokes: Strokes,
    stations: Sequence[StationCandidate],
    edges: Sequence[TracedEdge],
    transfers: Sequence[tuple[int, int]] = (),
    line_names: Mapping[str, str] | None = None,
    scale: float = 1.0,
) -> MapGraph:
    """Build the graph.

    Parameters
    ----------
    image_path : str
        As the caller named the picture.
    size : tuple of int
        Width and height of the picture, px.
    strokes, stations, edges
        What the stages before found, in the frame they worked in.
    transfers : sequence of pairs of int
        Indices of stations joined by a walking link.
    line_names : mapping of str to str, optional
        Layer id to the name of its line, where one is known.
    scale : float
        Image px per px of that frame.

    Notes
    -----
    Left out and counted in the notes: a marker without label and without line; a marker without
    label that lies on the way of its lines (the edges on both sides become one).
    """
    edges, passed = _pass_nameless(edges, stations)
    line_names = line_names or {}
    served: dict[int, set[str]] = {}
    for edge in edges:
        for index in (edge.source, edge.target):
            served.setdefault(index, set()).add(edge.layer)
    linked = {index for pair in transfers for index in pair}
    kept = [
        index
        for index, station in enumerate(stations)
        if index in served or index in linked or station.label is not None
    ]
    order = {layer.id: place for place, layer in enumerate(strokes.layers)}
    used = {edge.layer for edge in edges}
    identity = {index: f"S{place}" for place, index in enumerate(kept)}
    notes = []
    if passed:
        notes.append(f"{passed} markers without label taken as no stops")
    if len(kept) + passed < len(stations):
        left_out = len(stations) - len(kept) - passed
        notes.append(f"{left_out} markers without label and line left out")
    if not edges:
        notes.append("no edges found: the picture may hold no map")
    return MapGraph(
        image_path=image_path,
        width=size[0],
        height=size[1],
        lines=tuple(
            MapLine(layer.id, line_names.get(layer.id, ""), _hex(layer.color), layer.state)
            for layer in strokes.layers
            if layer.id in used
        ),
        stations=tuple(
            _station(stations[index], identity[index], served.get(index, set()), order, scale)
            for index in kept
        ),
        edges=_edges(edges, identity, order, scale),
        transfers=tuple(MapTransfer(identity[a], identity[b]) for a, b in transfers),
        notes=tuple(notes),
    )


def _pass_nameless(
    edges: Sequence[TracedEdge], stations: Sequence[StationCandidate]
) -> tuple[list[TracedEdge], int]:
    """Join the two edges of every line at a station without label; return how many went."""
    edges = list(edges)
    passed = 0
    for index, station in enumerate(stations):
        if station.label is not None:
            continue
        mine = [edge for edge in edges if index in (edge.source, edge.target)]
        by_layer: dict[str, list[TracedEdge]] = {}
        for edge in mine:
            by_layer.setdefault(edge.layer, []).append(edge)
        if not mine or any(len(pair) != 2 for pair in by_layer.values()):
            continue
        joined = [_joined(pair[0], pair[1], index) for pair in by_layer.values()]
        edges = [edge for edge in edges if index not in (edge.source, edge.target)]
        edges += [edge for edge in joined if edge.source != edge.target]
        passed += 1
    return edges, passed


def _joined(first: TracedEdge, second: TracedEdge, at: int) -> TracedEdge:
    come = first.polyline if first.target == at else first.polyline[::-1]
    go = second.polyline if second.source == at else second.polyline[::-1]
    return TracedEdge(
        source=first.source if first.target == at else first.target,
        target=second.target if second.source == at else second.source,
        layer=first.layer,
        polyline=(*come, *go[1:]),
        confidence=round(first.confidence * second.confidence * _NO_STOP, 4),
    )


def _hex(color: tuple[int, int, int]) -> str:
    return "#{:02x}{:02x}{:02x}".format(*color)


def _scaled(point: Point, scale: float) -> Point:
    return round(point[0] * scale, 1), round(point[1] * scale, 1)


def _station(
    station: StationCandidate, identity: str, lines: set[str], order: dict[str, int], scale: float
) -> MapStation:
    centre = np.mean([marker.xy for marker in station.markers], axis=0)
    return MapStation(
        id=identity,
        name=station.label.text.strip() if station.label else "",
        xy=_scaled((float(centre[0]), float(centre[1])), scale),
        lines=tuple(sorted(lines, key=order.__getitem__)),
        confidence=round(station.confidence, 4),
        alternatives=tuple(item.text for item in station.alternatives),
    )


def _edges(
    edges: Sequence[TracedEdge], identity: dict[int, str], order: dict[str, int], scale: float
) -> tuple[MapEdge, ...]:
    """Join the edges that several lines share; the surest gives the polyline."""
    shared: dict[tuple[int, int], list[TracedEdge]] = {}
    for edge in edges:
        pair = (min(edge.source, edge.target), max(edge.source, edge.target))
        shared.setdefault(pair, []).append(edge)
    joined = []
    for (source, target), found in sorted(shared.items()):
        found.sort(key=lambda edge: (-edge.confidence, order[edge.layer]))
        first = found[0]
        points = first.polyline if first.source == source else first.polyline[::-1]
        joined.append(
            MapEdge(
                source=identity[source],
                target=identity[target],
                lines=tuple(sorted({e.layer for e in found}, key=order.__getitem__)),
                polyline=tuple(_scaled(point, scale) for point in points),
                confidence=first.confidence,
            )
        )
    return tuple(joined)
