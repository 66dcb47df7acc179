"""Every sample of the runs of a report, side by side: what its table shows of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from typing import Any

from agent.chat.usage import Usage, usage_from
from eval.benchmark import Benchmark, SampleFacts, Score
from eval.comparison.answers import Answer, key_of
from eval.comparison.error_classes import errors_of
from eval.comparison.topologies import Topologies
from eval.metrics.task_score import SampleScore
from eval.report.report_table import ReportTable
from eval.report.tallies import RunTally
from eval.run.stored_run import StoredRun
from eval.systems import Outcome
from tools.task import TaskKind


@dataclass(frozen=True, slots=True)
class Result:
    """How one run did on one sample.

    Attributes
    ----------
    score : Score
        As recorded, with the outcome.
    verified : bool or None
        The system's own verdict.
    seconds : float
        Wall time of the answer.
    calls, repairs : int
        How many.
    usage : Usage
        Tokens and money of a model, none where the answer needed no model.
    errors : tuple of str
        Error classes of a wrong answer; empty where the benchmark has none.
    graph : str
        The kept graph that it was planned on, below the run's folder; empty where there is none.
    """

    score: Score
    verified: bool | None
    seconds: float
    calls: int
    repairs: int
    usage: Usage
    graph: str
    errors: tuple[str, ...] = ()

    @property
    def pma(self) -> float | None:
        """Partial match of a route; None where the benchmark has no such score."""
        return self.score.pma if isinstance(self.score, SampleScore) else None


@dataclass(slots=True)
class SampleRow:
    """One sample of one or more runs.

    Attributes
    ----------
    kind : TaskKind
        Its task.
    index : int
        Place in its query file.
    question : str
        As asked.
    released : Mapping
        Its record with the labels; empty where a stopped run left none.
    facts : SampleFacts
        What the record tells of the sample.
    results : list of Result or None
        By run; None where a run has no record of it.
    image : str
        The picture that a tool was called on, else the sample's own; empty where none is known.
    """

    kind: TaskKind
    index: int
    question: str
    released: Mapping[str, Any] = field(repr=False)
    facts: SampleFacts = field(repr=False)
    results: list[Result | None] = field(default_factory=list)
    image: str = ""

    @property
    def id(self) -> str:
        """As in the runs; not unique where runs are over different data."""
        return f"{self.kind.id}/{self.index:05d}"

    @property
    def figure(self) -> str:
        """The map's file as the data names it, else as a tool was given it; empty without any."""
        return _text(self.released.get("figure")) or self.image

    @property
    def map_name(self) -> str:
        """The city or scenic spot, else the name that the benchmark has for it."""
        named = (_text(self.released.get(key)) for key in ("city", "scenic_spot"))
        return next(filter(None, named), self.facts.map or PurePosixPath(self.figure).stem)

    @property
    def map_level(self) -> str:
        """Difficulty of the map: easy, medium, hard or empty."""
        return self._level("Map_Difficulty", 0)

    @property
    def query_level(self) -> str:
        """Difficulty of the query, likewise."""
        return self._level("Query_Difficulty", 1)

    def _level(self, name: str, place: int) -> str:
        # MapTab's records may rate one of the two alone.
        told = _text(self.released.get(name)).lower()
        return told or (self.facts.levels[place] if self.facts.levels else "")


@dataclass(frozen=True, slots=True)
class Collected:
    """What a report is made from.

    Attributes
    ----------
    runs : tuple of StoredRun
        As given.
    labels : tuple of str
        What the report calls each, all different.
    rows : list of SampleRow
        Every sample that a run has a record of.
    tallies : tuple of RunTally
        What each run called, found and repaired.
    damaged : tuple of str
        Records that could not be read, by file.
    others : tuple of ReportTable
        Tables that were made elsewhere, such as those of an ablation.
    """

    runs: tuple[StoredRun, ...]
    labels: tuple[str, ...]
    rows: list[SampleRow]
    tallies: tuple[RunTally, ...]
    damaged: tuple[str, ...]
    others: tuple[ReportTable, ...] = ()


