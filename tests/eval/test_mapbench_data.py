"""Samples of MapBench, and runs on them."""

from __future__ import annotations

import base64
import json
from io import BytesIO
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from PIL import Image

from agent.options import AgentOptions
from agent.system import AgentSystem
from eval.benchmark import DamagedSample
from eval.mapbench.data import WalkData, WalkSample
from eval.mapbench.kinds import NAVIGATION
from eval.mapbench.queries import draw_queries
from eval.run.config import RunConfig
from eval.run.runner import run
from eval.run.systems import agent_plan
from perception.errors import BadPicture, ConfigError
from tests.eval.small_scenes import park, park_scene, record, write_pickles
from tools.read_walk import read_walk
from tools.scene_graph import SceneGraph, SceneNode
from tools.walk import plan_walk
from tools.write_walk import write_walk


@pytest.fixture
def scene(tmp_path: Path) -> SceneGraph:
    return park_scene(tmp_path)


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
    write_pickles(tmp_path, {"zoo/a": park(), "zoo/b": park()})
    stream = BytesIO()
    Image.new("RGB", (50, 40), "white").save(stream, format="PNG")
    rows: list[dict[str, Any]] = [
        {
            "image": {"bytes": stream.getvalue(), "path": None},
            "map_class": "zoo",
            "image_id": name,
            "queries": [{"start": "Gate", "destination": "Lake", "gpt_answer": ["x"]}],
        }
        for name in ("a", "gone")
    ]
    rows.append({**rows[0], "image": None, "image_id": "b"})
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "test-0.parquet")
    data = WalkData(tmp_path)
    first, second, blank = data.samples(NAVIGATION, "test")
    assert isinstance(first, WalkSample)
    task = first.task()
    assert task.image is not None and task.scene is None
    assert base64.b64encode(task.image.read_bytes()) == base64.b64encode(stream.getvalue())
    assert isinstance(second, DamagedSample)
    assert isinstance(blank, WalkSample)
    with pytest.raises(BadPicture, match="navigation/00002"):
        blank.task()


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
