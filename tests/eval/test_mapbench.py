"""MapBench: scenes read safely, scores worked by hand and as logged, instructions and back."""

from __future__ import annotations

import base64
import json
import os
import pickle
import random
from collections.abc import Callable, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from agent.options import AgentOptions
from agent.system import AgentSystem
from eval.benchmark import DamagedSample
from eval.mapbench.benchmark import MapBench
from eval.mapbench.check_scene import check_scene, count_findings
from eval.mapbench.complexity import (
    Complexity,
    complexity,
    graph_levels,
    level_of,
    levels_of_moments,
    query_difficulty,
)
from eval.mapbench.data import WalkData, WalkSample, read_scene
from eval.mapbench.kinds import NAVIGATION
from eval.mapbench.landmarks import EmbeddingMatcher, Landmarks, LexicalMatcher, make_matcher
from eval.mapbench.queries import draw_queries
from eval.mapbench.read_pickle import read_pickle
from eval.mapbench.task_score import pool_scores, score_answer
from eval.run.config import RunConfig
from eval.run.runner import run
from eval.run.systems import agent_plan
from perception.errors import BadRecord, ConfigError
from tools.compass import direction
from tools.read_walk import read_leg, read_walk
from tools.scene_graph import EdgeKind, NodeKind, SceneEdge, SceneGraph, SceneNode
from tools.walk import passed_landmarks, plan_walk
from tools.write_walk import write_walk


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


@pytest.fixture
def scene(tmp_path: Path) -> SceneGraph:
    write_pickles(tmp_path, {"zoo/park": park()})
    return read_pickle(tmp_path / "pkl/zoo/park.pkl", "zoo/park")


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
    ):
        with pytest.raises(BadRecord):
            SceneGraph.from_dict(broken)


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


def record(scene: SceneGraph, start: str = "Gate", destination: str = "Lake") -> dict[str, Any]:
    place = {"map_class": "zoo", "image_id": "park", "scene": scene.to_dict()}
    return {**place, "start": start, "destination": destination}


DIRECT = "Gate -> Lake (from West, moving along the road)"
AROUND = (
    "1. Gate -> Hut (old) (from Northwest, moving along the road)\n"
    "2. Hut (old) -> Lake (from Southwest, moving along the path by Lake"
)


def test_a_direct_walk_scores_one_and_a_detour_more(scene: SceneGraph) -> None:
    direct = score_answer(record(scene), DIRECT)
    assert (direct.outcome, direct.right, direct.pqs) == ("scored", 1, 1.0)
    assert direct.directions == (1, 1)
    # Direct: 100 + 100 + 200 + 100 = 500 px; by the hut 100 more there and back.
    around = score_answer(record(scene), f"Here is the way:\n{AROUND}\nEnjoy!")
    assert around.pqs == 700 / 500
    assert (around.directions, around.landmarks, around.roads) == ((2, 2), (4, 4), (1, 1))


@pytest.mark.parametrize(
    ("answer", "failure"),
    [
        ("There is no way.", "missing_path"),
        ("No path found -> none", "missing_path"),
        (
            "Start Node Name -> Next Node Name (from Direction, moving along Road Name)",
            "missing_path",
        ),
        ("Gate -> Lake along the road", "unparsable"),
        ("-> Lake (from West, moving along the road)", "unparsable"),
        ("Gate -> Qxzv (from West, moving along the road)", "unknown_landmark"),
        ("Hut (old) -> Lake (from West, moving along the road)", "incoherent"),
        ("Gate -> Hut (old) (from West, moving along the road)", "incoherent"),
        (f"{DIRECT}\nGate -> Lake (from West, moving along the road)", "incoherent"),
    ],
)
def test_each_class_of_failure(scene: SceneGraph, answer: str, failure: str) -> None:
    score = score_answer(record(scene), answer)
    assert (score.outcome, score.right, score.pqs) == ("scored", 0, None)
    assert score.failure == failure


def test_no_answer_is_a_missing_path_and_an_error_is_not(scene: SceneGraph) -> None:
    assert score_answer(record(scene), None).failure == "missing_path"
    assert (
        score_answer(record(scene), None, MapBench().score(NAVIGATION, {}, "").outcome).right == 0
    )


