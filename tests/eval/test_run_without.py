"""A run without a tool says so wherever its figures stand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from agent.options import AgentOptions
from eval.cli.main import app
from eval.maptab.kinds import get_kind, kind_of_results_file
from eval.run.config import RunConfig
from eval.run.runner import run
from eval.run.systems import agent_plan
from perception.errors import RunMismatch
from tests.eval.small_data import write_data


def test_results_predictions_and_log_tell_what_was_left_out(tmp_path: Path) -> None:
    data, out = write_data(tmp_path / "data", n=3), tmp_path / "run"
    config = RunConfig(data=str(data), tasks=("only_tab",), workers=0, out=out)
    run(config, agent_plan(AgentOptions(without=("solver", "ocr"))))
    results = json.loads((out / "results.json").read_text())
    assert results["ablation"] == {"without": ["ocr", "solver"]}
    assert json.loads((out / "run.json").read_text())["identity"]["system"]["options"][
        "without"
    ] == ["ocr", "solver"]
    (file,) = (out / "predictions").iterdir()
    assert file.name == "metromap_only_tab_agent-without-ocr-without-solver_results.json"
    assert kind_of_results_file(file) == get_kind("metromap", "only_tab")
    with pytest.raises(RunMismatch, match="without"):
        run(config, agent_plan(AgentOptions()))


def test_a_run_as_it_is_tells_nothing_of_the_kind(tmp_path: Path) -> None:
    data, out = write_data(tmp_path / "data", n=2), tmp_path / "run"
    config = RunConfig(data=str(data), tasks=("only_tab",), workers=0, out=out)
    run(config, agent_plan(AgentOptions()))
    assert "ablation" not in json.loads((out / "results.json").read_text())
    assert (out / "predictions" / "metromap_only_tab_agent_results.json").exists()


def test_the_printed_table_says_so(tmp_path: Path) -> None:
    from eval.cli import commands

    if not app.registered_commands:
        commands.register(app)
    data = write_data(tmp_path / "data", n=2)
    arguments = ["--data", str(data), "--out", str(tmp_path / "run"), "--workers", "0"]
    more = ["--system", "agent", "--task", "only_tab", "--without", "solver"]
    done = CliRunner().invoke(app, ["run", *arguments, *more])
    assert done.exit_code == 0, done.output
    assert "without: solver" in done.output
