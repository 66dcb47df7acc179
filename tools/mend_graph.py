"""Change what was read from a map where planning needs it: each function returns a new graph.

`dissolve_stations` belongs to every plan (a marker without a name is no stop of a MapTab route);
the others are repairs, taken one at a time when no route is found or a check fails.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

import networkx as nx
import numpy as np
from scipy.spatial.distance import cdist

from perception.map_graph import MapEdge, MapGraph, MapStation, Point
from tools.name_folding import fold_name

_NO_LINE = ""
_THROUGH_TURN = math.radians(100)
_MOST_PARALLEL = 4
_BRIDGE_REACH = 4.0
_BRIDGE_CONFIDENCE = 0.1


def drop_weak_edges(graph: MapGraph, min_confidence: float) -> MapGraph:
    """Return the graph without edges of less confidence."""
    if min_confidence <= 0:
        return graph
    kept = tuple(edge for edge in graph.edges if edge.confidence >= min_confidence)
    return graph if len(kept) == len(graph.edges) else replace(graph, edges=kept)


def dissolve_stations(graph: MapGraph, ids: Collection[str]) -> MapGraph:
    """Return the graph without some stations, the lines going on through them.

    On each line the neighbours of a dissolved station become neighbours of each other; where more
    than two meet (an unmarked branch), those that a train could run through between.

    Parameters
    ----------
    graph : MapGraph
        Read from a picture.
    ids : collection of str
        Stations to take out.

    Returns
    -------
    MapGraph
        New edges have the joined polyline and the lower of the two confidences.
    """
    if not ids:
        return graph
    edges: dict[int, MapEdge] = dict(enumerate(_one_line_each(_between_kept(graph, ids))))
    parallel = Counter(_place(edge) for edge in edges.values())
    at: dict[str, set[int]] = defaultdict(set)
    for number, edge in edges.items():
        at[edge.source].add(number)
        at[edge.target].add(number)
    count = len(edges)
    for station in sorted(ids):
        leaving: dict[str, list[MapEdge]] = defaultdict(list)
        for number in sorted(at.pop(station, ())):
            edge = edges.pop(number)
            parallel[_place(edge)] -= 1
            if edge.source == edge.target:
                continue  # A loop from the station to itself leads nowhere else.
            outward = edge if edge.source == station else _reversed(edge)
            at[outward.target].discard(number)
            leaving[edge.lines[0] if edge.lines else _NO_LINE].append(outward)
        for arms in leaving.values():
            for first, second in _through_pairs(arms):
                joined = _joined(first, second)
                place = _place(joined)
                if first.target != second.target and parallel[place] < _MOST_PARALLEL:
                    edges[count] = joined
                    parallel[place] += 1
                    at[first.target].add(count)
                    at[second.target].add(count)
                    count += 1
    return replace(
        graph,
        stations=tuple(s for s in graph.stations if s.id not in ids),
        edges=_merged(edges.values()),
        transfers=tuple(t for t in graph.transfers if t.source not in ids and t.target not in ids),
        candidate_edges=tuple(
            e for e in graph.candidate_edges if e.source not in ids and e.target not in ids
        ),
    )


def _between_kept(graph: MapGraph, ids: Collection[str]) -> list[MapEdge]:
    """Return the edges of the parts in which at least two stations are kept: others join none."""
    net: nx.Graph[str] = nx.Graph((edge.source, edge.target) for edge in graph.edges)
    useful: set[str] = set()
    for part in nx.connected_components(net):
        if len(part - set(ids)) > 1:
            useful |= part
    return [edge for edge in graph.edges if edge.source in useful]


def _place(edge: MapEdge) -> tuple[frozenset[str], str]:
    return frozenset((edge.source, edge.target)), edge.lines[0] if edge.lines else _NO_LINE


def join_same_names(graph: MapGraph) -> MapGraph:
    """Return the graph with stations whose names fold alike joined into one, the first's."""
    first: dict[str, MapStation] = {}
    same: dict[str, str] = {}
    for station in graph.stations:
        name = fold_name(station.name).flat
        kept = first.setdefault(name, station) if name else station
        same[station.id] = kept.id
    if all(key == value for key, value in same.items()):
        return graph
    lines: dict[str, dict[str, None]] = defaultdict(dict)
    for station in graph.stations:
        lines[same[station.id]].update(dict.fromkeys(station.lines))
    return replace(
        graph,
        stations=tuple(
            replace(station, lines=tuple(lines[station.id]))
            for station in graph.stations
            if same[station.id] == station.id
        ),
        edges=_merged(
            replace(edge, source=same[edge.source], target=same[edge.target])
            for edge in graph.edges
            if same[edge.source] != same[edge.target]
        ),
        transfers=tuple(
            replace(link, source=same[link.source], target=same[link.target])
            for link in graph.transfers
            if same[link.source] != same[link.target]
        ),
        candidate_edges=tuple(
            replace(edge, source=same[edge.source], target=same[edge.target])
            for edge in graph.candidate_edges
            if same[edge.source] != same[edge.target]
        ),
    )


