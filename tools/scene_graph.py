"""A map space scene graph: landmarks, intersections, and what joins them (MapBench)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import pairwise
from typing import Any, Final

import networkx as nx

from perception.errors import BadRecord
from perception.map_graph import Point

INTERSECTION_LABEL: Final = "Intersection"


class NodeKind(StrEnum):
    """What a node stands for."""

    LANDMARK = "landmark"
    INTERSECTION = "intersection"
    UNKNOWN = "unknown"
    """The file says nothing about it."""


class EdgeKind(StrEnum):
    """How two nodes are joined."""

    CONNECT = "connect"
    """By a road between intersections."""
    ADJACENT = "adjacent"
    """A landmark to an intersection or a landmark beside it."""
    DISCRETE = "discrete"
    """In the released files, without a road that is drawn."""
    OBSERVABLE = "observable"
    UNRELATED = "unrelated"


@dataclass(frozen=True, slots=True)
class SceneNode:
    """A node.

    Attributes
    ----------
    xy : tuple of float
        Centre, image px.
    label : str
        As the file has it: a landmark's name, or the sort of point; empty where it has none.
    kind : NodeKind
        What it stands for.
    """

    xy: Point
    label: str = ""
    kind: NodeKind = NodeKind.LANDMARK


@dataclass(frozen=True, slots=True)
class SceneEdge:
    """Two nodes, by their places, and how they are joined; undirected.

    Attributes
    ----------
    label : str
        As the file has it.
    road : str
        Name of the road; empty where it has none (the released files name no road).
    """

    source: int
    target: int
    kind: EdgeKind
    label: str = ""
    road: str = ""


@dataclass(frozen=True)
class SceneGraph:
    """A scene.

    Attributes
    ----------
    name : str
        Map class and map, e.g. "google_map/4_2".
    nodes : tuple of SceneNode
        In the file's order.
    edges : tuple of SceneEdge
        In an order in which building the graph anew gives each node's neighbours in the file's
        order: which of several shortest paths is taken depends on it.
    """

    name: str
    nodes: tuple[SceneNode, ...]
    edges: tuple[SceneEdge, ...]

    @cached_property
    def graph(self) -> nx.Graph[int]:
        """The graph over the places of the nodes; each edge holds its `edge`."""
        graph: nx.Graph[int] = nx.Graph()
        graph.add_nodes_from(range(len(self.nodes)))
        for edge in self.edges:
            graph.add_edge(edge.source, edge.target, edge=edge)
        return graph

    @property
    def landmarks(self) -> tuple[int, ...]:
        """Places of the landmarks."""
        return tuple(i for i, n in enumerate(self.nodes) if n.kind is NodeKind.LANDMARK)

    def edge(self, source: int, target: int) -> SceneEdge:
        """Return the edge between two joined nodes."""
        found: SceneEdge = self.graph.edges[source, target]["edge"]
        return found

    def shortest_path(self, source: int, target: int) -> tuple[int, ...] | None:
        """Return a path of fewest edges, None where nothing joins the two."""
        try:
            return tuple(nx.shortest_path(self.graph, source, target))
        except nx.NetworkXNoPath:
            return None

    def length(self, path: Sequence[int]) -> float:
        """Return the length of a path, px."""
        return sum(math.dist(self.nodes[a].xy, self.nodes[b].xy) for a, b in pairwise(path))

    def to_dict(self) -> dict[str, Any]:
        """Return the plain JSON form."""
        return {
            "name": self.name,
            "nodes": [
                {"xy": list(node.xy), "label": node.label, "kind": node.kind.value}
                for node in self.nodes
            ],
            "edges": [
                {
                    "source": edge.source,
                    "target": edge.target,
                    "kind": edge.kind.value,
                    "label": edge.label,
                    "road": edge.road,
                }
                for edge in self.edges
            ],
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], *, file: str = "") -> SceneGraph:
        """Rebuild a scene from its JSON form.

        Raises
        ------
        BadRecord
            It is none: a field is missing, no number, or names a node that is not there.
        """
        try:
            nodes = tuple(
                SceneNode(_point(n["xy"]), _text(n, "label"), NodeKind(n["kind"]))
                for n in data["nodes"]
            )
            edges = tuple(
                SceneEdge(
                    _place(e["source"], len(nodes)),
                    _place(e["target"], len(nodes)),
                    EdgeKind(e["kind"]),
                    _text(e, "label"),
                    _text(e, "road"),
                )
                for e in data["edges"]
            )
            return cls(_text(data, "name"), nodes, edges)
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
            raise BadRecord(
                f"no scene graph ({type(error).__name__}: {error})",
                file=file,
                mend="give nodes with xy, label, kind and edges with source, target, kind",
            ) from None


def _point(value: Any) -> Point:
    x, y = (float(part) for part in value)
    if not (math.isfinite(x) and math.isfinite(y)):
        raise ValueError(f"xy is {value!r}")
    return x, y


def _place(value: Any, count: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < count:
        raise ValueError(f"{value!r} is no node")
    return value


def _text(data: Mapping[str, Any], name: str) -> str:
    value = data.get(name)
    if value is not None and not isinstance(value, str):
        raise ValueError(f"{name} is {type(value).__name__}, not text")
    return value or ""
