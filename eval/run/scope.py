"""Which samples a run is of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Any

from eval.benchmark import Benchmark, DamagedSample, Data, Sample, find_benchmark
from eval.run.config import MINI, RunConfig
from perception.errors import BadRecord, ConfigError
from tools.task import TaskKind


@dataclass(frozen=True, slots=True)
class RunScope:
    """The samples of a run.

    Attributes
    ----------
    benchmark : Benchmark
        With its settings.
    data : Data
        The data set.
    split : str
        "test", "training" or "all".
    kinds : list of TaskKind
        In the registry's order.
    limit : int or None
        First so many samples of each kind.
    skipped : tuple of str
        Tasks that were asked for and that the data lacks.
    unreadable : dict
        Tasks whose query file cannot be read, and why.
    oracle : tuple of str
        Tools in whose place the data puts the truth.
    """

    benchmark: Benchmark
    data: Data
    split: str
    kinds: list[TaskKind]
    limit: int | None
    skipped: tuple[str, ...] = ()
    unreadable: dict[str, str] = field(default_factory=dict)
    oracle: tuple[str, ...] = ()

    def samples(self, kind: TaskKind) -> Iterator[Sample | DamagedSample]:
        """Return the samples of a kind."""
        return islice(self.data.samples(kind, self.split), self.limit)

    def records(self, kind: TaskKind) -> list[Any]:
        """Return the released records of a kind, sound or not."""
        return list(self.data.records(kind, self.split)[: self.limit])

    def digest(self) -> str:
        """Return the hash over every file that the samples are made of."""
        return self.data.digest(self.kinds, self.split, limit=self.limit)


def data_root(name: str) -> Path:
    """Return the folder of a data set; "mini" is the embedded one, unless a folder is called so."""
    if name == MINI and not Path(name).exists():
        from eval.mini.paths import mini_root

        return mini_root()
    return Path(name).expanduser()


def benchmark_of(config: RunConfig) -> Benchmark:
    """Return the benchmark that a run is of, with the settings asked for.

    Raises
    ------
    ConfigError
        If it, a setting or an oracle is unknown.
    """
    return find_benchmark(config.benchmark).configure(config.settings, config.oracle)


def find_scope(config: RunConfig) -> RunScope:
    """Return the samples that a run is asked to do.

    Raises
    ------
    ConfigError
        If the data, a task or the split is unknown, or the data lacks all that was asked for.
    BadRecord
        If no query file that was asked for can be read. One among others is named, the others run.
    """
    benchmark = benchmark_of(config)
    data = benchmark.open(data_root(config.data))
    asked = benchmark.select(config.tasks or benchmark.default_tasks, config.domain)
    missing = {kind.id for kind in data.missing(asked, config.split)}
    kinds = [kind for kind in asked if kind.id not in missing]
    if not kinds:
        raise ConfigError(
            f"holds no {config.split} queries of {', '.join(sorted(missing))}",
            file=config.data,
            mend="choose another --task, --domain or --split",
        )
    skipped = tuple(kind.id for kind in asked if kind.id in missing)
    scope = RunScope(
        benchmark, data, config.split, kinds, config.limit, skipped, oracle=config.oracle
    )
    unreadable: dict[str, BadRecord] = {}
    for kind in kinds:
        try:
            scope.records(kind)
        except BadRecord as error:
            unreadable[kind.id] = error
    if len(unreadable) == len(kinds):
        raise next(iter(unreadable.values()))
    return replace(
        scope,
        kinds=[kind for kind in kinds if kind.id not in unreadable],
        unreadable={name: str(error) for name, error in unreadable.items()},
    )
