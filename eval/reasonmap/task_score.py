"""Scores of single ReasonMap answers, and of a task as a whole."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from eval.benchmark import Measure
from eval.metrics.percent import percent
from eval.metrics.stated_answer import unscorable
from eval.reasonmap import released_score, ride_score
from eval.reasonmap.names import Names
from eval.reasonmap.records import parse_label
from eval.systems import Outcome
from perception.errors import BadRecord
from tools.ride import RideForm, final_answer, read_ride, ride_form
from tools.task import TaskKind

MODES: Final = ("paper", "released")
PARTS: Final = ("ends", "lines", "stops", "via_count", "via_names")
_SILENT: Final = (Outcome.NO_ANSWER, Outcome.REFUSED)
_NO_NAMES: Final = Names()
_TOKEN: Final = re.compile(r"[a-z0-9]+|[^\sa-z0-9]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class RideScore:
    """One answer's score.

    Attributes
    ----------
    outcome : Outcome
        How the sample ended.
    right : int
        Whether it is correct, 0 or 1 (Algorithm 1).
    map_score, without_ends : float
        Algorithm 2, and the same without the point for the ends.
    parts : dict
        Points by part, against the best plan.
    weight : float
        Of the sample's difficulties.
    tokens : int or None
        Output tokens: as the server counts them, else words and signs of the answer; None without
        an answer.
    fault : str
        What is wrong with a bad record; else empty.
    rated : bool
        Whether the weight rests on difficulties that are known.
    broken : str
        The first rule of Algorithm 1 that a wrong answer breaks, of `ride_score.RULES`; "released
        rules" for one that only the released evaluator takes for wrong; else empty.
    """

    outcome: Outcome
    right: int = 0
    map_score: float = 0.0
    without_ends: float = 0.0
    parts: dict[str, float] = field(default_factory=lambda: dict.fromkeys(PARTS, 0.0))
    weight: float = 1.0
    tokens: int | None = None
    fault: str = ""
    rated: bool = True
    broken: str = ""

    def measures(self) -> dict[str, Measure]:
        """Return correctness and map score, weighted by the difficulties."""
        return {
            "weighted accuracy": Measure(self.right, self.weight),
            "weighted map score": Measure(self.map_score, self.weight, "number"),
        }

    def errors(self) -> tuple[str, ...]:
        """Return the first rule that the answer breaks."""
        return (self.broken,) if self.broken else ()

    def as_dict(self) -> dict[str, Any]:
        """Return the `scores` of a sample's record."""
        return {
            "right": self.right,
            "map_score": self.map_score,
            "without_ends": self.without_ends,
            "parts": dict(self.parts),
            "weight": self.weight,
            "tokens": self.tokens,
            "fault": self.fault,
            "rated": self.rated,
            "broken": self.broken,
        }


def score_answer(
    kind: TaskKind,
    record: object,
    response: object,
    outcome: Outcome | None = None,
    *,
    mode: str = "paper",
    names: Names = _NO_NAMES,
    tokens: int | None = None,
) -> RideScore:
    """Score one answer; never raises on a damaged record.

    Parameters
    ----------
    kind : TaskKind
        A short or a long question.
    record : object
        As released.
    response, outcome
        See `eval.benchmark.Benchmark.score`.
    mode : str
        "paper", or "released" with the deviations of `released_score`.
    names : Names
        Translations.
    tokens : int, optional
        As the server counts them.
    """
    try:
        label = parse_label(record)
    except BadRecord as error:
        return RideScore(Outcome.BAD_RECORD, fault=error.found)
    weight = label.weight if mode == "paper" else 1.0
    if ended := unscorable(response, outcome):
        broken = ride_score.NO_RIDE if ended[0] in _SILENT else ""
        return RideScore(ended[0], weight=weight, fault=ended[1], rated=label.rated, broken=broken)
    text = str(response)
    form = form_of(kind, record)
    if mode == "paper":
        ride = read_ride(text)
        right = ride_score.is_correct(ride, label, names)
        found = ride_score.quality(ride, label, form, names, correct=right)
    else:
        ride = released_score.read_released(final_answer(text), form)
        right = released_score.is_correct(ride, label)
        found = released_score.quality(ride, label, form, correct=right)
    return RideScore(
        outcome=Outcome.SCORED,
        right=int(right),
        map_score=found.map_score,
        without_ends=found.without_ends,
        parts=found.parts.as_dict(),
        weight=weight,
        tokens=len(_TOKEN.findall(text)) if tokens is None else tokens,
        rated=label.rated,
        broken="" if right else ride_score.broken_rule(ride, label, names) or "released rules",
    )