def bridge_gaps(graph: MapGraph) -> MapGraph:
    """Return the graph with its parts joined where they come nearest to each other.

    A bridge joins two stations of different parts that are at most four usual edges apart; one
    between stations of a common line counts as half as long. Bridges have confidence 0.1.
    """
    if not graph.edges:
        return graph
    net: nx.Graph[str] = nx.Graph()
    net.add_nodes_from(station.id for station in graph.stations)
    net.add_edges_from((edge.source, edge.target) for edge in graph.edges)
    stations = sorted(graph.stations, key=lambda s: (net.degree(s.id), s.id))
    place = {station.id: station.xy for station in stations}
    usual = float(np.median([math.dist(place[e.source], place[e.target]) for e in graph.edges]))
    xy = np.array([station.xy for station in stations])
    distance = cdist(xy, xy)
    pairs = sorted(
        (
            distance[i, j] * (0.5 if set(stations[i].lines) & set(stations[j].lines) else 1.0),
            i,
            j,
        )
        for i in range(len(stations))
        for j in range(i)
        if distance[i, j] <= _BRIDGE_REACH * usual
    )
    part = nx.utils.UnionFind(place)
    for source, target in net.edges:
        part.union(source, target)
    bridges: list[MapEdge] = []
    for _, i, j in pairs:
        a, b = stations[i], stations[j]
        if part[a.id] == part[b.id]:
            continue
        part.union(a.id, b.id)
        common = tuple(line for line in a.lines if line in b.lines)
        lines = common or a.lines[:1] or b.lines[:1]
        bridges.append(MapEdge(a.id, b.id, lines, (a.xy, b.xy), _BRIDGE_CONFIDENCE))
    return replace(graph, edges=graph.edges + tuple(bridges)) if bridges else graph


def _one_line_each(edges: Iterable[MapEdge]) -> Iterable[MapEdge]:
    for edge in edges:
        if len(edge.lines) < 2:
            yield edge
        else:
            yield from (replace(edge, lines=(line,)) for line in edge.lines)


def _merged(edges: Iterable[MapEdge]) -> tuple[MapEdge, ...]:
    """Return one edge a pair of stations, with the lines of all."""
    found: dict[frozenset[str], MapEdge] = {}
    for edge in edges:
        pair = frozenset((edge.source, edge.target))
        before = found.get(pair)
        if before is None:
            found[pair] = edge
            continue
        found[pair] = replace(
            before,
            lines=tuple(dict.fromkeys(before.lines + edge.lines)),
            confidence=max(before.confidence, edge.confidence),
        )
    return tuple(found.values())


def _reversed(edge: MapEdge) -> MapEdge:
    return replace(edge, source=edge.target, target=edge.source, polyline=edge.polyline[::-1])


def _joined(first: MapEdge, second: MapEdge) -> MapEdge:
    """Join two edges that leave one station."""
    return MapEdge(
        source=first.target,
        target=second.target,
        lines=first.lines,
        polyline=first.polyline[::-1] + second.polyline[1:],
        confidence=min(first.confidence, second.confidence),
    )


def _through_pairs(arms: list[MapEdge]) -> list[tuple[MapEdge, MapEdge]]:
    if len(arms) == 2:
        return [(arms[0], arms[1])]
    headings = [_heading(arm.polyline) for arm in arms]
    pairs = []
    for i, first in enumerate(headings):
        for j in range(i):
            second = headings[j]
            if first is None or second is None:
                continue
            turn = abs(math.remainder(first - second - math.pi, math.tau))
            if turn <= _THROUGH_TURN:
                pairs.append((arms[j], arms[i]))
    return pairs


def _heading(polyline: tuple[Point, ...]) -> float | None:
    """Return the direction, in radians, in which a polyline leaves its first point."""
    if len(polyline) < 2:
        return None
    (x0, y0), (x1, y1) = polyline[0], polyline[-1]
    for point in polyline[1:]:
        if math.dist(polyline[0], point) > 4.0:
            x1, y1 = point
            break
    return math.atan2(y1 - y0, x1 - x0)


def named_ids(graph: MapGraph) -> frozenset[str]:
    """Return the ids of the stations that have a name."""
    return frozenset(station.id for station in graph.stations if station.name.strip())


def station_places(graph: MapGraph) -> Mapping[str, Point]:
    """Return the position of each station, image px."""
    return {station.id: station.xy for station in graph.stations}
