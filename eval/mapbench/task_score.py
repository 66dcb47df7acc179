"""Scores of single MapBench answers, and of the task as a whole."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from statistics import fmean
from typing import Any, Final

from eval.benchmark import Measure
from eval.mapbench.landmarks import Landmarks, LexicalMatcher, Matcher
from eval.mapbench.walk_score import CLASS_OF, Failure, answer_lines, score_walk
from eval.metrics.percent import percent
from eval.metrics.stated_answer import unscorable
from eval.systems import Outcome
from perception.errors import BadRecord
from tools.scene_graph import SceneGraph

ACCURACIES: Final = ("directions", "landmarks", "roads")
_LEXICAL: Final = LexicalMatcher()
_SILENT: Final = (Outcome.NO_ANSWER, Outcome.REFUSED)


@dataclass(frozen=True, slots=True)
class WalkScore:
    """One answer's score.

    Attributes
    ----------
    outcome : Outcome
        How the sample ended.
    right : int
        Whether the walk leads to the destination, 0 or 1: `success`.
    pqs : float or None
        Path Quality Score of a success.
    failure : str
        Why it is none; empty for a success, and where no answer could be given.
    map_class : str
        Class of the map.
    directions, landmarks, roads : tuple of (int, int)
        Right ones and all.
    fault : str
        What is wrong with a bad record; else empty.
    """

    outcome: Outcome
    right: int = 0
    pqs: float | None = None
    failure: str = ""
    map_class: str = ""
    directions: tuple[int, int] = (0, 0)
    landmarks: tuple[int, int] = (0, 0)
    roads: tuple[int, int] = (0, 0)
    fault: str = ""

    def measures(self) -> dict[str, Measure]:
        """Return the quality of a walk that leads to its destination."""
        return {"PQS": Measure(self.pqs, form="number")}

    def errors(self) -> tuple[str, ...]:
        """Return the class of its failure."""
        return (self.failure.replace("_", " "),) if self.failure else ()

    def as_dict(self) -> dict[str, Any]:
        """Return the `scores` of a sample's record."""
        return {
            "right": self.right,
            "pqs": self.pqs,
            "failure": self.failure,
            "map_class": self.map_class,
            **{name: list(getattr(self, name)) for name in ACCURACIES},
            "fault": self.fault,
        }


def score_answer(
    record: object,
    response: object,
    outcome: Outcome | None = None,
    *,
    matcher: Matcher = _LEXICAL,
    released: bool = False,
) -> WalkScore:
    """Score one answer; never raises on a damaged record.

    Parameters
    ----------
    record : object
        A query with its scene.
    response : object
        Text; or a list of legs, as the released results files have it.
    outcome : Outcome, optional
        See `eval.benchmark.Benchmark.score`.
    matcher : Matcher
        Finds landmarks.
    released : bool
        See `eval.mapbench.landmarks.Landmarks`.
    """
    if not isinstance(record, Mapping):
        return WalkScore(Outcome.BAD_RECORD, fault=f"is {type(record).__name__}, not an object")
    map_class = str(record.get("map_class") or "")

    def bad(fault: str) -> WalkScore:
        return WalkScore(Outcome.BAD_RECORD, map_class=map_class, fault=fault)

    try:
        if not isinstance(record.get("scene"), Mapping):
            return bad("scene is missing")
        scene = SceneGraph.from_dict(record["scene"])
    except BadRecord as error:
        return bad(error.found)
    if isinstance(response, list):
        response = "\n".join(str(leg) for leg in response)
    ended = unscorable(response, outcome)
    ends = record.get("start"), record.get("destination")
    landmarks = Landmarks(scene, matcher, released)
    try:
        # A query that cannot be walked is no failure of whoever gives no answer to it.
        lines = [] if ended else answer_lines(str(response))
        found = score_walk(lines, str(ends[0]), str(ends[1]), landmarks)
    except ValueError as error:
        return bad(str(error))
    if ended:
        missing = Failure.MISSING_PATH if ended[0] in _SILENT else Failure.NONE
        return WalkScore(ended[0], failure=missing, map_class=map_class, fault=ended[1])
    return WalkScore(
        outcome=Outcome.SCORED,
        right=int(found.failure is Failure.NONE),
        pqs=found.pqs,
        failure=found.failure.value,
        map_class=map_class,
        directions=found.directions,
        landmarks=found.landmarks,
        roads=found.roads,
    )


@dataclass(frozen=True, slots=True)
class WalkTaskScore:
    """The scores of all samples.

    Attributes
    ----------
    n : int
        Samples, all of them.
    success : float or None
        Share of walks that lead to the destination.
    pqs : float or None
        Mean Path Quality Score of the successes: 1 is best.
    outcomes : dict
        Outcome to number of samples; sums to `n`.
    failures : dict
        Share of missing paths, linguistic incoherence and format non-compliance.
    accuracy : dict
        Share of right directions, landmarks and roads; None where nothing is told.
    classes : dict
        `n`, `success` and `pqs` by map class.
    """

    n: int
    success: float | None
    pqs: float | None
    outcomes: dict[str, int]
    failures: dict[str, float]
    accuracy: dict[str, float | None]
    classes: dict[str, dict[str, float | int | None]]

    def as_dict(self) -> dict[str, Any]:
        """Return the JSON form, as in results.json."""
        return {
            "n": self.n,
            "success": self.success,
            "pqs": self.pqs,
            "outcomes": self.outcomes,
            "failures": self.failures,
            "accuracy": self.accuracy,
            "classes": self.classes,
        }

    def headline(self) -> dict[str, str]:
        """Return success and score for a table."""
        pqs = "-" if self.pqs is None else f"{self.pqs:.3f}"
        return {"success": percent(self.success), "PQS": pqs}

    def remarks(self) -> tuple[str, ...]:
        """Return nothing: the figures speak for themselves."""
        return ()


def pool_scores(scores: Iterable[WalkScore]) -> WalkTaskScore:
    """Sum up the scores of the task's samples."""
    found = list(scores)
    n = len(found)
    counts = Counter(score.outcome for score in found)
    failed = Counter(CLASS_OF[Failure(s.failure)] for s in found if s.failure)
    accuracy: dict[str, float | None] = {}
    for name in ACCURACIES:
        right, every = (sum(getattr(score, name)[i] for score in found) for i in (0, 1))
        accuracy[name] = right / every if every else None
    by_class: dict[str, list[WalkScore]] = defaultdict(list)
    for score in found:
        by_class[score.map_class].append(score)
    return WalkTaskScore(
        n=n,
        success=sum(score.right for score in found) / n if n else None,
        pqs=_mean_pqs(found),
        outcomes={outcome.value: counts[outcome] for outcome in Outcome},
        failures={
            name: failed[name] / n if n else 0.0 for name in dict.fromkeys(CLASS_OF.values())
        },
        accuracy=accuracy,
        classes={
            name: {
                "n": len(group),
                "success": sum(score.right for score in group) / len(group),
                "pqs": _mean_pqs(group),
            }
            for name, group in sorted(by_class.items())
        },
    )


def _mean_pqs(scores: Iterable[WalkScore]) -> float | None:
    values = [score.pqs for score in scores if score.pqs is not None]
    return fmean(values) if values else None
