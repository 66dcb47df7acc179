"""Lines that were lost in a bundle for a stop or two: they go on where the others run."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, pairwise

import networkx as nx

from perception.map_graph import MapGraph

# A line may be lost over so many edges.
_LONGEST = 3


def complete_lines(graph: MapGraph) -> MapGraph:
    """Return the graph with lines that fall apart joined along edges of other lines.

    Where two parts of a line end at stations that are a few edges of other lines apart, the line
    runs over these edges: a stroke in a bundle is easily hidden, but lines hang together.
    """
    ways: nx.Graph[str] = nx.Graph((e.source, e.target) for e in graph.edges)
    added: dict[frozenset[str], list[str]] = {}
    for line in graph.lines:
        own: nx.Graph[str] = nx.Graph(
            (e.source, e.target) for e in graph.edges if line.id in e.lines
        )
        part = {n: i for i, nodes in enumerate(nx.connected_components(own)) for n in nodes}
        ends = sorted(n for n, degree in own.degree if degree == 1)
        gaps = []
        for one, other in combinations(ends, 2):
            if part[one] == part[other] or not nx.has_path(ways, one, other):
                continue
            way = nx.shortest_path(ways, one, other)
            if len(way) - 1 <= _LONGEST and not any(n in part for n in way[1:-1]):
                gaps.append((len(way), way))
        union = nx.utils.UnionFind(part.values())
        spent: set[str] = set()
        for _, way in sorted(gaps):
            a, b = part[way[0]], part[way[-1]]
            if union[a] == union[b] or {way[0], way[-1]} & spent:
                continue
            union.union(a, b)
            spent |= {way[0], way[-1]}
            for leg in pairwise(way):
                added.setdefault(frozenset(leg), []).append(line.id)
    if not added:
        return graph
    order = {line.id: place for place, line in enumerate(graph.lines)}
    edges = tuple(
        replace(
            edge,
            lines=tuple(
                sorted(
                    {*edge.lines, *added.get(frozenset((edge.source, edge.target)), ())},
                    key=order.__getitem__,
                )
            ),
        )
        for edge in graph.edges
    )
    served: dict[str, set[str]] = {}
    for edge in edges:
        for end in (edge.source, edge.target):
            served.setdefault(end, set()).update(edge.lines)
    stations = tuple(
        replace(s, lines=tuple(sorted({*s.lines, *served.get(s.id, ())}, key=order.__getitem__)))
        for s in graph.stations
    )
    return replace(graph, edges=edges, stations=stations)
