"""How long each stage took, and how much it found."""

from __future__ import annotations

import time
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StageRecord:
    """What one stage did.

    Attributes
    ----------
    stage : str
        "text", "strokes", "stations", "edges" or "graph".
    seconds : float
        Wall time.
    counts : dict of str to int
        How many of what it found.
    confidence : float
        Mean over what it found, in [0, 1]; 0 where it found nothing.
    """

    stage: str
    seconds: float
    counts: dict[str, int]
    confidence: float


class StageClock:
    """Times the stages one after another; what it records goes to the end of `records`."""

    def __init__(self, records: list[StageRecord]) -> None:
        self._records = records
        self._start = time.perf_counter()

    def record(self, stage: str, counts: dict[str, int], confidences: list[float]) -> None:
        """Record a stage that ran since the last one."""
        now = time.perf_counter()
        seconds = round(now - self._start, 3)
        self._records.append(StageRecord(stage, seconds, counts, mean(confidences)))
        self._start = now


def mean(values: list[float]) -> float:
    """Return the mean to four digits; 0 of nothing."""
    return round(sum(values) / len(values), 4) if values else 0.0
