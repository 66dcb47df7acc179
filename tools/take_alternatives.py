"""Switch to what a graph holds as alternatives: edges not taken, names a station may have."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from dataclasses import replace
from itertools import pairwise

import networkx as nx

from perception.map_graph import MapEdge, MapGraph, MapStation
from tools.name_matching import name_similarity

Pair = tuple[str, str]

# An alternative below this is not worth a try.
_LEAST = 0.02
# Riding an edge that was taken costs this share of its own doubt: a way over fewer candidates wins.
_TAKEN = 0.01
_SAME_NAME = 0.9


def add_candidates(graph: MapGraph, pairs: Collection[Pair]) -> MapGraph:
    """Return the graph with some of its candidate edges taken."""
    wanted = {frozenset(pair) for pair in pairs}
    taken = [e for e in graph.candidate_edges if frozenset((e.source, e.target)) in wanted]
    if not taken:
        return graph
    served: dict[str, dict[str, None]] = {}
    for edge in taken:
        for end in (edge.source, edge.target):
            served.setdefault(end, {}).update(dict.fromkeys(edge.lines))
    return replace(
        graph,
        stations=tuple(
            replace(s, lines=tuple(dict.fromkeys((*s.lines, *served.get(s.id, ())))))
            for s in graph.stations
        ),
        edges=(*graph.edges, *taken),
        candidate_edges=tuple(e for e in graph.candidate_edges if e not in taken),
    )


def drop_edges(graph: MapGraph, pairs: Collection[Pair]) -> MapGraph:
    """Return the graph without the edges between some pairs of stations."""
    unwanted = {frozenset(pair) for pair in pairs}
    kept = tuple(e for e in graph.edges if frozenset((e.source, e.target)) not in unwanted)
    return graph if len(kept) == len(graph.edges) else replace(graph, edges=kept)


def likeliest_way(
    graph: MapGraph, sources: Iterable[str], targets: Iterable[str]
) -> tuple[MapEdge, ...]:
    """Return the candidate edges that join two places most likely, least in number.

    Parameters
    ----------
    graph : MapGraph
        Read from a picture.
    sources, targets : iterable of str
        Station ids; any of them may be meant.

    Returns
    -------
    tuple of MapEdge
        On the way whose candidates are right with the highest probability; none where there is no
        such way, or one without candidates.
    """
    net: nx.Graph[str] = nx.Graph()
    known = {station.id for station in graph.stations}
    starts, ends = set(sources) & known, set(targets) & known
    net.add_nodes_from(known)
    for edge in graph.candidate_edges:
        if edge.confidence >= _LEAST:
            doubt = -math.log(min(edge.confidence, 0.999))
            net.add_edge(edge.source, edge.target, doubt=doubt, edge=edge)
    for edge in graph.edges:
        doubt = -_TAKEN * math.log(min(max(edge.confidence, 0.01), 0.999))
        net.add_edge(edge.source, edge.target, doubt=doubt, edge=None)
    best: tuple[float, tuple[MapEdge, ...]] | None = None
    for start in sorted(starts):
        lengths: dict[str, float] = nx.single_source_dijkstra_path_length(
            net, start, weight="doubt"
        )
        ways: dict[str, list[str]] = nx.single_source_dijkstra_path(net, start, weight="doubt")
        for end in sorted(ends & lengths.keys()):
            way = ways[end]
            steps = (net.edges[a, b]["edge"] for a, b in pairwise(way))
            taken = tuple(edge for edge in steps if edge is not None)
            if best is None or lengths[end] < best[0]:
                best = (lengths[end], taken)
    return best[1] if best is not None else ()


def joins_of_parts(graph: MapGraph, least: float) -> tuple[MapEdge, ...]:
    """Return the candidate edges of some confidence that join parts of a map, surest first."""
    part = nx.utils.UnionFind([station.id for station in graph.stations])
    for edge in graph.edges:
        part.union(edge.source, edge.target)
    joins = (
        edge
        for edge in graph.candidate_edges
        if edge.confidence >= least and part[edge.source] != part[edge.target]
    )
    return tuple(sorted(joins, key=lambda e: (-e.confidence, e.source, e.target)))


def other_bearers(graph: MapGraph, station: str) -> tuple[tuple[MapStation, float], ...]:
    """Return the stations that may bear the name of one, with how sure that is, surest first."""
    name = next((s.name for s in graph.stations if s.id == station), "")
    if not name:
        return ()
    found = []
    for other in graph.stations:
        if other.id == station:
            continue
        sure = [
            alternative.confidence
            for alternative in other.alternatives
            if alternative.confidence >= _LEAST
            and name_similarity(alternative.name, name) >= _SAME_NAME
        ]
        if sure:
            found.append((other, max(sure)))
    return tuple(sorted(found, key=lambda pair: (-pair[1], pair[0].id)))


def move_name(graph: MapGraph, source: str, target: str) -> MapGraph:
    """Return the graph with the name of one station given to another.

    The station that lost it gets the name that the other one had, if that is among its own
    alternatives, else none.
    """
    by_id = {station.id: station for station in graph.stations}
    one, other = by_id[source], by_id[target]
    back = next(
        (a for a in one.alternatives if name_similarity(a.name, other.name) >= _SAME_NAME), None
    )
    sure = next(a.confidence for a in other.alternatives if a.name) if other.alternatives else 0.0
    moved = {
        source: replace(
            one,
            name=other.name if back is not None else "",
            confidence=back.confidence if back is not None else 0.0,
        ),
        target: replace(other, name=one.name, confidence=sure),
    }
    return replace(graph, stations=tuple(moved.get(s.id, s) for s in graph.stations))
