"""A park to walk in, pickled as the released scenes are."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import networkx as nx

from eval.mapbench.read_pickle import read_pickle
from tools.scene_graph import SceneGraph


def park() -> nx.Graph[Any]:
    """A gate, a lake and a hut along a road of three junctions; the hut is also near the gate."""
    graph: nx.Graph[Any] = nx.Graph()
    for xy, name in {
        (0.0, 100.0): "Gate",
        (300.0, 100.0): "Lake",
        (100.0, 300.0): "Hut (old)",
    }.items():
        graph.add_node(xy, label=name, shape="circle")
    for x in (0.0, 100.0, 300.0):
        graph.add_node((x, 200.0), label="Intersection", shape="point")
    graph.add_edge((0.0, 100.0), (0.0, 200.0), label="Adjacent")
    graph.add_edge((0.0, 200.0), (100.0, 200.0), label="Connected")
    graph.add_edge((100.0, 200.0), (300.0, 200.0), label="connected")
    graph.add_edge((300.0, 200.0), (300.0, 100.0), label="adjacent")
    graph.add_edge((100.0, 200.0), (100.0, 300.0), label="Adjecent")
    return graph


def write_pickles(root: Path, graphs: dict[str, Any]) -> Path:
    for name, graph in graphs.items():
        file = root / "pkl" / f"{name}.pkl"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(graph if isinstance(graph, bytes) else pickle.dumps(graph))
    return root


def park_scene(root: Path) -> SceneGraph:
    """The park, read from a pickle that is written below a folder."""
    write_pickles(root, {"zoo/park": park()})
    return read_pickle(root / "pkl/zoo/park.pkl", "zoo/park")


def record(scene: SceneGraph, start: str = "Gate", destination: str = "Lake") -> dict[str, Any]:
    place = {"map_class": "zoo", "image_id": "park", "scene": scene.to_dict()}
    return {**place, "start": start, "destination": destination}
