"""The graph of a map from its strokes, stations and traced edges."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from perception.graph.judging import judge_edges, judge_stations
from perception.graph.line_gaps import complete_lines
from perception.graph.passing import pass_nameless
from perception.map_graph import (
    MapEdge,
    MapGraph,
    MapLine,
    MapStation,
    MapTransfer,
    OtherName,
    Point,
)
from perception.stages import StationCandidate, Strokes
from perception.stations.other_names import other_names
from perception.text.lines import joined
from perception.text_reading import TextItem, TextReading
from perception.traced_edge import TracedEdge


def build_graph(
    image_path: str,
    size: tuple[int, int],
    strokes: Strokes,
    stations: Sequence[StationCandidate],
    edges: Sequence[TracedEdge],
    transfers: Sequence[tuple[int, int]] = (),
    line_names: Mapping[str, str] | None = None,
    scale: float = 1.0,
    reading: TextReading | None = None,
    spare: Sequence[TracedEdge] = (),
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
    reading : TextReading, optional
        All text, in that frame; what names no station tells of missed ones.
    spare : sequence of TracedEdge
        Edges that were not taken but may be right.

    Notes
    -----
    Left out and counted in the notes: a marker without label and without line; a marker without
    label that lies on the way of its lines (the edges on both sides become one). Where the names
    of the picture could not be read, as the notes of the reading tell, the latter stay.
    """
    line_names = line_names or {}
    passed = 0
    if reading is None or not reading.notes:
        edges, passed = pass_nameless(edges, stations)
    stations = judge_stations(stations, edges)
    edges = judge_edges(edges, stations, strokes, reading)
    spare = judge_edges(spare, stations, strokes, reading, among=edges)
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
    others = other_names(stations)
    notes = []
    if passed:
        notes.append(f"{passed} markers without label taken as no stops")
    if len(kept) + passed < len(stations):
        left_out = len(stations) - len(kept) - passed
        notes.append(f"{left_out} markers without label and line left out")
    if not edges:
        notes.append("no edges found: the picture may hold no map")
    graph = MapGraph(
        image_path=image_path,
        width=size[0],
        height=size[1],
        lines=tuple(
            MapLine(layer.id, line_names.get(layer.id, ""), _hex(layer.color), layer.state)
            for layer in strokes.layers
            if layer.id in used
        ),
        stations=tuple(
            _station(
                stations[index],
                identity[index],
                served.get(index, set()),
                order,
                scale,
                others[index],
            )
            for index in kept
        ),
        edges=_edges(edges, identity, order, scale),
        transfers=tuple(MapTransfer(identity[a], identity[b]) for a, b in transfers),
        notes=tuple(notes),
        candidate_edges=_candidates(edges, spare, identity, order, scale),
    )
    return complete_lines(graph)


def _hex(color: tuple[int, int, int]) -> str:
    return "#{:02x}{:02x}{:02x}".format(*color)


def _scaled(point: Point, scale: float) -> Point:
    return round(point[0] * scale, 1), round(point[1] * scale, 1)


def _station(
    station: StationCandidate,
    identity: str,
    lines: set[str],
    order: dict[str, int],
    scale: float,
    others: tuple[OtherName, ...],
) -> MapStation:
    centre = np.mean([marker.xy for marker in station.markers], axis=0)
    return MapStation(
        id=identity,
        name=station.label.text.strip() if station.label else "",
        xy=_scaled((float(centre[0]), float(centre[1])), scale),
        lines=tuple(sorted(lines, key=order.__getitem__)),
        confidence=round(station.confidence, 4),
        alternatives=others,
        printed=_printed(station.label),
    )


def _printed(label: TextItem | None) -> str:
    """Return the text of a label's pieces where that is not its name."""
    text = joined(label.pieces).text.strip() if label is not None and label.pieces else ""
    return "" if label is None or text == label.text.strip() else text


def _candidates(
    edges: Sequence[TracedEdge],
    spare: Sequence[TracedEdge],
    identity: dict[int, str],
    order: dict[str, int],
    scale: float,
) -> tuple[MapEdge, ...]:
    """Return the spare edges between stations that are not neighbours, likeliest first."""
    joined = {frozenset((edge.source, edge.target)) for edge in edges}
    left = [
        edge
        for edge in spare
        if {edge.source, edge.target} <= identity.keys()
        and frozenset((edge.source, edge.target)) not in joined
    ]
    found = _edges(left, identity, order, scale)
    return tuple(sorted(found, key=lambda edge: (-edge.confidence, edge.source, edge.target)))


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
