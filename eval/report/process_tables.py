"""How the runs of a report came to their answers: tools, verdicts, findings, repairs, time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import fmean, median

import numpy as np

from eval.report.planning_table import planning_table
from eval.report.report_table import Cell, Column, Form, ReportTable
from eval.report.samples import Collected
from eval.report.score_tables import side_by_side
from eval.report.tallies import RunTally, ToolTally

_VERDICTS = ((True, "verified"), (False, "not verified"), (None, "no verdict"))


def process_tables(found: Collected) -> list[ReportTable]:
    """Return the tables of tools, verdicts, findings, repairs and times."""
    return [
        _tools_table(found),
        planning_table(found),
        _use_table(found),
        _verdicts_table(found),
        _counted(found, "findings", "Verification findings", lambda tally: tally.findings),
        _repairs_table(found),
        _times_table(found),
    ]


def _tools_table(found: Collected) -> ReportTable:
    columns = (
        Column("calls", Form.COUNT),
        Column("samples", Form.COUNT),
        Column("errors", Form.COUNT),
        Column("cached", Form.SHARE),
        Column("median s", Form.SECONDS),
        Column("mean confidence", Form.NUMBER),
        Column("cost", Form.NUMBER),
    )

    def cells(tally: ToolTally | None) -> tuple[Cell, ...]:
        if tally is None:
            return (None,) * len(columns)
        return (
            tally.calls,
            tally.samples,
            tally.errors,
            tally.cached / tally.calls,
            median(tally.seconds),
            fmean(tally.confidences) if tally.confidences else None,
            tally.cost,
        )

    names = dict.fromkeys(name for tally in found.tallies for name in tally.tools)
    return ReportTable(
        "tools",
        "Tool calls",
        (Column("tool"), *side_by_side(found, columns)),
        tuple(
            (name, *(cell for tally in found.tallies for cell in cells(tally.tools.get(name))))
            for name in names
        ),
    )


def _use_table(found: Collected) -> ReportTable:
    """Return what became of the calls that planners asked for."""
    keys = dict.fromkeys(key for tally in found.tallies for key in tally.asked)
    first = ("asked", "needed", "redundant")
    fates = (*first, *dict.fromkeys(fate for _, fate in keys if fate not in first))
    return ReportTable(
        "tool_use",
        "Use of tools by the planner",
        (Column("tool"), *side_by_side(found, [Column(fate, Form.COUNT) for fate in fates])),
        tuple(
            (tool, *(tally.asked[tool, fate] for tally in found.tallies for fate in fates))
            for tool in dict.fromkeys(tool for tool, _ in keys)
        ),
        "Needed: a call of the rule planner's minimum. Redundant: one that ran without need.",
    )


def _verdicts_table(found: Collected) -> ReportTable:
    columns = (
        Column("right", Form.COUNT),
        Column("wrong", Form.COUNT),
        Column("right of these", Form.SHARE),
    )
    rows = []
    for verdict, name in _VERDICTS:
        cells: list[Cell] = []
        for tally in found.tallies:
            right, wrong = tally.verdicts[verdict, True], tally.verdicts[verdict, False]
            cells += (right, wrong, right / (right + wrong) if right + wrong else None)
        if any(cells):
            rows.append((name, *cells))
    return ReportTable(
        "verdicts",
        "The system's own verdict",
        (Column("verdict"), *side_by_side(found, columns)),
        tuple(rows),
        "Verified: the answer holds on the map or tables as read.",
    )


def _counted(
    found: Collected, name: str, title: str, counts: Callable[[RunTally], dict[str, int]]
) -> ReportTable:
    names = sorted({key for tally in found.tallies for key in counts(tally)})
    return ReportTable(
        name,
        title,
        (Column("kind"), *side_by_side(found, (Column("samples", Form.COUNT),))),
        tuple((key, *(counts(tally).get(key, 0) for tally in found.tallies)) for key in names),
        "Of the last answer that was checked; repairs may have mended earlier ones.",
    )


def _repairs_table(found: Collected) -> ReportTable:
    columns = (Column("times", Form.COUNT), Column("samples right in the end", Form.COUNT))
    names = sorted({name for tally in found.tallies for name in tally.repairs})
    return ReportTable(
        "repairs",
        "Repairs",
        (Column("repair"), *side_by_side(found, columns)),
        tuple(
            (
                name,
                *(
                    cell
                    for tally in found.tallies
                    for cell in (tally.repairs[name], tally.repaired_right[name])
                ),
            )
            for name in names
        ),
    )


def _times_table(found: Collected) -> ReportTable:
    parts = (("median", 50), ("90 %", 90), ("99 %", 99), ("longest", 100))
    columns = (Column("mean", Form.SECONDS), *(Column(name, Form.SECONDS) for name, _ in parts))
    rows = []
    for name in dict.fromkeys(row.kind.id for row in found.rows):
        cells: list[Cell] = []
        for number in range(len(found.runs)):
            cells += _spread(seconds_of(found, number, name), [part for _, part in parts])
        rows.append((name, *cells))
    return ReportTable(
        "seconds",
        "Seconds a sample",
        (Column("task"), *side_by_side(found, columns)),
        tuple(rows),
        "Wall time of the answer; workers share the machine.",
    )


def seconds_of(found: Collected, run: int, task: str = "") -> list[float]:
    """Return how long a run took for each sample, of one task or of all."""
    return [
        result.seconds
        for row in found.rows
        if (not task or row.kind.id == task) and (result := row.results[run]) is not None
    ]


def _spread(values: Sequence[float], parts: Sequence[int]) -> tuple[Cell, ...]:
    if not values:
        return (None,) * (len(parts) + 1)
    return (fmean(values), *(float(np.percentile(values, part)) for part in parts))
