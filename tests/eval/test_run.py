"""Runs end to end with fake systems: every sample recorded, scored, counted."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from eval.maptab.kinds import kind_of_results_file
from eval.maptab.records import read_records
from eval.metrics.task_score import TaskScore, score_records
from eval.run.config import RunConfig
from eval.run.runner import RunSummary, run
from perception.errors import BadRecord, ConfigError
from tests.eval.fake_systems import FakeSystem, plan_of
from tests.eval.small_data import answer_in, record, write_data, write_queries

Runs = Callable[..., RunSummary]
OUTCOMES = {"scored", "no_answer", "refused", "limit", "error", "bad_record"}


@pytest.fixture
def do_run(tmp_path: Path) -> Runs:
    def do(
        system: FakeSystem | None = None, *, processes: bool = False, **settings: Any
    ) -> RunSummary:
        config = {
            "data": str(tmp_path / "data"),
            "out": tmp_path / "run",
            "workers": 0,
            **settings,
        }
        return run(RunConfig(**config), plan_of(system, processes=processes))

    return do


def load(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("source", "told"), [("only_map", True), ("only_tab", False), ("map_and_tab", False)]
)
def test_the_time_that_pictures_take_is_told_only_where_they_are_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], source: str, told: bool
) -> None:
    data = write_data(tmp_path / "data", n=1)
    write_queries(data, [record(0)], source=source)
    config = RunConfig(data=str(data), out=tmp_path / "run", workers=0, tasks=(source,))
    run(config, replace(plan_of(), name="agent"))
    assert ("picture is read once" in capsys.readouterr().err) == told


def test_results_count_and_score_every_sample(tmp_path: Path, do_run: Runs) -> None:
    write_data(tmp_path / "data", n=6)
    do_run(FakeSystem(wrong="from Alder to Dune"), tasks=("only_tab",))
    assert load(tmp_path / "run" / "results.json") == {
        "tasks": {
            "metromap/only_tab": {
                "n": 6,
                "ema": 5 / 6,
                "pma": 5 / 6,
                "ds": 5 * 4,
                "ds_max": 6 * 4,
                "outcomes": {**dict.fromkeys(OUTCOMES, 0), "scored": 6},
            }
        }
    }


def test_two_domains_and_what_the_data_lacks(tmp_path: Path, do_run: Runs) -> None:
    write_data(tmp_path / "data", n=3, domains=("metromap", "travelmap"))
    summary = do_run(tasks=("only_tab", "only_map"))
    assert list(summary.tasks) == ["metromap/only_tab", "travelmap/only_tab"]
    assert summary.skipped == ("metromap/only_map", "travelmap/only_map")
    assert load(tmp_path / "run" / "run.json")["skipped"] == list(summary.skipped)


def test_one_domain(tmp_path: Path, do_run: Runs) -> None:
    write_data(tmp_path / "data", n=3, domains=("metromap", "travelmap"))
    assert list(do_run(tasks=("only_tab",), domain="travelmap").tasks) == ["travelmap/only_tab"]


def test_limit_is_per_task_and_takes_the_first(tmp_path: Path, do_run: Runs) -> None:
    write_data(tmp_path / "data", n=5, domains=("metromap", "travelmap"))
    summary = do_run(tasks=("only_tab",), limit=2)
    assert [task.n for task in summary.tasks.values()] == [2, 2]
    names = sorted(path.name for path in (tmp_path / "run/samples/metromap/only_tab").iterdir())
    assert names == ["00000.json", "00001.json"]


def test_sample_record_tells_the_whole_story(tmp_path: Path, do_run: Runs) -> None:
    write_data(tmp_path / "data", n=1)
    do_run(tasks=("only_tab",))
    sample = load(tmp_path / "run/samples/metromap/only_tab/00000.json")
    assert sample["id"] == "metromap/only_tab/00000"
    assert sample["outcome"] == "scored"
    assert sample["response"] == "Alder-Birch-Cedar"
    assert sample["scores"]["ema"] == 1
    assert sample["verified"] is True
    assert sample["calls"][0]["tool"] == "solve_route"
    assert sample["trace"] == {"a": [1, 2]}
    assert sample["seconds"] >= 0


def test_predictions_are_the_records_with_a_response(tmp_path: Path, do_run: Runs) -> None:
    write_data(tmp_path / "data", n=4)
    do_run(FakeSystem(raises="from Birch to Dune"), tasks=("only_tab",))
    file = tmp_path / "run/predictions/metromap_only_tab_fake_results.json"
    predictions = load(file)
    for number, prediction in enumerate(predictions):
        response = prediction.pop("response")
        assert prediction == record(number)
        failed = "from Birch to Dune" in prediction["question"]
        assert response == ("" if failed else answer_in(prediction["question"]))
    # Scored as files of any origin are, they give the same numbers.
    score = score_records(kind_of_results_file(file), read_records(file))
    results = load(tmp_path / "run" / "results.json")["tasks"]["metromap/only_tab"]
    assert (score.n, score.ema, score.pma, score.ds) == tuple(
        results[key] for key in ("n", "ema", "pma", "ds")
    )


@pytest.mark.parametrize(("processes", "workers"), [(False, 0), (False, 3), (True, 2)])
def test_exception_in_one_sample_stops_no_other(
    tmp_path: Path, do_run: Runs, processes: bool, workers: int
) -> None:
    write_data(tmp_path / "data", n=6)
    summary = do_run(
        FakeSystem(raises="from Alder to Dune"),
        tasks=("only_tab",),
        processes=processes,
        workers=workers,
    )
    score = summary.tasks["metromap/only_tab"]
    assert (score.outcomes["scored"], score.outcomes["error"]) == (5, 1)
    sample = load(tmp_path / "run/samples/metromap/only_tab/00002.json")
    assert sample["response"] is None
    assert sample["error"] == "RuntimeError: a fault of the system"
    assert "fake_systems.py" in sample["trace"]["traceback"]


@pytest.mark.parametrize(("processes", "workers"), [(False, 0), (False, 4), (True, 3)])
def test_workers_do_not_change_results(
    tmp_path: Path, do_run: Runs, processes: bool, workers: int
) -> None:
    write_data(tmp_path / "data", n=50, domains=("metromap", "travelmap"), only_map=20)
    system = FakeSystem(wrong="to Cedar")
    do_run(system, out=tmp_path / "one")
    do_run(system, out=tmp_path / "many", processes=processes, workers=workers)
    names = [
        "results.json",
        *(f"predictions/{p.name}" for p in (tmp_path / "one/predictions").iterdir()),
    ]
    assert len(names) > 4
    for name in names:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "many" / name).read_bytes()


def test_killed_worker_costs_one_sample(tmp_path: Path, do_run: Runs) -> None:
    write_data(tmp_path / "data", n=12)
    summary = do_run(
        FakeSystem(dies="from Alder to Dune"), tasks=("only_tab",), processes=True, workers=2
    )
    score = summary.tasks["metromap/only_tab"]
    assert (score.outcomes["scored"], score.outcomes["error"]) == (10, 2)
    sample = load(tmp_path / "run/samples/metromap/only_tab/00002.json")
    assert "SIGKILL" in sample["error"]
    assert sample["response"] is None


def test_damaged_record_counts_and_stops_no_other(tmp_path: Path, do_run: Runs) -> None:
    write_data(tmp_path / "data")
    records: list[Any] = [record(i) for i in range(4)]
    records[1] = {**records[1], "routes": []}
    records[2] = "not even an object"
    del records[3]["question"]
    write_queries(tmp_path / "data", records)
    summary = do_run(tasks=("only_tab",))
    score = summary.tasks["metromap/only_tab"]
    assert isinstance(score, TaskScore)
    assert (score.n, score.ema) == (4, 0.25)
    assert (score.outcomes["scored"], score.outcomes["bad_record"]) == (1, 3)
    assert len(load(tmp_path / "run/predictions/metromap_only_tab_fake_results.json")) == 4
    sample = load(tmp_path / "run/samples/metromap/only_tab/00003.json")
    assert "question" in sample["error"]


def test_bad_table_is_an_error_of_its_samples(tmp_path: Path, do_run: Runs) -> None:
    write_data(tmp_path / "data", n=2, domains=("metromap", "travelmap"))
    (tmp_path / "data/travelmap/tabulars/map_edge.json").write_text("[{]")
    summary = do_run(tasks=("only_tab",))
    assert summary.tasks["metromap/only_tab"].outcomes["scored"] == 2
    assert summary.tasks["travelmap/only_tab"].outcomes["error"] == 2
    sample = load(tmp_path / "run/samples/travelmap/only_tab/00000.json")
    assert "map_edge.json" in sample["error"]


def test_unreadable_query_file_is_told_at_once(tmp_path: Path, do_run: Runs) -> None:
    write_data(tmp_path / "data")
    file = next((tmp_path / "data").rglob("*only_tab_test_set.json"))
    file.write_text("[{")
    with pytest.raises(BadRecord, match="only_tab_test_set"):
        do_run(tasks=("only_tab",))
    assert not (tmp_path / "run").exists()


def test_nothing_to_do_is_a_config_error(tmp_path: Path, do_run: Runs) -> None:
    write_data(tmp_path / "data")
    with pytest.raises(ConfigError, match="metromap/only_map"):
        do_run(tasks=("only_map",), domain="metromap")
    with pytest.raises(ConfigError, match="split"):
        do_run(split="validation")


def test_run_file_tells_what_the_results_rest_on(tmp_path: Path, do_run: Runs) -> None:
    write_data(tmp_path / "data", n=2)
    do_run(FakeSystem(note="v1"), tasks=("only_tab",))
    content = load(tmp_path / "run" / "run.json")
    assert content["status"] == "completed"
    assert content["counts"] == {"samples": 2, "outcomes": {"scored": 2}}
    identity = content["identity"]
    assert identity["system"] == {"kind": "fake", "note": "v1", "name": "fake"}
    assert len(identity["data"]) == len(identity["code"]) == 64
    assert "pydantic" in identity["versions"]
    assert content["sessions"][0]["outcomes"] == {"scored": 2}


def test_results_name_no_time_and_no_place(tmp_path: Path, do_run: Runs) -> None:
    write_data(tmp_path / "data", n=2)
    do_run(FakeSystem(delay=0.01), tasks=("only_tab",))
    text = (tmp_path / "run" / "results.json").read_text()
    assert str(tmp_path) not in text
    assert "seconds" not in text


def test_mini_is_the_embedded_data() -> None:
    from eval.mini.paths import mini_root
    from eval.run.scope import data_root

    assert data_root("mini") == mini_root()
