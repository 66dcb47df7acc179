"""The truth about a map put in the place of single stages of its reading."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from rapidfuzz.distance import Indel
from scipy.optimize import linear_sum_assignment

from eval.ablation.known_map import KnownMap
from perception.map_graph import MapEdge, MapGraph, MapLine, MapStation, Point
from perception.scoring.truth_score import plain_name
from tools.align_tables import align_tables

_NEAR = 0.03
"""A station is at a place if it is this near, of the picture's diagonal."""
_LIKE = 0.75
"""A text prints a name that it is this much like."""


def true_names(graph: MapGraph, known: KnownMap) -> dict[str, str]:
    """Return the station of the truth that each station of a graph is, by its id.

    One to one, by place where the truth has places, else by name.

    Parameters
    ----------
    graph : MapGraph
        Read from the picture.
    known : KnownMap
        Of the same map.
    """
    if not known.places:
        return align_tables(graph, known.names).name_by_station()
    names = tuple(known.places)
    if not graph.stations:
        return {}
    scale = graph.width / known.size[0] if known.size[0] else 1.0
    limit = _NEAR * float(np.hypot(graph.width, graph.height))
    away = np.array(
        [
            [_distance(station.xy, known.places[name], scale) for name in names]
            for station in graph.stations
        ]
    )
    gain = np.where(away <= limit, 2.0 * limit - away, 0.0)
    rows, columns = linear_sum_assignment(gain, maximize=True)
    return {
        graph.stations[row].id: names[column]
        for row, column in zip(rows, columns, strict=True)
        if gain[row, column] > 0.0
    }


def _distance(xy: Point, places: Sequence[Point], scale: float) -> float:
    # An interchange of several marks may be read as one station in their middle.
    points = np.array(places) * scale
    every = np.vstack([points, points.mean(axis=0)])
    return float(np.hypot(every[:, 0] - xy[0], every[:, 1] - xy[1]).min())


def with_true_names(graph: MapGraph, known: KnownMap) -> MapGraph:
    """Return the graph with what the map prints at each station that was found.

    A station that is none of the truth's gets no name.
    """
    found = true_names(graph, known)

    def named(station: MapStation) -> MapStation:
        label = known.label(found[station.id]) if station.id in found else ""
        return replace(station, name=label, alternatives=(), printed="", confidence=1.0)

    return replace(graph, stations=tuple(named(station) for station in graph.stations))


def with_true_links(graph: MapGraph, known: KnownMap) -> MapGraph:
    """Return the graph with the lines and edges of the truth between the stations found.

    A station of the truth that was not found is passed by its lines as a place without a name.
    """
    found = true_names(graph, known)
    stations = {found[s.id]: s for s in graph.stations if s.id in found}
    return _joined(graph, known, stations, _strangers(graph, found))


def with_true_graph(graph: MapGraph, known: KnownMap, texts: Sequence[str]) -> MapGraph:
    """Return the stations and edges of the truth, with the names as they were read.

    Parameters
    ----------
    graph : MapGraph
        Read from the picture; what is no station of the truth is dropped.
    known : KnownMap
        Of the same map.
    texts : sequence of str
        What was read as text: the likest names a station that was not found, if any is like.
    """
    found = true_names(graph, known)
    stations = {found[s.id]: s for s in graph.stations if s.id in found}
    for name in known.names:
        if name not in stations:
            read = _likest(known.label(name), texts)
            stations[name] = MapStation(f"T {name}", read, _place(known, name, graph.width))
    return _joined(graph, known, stations, ())


def perfect_graph(image: Path, size: tuple[int, int], known: KnownMap) -> MapGraph:
    """Return the graph that a perfect reading of a picture gives.

    Parameters
    ----------
    image : Path
        The picture.
    size : tuple of int
        Its width and height, px.
    known : KnownMap
        Of its map.
    """
    stations = {
        name: MapStation(f"T {name}", known.label(name), _place(known, name, size[0]))
        for name in known.names
    }
    return _joined(MapGraph(str(image), *size), known, stations, ())


def _strangers(graph: MapGraph, found: Mapping[str, str]) -> tuple[MapStation, ...]:
    return tuple(replace(s, lines=()) for s in graph.stations if s.id not in found)


def _place(known: KnownMap, name: str, width: int) -> Point:
    scale = width / known.size[0] if known.size[0] else 1.0
    points = known.places.get(name)
    if not points:
        return 0.0, 0.0
    x, y = np.mean(np.array(points), axis=0) * scale
    return round(float(x), 1), round(float(y), 1)


def _likest(label: str, texts: Sequence[str]) -> str:
    plain = plain_name(label)
    scored = ((Indel.normalized_similarity(plain, plain_name(text)), text) for text in texts)
    score, text = max(scored, default=(0.0, ""))
    return text if score >= _LIKE else ""


def _joined(
    graph: MapGraph,
    known: KnownMap,
    stations: Mapping[str, MapStation],
    others: tuple[MapStation, ...],
) -> MapGraph:
    """Return the graph with the links of the truth between these stations, and nameless ones."""
    lines_at: dict[str, dict[str, None]] = {}
    lines_of: dict[tuple[str, str], dict[str, None]] = {}
    for a, b, lines in known.links:
        key = (b, a) if (b, a) in lines_of else (a, b)
        lines_of.setdefault(key, {}).update(dict.fromkeys(lines))
        for name in (a, b):
            lines_at.setdefault(name, {}).update(dict.fromkeys(lines))
    placed = {
        name: replace(
            stations.get(name, MapStation(f"T {name}", "", _place(known, name, graph.width))),
            lines=tuple(lines),
        )
        for name, lines in lines_at.items()
    }
    names = dict.fromkeys(line for lines in lines_at.values() for line in lines)
    return replace(
        graph,
        lines=tuple(MapLine(line, line, "#000000") for line in names),
        stations=(*placed.values(), *others),
        edges=tuple(
            MapEdge(placed[a].id, placed[b].id, tuple(lines), (placed[a].xy, placed[b].xy))
            for (a, b), lines in lines_of.items()
        ),
        transfers=(),
        candidate_edges=(),
    )