def collect(runs: Sequence[StoredRun], data: Path | None = None) -> Collected:
    """Read every sample of the runs, once.

    Samples of several runs are one row where task, place and question agree.

    Parameters
    ----------
    runs : sequence of StoredRun
        One or more.
    data : Path, optional
        Where the data set lies, for runs that were stopped before they wrote their predictions.

    Raises
    ------
    ConfigError
        If `data` holds no data set.
    """
    rows: dict[tuple[str, int, str], SampleRow] = {}
    tallies = tuple(RunTally() for _ in runs)
    damaged: list[str] = []
    for number, run in enumerate(runs):
        layout = run.data(data)
        topologies = Topologies(layout)
        for kind in run.kinds:
            released = run.released(kind, layout)
            pictures = run.pictures(kind, data)
            for index in run.indices(kind):
                record = run.store.read_sample(kind.id, index)
                if record is None:
                    damaged.append(str(run.store.sample_file(kind.id, index)))
                    continue
                labelled = released[index] if index < len(released) else {}
                key = row_key(record)
                if key not in rows:
                    fields = labelled if isinstance(labelled, Mapping) else {}
                    facts = run.benchmark.facts(kind, labelled)
                    rows[key] = SampleRow(kind, index, key[2], fields, facts, [None] * len(runs))
                result = result_of(run.benchmark, kind, record)
                if not result.score.right:
                    answer = _answer(kind, record, rows[key], result)
                    errors = errors_of(answer, topologies.of(answer))
                    result = replace(result, errors=tuple(map(str, errors)))
                rows[key].results[number] = result
                shown = _image_of(record) or str(pictures.get(index, ""))
                rows[key].image = rows[key].image or shown
                tallies[number].add(record, task=kind.id, right=result.score.right)
    order = {kind.id: place for run in runs for place, kind in enumerate(run.kinds)}
    ordered = sorted(rows.values(), key=lambda row: (order[row.kind.id], row.index, row.question))
    return Collected(tuple(runs), run_labels(runs), ordered, tallies, tuple(damaged))


def row_key(record: Mapping[str, Any]) -> tuple[str, int, str]:
    """Return what makes samples of several runs one: task, place, question."""
    return (record["task"], record["index"], _text(record.get("question")))


def result_of(benchmark: Benchmark, kind: TaskKind, record: dict[str, Any]) -> Result:
    """Return what a sample's record says of how it went."""
    calls = _calls(record)
    trace = record.get("trace")
    told = trace if isinstance(trace, Mapping) else {}
    repairs, usage = told.get("repairs"), told.get("usage")
    return Result(
        score=benchmark.restore(kind, Outcome(record["outcome"]), record["scores"]),
        verified=record.get("verified"),
        seconds=float(record.get("seconds") or 0.0),
        calls=len(calls),
        repairs=len(repairs) if isinstance(repairs, list) else 0,
        usage=usage_from(usage if isinstance(usage, Mapping) else {"cost": 0.0}),
        graph=_text(record.get("graph")),
    )


def _answer(kind: TaskKind, record: Mapping[str, Any], row: SampleRow, result: Result) -> Answer:
    """Return a sample's answer as comparisons take it."""
    return Answer(
        kind=kind,
        key=key_of(kind, row.facts),
        index=record["index"],
        record=row.released,
        response=record.get("response") or "",
        score=result.score,
        facts=row.facts,
    )


def _calls(record: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [call for call in record.get("calls") or () if isinstance(call, Mapping)]


def _image_of(record: Mapping[str, Any]) -> str:
    """Return the picture of the first call that was given one."""
    for call in _calls(record):
        arguments = call.get("arguments")
        if isinstance(arguments, Mapping) and isinstance(arguments.get("image"), str):
            return str(arguments["image"])
    return ""


def run_labels(runs: Sequence[StoredRun]) -> tuple[str, ...]:
    """Return a short name for each run: its folder's, with as many parents as tell them apart."""
    parts = [run.root.absolute().parts for run in runs]
    for count in range(1, max(map(len, parts)) + 1):
        labels = ["/".join(part[-count:]) for part in parts]
        if len(set(labels)) == len(labels):
            return tuple(labels)
    return tuple(f"{part[-1]} ({number})" for number, part in enumerate(parts, start=1))


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
