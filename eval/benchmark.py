"""The one interface of all benchmarks: samples, task, answer, scorer, aggregation.

`eval/NAME/benchmark.py` holds an object `BENCHMARK` with this interface, and `--benchmark NAME`
finds it; nothing else has to be told. The harness (`eval.run`), the systems and the command line
use a benchmark through it alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, Protocol

from eval.systems import Outcome
from perception.errors import ConfigError, MapclewError
from tools.task import Task, TaskKind

FOLDER = Path(__file__).resolve().parent


class Sample(Protocol):
    """One sound record."""

    @property
    def id(self) -> str:
        """Task and place, the same in every run on the same data."""
        ...

    @property
    def kind(self) -> TaskKind:
        """Kind of task."""
        ...

    @property
    def index(self) -> int:
        """Place among the samples of its kind, from 0."""
        ...

    @property
    def record(self) -> Mapping[str, Any]:
        """As released, with its labels; no system may see it."""
        ...

    def task(self) -> Task:
        """Build what a system sees; raises `MapclewError` where an input cannot be used."""
        ...

    def files(self) -> tuple[Path, ...]:
        """Return the files that the task is made of; samples with the same are done together."""
        ...


@dataclass(frozen=True, slots=True)
class DamagedSample:
    """A record that no system can be asked about; it counts as `bad_record`.

    Attributes
    ----------
    id, kind, index
        As of a `Sample`.
    record : object
        Whatever stands in its place.
    error : MapclewError
        The first thing wrong, with file, record and field.
    """

    id: str
    kind: TaskKind
    index: int
    record: object = field(repr=False)
    error: MapclewError


@dataclass(frozen=True, slots=True)
class SampleFacts:
    """What a record tells of its sample, apart from any answer.

    Attributes
    ----------
    map : str
        Its map, the same for all samples of one: they are no independent evidence.
    question : str
        As asked.
    weights : tuple of float
        Of the criteria; none where the task has none.
    levels : tuple of (str, str) or None
        Difficulty of map and query in lower case; None where either is not rated.
    names : str
        Text in the script that the map prints.
    """

    map: str
    question: str
    weights: tuple[float, ...] = ()
    levels: tuple[str, str] | None = None
    names: str = ""


@dataclass(frozen=True, slots=True)
class Measure:
    """What an answer is worth besides right or wrong.

    Attributes
    ----------
    value : float or None
        None where an answer has none, such as the quality of a walk that leads nowhere.
    weight : float
        Of the sample in a mean.
    form : str
        "share", "number", or "sum" for one that is summed up.
    """

    value: float | None
    weight: float = 1.0
    form: Literal["share", "number", "sum"] = "share"


class Data(Protocol):
    """A data set on disk."""

    def missing(self, kinds: Iterable[TaskKind], split: str) -> tuple[TaskKind, ...]:
        """Return those of `kinds` that the data holds no samples of."""
        ...

    def samples(self, kind: TaskKind, split: str) -> Iterator[Sample | DamagedSample]:
        """Return the samples of a kind in order; a damaged record does not stop the others."""
        ...

    def records(self, kind: TaskKind, split: str) -> Sequence[Any]:
        """Return the records of a kind, sound or not; raises `BadRecord` if none can be read."""
        ...

    def digest(self, kinds: Iterable[TaskKind], split: str, *, limit: int | None = None) -> str:
        """Return the SHA-256 over all that the samples are made of, wherever it lies."""
        ...

    def notes(self) -> dict[str, Any]:
        """Return what results.json should tell of the data itself; empty for nothing."""
        ...


class Score(Protocol):
    """The score of one answer."""

    @property
    def outcome(self) -> Outcome:
        """How the sample ended."""
        ...

    @property
    def right(self) -> int:
        """Whether the answer is right, 0 or 1."""
        ...

    @property
    def fault(self) -> str:
        """What is wrong with a bad record; else empty."""
        ...

    def as_dict(self) -> dict[str, Any]:
        """Return the `scores` of a sample's record."""
        ...

    def measures(self) -> dict[str, Measure]:
        """Return what the answer is worth besides, by name."""
        ...

    def errors(self) -> tuple[str, ...]:
        """Return the classes of what is wrong with an answer, as far as the score tells them."""
        ...


class TaskTotal(Protocol):
    """The scores of all samples of one task."""

    @property
    def n(self) -> int:
        """Samples, whatever their outcome."""
        ...

    @property
    def outcomes(self) -> dict[str, int]:
        """Outcome to number of samples; sums to `n`."""
        ...

    def as_dict(self) -> dict[str, Any]:
        """Return the entry of results.json."""
        ...

    def headline(self) -> dict[str, str]:
        """Return the main figures for a table, column to text."""
        ...

    def remarks(self) -> tuple[str, ...]:
        """Return what a reader of the figures has to know, such as samples they pass over."""
        ...