def form_of(kind: TaskKind, record: object) -> RideForm:
    """Return which form a kind's question of a record has."""
    if kind.name.startswith("short") or not isinstance(record, Mapping):
        return RideForm.SHORT
    form = ride_form(str(record.get("question_long") or ""))
    # A long question that shows no field of its own is about numbers, the paper's first template.
    return RideForm.COUNTS if form is RideForm.SHORT else form


@dataclass(frozen=True, slots=True)
class RideTaskScore:
    """The scores of all samples of one task.

    Attributes
    ----------
    n : int
        Samples, all of them.
    accuracy, weighted_accuracy : float or None
        Correct answers among all, and weighted by difficulty.
    map_score, weighted_map_score : float or None
        Mean map score, likewise.
    c1, c2 : float or None
        The paper's other weightings: every sample alike, and that without the point for the ends.
    parts : dict
        Mean points by part.
    tokens : float or None
        Mean output tokens of the answers there are.
    outcomes : dict
        Outcome to number of samples; sums to `n`.
    unrated : int
        Samples that state a difficulty in another word than easy, medium or hard: a map counts as
        easy then, a question by its transfers.
    """

    n: int
    accuracy: float | None
    weighted_accuracy: float | None
    weighted_map_score: float | None
    c1: float | None
    c2: float | None
    parts: dict[str, float]
    tokens: float | None
    outcomes: dict[str, int]
    unrated: int = 0

    def as_dict(self) -> dict[str, Any]:
        """Return the JSON form, as in results.json."""
        found = {
            "n": self.n,
            "accuracy": self.accuracy,
            "weighted_accuracy": self.weighted_accuracy,
            "weighted_map_score": self.weighted_map_score,
            "map_score_c1": self.c1,
            "map_score_c2": self.c2,
            "parts": self.parts,
            "tokens": self.tokens,
            "outcomes": self.outcomes,
        }
        return {**found, "unrated": self.unrated} if self.unrated else found

    def headline(self) -> dict[str, str]:
        """Return the paper's three figures for a table."""
        score, tokens = self.weighted_map_score, self.tokens
        return {
            "weighted accuracy": percent(self.weighted_accuracy),
            "weighted map score": "-" if score is None else f"{score:.2f}",
            "tokens": "-" if tokens is None else f"{tokens:.0f}",
        }

    def remarks(self) -> tuple[str, ...]:
        """Return how many samples have a weight that is none of the data's."""
        if not self.unrated:
            return ()
        return (
            f"a difficulty of {self.unrated} of {self.n} is none of easy, medium, hard: "
            "a map counts as easy then, a question by its transfers",
        )


def pool_scores(scores: Iterable[RideScore]) -> RideTaskScore:
    """Sum up the scores of a task's samples."""
    found = list(scores)
    n = len(found)
    total = sum(score.weight for score in found)
    counts = Counter(score.outcome for score in found)
    told = [score.tokens for score in found if score.tokens is not None]
    return RideTaskScore(
        n=n,
        accuracy=sum(score.right for score in found) / n if n else None,
        weighted_accuracy=sum(s.right * s.weight for s in found) / total if total else None,
        weighted_map_score=sum(s.map_score * s.weight for s in found) / total if total else None,
        c1=sum(score.map_score for score in found) / n if n else None,
        c2=sum(score.without_ends for score in found) / n if n else None,
        parts={name: sum(s.parts[name] for s in found) / n for name in PARTS} if n else {},
        tokens=sum(told) / len(told) if told else None,
        outcomes={outcome.value: counts[outcome] for outcome in Outcome},
        unrated=sum(not score.rated for score in found),
    )
