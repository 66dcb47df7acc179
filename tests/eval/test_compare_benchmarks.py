"""Comparison and report of ReasonMap and MapBench runs, by measures and errors of their own."""

from __future__ import annotations

import json
import random
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from agent.options import AgentOptions
from agent.system import AgentSystem
from eval.cli import commands
from eval.cli.main import app
from eval.comparison.answers import read_answers
from eval.comparison.compare import Comparison, compare
from eval.comparison.difference_tables import comparison_tables
from eval.comparison.topologies import Topologies
from eval.reasonmap.build import build
from eval.report.comparison_tables import comparison_tables as report_tables
from eval.report.routes import answered_route, reference_routes
from eval.report.samples import collect
from eval.report.score_tables import score_tables
from eval.run.config import RunConfig
from eval.run.rescore import rescore
from eval.run.runner import run
from eval.run.stored_run import open_run
from eval.run.systems import SystemPlan, agent_plan
from eval.systems import Outcome, Reply
from perception.errors import ConfigError
from tests.eval.small_scenes import park, write_pickles
from tests.eval.test_reasonmap_data import write_stations
from tools.task import Task, TaskKind


class Careless:
    """Answers as the agent does, every other time with a fault."""

    name = "careless"

    def __init__(self) -> None:
        self._agent = AgentSystem()

    def describe(self) -> dict[str, Any]:
        return {"seed": 1}

    def answer(self, task: Task) -> Reply:
        text = self._agent.answer(task).response or ""
        spoilt = ["", "I do not know.", text.replace("Line", "Ring").replace("->", "to")]
        chance = random.Random(task.question)
        return Reply(text if chance.random() < 0.5 else chance.choice(spoilt), Outcome.SCORED)


def make(kinds: list[TaskKind]) -> Careless:
    return Careless()


@pytest.fixture(scope="module", params=["reasonmap", "mapbench"])
def runs(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp(request.param)
    config = partial(RunConfig, benchmark=request.param, data=str(root / "data"), workers=0)
    if request.param == "reasonmap":
        list(build(write_stations(root / "stations"), root / "data", pairs=8, seed=3))
        config = partial(config, tasks=("text",))
    else:
        write_pickles(root / "data", {"zoo/a": park(), "mall/b": park()})
        config = partial(config, oracle=("perception",), settings={"pairs": "6"})
    run(config(out=root / "agent"), agent_plan(AgentOptions()))
    run(config(out=root / "careless"), SystemPlan("careless", make, False, {}))
    return root


def row(found: Comparison, name: str, key: str) -> dict[str, Any]:
    chosen = next(each for each in comparison_tables(found) if each.id == name)
    titles = [column.title for column in chosen.columns]
    rows = (dict(zip(titles, cells, strict=True)) for cells in chosen.rows)
    return next(each for each in rows if each[titles[0]] == key)


def test_a_careless_system_is_told_from_the_agent(runs: Path) -> None:
    first, second = read_answers(runs / "agent"), read_answers(runs / "careless")
    found = compare(first, second, Topologies(None))
    rides = "rides" in row_names(found)
    whole = row(found, "scores", "all rides" if rides else "all walks")
    assert whole["n"] == len(first.answers) == len(found.pairs)
    assert whole["right: A"] == 1.0 > whole["right: B"]
    assert whole["right: high"] < 0
    assert whole["only B"] == 0 < whole["only A"]
    if rides:
        weighted = {
            name: total.as_dict()["weighted_accuracy"]
            for name, total in rescore(open_run(runs / "careless")).tasks.items()
        }
        for name, value in weighted.items():
            assert row(found, "scores", name)["weighted accuracy: B"] == pytest.approx(value)
    else:
        # Only walks that arrive have a quality, and these are the agent's own.
        assert (whole["PQS: A"], whole["PQS: B - A"]) == (1.0, 0.0)
    wrong = {key for key, (_, b) in found.pairs.items() if not b.score.right}
    assert wrong
    assert {key for key, (_, classes) in found.errors.items() if classes} == wrong
    assert "PMA: A" not in whole


def row_names(found: Comparison) -> set[str]:
    scores = next(each for each in comparison_tables(found) if each.id == "scores")
    return {str(cells[0]).removeprefix("all ") for cells in scores.rows}


def test_the_report_has_their_maps_errors_and_differences(runs: Path) -> None:
    opened = [open_run(runs / name) for name in ("agent", "careless")]
    found = collect(opened)
    maps = next(table for table in score_tables(found) if table.id == "maps")
    names = {str(cells[1]) for cells in maps.rows}
    assert names in ({"small", "cross", "chain"}, {"zoo/a", "mall/b"})
    assert all(
        row.results[1] and bool(row.results[1].errors) != bool(row.results[1].score.right)
        for row in found.rows
    )
    differences = report_tables(found.runs, found.labels)
    assert "compare2_scores" in {table.id for table in differences}
    for each in found.rows:
        stored = opened[0].store.read_sample(each.kind.id, each.index) or {}
        answer = answered_route(each.kind, stored["response"])
        references = reference_routes(each.kind, stored["references"])
        assert answer is not None
        assert {(answer.names[0], answer.names[-1])} == {
            (route.names[0], route.names[-1]) for route in references
        }


def test_the_command_writes_tables_but_not_into_a_run(runs: Path, tmp_path: Path) -> None:
    if not any(command.name == "compare" for command in app.registered_commands):
        commands.register(app)
    sources = [str(runs / "agent"), str(runs / "careless")]
    done = CliRunner().invoke(app, ["compare", *sources, "--out", str(tmp_path / "out")])
    assert done.exit_code == 0, (done.output, done.exception)
    assert "name the data set" not in done.output
    assert (tmp_path / "out/scores.csv").is_file()
    found = json.loads((tmp_path / "out/compare.json").read_text())
    assert found["samples"]["a"] == found["samples"]["both"]
    before = sorted((runs / "agent").rglob("*"))
    for out in (runs / "agent", tmp_path / "out/compare.json"):
        refused = CliRunner().invoke(app, ["compare", *sources, "--out", str(out)])
        assert isinstance(refused.exception, ConfigError)
        assert "name another folder" in str(refused.exception)
    assert sorted((runs / "agent").rglob("*")) == before
