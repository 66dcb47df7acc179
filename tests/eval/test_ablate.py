"""`mapclew ablate` on the embedded split, with the truth in the place of its pictures' reading."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from agent.tool_set import KNOWN_TRUTHS, REMOVABLE
from eval.ablation.grid import Setting, choose_settings
from eval.ablation.map_truths import TruthSource
from eval.cli import commands
from eval.cli.main import app
from eval.comparison.answers import read_answers
from eval.maptab.kinds import select_kinds
from perception.errors import ConfigError
from tests.eval.small_data import write_data

MINI = TruthSource("mini")


def load(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def ablate(*arguments: object) -> str:
    if not any(command.name == "ablate" for command in app.registered_commands):
        commands.register(app)
    done = CliRunner().invoke(app, ["ablate", *map(str, arguments), "--workers", "0"])
    assert done.exit_code == 0, (done.output, done.exception)
    return done.output


def test_the_solver_costs_table_tasks_and_nothing_else_touches_them(tmp_path: Path) -> None:
    out = tmp_path / "out"
    arguments = ("--data", "mini", "--out", out, "--task", "only_tab", "--limit", 12)
    removed = ("--without", "solver", "--without", "ocr", "--without", "repair")
    printed = ablate(*arguments, *removed, "--oracle", "perception")
    found = load(out / "ablation.json")
    assert list(found) == ["baseline", "ablations"]
    assert found["baseline"] == {"metromap/only_tab": 1.0, "travelmap/only_tab": 1.0}
    by_name = {(e.get("without"), e.get("oracle")): e for e in found["ablations"]}
    assert list(by_name) == [
        ("ocr", None),
        ("solver", None),
        ("repair", None),
        (None, "perception"),
    ]
    for (without, _), entry in by_name.items():
        assert set(entry["tasks"]) == set(found["baseline"])
        for name, task in entry["tasks"].items():
            assert set(task) == {"score", "delta", "ci"}
            assert task["delta"] == pytest.approx(task["score"] - found["baseline"][name])
            if without != "solver":
                assert (task["delta"], task["ci"]) == (0.0, [0.0, 0.0])
                assert entry["changed_samples"] == []
            else:
                low, high = task["ci"]
                assert low <= task["delta"] <= high
                assert task["delta"] < 0
    changed = by_name["solver", None]["changed_samples"]
    assert changed
    assert all(sample.rpartition("/")[0] in found["baseline"] for sample in changed)
    assert "without solver" in printed
    assert "no change in every task" in printed


def test_the_same_command_goes_on_to_the_same_bytes(tmp_path: Path) -> None:
    arguments = ("--data", "mini", "--task", "only_tab", "--limit", 3, "--without", "solver")
    ablate(*arguments, "--out", tmp_path / "whole")
    ablate(*arguments, "--out", tmp_path / "broken")
    broken = tmp_path / "broken"
    for file in (broken / "runs/without-solver/samples").rglob("*1.json"):
        file.unlink()
    (broken / "ablation.json").unlink()
    ablate(*arguments, "--out", broken)
    name = "ablation.json"
    assert (broken / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()
    told = CliRunner().invoke(app, ["score", str(broken)])
    assert told.exit_code == 0, told.output
    assert told.output.count("same byte for byte") == 3
    (broken / name).write_bytes((broken / name).read_bytes().replace(b"1.0", b"0.5"))
    told = CliRunner().invoke(app, ["score", str(broken)])
    assert told.exit_code == 2
    assert f"{name}: other bytes" in told.stderr


def test_the_truth_of_a_tool_is_given_to_every_run(tmp_path: Path) -> None:
    out = tmp_path / "out"
    arguments = ("--data", "mini", "--task", "travelmap/only_map", "--limit", 6)
    removed = ("--without", "line_tracing", "--without", "solver", "--oracle", "perception")
    ablate(*arguments, "--out", out, "--given", "perception", *removed)
    found = load(out / "ablation.json")
    assert found["baseline"] == {"travelmap/only_map": 1.0}
    # What is given anyway is no setting of its own.
    assert [entry["without"] for entry in found["ablations"]] == ["line_tracing", "solver"]
    assert all(entry["tasks"]["travelmap/only_map"]["delta"] < 0 for entry in found["ablations"])
    assert load(out / "runs/baseline/results.json")["ablation"] == {"oracle": ["perception"]}


def test_studies_are_printed_and_kept_of_the_agent_and_of_any_run(tmp_path: Path) -> None:
    arguments = ("--data", "mini", "--task", "travelmap/only_tab", "--limit", 3)
    out = tmp_path / "out"
    printed = ablate(*arguments, "--out", out, "--study", "difficulty", "--without", "solver")
    assert "## Difficulty of map by difficulty of query" in printed
    names = {file.name for file in (out / "tables").iterdir()}
    assert names == {
        *("report.md", "ablation.csv", "ablation.tex"),
        *("difficulty.csv", "difficulty.tex"),
    }
    with (out / "tables/ablation.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    told = load(out / "ablation.json")["ablations"][0]["tasks"]["travelmap/only_tab"]
    assert [(r["setting"], float(r["difference"])) for r in rows] == [
        ("without solver", told["delta"])
    ]
    assert load(out / "studies.json").keys() == {"difficulty"}
    assert load(out / "ablation.json")["ablations"][0]["without"] == "solver"
    run = out / "runs/without-solver"
    told = ablate(*arguments, "--out", tmp_path / "other", "--study", "difficulty", "--run", run)
    assert "ablation:" not in told
    rows = load(tmp_path / "other/studies.json")["difficulty"]
    assert sum(row["n"] for row in rows) == 3
    assert not (tmp_path / "other/runs").exists()
    assert read_answers(run, "walk").label == "walk [agent-without-solver]"
    assert read_answers(out / "runs/baseline").label == "baseline"


def test_every_tool_alone_by_default_as_far_as_the_truth_is_known(tmp_path: Path) -> None:
    kinds = select_kinds(["only_map", "only_tab"])
    settings, refused = choose_settings((), (), kinds, MINI)
    assert settings == (
        *(Setting("without", name) for name in REMOVABLE),
        *(Setting("oracle", name) for name in KNOWN_TRUTHS),
    )
    assert not refused
    data = str(write_data(tmp_path / "data", n=2, only_map=2))
    kinds = select_kinds(["metromap/only_map"])
    settings, refused = choose_settings((), (), kinds, TruthSource(data))
    assert set(refused) == {"ocr", "alignment"}
    assert Setting("oracle", "perception") in settings
    with pytest.raises(ConfigError, match="ocr cannot be perfect"):
        choose_settings((), ("ocr",), kinds, TruthSource(data))
    with pytest.raises(ConfigError, match="choose of ocr"):
        choose_settings(("guessing",), (), kinds, TruthSource(data))
