"""From what was read on a map to a scene graph: landmarks, intersections and ways between."""

from __future__ import annotations

from perception.map_graph import MapGraph
from tools.mend_graph import bridge_gaps
from tools.scene_graph import (
    INTERSECTION_LABEL,
    EdgeKind,
    NodeKind,
    SceneEdge,
    SceneGraph,
    SceneNode,
)


def scene_of_map(graph: MapGraph, *, bridge: bool = False) -> SceneGraph:
    """Return the scene of a map: what has a name is a landmark, what has none an intersection.

    Parameters
    ----------
    graph : MapGraph
        Read from the picture.
    bridge : bool
        Whether parts of the map are joined where they come nearest to each other.
    """
    if bridge:
        graph = bridge_gaps(graph)
    nodes: list[SceneNode] = []
    for station in graph.stations:
        name = " ".join(station.name.split())
        kind = NodeKind.LANDMARK if name else NodeKind.INTERSECTION
        nodes.append(SceneNode(station.xy, name or INTERSECTION_LABEL, kind))
    place = {station.id: number for number, station in enumerate(graph.stations)}
    edges: dict[frozenset[int], SceneEdge] = {}
    for edge in graph.edges:
        one, other = place[edge.source], place[edge.target]
        if one == other:
            continue
        points = {nodes[one].kind, nodes[other].kind}
        way = EdgeKind.CONNECT if points == {NodeKind.INTERSECTION} else EdgeKind.ADJACENT
        edges.setdefault(frozenset((one, other)), SceneEdge(one, other, way))
    return SceneGraph(graph.image_path, tuple(nodes), tuple(edges.values()))
