"""How well planners chose their tools, and what verification caught, task by task."""

from __future__ import annotations

from typing import Any

from eval.report.report_table import Cell, Column, Form, ReportTable
from eval.report.samples import Collected
from eval.report.score_tables import side_by_side

_COLUMNS = (
    Column("samples", Form.COUNT),
    Column("minimum calls", Form.COUNT),
    Column("called", Form.COUNT),
    Column("valid", Form.COUNT),
    Column("invalid", Form.COUNT),
    Column("needed", Form.COUNT),
    Column("redundant", Form.COUNT),
    Column("selective use", Form.SHARE),
    Column("checked", Form.COUNT),
    Column("caught", Form.COUNT),
    Column("mended", Form.COUNT),
    Column("mended and right", Form.COUNT),
)
_CALLS = ("called", "valid", "invalid", "needed", "redundant")
_CHECKS = ("checked", "caught", "mended", "mended_right")


def planning_table(found: Collected) -> ReportTable:
    """Return a row for each task; the figures are those of `tool_use.json`."""
    pools = [
        {task: pool.as_dict() for task, pool in tally.planning.items()} for tally in found.tallies
    ]
    tasks = dict.fromkeys(task for row in found.rows for task in [row.kind.id])
    rows = [
        (task, *(cell for pool in pools for cell in _cells(pool.get(task))))
        for task in tasks
        if any(task in pool for pool in pools)
    ]
    return ReportTable(
        "planning",
        "Choice of tools, and what verification caught",
        (Column("task"), *side_by_side(found, _COLUMNS)),
        tuple(rows),
        "Minimum: calls of the rule planner where nothing fails. Selective use: samples in which "
        "every call ran and none was without need. Caught: samples with a check that failed; "
        "mended: of these, verified in the end.",
        main=True,
    )


def _cells(pool: dict[str, Any] | None) -> tuple[Cell, ...]:
    if not pool or "calls" not in pool:
        return (None,) * len(_COLUMNS)
    return (
        pool["n"],
        pool["minimum_calls"],
        *(pool["calls"][name] for name in _CALLS),
        pool["selective_use_rate"],
        *(pool["verification"][name] for name in _CHECKS),
    )
