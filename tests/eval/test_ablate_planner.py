"""`mapclew ablate --planner model`: what each tool is worth to a model that plans."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from agent.model_planner.options import ModelPlannerOptions
from agent.options import AgentOptions
from eval.ablation.differences import AblationResult, find_differences
from eval.ablation.grid import Grid, Setting, run_grid
from eval.ablation.map_truths import TruthSource
from eval.report.run_tables import runs_table
from eval.report.samples import collect
from eval.run.config import RunConfig
from eval.run.stored_run import open_run
from perception.errors import ModelError
from tests.agent.model_planner.policies import at_random, reasoning, sensible
from tests.eval.scripted_server import Say, Script, ScriptedServer, failure, says
from tests.eval.test_ablate import ablate, load
from tests.eval.test_report_tables import as_records


def grid_of(script: Script, out: Path, *settings: Setting, **options: Any) -> AblationResult:
    config = RunConfig(
        data="mini", domain="metromap", tasks=("only_tab",), limit=4, workers=0, out=out
    )
    with ScriptedServer(script) as server:
        asked = ModelPlannerOptions.model_validate(
            {"model": "m", "base_url": server.url, "vision": False, "max_stalled": 2, **options}
        )
        agent = AgentOptions(planner="model", model=asked)
        grid = Grid(config, agent, settings, TruthSource("mini", limit=4))
        run_grid(grid, lambda _: None)
    return find_differences(grid)


def test_without_the_solver_a_models_own_reasoning_stands_in(tmp_path: Path) -> None:
    weighed = "travelmap/constraint_1_2_3_4"
    arguments = ("--data", "mini", "--task", "metromap/only_tab", "--task", weighed)
    with ScriptedServer(reasoning) as server:
        model = ("--planner", "model", "--model", "m", "--base-url", server.url, "--no-vision")
        replaced = ("--without", "solver", "--without", "verifier", "--oracle", "solver")
        out, kept = tmp_path / "out", ("--replies", tmp_path / "replies")
        ablate(*arguments, "--limit", 6, "--out", out, *model, *kept, *replaced)
        asked = len(server.requests)
        (out / "ablation.json").unlink()
        printed = ablate(*arguments, "--limit", 6, "--out", out, *model, *kept, *replaced)
        assert len(server.requests) == asked
    stored = (load(file)["tasks"].values() for file in out.glob("runs/*/tool_use.json"))
    usage = [task["usage"] for tasks in stored for task in tasks]
    replies, before = (sum(each[name] for each in usage) for name in ("requests", "kept"))
    assert replies - before == asked
    assert f"model: {replies} replies, {before} of them kept before" in printed
    found = load(out / "ablation.json")
    assert set(found["baseline"].values()) == {1.0}
    by_name = {e.get("without") or e["oracle"] + "!": e["tasks"] for e in found["ablations"]}
    assert list(by_name) == ["solver", "verifier", "solver!"]
    # The fewest stops are seen by looking; the weights are not.
    assert by_name["solver"]["metromap/only_tab"]["delta"] == 0.0
    assert by_name["solver"][weighed]["delta"] < 0.0
    for name in ("verifier", "solver!"):
        assert all(task["delta"] == 0.0 for task in by_name[name].values())
    record = load(out / f"runs/without-solver/samples/{weighed}/00000.json")
    assert [entry["tool"] for entry in record["trace"]["tool_use"]["calls"]] == [
        "verify_route",
        "give_up",
    ]
    told = [entry["content"] for entry in record["trace"]["dialogue"] if entry["role"] == "tool"]
    assert "not the best" in told[0]
    # Which route is the best is not told; the one proposed is answered, and not as verified.
    best = load(out / f"runs/baseline/samples/{weighed}/00000.json")["response"]
    assert record["response"] != best
    assert best not in told[0]
    assert (record["outcome"], record["verified"]) == ("scored", False)
    use = load(out / "runs/without-solver/tool_use.json")["tasks"]["metromap/only_tab"]
    assert set(use["tools"]) == {"verify_route"}
    (row,) = as_records(runs_table(collect([open_run(out / "runs/without-solver")])))
    assert (row["system"], row["model or planner"]) == ("agent-without-solver", "m")


def test_a_guessing_model_gains_by_the_solver_oracle_nothing_that_it_does_not_call(
    tmp_path: Path,
) -> None:
    without = Setting("without", "verifier")
    found = grid_of(at_random(3), tmp_path, without, Setting("oracle", "solver"), max_turns=3)
    (_, unverified), (_, solved) = found.ablations
    assert found.baseline["metromap/only_tab"] < 0.5
    assert not solved["metromap/only_tab"].changed
    assert unverified["metromap/only_tab"].score <= 0.5


def test_the_same_requests_of_two_settings_are_asked_once(tmp_path: Path) -> None:
    asked: list[str] = []

    def script(body: dict[str, Any], number: int) -> Any:
        asked.append(json.dumps(body, sort_keys=True))
        return sensible(body, number)

    options = {"keep_replies": True, "replies": tmp_path / "replies"}
    grid_of(script, tmp_path / "out", Setting("without", "repair"), **options)
    assert len(asked) == len(set(asked)) == 4


def test_an_endpoint_that_is_down_is_not_asked_for_every_setting(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="the other runs are not begun"):
        grid_of(says(failure(500)), tmp_path, Setting("without", "repair"), attempts=1)
    assert not (tmp_path / "runs/without-repair").exists()


def test_samples_that_an_endpoint_failed_are_counted_beside_the_difference(tmp_path: Path) -> None:
    def script(body: dict[str, Any], number: int) -> Say:
        return sensible(body, number) if number < 6 else failure(500)

    found = grid_of(script, tmp_path, Setting("without", "repair"), attempts=1)
    ((_, tasks),) = found.ablations
    assert (tasks["metromap/only_tab"].score, tasks["metromap/only_tab"].failed) == (0.5, 2)
