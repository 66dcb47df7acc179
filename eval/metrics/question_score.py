"""Scores of answers to questions: right or wrong, as the released evaluator judges them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from eval.benchmark import Measure
from eval.maptab.records import parse_question_label
from eval.metrics.percent import percent
from eval.metrics.stated_answer import unscorable
from eval.systems import Outcome
from perception.errors import BadRecord

_ANSWER: Final = re.compile(r"<answer_begin>(.*?)<answer_end>")
_DECIMALS: Final = 2


@dataclass(frozen=True, slots=True)
class QuestionScore:
    """One answer's score.

    Attributes
    ----------
    outcome : Outcome
        How the sample ended.
    right : int
        Whether the answer is the number asked for, 0 or 1.
    fault : str
        What is wrong with a bad record; else empty.
    """

    outcome: Outcome
    right: int = 0
    fault: str = ""

    def measures(self) -> dict[str, Measure]:
        """Return nothing: a number is right or wrong."""
        return {}

    def errors(self) -> tuple[str, ...]:
        """Return nothing: `eval.comparison.error_classes` tells them."""
        return ()

    def as_dict(self) -> dict[str, Any]:
        """Return the `scores` of a sample's record."""
        return {"right": self.right}


@dataclass(frozen=True, slots=True)
class QuestionTaskScore:
    """The scores of all questions of one task.

    Attributes
    ----------
    n : int
        Questions, all of them.
    right : int
        Those answered right.
    outcomes : dict
        Outcome to number of questions; sums to `n`.
    """

    n: int
    right: int
    outcomes: dict[str, int]

    @property
    def accuracy(self) -> float | None:
        """Fraction of `n` that is right; None where `n` is 0."""
        return self.right / self.n if self.n else None

    def as_dict(self) -> dict[str, Any]:
        """Return the JSON form, as in results.json."""
        return {"n": self.n, "accuracy": self.accuracy, "outcomes": self.outcomes}

    def headline(self) -> dict[str, str]:
        """Return the accuracy for a table."""
        return {"accuracy": percent(self.accuracy)}

    def remarks(self) -> tuple[str, ...]:
        """Return nothing: the figures speak for themselves."""
        return ()


def read_answer(response: str) -> float | None:
    """Return the number of a response, rounded to two decimals; None where it gives none.

    Only the first pair of tags counts, in lower case and on one line.

    Examples
    --------
    >>> read_answer("It takes <answer_begin> 2.755 <answer_end> minutes")
    2.75
    >>> read_answer("<answer_begin>2 minutes<answer_end>") is None
    True
    """
    match = _ANSWER.search(response)
    try:
        return round(float(match[1]), _DECIMALS) if match else None
    except (ValueError, OverflowError):
        return None


def score_answer(record: object, response: object, outcome: Outcome | None = None) -> QuestionScore:
    """Score one answer against its record; never raises on a damaged record.

    Parameters
    ----------
    record : object
        As released; one without a number for an answer is a bad record.
    response, outcome
        See `task_score.score_answer`.
    """
    try:
        expected = round(parse_question_label(record).answer, _DECIMALS)
    except BadRecord as error:
        return QuestionScore(Outcome.BAD_RECORD, fault=error.found)
    if ended := unscorable(response, outcome):
        return QuestionScore(ended[0], fault=ended[1])
    return QuestionScore(Outcome.SCORED, right=int(read_answer(str(response)) == expected))


def pool_scores(scores: Iterable[QuestionScore]) -> QuestionTaskScore:
    """Sum up the scores of a task's questions."""
    scores = list(scores)
    counts = Counter(score.outcome for score in scores)
    return QuestionTaskScore(
        n=len(scores),
        right=sum(score.right for score in scores),
        outcomes={outcome.value: counts[outcome] for outcome in Outcome},
    )
