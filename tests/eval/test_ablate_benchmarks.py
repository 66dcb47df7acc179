"""`mapclew ablate` and `mapclew tasks` on ReasonMap and MapBench."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from typer.testing import CliRunner

from eval.cli import commands
from eval.cli.main import app
from eval.reasonmap.build import build
from perception.errors import ConfigError
from tests.eval.test_reasonmap_data import write_stations


def call(*arguments: object) -> str:
    if not any(command.name == "ablate" for command in app.registered_commands):
        commands.register(app)
    done = CliRunner().invoke(app, list(map(str, arguments)))
    if isinstance(done.exception, ConfigError):
        raise done.exception
    assert done.exit_code == 0, (done.output, done.exception)
    return done.output


def test_rides_without_a_planner_are_ridden_and_worth_less(tmp_path: Path) -> None:
    list(build(write_stations(tmp_path / "stations"), tmp_path / "data", pairs=8, seed=3))
    removed = ("--without", "solver", "--without", "ocr", "--without", "verifier")
    where = ("--data", tmp_path / "data", "--out", tmp_path / "out", "--workers", "0")
    printed = call("ablate", "--benchmark", "reasonmap", *where, "--task", "text", *removed)
    assert "weighted map score" in printed
    found = json.loads((tmp_path / "out/ablation.json").read_text())
    assert set(found["baseline"].values()) == {1.0}
    by_name = {entry["without"]: entry for entry in found["ablations"]}
    assert by_name["ocr"]["changed_samples"] == by_name["verifier"]["changed_samples"] == []
    for task in by_name["ocr"]["tasks"].values():
        assert all(told["delta"] == 0 for told in task["measures"].values())
    # The cities of this set have one way between most stops: what is left is found greedily.
    for task in by_name["solver"]["tasks"].values():
        assert task["measures"]["weighted map score"]["delta"] <= 0
    with pytest.raises(ConfigError, match="has no truth of it"):
        call("ablate", "--benchmark", "reasonmap", *where, "--task", "text", "--oracle", "solver")
    with pytest.raises(ConfigError, match="rests on what MapTab's data hold"):
        call("ablate", "--benchmark", "reasonmap", *where, "--study", "difficulty")


def scene(nodes: list[Any], edges: list[tuple[int, int]]) -> dict[str, Any]:
    return {
        "nodes": [{"xy": xy, "label": name, "kind": "landmark"} for name, xy in nodes],
        "edges": [{"source": a, "target": b, "kind": "adjacent"} for a, b in edges],
    }


def test_the_scene_in_the_place_of_a_picture_that_is_no_map(tmp_path: Path) -> None:
    data = tmp_path / "data"
    (data / "scenes/zoo").mkdir(parents=True)
    (data / "images/zoo").mkdir(parents=True)
    nodes = [("Ape House", [0, 0]), ("Bear Rock", [0, 50]), ("Cafe", [400, 0]), ("Lake", [400, 50])]
    found = scene(nodes, [(0, 1), (1, 3), (0, 2), (2, 3)])
    (data / "scenes/zoo/a.json").write_text(json.dumps(found), encoding="utf-8")
    # Nothing of the scene is on the picture.
    Image.new("RGB", (300, 200), "white").save(data / "images/zoo/a.png")
    where = ("--data", data, "--out", tmp_path / "out", "--workers", "0", "--set", "pairs=4")
    call("ablate", "--benchmark", "mapbench", *where, "--oracle", "perception")
    table = json.loads((tmp_path / "out/ablation.json").read_text())
    (entry,) = table["ablations"]
    assert table["baseline"] == {"mapbench/navigation": 0.0}
    assert entry["oracle"] == "perception"
    assert entry["tasks"]["mapbench/navigation"]["score"] == 1.0
    assert len(entry["changed_samples"]) == 4
    with pytest.raises(ConfigError, match="perception"):
        call("ablate", "--benchmark", "mapbench", *where, "--oracle", "ocr")


def test_scenes_without_pictures_are_ablated_where_they_are_given(tmp_path: Path) -> None:
    data = tmp_path / "data"
    (data / "scenes/zoo").mkdir(parents=True)
    nodes = [("Ape House", [0, 0]), ("Bear Rock", [50, 0]), ("Cafe", [0, 60]), ("Lake", [100, 60])]
    # From Ape House to Lake the nearest next place leads round.
    found = scene(nodes, [(0, 1), (0, 2), (1, 2), (2, 3), (0, 3)])
    (data / "scenes/zoo/a.json").write_text(json.dumps(found), encoding="utf-8")
    where = ("--data", data, "--out", tmp_path / "out", "--workers", "0", "--set", "pairs=6")
    removed = ("--without", "solver", "--without", "ocr")
    with pytest.raises(ConfigError, match=r"ablate: --given"):
        call("ablate", "--benchmark", "mapbench", *where, *removed)
    call("ablate", "--benchmark", "mapbench", *where, *removed, "--given", "perception")
    table = json.loads((tmp_path / "out/ablation.json").read_text())
    assert table["baseline"] == {"mapbench/navigation": 1.0}
    ocr, solver = table["ablations"]
    assert (ocr["without"], ocr["changed_samples"]) == ("ocr", [])
    assert (solver["without"], len(solver["changed_samples"]) > 0) == ("solver", True)
    with pytest.raises(ConfigError, match="has no truth of solver"):
        call("ablate", "--benchmark", "mapbench", *where, "--given", "solver")


@pytest.mark.parametrize(
    ("name", "tasks"),
    [
        ("reasonmap", ["short", "long", "short_text", "long_text", "short_blind", "long_blind"]),
        ("mapbench", ["navigation"]),
    ],
)
def test_tasks_of_other_benchmarks_are_listed(name: str, tasks: list[str]) -> None:
    found = json.loads(call("tasks", "--benchmark", name, "--json"))
    assert [each["task"] for each in found["tasks"]] == [f"{name}/{task}" for task in tasks]
    printed = call("tasks", "--benchmark", name)
    assert all(f"{name}/{task}" in printed for task in tasks)