def test_shares_and_means_over_all_samples(scene: SceneGraph) -> None:
    answers = [DIRECT, AROUND, "no", "Gate -> Lake", "Gate -> Hut (old) (from X, along Y)", None]
    scores = [score_answer(record(scene), answer) for answer in answers]
    scores.append(score_answer({"map_class": "mall"}, DIRECT))
    total = pool_scores(scores)
    assert (total.n, total.success, total.pqs) == (7, 2 / 7, 1.2)
    assert total.failures == {
        "missing_paths": 2 / 7,
        "format_non_compliance": 1 / 7,
        "linguistic_incoherence": 1 / 7,
    }
    assert total.classes["zoo"] == {"n": 6, "success": 2 / 6, "pqs": 1.2}
    assert total.classes["mall"] == {"n": 1, "success": 0.0, "pqs": None}
    assert (total.outcomes["bad_record"], total.outcomes["no_answer"]) == (1, 1)


def test_landmarks_are_matched_by_letters_or_by_embeddings(scene: SceneGraph) -> None:
    lexical = Landmarks(scene, LexicalMatcher())
    assert [lexical.meant(name) for name in ("the gate", "Old hut", "Zzz")] == [
        "Gate",
        "Hut (old)",
        None,
    ]

    def encode(texts: Sequence[str]) -> Any:
        water = ("Lake", "Pond")
        return np.array([[float(text in water), 1.0, float("Hut" in text)] for text in texts])

    embedding = Landmarks(scene, EmbeddingMatcher(encode))
    assert embedding.meant("Pond") == "Lake"
    answer = "Gate -> Pond (from West, moving along the road)"
    assert score_answer(record(scene), answer).right == 0
    assert score_answer(record(scene), answer, matcher=EmbeddingMatcher(encode)).right == 1


def test_a_matcher_that_is_not_there_is_refused() -> None:
    assert make_matcher("numpy:asarray").name == "numpy:asarray"
    for name in ("embeddings", "no.such:encode", "numpy:no_such"):
        with pytest.raises(ConfigError, match="--set"):
            make_matcher(name)


@pytest.mark.shared
@pytest.mark.parametrize("released", [False, True])
def test_scores_are_those_that_are_logged(shared: Path, released: bool) -> None:
    root = shared / "datasets/mapbench"
    scene = read_pickle(root / "pkl/google_map/4_2.pkl", "google_map/4_2")
    logged = [json.loads(line) for line in (root / "logs/google_map.jsonl").open()]
    assert len(logged) == 4
    for query in logged:
        sample = {**query, "scene": scene.to_dict()}
        score = score_answer(sample, query["answer"], released=released)
        assert (score.right, score.pqs) == (query["success"], query["path_score"])


def test_indices_of_a_scene_and_a_query(scene: SceneGraph) -> None:
    # Six nodes in a tree: 5 edges, no cycle; a path is the only one.
    found = complexity(scene)
    assert (found.elements, found.meshedness) == (11, 0)
    lengths = dict(nx.all_pairs_shortest_path_length(scene.graph))
    assert found.path_length == sum(d for row in lengths.values() for d in row.values()) / 30
    assert query_difficulty(scene, 0, 1) == 4
    ring = SceneGraph(
        "ring",
        tuple(SceneNode((float(i), 0.0), str(i)) for i in range(5)),
        tuple(SceneEdge(i, (i + 1) % 5, EdgeKind.ADJACENT) for i in range(5)),
    )
    assert query_difficulty(ring, 0, 2) == (2 + 3) / 2
    assert complexity(ring).meshedness == 1 / 5
    apart = SceneGraph("apart", ring.nodes, ())
    assert query_difficulty(apart, 0, 2) is None


PAPER = {
    "google_map": (71.5, 0.121, 4.678, "medium", 11.45, 29.82, "easy"),
    "mall": (93.5, 0.023, 5.839, "medium", 10.47, 47.00, "easy"),
    "museum": (59.5, 0.041, 4.124, "easy", 6.93, 8.65, "easy"),
    "national_park": (38.8, 0.071, 5.185, "easy", 12.43, 96.15, "medium"),
    "theme_park": (59.8, 0.152, 4.870, "medium", 9.62, 50.29, "easy"),
    "trail": (59.0, 0.055, 5.277, "medium", 9.60, 55.69, "easy"),
    "university": (45.5, 0.150, 4.180, "medium", 13.45, 46.86, "medium"),
    "urban": (71.8, 0.095, 6.230, "hard", 10.07, 52.91, "easy"),
    "zoo": (102.5, 0.143, 5.663, "hard", 18.71, 145.04, "hard"),
}


