"""Graphs of a map with one stage of reading put out: each function returns a new graph."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import replace

import numpy as np
from scipy.spatial import KDTree
from scipy.spatial.distance import cdist

from perception.map_graph import MapEdge, MapGraph, MapLine, MapStation

NEIGHBOURS = 2
"""How many of its nearest stations each station is joined to where no line is traced."""


def without_names(graph: MapGraph) -> MapGraph:
    """Return the graph without anything that was read as text; places and lines stay."""
    return replace(
        graph,
        stations=tuple(
            replace(station, name="", alternatives=(), printed="") for station in graph.stations
        ),
        lines=tuple(replace(line, name="") for line in graph.lines),
    )


def with_nearest_links(graph: MapGraph, neighbours: int = NEIGHBOURS) -> MapGraph:
    """Return the graph with each station joined to its nearest ones, by no line at all.

    Parameters
    ----------
    graph : MapGraph
        Its edges, lines and walking links are forgotten.
    neighbours : int
        To how many; the links of both ends count.
    """
    stations = tuple(replace(station, lines=()) for station in graph.stations)
    bare = replace(graph, lines=(), stations=stations, edges=(), transfers=(), candidate_edges=())
    if len(stations) < 2:
        return bare
    count = min(neighbours + 1, len(stations))
    points = np.array([station.xy for station in stations])
    nearest = np.asarray(KDTree(points).query(points, k=count)[1])
    pairs = {
        (min(row, other), max(row, other))
        for row, found in enumerate(nearest.tolist())
        for other in found
        if other != row
    }
    return replace(bare, edges=tuple(_straight(stations, a, b, ()) for a, b in sorted(pairs)))


def with_chained_lines(graph: MapGraph) -> MapGraph:
    """Return the graph with the stations of each line joined in a row by straight links.

    A row starts at the station of the line that lies farthest from all its others, and goes on to
    the nearest one not in it yet; branches and loops become part of the row.

    Parameters
    ----------
    graph : MapGraph
        Only its stations and the lines that stop there are used.
    """
    lines_of: dict[tuple[int, int], list[str]] = {}
    for line in graph.lines:
        row = _row(graph, line)
        for a, b in itertools.pairwise(row):
            lines_of.setdefault((min(a, b), max(a, b)), []).append(line.id)
    edges = tuple(
        _straight(graph.stations, a, b, lines) for (a, b), lines in sorted(lines_of.items())
    )
    return replace(graph, edges=edges, transfers=(), candidate_edges=())


def _row(graph: MapGraph, line: MapLine) -> list[int]:
    members = [place for place, s in enumerate(graph.stations) if line.id in s.lines]
    if len(members) < 2:
        return []
    points = np.array([graph.stations[place].xy for place in members])
    distances = cdist(points, points)
    row = [int(distances.sum(axis=1).argmax())]
    left = set(range(len(members))) - set(row)
    while left:
        last = row[-1]
        row.append(min(left, key=lambda place: (distances[last, place], place)))
        left.discard(row[-1])
    return [members[place] for place in row]


def _straight(stations: tuple[MapStation, ...], a: int, b: int, lines: Iterable[str]) -> MapEdge:
    ends = stations[a], stations[b]
    return MapEdge(ends[0].id, ends[1].id, tuple(lines), (ends[0].xy, ends[1].xy))