class Benchmark(Protocol):
    """A benchmark."""

    @property
    def name(self) -> str:
        """As `--benchmark` names it."""
        ...

    @property
    def default_tasks(self) -> tuple[str, ...]:
        """Run where no task is named."""
        ...

    @property
    def oracles(self) -> tuple[str, ...]:
        """Tools in whose place the data can put the truth, handing it over with the task."""
        ...

    def configure(self, settings: Mapping[str, str], oracle: Sequence[str]) -> Benchmark:
        """Return the benchmark with its settings (`--set NAME=VALUE`) and oracles.

        Raises
        ------
        ConfigError
            If one is unknown or not usable.
        """
        ...

    def settings(self) -> dict[str, Any]:
        """Return the settings in force that determine results, for the record."""
        ...

    def open(self, root: Path) -> Data:
        """Return the data set of a folder; raises `ConfigError` where it holds none."""
        ...

    def select(self, tasks: Iterable[str], domain: str) -> list[TaskKind]:
        """Return the kinds that names and selectors stand for; raises `ConfigError`."""
        ...

    def shown(self, kind: TaskKind, record: object) -> dict[str, Any]:
        """Return `question` and `references` of a record, for the sample's own record."""
        ...

    def facts(self, kind: TaskKind, record: object) -> SampleFacts:
        """Return what comparisons need of a record; of a damaged one what can be read."""
        ...

    def score(
        self,
        kind: TaskKind,
        record: object,
        response: object,
        outcome: Outcome | None = None,
        trace: Mapping[str, Any] | None = None,
    ) -> Score:
        """Score one answer against its record; never raises on a damaged record.

        Parameters
        ----------
        kind : TaskKind
            Kind of task.
        record : object
            As released.
        response : object
            The answer's text; None or blank where there is none.
        outcome : Outcome, optional
            How the sample ended, where that is known; anything but SCORED scores nothing.
        trace : mapping, optional
            What the system reports besides, such as its use of tokens.
        """
        ...

    def restore(self, kind: TaskKind, outcome: Outcome, scores: Mapping[str, Any]) -> Score:
        """Rebuild a score from the `scores` of a sample's record."""
        ...

    def pool(self, kind: TaskKind, scores: Iterable[Score]) -> TaskTotal:
        """Sum up the scores of a task's samples."""
        ...

    def groups(self, tasks: Mapping[str, TaskTotal]) -> dict[str, Any]:
        """Return what results.json holds beside `tasks`: figures over several tasks."""
        ...


def benchmark_names() -> tuple[str, ...]:
    """Return the benchmarks there are, MapTab first."""
    found = sorted(file.parent.name for file in FOLDER.glob("*/benchmark.py"))
    return tuple(sorted(found, key=lambda name: name != "maptab"))


def find_benchmark(name: str) -> Benchmark:
    """Return a benchmark by its name.

    Raises
    ------
    ConfigError
        There is none; the message lists the known ones.
    """
    if name not in benchmark_names():
        raise ConfigError(
            f"{name!r} is unknown",
            field="--benchmark",
            mend=f"use {' or '.join(benchmark_names())}",
        )
    found: Benchmark = import_module(f"eval.{name}.benchmark").BENCHMARK
    return found


def check_settings(
    benchmark: Benchmark,
    settings: Iterable[str],
    oracle: Iterable[str],
    known: Sequence[str] = (),
) -> None:
    """Check the names of settings and oracles that a benchmark is asked for.

    Parameters
    ----------
    benchmark : Benchmark
        Whose they are to be.
    settings, oracle : iterable of str
        As asked for.
    known : sequence of str
        The settings there are.

    Raises
    ------
    ConfigError
        One is unknown; the message lists the known ones.
    """
    for what, option, given, there in (
        ("setting", "--set", settings, known),
        ("oracle", "--oracle", oracle, benchmark.oracles),
    ):
        for name in given:
            if name not in there:
                raise ConfigError(
                    f"{benchmark.name} has no {what} {name!r}",
                    field=option,
                    mend=f"use {', '.join(there)}" if there else "leave it out",
                )


def check_choice(name: str, value: str, choices: Sequence[str]) -> None:
    """Check the value of a setting; raises `ConfigError` where it is none of some words."""
    if value not in choices:
        raise ConfigError(f"{name} is {value!r}", field="--set", mend=f"use {' or '.join(choices)}")
