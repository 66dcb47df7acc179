"""The edges of a map, as everything here takes them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, cast

import networkx as nx

Pair = tuple[str, str]

Edges = Mapping[Pair, tuple[str, ...]]
"""Both ends of each edge once, with its lines (empty on travel maps)."""


def vertices_of(edges: Edges) -> list[str]:
    """Return the names, in order of appearance."""
    return list(dict.fromkeys(name for pair in edges for name in pair))


def graph_of(edges: Edges) -> nx.Graph[str]:
    """Return the undirected graph; lines that share an edge make one."""
    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(vertices_of(edges))
    graph.add_edges_from(edges)
    return graph


def bridges_of(graph: nx.Graph[str]) -> list[Pair]:
    """Return the edges on no cycle."""
    # The stubs of networkx take the type of edges for that of vertices here.
    found: Any = nx.bridges(cast("Any", graph))
    return list(cast("Iterable[Pair]", found))
