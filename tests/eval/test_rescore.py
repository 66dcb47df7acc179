"""A run scored anew from its folder gives the same bytes, and says what was altered."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from eval.cli.main import app
from eval.run.config import RunConfig
from eval.run.rescore import rescore
from eval.run.runner import run
from eval.run.stored_run import open_run
from perception.errors import ConfigError, RunMismatch
from tests.eval.fake_systems import FakeSystem, plan_of
from tests.eval.small_data import record, write_data, write_queries
from tests.eval.tiny_maptab import write_data as write_tiny


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    data = write_data(tmp_path / "data", n=6, domains=("metromap", "travelmap"))
    records: list[object] = [record(0), 5, record(1) | {"routes": []}, record(2)]
    write_queries(data, records)
    system = FakeSystem(wrong="from Alder to Dune", raises="from Dune to Birch")
    config = RunConfig(data=str(data), tasks=("only_tab",), workers=0, out=tmp_path / "run")
    run(config, plan_of(system))
    shutil.rmtree(data)
    return tmp_path / "run"


def test_same_bytes_without_the_data(folder: Path) -> None:
    found = rescore(open_run(folder))
    assert found.differences == ()
    assert found.results == (folder / "results.json").read_bytes()


def test_questions_and_totals_too(tmp_path: Path) -> None:
    data = write_tiny(tmp_path / "data")
    tasks = ("canonical-planning", "all-qa")
    config = RunConfig(data=str(data), tasks=tasks, workers=0, out=tmp_path / "run")
    run(config, plan_of(FakeSystem(raises="a")))
    found = rescore(open_run(tmp_path / "run"))
    assert found.differences == ()
    assert found.results == (tmp_path / "run" / "results.json").read_bytes()


@pytest.mark.parametrize("name", ["reasonmap", "mapbench"])
def test_records_of_other_benchmarks_that_are_none_stay_what_they_are(
    tmp_path: Path, name: str
) -> None:
    lines = ['{"country": "nowhere"}', "[1, 2]", "{broken"]
    file = "queries.jsonl" if name == "mapbench" else "test.jsonl"
    (tmp_path / "data/scenes/zoo").mkdir(parents=True)
    (tmp_path / "data/scenes/zoo/a.json").write_text('{"nodes": [], "edges": []}')
    if name == "reasonmap":
        shutil.rmtree(tmp_path / "data/scenes")
    (tmp_path / "data" / file).write_text("\n".join(lines), encoding="utf-8")
    task, oracle = ("navigation", ("perception",)) if name == "mapbench" else ("short_text", ())
    config = RunConfig(
        data=str(tmp_path / "data"),
        benchmark=name,
        tasks=(task,),
        oracle=oracle,
        workers=0,
        out=tmp_path / "run",
    )
    run(config, plan_of(FakeSystem()))
    assert rescore(open_run(tmp_path / "run")).differences == ()


def test_results_are_made_anew_when_deleted(folder: Path) -> None:
    written = (folder / "results.json").read_bytes()
    (folder / "results.json").unlink()
    found = rescore(open_run(folder))
    assert found.results == written
    assert len(found.differences) == 1


def test_an_altered_response_is_told(folder: Path) -> None:
    file = folder / "samples/metromap/only_tab/00000.json"
    sample = json.loads(file.read_text())
    file.write_text(json.dumps(sample | {"response": "Nowhere"}))
    told = " ".join(rescore(open_run(folder)).differences)
    assert "metromap/only_tab/00000" in told
    assert "results.json" in told
    assert "metromap_only_tab_fake_results.json" in told


def test_a_missing_sample_is_named(folder: Path) -> None:
    (folder / "samples/metromap/only_tab/00002.json").unlink()
    with pytest.raises(RunMismatch, match=r"00002\.json"):
        rescore(open_run(folder))


def test_no_run(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"run\.json"):
        open_run(tmp_path)


def test_the_command(folder: Path) -> None:
    from eval.cli import commands

    if not app.registered_commands:
        commands.register(app)
    done = CliRunner().invoke(app, ["score", str(folder)])
    assert done.exit_code == 0
    assert "the same byte for byte" in done.stdout
    done = CliRunner().invoke(app, ["score", str(folder), "--json"])
    assert done.stdout_bytes == (folder / "results.json").read_bytes()
    (folder / "results.json").write_text("{}")
    assert CliRunner().invoke(app, ["score", str(folder)]).exit_code == 2
