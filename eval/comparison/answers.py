"""The answers of one system, from the folder of a run or from results files of any origin."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from agent.chat.usage import Usage, usage_from
from eval.benchmark import SampleFacts, Score
from eval.maptab.benchmark import BENCHMARK as MAPTAB
from eval.maptab.kinds import kind_of_results_file
from eval.maptab.records import read_records
from eval.metrics.scores import score_record
from eval.metrics.task_score import SampleScore
from eval.run.sample_runner import score_of
from eval.run.stored_run import StoredRun, open_run
from perception.errors import ConfigError
from tools.task import TaskKind

Key = tuple[str, str, str, tuple[float, ...], int]
"""Task, map, question, weights, and which of several samples that agree in these."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One system's answer to one sample.

    Attributes
    ----------
    kind : TaskKind
        Kind of task.
    key : Key
        What the sample is, in every file and run that holds it.
    index : int
        Place in its file.
    record : Mapping
        As released, with the labels.
    response : str
        The answer's text; empty where there is none.
    score : Score
        With the outcome.
    facts : SampleFacts
        What the record tells of the sample.
    seconds : float or None
        Wall time; None where nothing tells it.
    usage : Usage or None
        Tokens and money of a model; None where nothing tells them.
    """

    kind: TaskKind
    key: Key
    index: int
    record: Mapping[str, Any] = field(repr=False)
    response: str = field(repr=False)
    score: Score
    facts: SampleFacts = field(repr=False)
    seconds: float | None = None
    usage: Usage | None = None

    @property
    def map(self) -> str:
        """Domain and map."""
        return f"{self.kind.domain}/{self.key[1]}"

    @property
    def pma(self) -> float:
        """Partial match of a route, right number of a question."""
        return self.score.pma if isinstance(self.score, SampleScore) else float(self.score.right)

    @property
    def ds(self) -> int:
        """Difficulty-aware score of a route, 0 for a question."""
        return self.score.ds if isinstance(self.score, SampleScore) else 0


@dataclass(frozen=True, slots=True)
class AnswerSet:
    """Every answer of one system.

    Attributes
    ----------
    label : str
        What it is called.
    answers : dict of Key to Answer
        In the order of the source.
    """

    label: str
    answers: dict[Key, Answer]


def read_answers(source: Path, label: str = "") -> AnswerSet:
    """Read the answers of a run's folder, of a results file, or of a folder of such files.

    Parameters
    ----------
    source : Path
        A folder with run.json; else a file in the released form, whose name tells its task, or a
        folder of them.
    label : str
        Instead of the source's own name. What was left out of a run's system, or perfect in it, is
        told behind either.

    Raises
    ------
    ConfigError
        There is nothing of the kind there.
    BadRecord
        A file cannot be read.
    """
    if (source / "run.json").is_file():
        run = open_run(source)
        told = _replaced_in(run)
        name = f"{label or source.name} [{told}]" if told else label or source.name
        return AnswerSet(name, _keyed(_answers_of_run(run)))
    if not source.exists():
        raise ConfigError("is not there", file=str(source), field="RUN", mend="check the path")
    files = sorted(source.glob("*.json")) if source.is_dir() else [source]
    if not files:
        raise ConfigError(
            "holds neither a run.json nor results files",
            file=str(source),
            field="RUN",
            mend="name the folder of a run, or files in the released form",
        )
    found = (answer for file in files for answer in _answers_of_file(file))
    return AnswerSet(label or source.stem, _keyed(found))


def _replaced_in(run: StoredRun) -> str:
    """Return what a run's system is called where a tool of it was replaced; else nothing."""
    identity = run.log.get("identity", {}).get("system", {})
    return run.system if run.system != identity.get("name", run.system) else ""


def _answers_of_run(run: StoredRun) -> Iterator[Answer]:
    layout = run.data()
    for kind in run.kinds:
        released = run.released(kind, layout)
        for index in run.indices(kind):
            stored = run.store.read_sample(kind.id, index)
            record = released[index] if index < len(released) else None
            if stored is None or not isinstance(record, Mapping):
                continue
            trace = stored.get("trace")
            usage = trace.get("usage") if isinstance(trace, dict) else None
            facts = run.benchmark.facts(kind, record)
            yield Answer(
                kind,
                key_of(kind, facts),
                index,
                record,
                str(stored.get("response") or ""),
                score_of(run.benchmark, kind, stored),
                facts,
                float(stored.get("seconds") or 0.0),
                usage_from(usage) if isinstance(usage, dict) else None,
            )


def _answers_of_file(file: Path) -> Iterator[Answer]:
    kind = kind_of_results_file(file)
    for index, record in enumerate(read_records(file)):
        if not isinstance(record, Mapping):
            continue
        response = record.get("response")
        if response is None:
            response = record.get("raw_response")
        text = response if isinstance(response, str) else ""
        facts = MAPTAB.facts(kind, record)
        key, score = key_of(kind, facts), score_record(kind, record)
        yield Answer(kind, key, index, record, text, score, facts)


def key_of(kind: TaskKind, facts: SampleFacts) -> Key:
    """Return what a sample is, in every file and run that holds it."""
    return kind.id, facts.map, facts.question, facts.weights, 0


def _keyed(answers: Iterable[Answer]) -> dict[Key, Answer]:
    """Return the answers by key, samples that agree in all that a system sees numbered."""
    seen: Counter[Key] = Counter()
    found: dict[Key, Answer] = {}
    for answer in answers:
        key = (*answer.key[:4], seen[answer.key])
        seen[answer.key] += 1
        found[key] = replace(answer, key=key)
    return found
