"""`mapclew score` and `mapclew tasks`, as a user runs them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from eval.maptab.kinds import ALL_KINDS, get_kind
from eval.metrics.task_score import score_records
from tests.eval.tiny_maptab import ROUTES, record_of

ONLY_MAP = get_kind("metromap", "only_map")


def mapclew(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "eval.cli.main", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def results_file(folder: Path, name: str, records: object) -> Path:
    file = folder / name
    file.write_text(json.dumps(records, ensure_ascii=False), encoding="utf-8")
    return file


def records(*responses: str | None) -> list[dict[str, Any]]:
    return [record_of(ONLY_MAP, response=response, note="extra") for response in responses]


RIGHT = ROUTES["metromap"][0]


def test_json_is_shaped_like_results_json(tmp_path: Path) -> None:
    one = records(RIGHT, "Alder-Birch", None)
    travel = [record_of(get_kind("travelmap", "only_tab"), response=ROUTES["travelmap"][0]), 7]
    done = mapclew(
        "score",
        "--json",
        results_file(tmp_path, "travelmap_shortest_path_query_only_tab_gpt4o_results.json", travel),
        results_file(tmp_path, "metromap_only_map_native_results.json", one),
    )
    assert done.returncode == 0
    (told,) = done.stderr.splitlines()
    assert "record 1: is int, not an object; bad records in all: 1 of 2" in told
    result = json.loads(done.stdout)
    assert result["tasks"]["metromap/only_map"] == score_records(ONLY_MAP, one).as_dict()
    assert result["tasks"]["metromap/only_map"]["ema"] == pytest.approx(1 / 3)
    assert result["tasks"]["travelmap/only_tab"]["outcomes"]["bad_record"] == 1
    assert list(result) == ["tasks"]
    assert list(result["tasks"]) == ["metromap/only_map", "travelmap/only_tab"]


def test_files_of_one_task_are_pooled_record_by_record(tmp_path: Path) -> None:
    first = results_file(tmp_path, "metromap_only_map_a_results.json", records(RIGHT))
    second = results_file(tmp_path, "metromap_only_map_b_results.json", records(RIGHT, "x", "y"))
    done = mapclew("score", first, second, first, "--json")
    (task,) = json.loads(done.stdout)["tasks"].values()
    assert (task["n"], task["ema"]) == (5, 0.6)


def test_the_table_names_every_figure(tmp_path: Path) -> None:
    file = results_file(tmp_path, "metromap_only_map_a_results.json", records(RIGHT, None))
    done = mapclew("score", file)
    assert done.returncode == 0
    for part in ("metromap/only_map", "50.00%", "5/10", "scored 1, no_answer 1"):
        assert part in done.stdout


def test_a_file_that_cannot_be_scored_is_named_and_the_rest_is_scored(tmp_path: Path) -> None:
    good = results_file(tmp_path, "metromap_only_map_a_results.json", records(RIGHT))
    unnamed = results_file(tmp_path, "somewhere.json", records(RIGHT))
    broken = tmp_path / "metromap_only_tab_a_results.json"
    broken.write_text("[{", encoding="utf-8")
    gone = tmp_path / "metromap_map_and_tab_a_results.json"
    done = mapclew("score", unnamed, good, broken, gone, "--json")
    assert done.returncode == 2
    assert list(json.loads(done.stdout)["tasks"]) == ["metromap/only_map"]
    lines = done.stderr.splitlines()
    assert len(lines) == 3
    assert "somewhere.json: the file's name tells no domain and task" in lines[0]
    assert "metromap_only_tab_a_results.json: line 1, column 3: no JSON" in lines[1]
    assert "metromap_map_and_tab_a_results.json: cannot be read (No such file" in lines[2]


def test_tasks_lists_all_with_what_they_hide() -> None:
    done = mapclew("tasks")
    assert done.returncode == 0
    for kind in ALL_KINDS:
        assert f"{kind.id} " in done.stdout
    assert "all-planning" in done.stdout
    listed = {row["task"]: row for row in json.loads(mapclew("tasks", "--json").stdout)["tasks"]}
    assert listed["metromap/constraint_2"]["hidden_vertex"] == [
        "Time",
        "Comfort Level",
        "Reliability",
        "Transfer Time",
    ]
    assert listed["travelmap/csv_vertex2"]["inputs"] == ["map", "Mix_tab"]
