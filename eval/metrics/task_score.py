"""Scores of single routes, and of a planning task as a whole.

Every sample counts in `n`, whatever its outcome: an answer that never came is a wrong one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from eval.benchmark import Measure
from eval.maptab.masks import shown_totals
from eval.maptab.records import parse_label
from eval.metrics.percent import percent
from eval.metrics.route_match import exact_match, partial_match
from eval.metrics.stated_answer import stated_answer, unscorable
from eval.metrics.tagged_totals import judge_totals, tagged_route
from eval.systems import Outcome
from perception.errors import BadRecord
from tools.task import TaskKind

_LEVELS: Final = {"easy": 1, "medium": 2, "hard": 3}


@dataclass(frozen=True, slots=True)
class SampleScore:
    """One answer's score.

    Attributes
    ----------
    outcome : Outcome
        How the sample ended.
    ema : int
        Exact match, 0 or 1.
    pma : float
        Partial match in [0, 1], four digits.
    difficulty : int
        Map level plus query level, 2 to 6; 0 where the record rates either not at all.
    totals : dict or None
        For route-with-totals kinds: name of a total that the task shows to whether it is right.
    fault : str
        What is wrong with a bad record; else empty.
    """

    outcome: Outcome
    ema: int = 0
    pma: float = 0.0
    difficulty: int = 0
    totals: dict[str, bool] | None = None
    fault: str = ""

    @property
    def ds(self) -> int:
        """Difficulty where the match is exact, else 0."""
        return self.ema * self.difficulty

    @property
    def right(self) -> int:
        """The exact match."""
        return self.ema

    def measures(self) -> dict[str, Measure]:
        """Return the partial match and the difficulty-aware score."""
        return {"PMA": Measure(self.pma), "DS": Measure(self.ds, form="sum")}

    def errors(self) -> tuple[str, ...]:
        """Return nothing: `eval.comparison.error_classes` tells them, which knows the map."""
        return ()

    def as_dict(self) -> dict[str, Any]:
        """Return the `scores` of a sample's record."""
        return {
            "ema": self.ema,
            "pma": self.pma,
            "ds": self.ds,
            "difficulty": self.difficulty,
            "totals": self.totals,
        }


@dataclass(frozen=True, slots=True)
class TaskScore:
    """The scores of all samples of one task.

    Attributes
    ----------
    n : int
        Samples, all of them.
    ema, pma : float or None
        Fractions of `n`; None where `n` is 0.
    ds, ds_max : int
        Difficulty-aware score, and what it would be with every answer right.
    outcomes : dict
        Outcome to number of samples; sums to `n`.
    totals : dict or None
        For route-with-totals kinds: name of a total that the task shows to the fraction of `n`
        that is right.
    unrated : int
        Samples whose record rates map or query not, or by another word than easy, medium or hard;
        they count nothing in `ds` and `ds_max`, as in the released evaluator.
    """

    n: int
    ema: float | None
    pma: float | None
    ds: int
    ds_max: int
    outcomes: dict[str, int]
    totals: dict[str, float] | None = None
    unrated: int = 0

    def as_dict(self) -> dict[str, Any]:
        """Return the JSON form, as in results.json."""
        result: dict[str, Any] = {
            "n": self.n,
            "ema": self.ema,
            "pma": self.pma,
            "ds": self.ds,
            "ds_max": self.ds_max,
            "outcomes": self.outcomes,
        }
        if self.totals is not None:
            result["totals"] = self.totals
        if self.unrated:
            result["unrated"] = self.unrated
        return result

    def headline(self) -> dict[str, str]:
        """Return EMA, PMA and DS for a table."""
        ds = f"{self.ds}/{self.ds_max}"
        return {"EMA": percent(self.ema), "PMA": percent(self.pma), "DS": ds}

    def remarks(self) -> tuple[str, ...]:
        """Return how many samples DS passes over."""
        if not self.unrated:
            return ()
        return (
            f"Map_Difficulty or Query_Difficulty of {self.unrated} of {self.n} is none of easy, "
            "medium, hard: not counted in DS",
        )


def score_answer(
    kind: TaskKind, record: object, response: object, outcome: Outcome | None = None
) -> SampleScore:
    """Score one answer against its record; never raises on a damaged record.

    Parameters
    ----------
    kind : TaskKind
        Kind of task.
    record : object
        As released; one without references is a bad record.
    response : object
        The answer's text; None or blank where there is none.
    outcome : Outcome, optional
        How the sample ended, where that is known; anything but SCORED scores nothing. By default
        SCORED with a response and NO_ANSWER without.
    """
    if not isinstance(record, Mapping):
        return SampleScore(Outcome.BAD_RECORD, fault=f"is {type(record).__name__}, not an object")
    try:
        label = parse_label(record, kind.domain)
    except BadRecord as error:
        return SampleScore(Outcome.BAD_RECORD, fault=error.found)
    difficulty = 0
    if label.map_difficulty and label.query_difficulty:
        difficulty = _LEVELS[label.map_difficulty] + _LEVELS[label.query_difficulty]
    if ended := unscorable(response, outcome):
        return SampleScore(ended[0], difficulty=difficulty, fault=ended[1])
    response = str(response)
    route = tagged_route(response) if kind.with_totals else response
    return SampleScore(
        outcome=Outcome.SCORED,
        ema=exact_match(route, label.routes),
        pma=partial_match(route, label.routes),
        difficulty=difficulty,
        totals=(
            judge_totals(label, response, record, shown_totals(kind)) if kind.with_totals else None
        ),
    )


def score_record(kind: TaskKind, record: object) -> SampleScore:
    """Score one record of a results file: a query record with its `response`.

    Where there is no `response`, `raw_response` is scored, as the released evaluator does; where
    there is no answer at all, an `outcome` that the file states is kept.
    """
    return score_answer(kind, record, *stated_answer(record))


def pool_scores(kind: TaskKind, scores: Iterable[SampleScore]) -> TaskScore:
    """Sum up the scores of a task's samples."""
    scores = list(scores)
    n = len(scores)
    counts = Counter(score.outcome for score in scores)
    totals = None
    if kind.with_totals:
        right = Counter(
            name for score in scores for name, is_right in (score.totals or {}).items() if is_right
        )
        totals = {name: right[name] / n for name in shown_totals(kind)} if n else {}
    return TaskScore(
        n=n,
        ema=sum(score.ema for score in scores) / n if n else None,
        pma=sum(score.pma for score in scores) / n if n else None,
        ds=sum(score.ds for score in scores),
        ds_max=sum(score.difficulty for score in scores),
        outcomes={outcome.value: counts[outcome] for outcome in Outcome},
        totals=totals,
        unrated=sum(not s.difficulty and s.outcome is not Outcome.BAD_RECORD for s in scores),
    )


def score_records(kind: TaskKind, records: Iterable[object]) -> TaskScore:
    """Score all records of a results file of one task."""
    return pool_scores(kind, (score_record(kind, record) for record in records))
