"""The interface of all benchmarks: found by name, each whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from eval.benchmark import benchmark_names, find_benchmark
from eval.cli.system_options import settings_of
from eval.run.config import RunConfig
from eval.run.scope import find_scope
from perception.errors import ConfigError
from tests.eval.small_data import write_data


def test_every_benchmark_there_is_can_be_found() -> None:
    names = benchmark_names()
    assert names[0] == "maptab"
    for name in names:
        benchmark = find_benchmark(name)
        assert benchmark.name == name
        assert benchmark.select(benchmark.default_tasks, "all")


def test_an_unknown_benchmark_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ConfigError, match="maptab"):
        find_benchmark("mapquest")


@pytest.mark.parametrize("name", benchmark_names())
def test_unknown_settings_and_oracles_are_refused(name: str) -> None:
    with pytest.raises(ConfigError, match="--set"):
        find_benchmark(name).configure({"colour": "red"}, ())
    with pytest.raises(ConfigError, match="--oracle"):
        find_benchmark(name).configure({}, ("crystal_ball",))


@pytest.mark.parametrize("name", benchmark_names())
def test_nothing_but_a_record_is_a_bad_record(name: str) -> None:
    benchmark = find_benchmark(name)
    for kind in benchmark.select(benchmark.default_tasks, "all"):
        score = benchmark.score(kind, ["no", "record"], "an answer")
        assert (score.outcome, score.right) == ("bad_record", 0)
        assert score.fault
        restored = benchmark.restore(kind, score.outcome, score.as_dict())
        assert restored.as_dict() == score.as_dict()
        total = benchmark.pool(kind, [score, restored])
        assert total.n == sum(total.outcomes.values()) == 2


def test_a_scope_without_tasks_takes_the_benchmarks_own_choice(tmp_path: Path) -> None:
    write_data(tmp_path / "data", n=2)
    scope = find_scope(RunConfig(data=str(tmp_path / "data"), out=tmp_path / "run"))
    assert [kind.id for kind in scope.kinds] == ["metromap/only_tab"]
    assert len(scope.skipped) == 23


def test_settings_are_names_with_values() -> None:
    assert settings_of(["seed=3", "matcher = lexical"]) == {"seed": "3", "matcher": "lexical"}
    with pytest.raises(ConfigError, match="NAME=VALUE"):
        settings_of(["seed"])
