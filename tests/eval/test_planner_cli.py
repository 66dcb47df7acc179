"""`--planner model` as a user gives it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from eval.cli.run import run as run_command
from eval.cli.solve import solve as solve_command
from perception.errors import ConfigError
from tests.agent.model_planner.policies import sensible
from tests.eval.scripted_server import ScriptedServer


def command(function: Any, *arguments: object) -> Any:
    app = typer.Typer()
    app.command()(function)
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def test_a_run_goes_on_at_the_sample_and_notes_usage_and_cost(tmp_path: Path) -> None:
    prices = tmp_path / "prices.yml"
    prices.write_text("currency: EUR\nmodels: {'scrip*': {input: 1000, output: 2000}}\n")
    out = tmp_path / "run"
    with ScriptedServer(sensible) as server:
        arguments = (
            *("--data", "mini", "--domain", "metromap", "--task", "only_tab", "--limit", 2),
            *("--system", "agent", "--planner", "model", "--model", "scripted"),
            *("--base-url", server.url, "--no-vision", "--prices", prices, "--no-keep-replies"),
            *("--workers", 0, "--out", out),
        )
        done = command(run_command, *arguments)
        assert done.exit_code == 0, done.output
        assert len(server.requests) == 2
        (out / "samples/metromap/only_tab/00001.json").unlink()
        before = (out / "results.json").read_bytes()
        assert command(run_command, *arguments).exit_code == 0
        assert len(server.requests) == 3
    assert (out / "results.json").read_bytes() == before
    record = json.loads((out / "samples/metromap/only_tab/00000.json").read_text())
    usage = record["trace"]["usage"]
    assert (usage["requests"], usage["input_tokens"], usage["output_tokens"]) == (1, 7, 3)
    assert usage["cost"] == pytest.approx((7 * 1000 + 3 * 2000) / 1e6)
    use = json.loads((out / "tool_use.json").read_text())["tasks"]["metromap/only_tab"]
    assert use["usage"]["cost"] == pytest.approx(2 * usage["cost"])


def test_one_question_is_solved_with_a_model(tmp_path: Path) -> None:
    table = tmp_path / "edge.json"
    rows = [{"Edge": "Alder-Birch", "Line": ["Red"]}, {"Edge": "Birch-Cedar", "Line": ["Blue"]}]
    table.write_text(json.dumps(rows))
    with ScriptedServer(sensible) as server:
        done = command(
            solve_command,
            *("--edge-tab", table, "--question", "From Alder to Cedar?", "--json"),
            *("--planner", "model", "--model", "m", "--base-url", server.url),
            *("--tool-calls", "json", "--no-keep-replies"),
        )
    assert done.exit_code == 0, done.output
    answer = json.loads(done.stdout)
    assert answer["route"] == "Alder-Birch(transfer)-Cedar"
    assert answer["dialogue"][0]["calls"][0]["name"] == "solve_route"


@pytest.mark.parametrize(
    ("options", "found"),
    [
        (("--planner", "model"), "--model"),
        (("--planner", "oracle"), "--planner"),
        (("--planner", "rule", "--model", "m"), "--model"),
        (("--max-turns", "3"), "--max-turns"),
        (("--planner", "model", "--model", "m", "--max-cost", "1"), "--max-cost"),
        (("--planner", "model", "--model", "m", "--tool-calls", "xml"), "--tool-calls"),
        (("--planner", "model", "--model", "m", "--prompts", "x"), "--prompts"),
        (("--planner", "model", "--model", "m", "--prices", "none.yml"), "none.yml"),
    ],
)
def test_options_that_do_not_fit_are_told(
    options: tuple[str, ...], found: str, tmp_path: Path
) -> None:
    fixed = ("--data", "mini", "--system", "agent", "--out", tmp_path / "run")
    done = command(run_command, *fixed, *options)
    assert isinstance(done.exception, ConfigError)
    assert found in str(done.exception)
