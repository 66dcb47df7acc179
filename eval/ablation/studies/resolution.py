"""Scores on pictures at a part of their size (MapTab, appendix G.1)."""

from __future__ import annotations

from collections.abc import Mapping

from eval.ablation.studies.difficulty import rates
from eval.comparison.answers import Answer
from eval.report.report_table import Cell, Column, Form, ReportTable

DIVISORS = (2, 4, 8, 16, 32)


def resolution_table(answers: Mapping[int, list[Answer]]) -> ReportTable:
    """Return the scores of each task at each size.

    Parameters
    ----------
    answers : mapping of int to list of Answer
        By what width and height were divided by; 1 is the picture as it is.
    """
    rows: list[tuple[Cell, ...]] = []
    for task in dict.fromkeys(a.kind.id for found in answers.values() for a in found):
        for divisor in sorted(answers):
            found = [answer for answer in answers[divisor] if answer.kind.id == task]
            rows.append((task, "whole" if divisor == 1 else f"1/{divisor}", *rates(found)))
    return ReportTable(
        "resolution",
        "Size of the picture",
        (
            Column("task"),
            Column("size"),
            Column("n", Form.COUNT),
            Column("right", Form.SHARE),
            Column("PMA", Form.SHARE),
        ),
        tuple(rows),
        "Width and height at that part of theirs, Lanczos.",
    )
