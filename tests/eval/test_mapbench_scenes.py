"""Scenes of MapBench read safely, in both forms, and what they break."""

from __future__ import annotations

import json
import os
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

from eval.mapbench.check_scene import check_scene, count_findings
from eval.mapbench.read_files import read_scene
from eval.mapbench.read_pickle import read_pickle
from perception.errors import BadRecord
from tests.eval.small_scenes import park, park_scene, write_pickles
from tools.scene_graph import EdgeKind, SceneGraph


@pytest.fixture
def scene(tmp_path: Path) -> SceneGraph:
    return park_scene(tmp_path)


class Hostile:
    def __init__(self, call: Callable[..., Any], *arguments: Any) -> None:
        self.call, self.arguments = call, arguments

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return self.call, self.arguments


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_a_hostile_pickle_is_refused_and_runs_nothing(tmp_path: Path, protocol: int) -> None:
    trace = tmp_path / "ran"
    graph = park()
    for hostile in (
        Hostile(os.system, f"touch {trace}"),
        Hostile(eval, f"open({str(trace)!r}, 'w')"),
        Hostile(Path.touch, trace),
    ):
        for value in (hostile, {"x": hostile}):
            file = tmp_path / "bad.pkl"
            file.write_bytes(pickle.dumps(value, protocol))
            with pytest.raises(BadRecord):
                read_pickle(file)
        graph.graph["note"] = hostile
        file.write_bytes(pickle.dumps(graph, protocol))
        with pytest.raises(BadRecord):
            read_pickle(file)
    assert not trace.exists()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"not a pickle",
        pickle.dumps([1, 2]),
        pickle.dumps(park())[:-40],
        pickle.dumps({"a": 1}),
    ],
)
def test_what_is_no_graph_is_refused(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "bad.pkl").write_bytes(data)
    with pytest.raises(BadRecord):
        read_pickle(tmp_path / "bad.pkl")


GRAPH = b"cnetworkx.classes.graph\nGraph\n"
VIEW = b"cnetworkx.classes.reportviews\nNodeView\n"


@pytest.mark.parametrize(
    "data",
    [
        # Hashing it would overflow the C stack.
        b"\x80\x02})" + b"\x85" * 2_000_000 + b"Ns.",
        b"\x80\x02})q\x00" + b"h\x00\x85q\x00" * 1_000_000 + b"Ns.",
        b"\x80\x02}()" + b"\x91" * 2_000_000 + b"Ns.",
        # A memo of 2^31 places.
        b"\x80\x02Nr\xff\xff\xff\x7f.",
        # A pair of states: the second one's are attributes of the stand-in class itself.
        b"\x80\x02" + GRAPH + b"(N}X\x0c\x00\x00\x00__setstate__" + VIEW + b"stb.",
    ],
    ids=["tuples", "tuples by memo", "frozen sets", "memo", "class"],
)
def test_a_pickle_that_would_harm_the_process_is_refused(tmp_path: Path, data: bytes) -> None:
    write_pickles(tmp_path, {"zoo/bad": data})
    with pytest.raises(BadRecord):
        read_pickle(tmp_path / "pkl/zoo/bad.pkl")
    assert park_scene(tmp_path).nodes


@pytest.mark.parametrize(
    ("key", "attributes"),
    [
        ((10**400, 0), {"label": "Gate"}),
        ((float("nan"), 0.0), {"label": "Gate"}),
        ((0.0, 0.0, 0.0), {"label": "Gate"}),
        ("ab", {"label": "Gate"}),
        ((0.0, 0.0), {"label": ["Gate"]}),
        ((0.0, 0.0), {"label": "Gate", "shape": 3}),
    ],
)
def test_a_graph_over_other_things_than_points_is_refused(
    tmp_path: Path, key: object, attributes: dict[str, Any]
) -> None:
    graph: nx.Graph[Any] = nx.Graph()
    graph.add_node(key, **attributes)
    write_pickles(tmp_path, {"zoo/bad": graph})
    with pytest.raises(BadRecord):
        read_pickle(tmp_path / "pkl/zoo/bad.pkl")


def test_a_pickle_keeps_nodes_kinds_and_the_order_of_neighbours(scene: SceneGraph) -> None:
    graph = park()
    keys = list(graph)
    assert [node.xy for node in scene.nodes] == keys
    assert [list(scene.graph[i]) for i in range(len(keys))] == [
        [keys.index(other) for other in graph[key]] for key in keys
    ]
    assert [node.kind.value for node in scene.nodes] == ["landmark"] * 3 + ["intersection"] * 3
    assert scene.edges[-1].kind is EdgeKind.ADJACENT


def test_the_json_form_goes_both_ways(scene: SceneGraph, tmp_path: Path) -> None:
    data = json.loads(json.dumps(scene.to_dict()))
    assert SceneGraph.from_dict(data) == scene
    file = tmp_path / "park.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    assert read_scene(file) == scene
    for broken in (
        {"nodes": [{"xy": [1], "kind": "landmark"}], "edges": []},
        {"nodes": [{"xy": [1, float("nan")], "kind": "landmark"}], "edges": []},
        {**data, "edges": [{"source": 0, "target": 99, "kind": "adjacent"}]},
        {"nodes": 3},
        {"nodes": [{"xy": [10**400, 1], "kind": "landmark"}], "edges": []},
        {"nodes": [{"xy": [1, 1], "kind": "landmark", "label": ["Gate"]}], "edges": []},
    ):
        with pytest.raises(BadRecord):
            SceneGraph.from_dict(broken)
    nameless = {"nodes": [{"xy": [1, 1], "kind": "landmark", "label": None}], "edges": []}
    assert SceneGraph.from_dict(nameless).nodes[0].label == ""


def test_what_a_scene_breaks_is_reported(tmp_path: Path) -> None:
    graph = park()
    graph.add_node((900.0, 900.0))
    graph.add_node((800.0, 800.0), label="Island", shape="circle")
    graph.add_node((700.0, 700.0), label="Intersection", shape="point")
    graph.add_edge((800.0, 800.0), (700.0, 700.0), label="Teleport")
    write_pickles(tmp_path, {"zoo/a": graph})
    found = check_scene(read_pickle(tmp_path / "pkl/zoo/a.pkl"))
    assert count_findings(found) == {
        "no_attributes": 1,
        "lone_intersection": 1,
        "components": 1,
        "unknown_edge": 1,
        "misspelt_edge": 1,
    }
    assert any("(900, 900)" in str(finding) for finding in found)
