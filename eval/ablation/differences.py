"""What each replaced tool changed: scores, differences and their intervals, sample by sample."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean
from typing import Any, Final, get_args

import orjson

from eval.ablation.grid import BASELINE, MAPTAB, RUNS, Grid, How, Setting
from eval.benchmark import Measure
from eval.comparison.paired import mean_interval
from eval.run.sample_runner import score_of
from eval.run.stored_run import StoredRun, open_run
from eval.systems import Outcome
from perception.errors import ConfigError, RunMismatch
from tools.task import TaskKind

ABLATION_FILE: Final = "ablation.json"
HOWS: Final = get_args(How)


@dataclass(frozen=True, slots=True)
class TaskDifference:
    """One task under one setting.

    Attributes
    ----------
    n : int
        Samples.
    score : float
        Share of exact matches, or of right numbers.
    delta : float
        Score less that of the agent as it is.
    ci : tuple of (float, float) or None
        95 % interval of `delta`, clustered by map; None for fewer than two maps.
    changed : tuple of str
        Ids of the samples whose answer or outcome is another one.
    failed : int
        Samples that ended as an error, the system's or its model's; each counts as wrong.
    measures : dict of str to (float, float)
        What answers of other benchmarks than MapTab are worth besides: mean, and that less the
        baseline's, over the samples that have it in both.
    """

    n: int
    score: float
    delta: float
    ci: tuple[float, float] | None
    changed: tuple[str, ...]
    failed: int = 0
    measures: dict[str, tuple[float, float]] = field(default_factory=dict)

    def as_dict(self) -> dict[str, Any]:
        """Return its entry in `ablation.json`."""
        told: dict[str, Any] = {"score": self.score, "delta": self.delta, "ci": self.ci}
        if self.measures:
            told["measures"] = {
                name: {"value": value, "delta": delta}
                for name, (value, delta) in self.measures.items()
            }
        return told


@dataclass(frozen=True, slots=True)
class AblationResult:
    """The whole grid.

    Attributes
    ----------
    baseline : dict of str to float
        Task id to the score of the agent as it is.
    ablations : tuple of (Setting, dict of str to TaskDifference)
        In the order of the grid.
    """

    baseline: dict[str, float]
    ablations: tuple[tuple[Setting, dict[str, TaskDifference]], ...]

    def as_dict(self) -> dict[str, Any]:
        """Return the JSON form, `ablation.json`."""
        return {
            "baseline": self.baseline,
            "ablations": [
                {
                    setting.how: setting.name,
                    "tasks": {name: task.as_dict() for name, task in tasks.items()},
                    "changed_samples": [
                        sample for task in tasks.values() for sample in task.changed
                    ],
                }
                for setting, tasks in self.ablations
            ],
        }


@dataclass(frozen=True, slots=True)
class _Answer:
    right: int
    told: tuple[str | None, str]
    measures: dict[str, Measure]


def find_differences(grid: Grid) -> AblationResult:
    """Compare every run of a finished grid with its baseline.

    Raises
    ------
    RunMismatch
        A sample's record is missing.
    """
    base = open_run(grid.config_of(None).out)
    return compare_runs(
        base, [(each, open_run(grid.config_of(each).out)) for each in grid.settings]
    )


def compare_again(folder: Path) -> AblationResult:
    """Compare the runs in the folder of an ablation anew, without its data set.

    Raises
    ------
    ConfigError
        It is no folder of a finished ablation.
    RunMismatch
        A sample's record is missing.
    """
    file = folder / ABLATION_FILE
    try:
        entries = orjson.loads(file.read_bytes())["ablations"]
        settings = [Setting(how, entry[how]) for entry in entries for how in HOWS if entry.get(how)]
    except (OSError, orjson.JSONDecodeError, KeyError, TypeError, AttributeError) as error:
        raise ConfigError(
            f"is no ablation ({error})",
            file=str(file),
            mend="give the command of the ablation again",
        ) from None
    runs = folder / RUNS
    return compare_runs(
        open_run(runs / BASELINE), [(each, open_run(runs / each.folder)) for each in settings]
    )


def compare_runs(base: StoredRun, others: Sequence[tuple[Setting, StoredRun]]) -> AblationResult:
    """Compare finished runs over the same samples with the first.

    Raises
    ------
    RunMismatch
        A sample's record is missing.
    """
    maps = {
        kind.id: [base.benchmark.facts(kind, record).map for record in _predicted(base, kind)]
        for kind in base.kinds
    }
    before = _answers(base)
    ablations = tuple((setting, _compare(before, _answers(run), maps)) for setting, run in others)
    return AblationResult({name: _score(answers) for name, answers in before.items()}, ablations)


def _predicted(run: StoredRun, kind: TaskKind) -> list[Any]:
    found = run.predictions(kind)
    if found is None:
        file = run.store.predictions_file(kind.id, run.system)
        raise RunMismatch(
            "is missing or damaged", file=str(file), mend="give the same command again"
        )
    return found


def _answers(run: StoredRun) -> dict[str, list[_Answer]]:
    return {kind.id: _answers_of(run, kind) for kind in run.kinds}


def _answers_of(run: StoredRun, kind: TaskKind) -> list[_Answer]:
    answers = []
    for index in range(len(_predicted(run, kind))):
        record = run.store.read_sample(kind.id, index)
        if record is None:
            raise RunMismatch(
                "is missing or damaged",
                file=str(run.store.sample_file(kind.id, index)),
                mend="give the same command again",
            )
        told = (record["response"], record["outcome"])
        score = score_of(run.benchmark, kind, record)
        measures = {} if run.benchmark.name == MAPTAB else score.measures()
        answers.append(_Answer(score.right, told, measures))
    return answers


def _compare(
    base: dict[str, list[_Answer]], other: dict[str, list[_Answer]], maps: dict[str, list[str]]
) -> dict[str, TaskDifference]:
    found = {}
    for name, before in base.items():
        after = other[name]
        deltas = [b.right - a.right for a, b in zip(before, after, strict=True)]
        found[name] = TaskDifference(
            n=len(after),
            score=_score(after),
            delta=round(sum(deltas) / len(deltas), 6) if deltas else 0.0,
            ci=mean_interval(deltas, maps[name]),
            changed=tuple(
                f"{name}/{index:05d}"
                for index, (a, b) in enumerate(zip(before, after, strict=True))
                if a.told != b.told
            ),
            failed=sum(each.told[1] == Outcome.ERROR for each in after),
            measures=_measures(before, after),
        )
    return found


def _measures(before: list[_Answer], after: list[_Answer]) -> dict[str, tuple[float, float]]:
    found = {}
    for name in dict.fromkeys(name for answer in before for name in answer.measures):
        pairs = [
            (one.value, other.value, one.weight)
            for a, b in zip(before, after, strict=True)
            if (one := a.measures.get(name)) and (other := b.measures.get(name))
            if one.value is not None and other.value is not None
        ]
        if pairs:
            first, second, weights = zip(*pairs, strict=True)
            value = fmean(second, weights)
            found[name] = (round(value, 6), round(value - fmean(first, weights), 6))
    return found


def _score(answers: list[_Answer]) -> float:
    return round(sum(each.right for each in answers) / len(answers), 6) if answers else 0.0
