"""What came of one map."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Share:
    """Precision, recall and F1, each in [0, 1]."""

    precision: float
    recall: float
    f1: float


NOTHING = Share(0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class MapReport:
    """What came of one map.

    Attributes
    ----------
    name : str
        Of the map.
    stations, edges : Share
        All 0 where the map could not be read.
    name_error_rate, line_accuracy, edge_auroc : float or None
        None where there is nothing to judge.
    aligned : float or None
        Share of the truth's names that were paired with the right station.
    right, wrong : tuple of float
        Confidences of the edges that are right and of those that are not.
    seconds : float
        Of the stages, when they ran: what a cached result took in its day.
    peak_mb : float or None
        Peak resident memory of the process that read this map alone, MB; None where the reading
        came from the cache.
    engine : str
        Kind of the text recogniser.
    cached : str
        "", "text" (only the text came from the cache) or "all".
    details : dict
        Counts, stages, what is missing and what is too much; for the JSON.
    error : str
        Why it could not be read or scored; empty if it was.
    """

    name: str
    stations: Share = NOTHING
    edges: Share = NOTHING
    name_error_rate: float | None = None
    line_accuracy: float | None = None
    edge_auroc: float | None = None
    aligned: float | None = None
    right: tuple[float, ...] = ()
    wrong: tuple[float, ...] = ()
    seconds: float = 0.0
    peak_mb: float | None = None
    engine: str = ""
    cached: str = ""
    details: dict[str, Any] = field(default_factory=dict)
    error: str = ""


@dataclass(frozen=True, slots=True)
class Mean:
    """Means over maps; a map that could not be read counts with 0 in the shares.

    Attributes
    ----------
    stations, edges : Share
        Each figure's mean.
    name_error_rate, line_accuracy, aligned, peak_mb : float or None
        Over the maps that have one.
    edge_auroc : float or None
        Of the edges of all maps taken together.
    seconds : float
        Over the maps that were read.
    """

    stations: Share
    edges: Share
    name_error_rate: float | None
    line_accuracy: float | None
    edge_auroc: float | None
    aligned: float | None
    seconds: float
    peak_mb: float | None


def mean_of(reports: list[MapReport]) -> Mean:
    """Return the means over at least one map."""
    from perception.scoring.confidence_score import auroc

    def share(shares: list[Share]) -> Share:
        return Share(
            _mean([s.precision for s in shares]) or 0.0,
            _mean([s.recall for s in shares]) or 0.0,
            _mean([s.f1 for s in shares]) or 0.0,
        )

    read = [report for report in reports if not report.error]
    return Mean(
        stations=share([report.stations for report in reports]),
        edges=share([report.edges for report in reports]),
        name_error_rate=_mean([report.name_error_rate for report in read]),
        line_accuracy=_mean([report.line_accuracy for report in read]),
        edge_auroc=auroc(
            [value for report in read for value in report.right],
            [value for report in read for value in report.wrong],
        ),
        aligned=_mean([report.aligned for report in read]),
        seconds=_mean([report.seconds for report in read]) or 0.0,
        peak_mb=_mean([report.peak_mb for report in read]),
    )


def _mean(values: list[float] | list[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None
