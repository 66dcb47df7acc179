"""Read the released scene graphs, pickled networkx graphs, without running what a pickle may say.

The unpickler admits the graph's own classes alone and puts inert stand-ins in their places, so that
no code of any library runs either; whatever else a file names is refused before it is built.
`check_pickle` goes before it.
"""

from __future__ import annotations

import math
import pickle
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import networkx as nx

from eval.mapbench.check_pickle import check_pickle
from perception.errors import BadRecord
from tools.scene_graph import EdgeKind, NodeKind, SceneEdge, SceneGraph, SceneNode

MAX_BYTES: Final = 16_000_000
_EDGE_KINDS: Final = {
    "connected": EdgeKind.CONNECT,
    "connect": EdgeKind.CONNECT,
    "adjacent": EdgeKind.ADJACENT,
    "adjecent": EdgeKind.ADJACENT,
    "discrete": EdgeKind.DISCRETE,
    "observable": EdgeKind.OBSERVABLE,
    "unrelated": EdgeKind.UNRELATED,
}
_NODE_KINDS: Final = {"circle": NodeKind.LANDMARK, "point": NodeKind.INTERSECTION}


class _Graph:
    """Stands for `networkx.Graph`: holds what the file says of it."""


class _View:
    """Stands for a cached view of a graph, which is passed over."""

    def __setstate__(self, state: object) -> None:
        """Drop the state."""


_ADMITTED: Final[dict[tuple[str, str], type]] = {
    ("networkx.classes.graph", "Graph"): _Graph,
    ("networkx.classes.reportviews", "NodeView"): _View,
    ("networkx.classes.reportviews", "EdgeView"): _View,
    ("networkx.classes.reportviews", "DegreeView"): _View,
    ("networkx.classes.coreviews", "AdjacencyView"): _View,
}


class _Unpickler(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        found = _ADMITTED.get((module, name))
        if found is None:
            raise pickle.UnpicklingError(f"names {module}.{name}, which no scene graph holds")
        return found


def read_pickle(file: Path, name: str = "") -> SceneGraph:
    """Read one scene graph.

    Parameters
    ----------
    file : Path
        A pickle of `networkx.Graph`.
    name : str
        Of the scene.

    Raises
    ------
    BadRecord
        It cannot be read, is too large, names anything but the graph's own classes, or holds no
        graph over points.
    """

    def refuse(found: str) -> BadRecord:
        return BadRecord(found, file=str(file), mend="fetch the scene graph anew")

    try:
        if file.stat().st_size > MAX_BYTES:
            raise refuse(f"is larger than {MAX_BYTES} bytes")
        data = file.read_bytes()
    except OSError as error:
        raise refuse(f"cannot be read ({error.strerror})") from None
    try:
        check_pickle(data)
        found = _Unpickler(BytesIO(data)).load()
    except MemoryError:
        raise refuse("asks for more memory than there is") from None
    except Exception as error:
        # Damaged pickles raise anything: index, attribute, value, type and recursion errors.
        raise refuse(f"is no scene graph ({type(error).__name__}: {error})") from None
    state = vars(found) if isinstance(found, _Graph) else {}
    nodes, joined = state.get("_node"), state.get("_adj")
    if not isinstance(nodes, dict) or not isinstance(joined, dict):
        raise refuse("holds no graph")
    try:
        return _scene(name, nodes, joined)
    except (TypeError, ValueError, AttributeError, KeyError, OverflowError) as error:
        raise refuse(f"is no graph over points ({error})") from None


def _scene(name: str, nodes: dict[Any, Any], joined: dict[Any, Any]) -> SceneGraph:
    places = {key: number for number, key in enumerate(nodes)}
    if set(joined) != set(places):
        raise ValueError("edges join what is no node")
    edges = []
    for one, other, data in _in_building_order(places, joined):
        label = _text(data, "label")
        kind = _EDGE_KINDS.get(label.strip().lower(), EdgeKind.UNRELATED)
        edges.append(SceneEdge(one, other, kind, label, _text(data, "road")))
    return SceneGraph(name, tuple(_node(key, data) for key, data in nodes.items()), tuple(edges))


def _node(key: Any, data: dict[str, Any]) -> SceneNode:
    x, y = (float(part) for part in key)
    if not (math.isfinite(x) and math.isfinite(y)):
        raise ValueError(f"node {key!r}")
    kind = _NODE_KINDS.get(_text(data, "shape"), NodeKind.UNKNOWN)
    return SceneNode((x, y), _text(data, "label"), kind)


def _text(data: dict[str, Any], name: str) -> str:
    value = data.get(name)
    if value is not None and not isinstance(value, str):
        raise ValueError(f"{name} is {type(value).__name__}, not text")
    return value or ""


def _in_building_order(
    places: dict[Any, int], joined: dict[Any, Any]
) -> list[tuple[int, int, dict[str, Any]]]:
    """Return the edges in an order that gives each node's neighbours as the file lists them.

    Each node says in which order its edges came; a common order of all is a topological one.
    """
    found: dict[frozenset[int], tuple[int, int, dict[str, Any]]] = {}
    after: nx.DiGraph[frozenset[int]] = nx.DiGraph()
    for key, others in joined.items():
        before: frozenset[int] | None = None
        for other, data in others.items():
            edge = frozenset((places[key], places[other]))
            if key not in joined[other]:
                raise ValueError(f"edge {key!r}-{other!r} has one direction only")
            found.setdefault(edge, (places[key], places[other], dict(data)))
            after.add_node(edge)
            if before is not None and before != edge:
                after.add_edge(before, edge)
            before = edge
    rank = {edge: number for number, edge in enumerate(found)}
    try:
        order = list(nx.lexicographical_topological_sort(after, key=rank.__getitem__))
    except nx.NetworkXUnfeasible:
        order = list(found)
    return [found[edge] for edge in order]