def test_difficulties_of_the_papers_tables() -> None:
    scenes = {name: [Complexity(row[0], row[1], row[2])] for name, row in PAPER.items()}  # type: ignore[arg-type]
    assert graph_levels(scenes) == {name: row[3] for name, row in PAPER.items()}
    moments = {name: (row[4], row[5]) for name, row in PAPER.items()}
    assert levels_of_moments(moments) == {name: row[6] for name, row in PAPER.items()}
    assert [level_of(x) for x in (0.32, 0.33, 0.66, 0.67)] == ["easy", "medium", "medium", "hard"]


def test_instructions_name_landmarks_and_directions_and_no_coordinates(scene: SceneGraph) -> None:
    text = write_walk(scene, plan_walk(scene, 0, 1))
    assert text == (
        "Gate -> Lake (from West, moving along the road: take the path south to the junction by "
        "Gate; follow the road east to the junction by Hut (old); follow the road east to the "
        "junction by Lake; take the path north to Lake)"
    )
    assert not any(sign.isdigit() for sign in text)


@pytest.mark.parametrize(
    ("line", "ends"),
    [
        ("A -> B (from West, moving along X)", ("A", "B")),
        ("12) **A -> B** (from West", ("A", "B")),
        ("- A (x) -> B (y) (from the South-East, along X)", ("A (x)", "B (y)")),
        ("A -> B (southeast, moving along X)", ("A", "B")),
        ("A -> B", None),
        ("A to B (from West)", None),
    ],
)
def test_lines_of_instructions(line: str, ends: tuple[str, str] | None) -> None:
    leg = read_leg(line)
    assert (leg and (leg.source, leg.target)) == ends


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 10**6))
def test_following_the_instructions_gives_back_the_path(seed: int) -> None:
    rng = random.Random(seed)
    grid = [(x, y) for x in range(10) for y in range(10)]
    points = rng.sample(grid, rng.randint(4, 10))
    nodes = []
    for place, (x, y) in enumerate(points):
        is_landmark = place < 2 or rng.random() < 0.5
        name = (
            f"End {place}"
            if place < 2
            else rng.choice(["Gate", "Hut (E)", "Hut; old", "A → B", ""])
        )
        kind = NodeKind.LANDMARK if is_landmark else NodeKind.INTERSECTION
        nodes.append(SceneNode((float(x), float(y)), name if is_landmark else "Intersection", kind))
    every = [(a, b) for a in range(len(nodes)) for b in range(a)]
    chosen = rng.sample(every, rng.randint(min(len(nodes), len(every)), len(every)))
    edges = tuple(
        SceneEdge(a, b, rng.choice([EdgeKind.CONNECT, EdgeKind.ADJACENT])) for a, b in chosen
    )
    scene = SceneGraph("made", tuple(nodes), edges)
    if scene.shortest_path(0, 1) is None:
        return
    walk = plan_walk(scene, 0, 1)
    text = write_walk(scene, walk)
    assert read_walk(scene, 0, text.splitlines()) == walk.path
    for node in passed_landmarks(scene, walk.path):
        assert scene.nodes[node].label in text
    for line, leg in zip(text.splitlines(), walk.legs, strict=True):
        found = read_leg(line)
        assert found is not None
        start, end = scene.nodes[leg[0]].xy, scene.nodes[leg[-1]].xy
        assert found.came_from == direction(end, start)


def test_queries_are_drawn_by_seed_between_joined_landmarks_of_one_name(scene: SceneGraph) -> None:
    drawn = draw_queries(scene, 10, 4)
    assert len(drawn) == len(set(drawn)) == 6
    assert drawn == draw_queries(scene, 10, 4)
    assert draw_queries(scene, 2, 4) == drawn[:2]
    doubled = SceneGraph(scene.name, (*scene.nodes, SceneNode((9.0, 9.0), "lake")), scene.edges)
    assert {name for pair in draw_queries(doubled, 10, 4) for name in pair} == {"Gate", "Hut (old)"}


