"""The table of every sample."""

from __future__ import annotations

from eval.report.report_table import Cell, Column, Form, ReportTable
from eval.report.samples import Collected, Result
from eval.report.score_tables import side_by_side

_SAMPLE = (
    Column("sample"),
    Column("map"),
    Column("map level"),
    Column("query level"),
    Column("question"),
)
_RESULT = (
    Column("outcome"),
    Column("right"),
    Column("PMA", Form.SHARE),
    Column("errors"),
    Column("verified"),
    Column("s", Form.SECONDS),
    Column("calls", Form.COUNT),
    Column("repairs", Form.COUNT),
    Column("tokens", Form.COUNT),
    Column("cost", Form.NUMBER),
)


def sample_table(found: Collected) -> ReportTable:
    """Return one row a sample, the runs side by side."""
    return ReportTable(
        "samples",
        "Samples",
        (*_SAMPLE, *side_by_side(found, _RESULT)),
        tuple(
            (
                row.id,
                row.map_name or None,
                row.map_level or None,
                row.query_level or None,
                row.question,
                *(cell for result in row.results for cell in _cells(result)),
            )
            for row in found.rows
        ),
    )


def _cells(result: Result | None) -> tuple[Cell, ...]:
    if result is None:
        return (None,) * len(_RESULT)
    return (
        result.score.outcome.value,
        bool(result.score.right),
        result.pma,
        ", ".join(result.errors) or None,
        result.verified,
        result.seconds,
        result.calls,
        result.repairs,
        result.usage.tokens,
        result.usage.cost,
    )