def test_the_agent_walks_on_scenes_and_what_is_broken_is_counted(tmp_path: Path) -> None:
    parts = park()
    parts.add_node((900.0, 900.0), label="Island", shape="circle")
    graphs = {"zoo/a": park(), "zoo/parts": parts, "mall/broken": b"cos\nsystem\n(S'true'\ntR."}
    write_pickles(tmp_path, graphs)
    config = RunConfig(
        benchmark="mapbench",
        data=str(tmp_path),
        oracle=("perception",),
        settings={"pairs": "4", "seed": "2"},
        workers=0,
        out=tmp_path / "run",
    )
    summary = run(config, agent_plan(AgentOptions()))
    (total,) = [task.as_dict() for task in summary.tasks.values()]
    assert total["n"] == 9
    assert {k: v for k, v in total["outcomes"].items() if v} == {"scored": 8, "bad_record": 1}
    assert (total["success"], total["pqs"]) == (8 / 9, 1.0)
    assert total["accuracy"]["directions"] == total["accuracy"]["landmarks"] == 1.0
    results = json.loads((tmp_path / "run/results.json").read_text())
    assert results["tasks"] == {"mapbench/navigation": total}
    assert results["ablation"] == {"oracle": ["perception"]}
    assert results["data"]["in_parts"] == ["zoo/parts"]
    assert list(results["data"]["unreadable"]) == ["mall/broken"]
    sample = json.loads((tmp_path / "run/samples/mapbench/navigation/00001.json").read_text())
    assert [call["tool"] for call in sample["calls"]] == ["build_scene", "plan_walk", "verify_walk"]
    assert sample["verified"]


def test_scenes_without_pictures_want_the_oracle(tmp_path: Path) -> None:
    write_pickles(tmp_path, {"zoo/a": park()})
    with pytest.raises(ConfigError, match="--oracle perception"):
        WalkData(tmp_path).missing([NAVIGATION], "test")
    with pytest.raises(ConfigError, match="--data"):
        WalkData(tmp_path / "pkl" / "zoo")


def test_pictures_and_queries_of_parquet_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MAPCLEW_CACHE_DIR", str(tmp_path / "cache"))
    write_pickles(tmp_path, {"zoo/a": park()})
    stream = BytesIO()
    Image.new("RGB", (50, 40), "white").save(stream, format="PNG")
    rows = [
        {
            "image": {"bytes": stream.getvalue(), "path": None},
            "map_class": "zoo",
            "image_id": name,
            "queries": [{"start": "Gate", "destination": "Lake", "gpt_answer": ["x"]}],
        }
        for name in ("a", "gone")
    ]
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "test-0.parquet")
    data = WalkData(tmp_path)
    first, second = data.samples(NAVIGATION, "test")
    assert isinstance(first, WalkSample)
    task = first.task()
    assert task.image is not None and task.scene is None
    assert base64.b64encode(task.image.read_bytes()) == base64.b64encode(stream.getvalue())
    assert isinstance(second, DamagedSample)


def test_an_unknown_landmark_has_no_answer(scene: SceneGraph) -> None:
    sample = WalkSample("x", NAVIGATION, 0, record(scene, "Qxzv"), None, scene)
    reply = AgentSystem().answer(sample.task())
    assert (reply.outcome, reply.response) == ("no_answer", None)


@pytest.mark.shared
def test_the_released_scenes_read_both_ways_and_their_faults_are_counted(shared: Path) -> None:
    data = WalkData(shared / "datasets/mapbench", pairs=21, oracle=True)
    notes = data.notes()
    assert (notes["scenes"], notes["unreadable"]) == (97, {})
    assert notes["findings"]["no_attributes"] == 16
    assert notes["findings"]["lone_landmark"] == 309
    assert len(notes["in_parts"]) == 4
    told = right = 0
    for scene in data.scenes.values():
        assert isinstance(scene, SceneGraph)
        assert SceneGraph.from_dict(scene.to_dict()) == scene
        for start, destination in draw_queries(scene, 21, 5):
            names = [node.label for node in scene.nodes]
            walk = plan_walk(scene, names.index(start), names.index(destination))
            lines = write_walk(scene, walk).splitlines()
            told += 1
            right += read_walk(scene, walk.path[0], lines) == walk.path
    assert told > 2000
    assert right == told
