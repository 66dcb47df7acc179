"""Scores by difficulty of the map and of the query (MapTab, appendix G.2)."""

from __future__ import annotations

from collections.abc import Iterable

from eval.comparison.answers import Answer
from eval.maptab.sample_facts import difficulties_of
from eval.report.report_table import Cell, Column, Form, ReportTable

LEVELS = ("easy", "medium", "hard")


def difficulty_matrix(answers: Iterable[Answer]) -> ReportTable:
    """Return exact and partial match of the routes of each cell, by domain and input.

    Parameters
    ----------
    answers : iterable of Answer
        Questions and unrated samples are passed over.
    """
    cells: dict[tuple[str, str, str], list[Answer]] = {}
    for answer in answers:
        levels = difficulties_of(answer.record)
        if levels is not None and not answer.kind.question_type:
            cells.setdefault((answer.kind.id, *levels), []).append(answer)
    order = {level: place for place, level in enumerate(LEVELS)}
    kinds = {name: place for place, name in enumerate(dict.fromkeys(key[0] for key in cells))}
    rows = sorted(
        cells, key=lambda key: (kinds[key[0]], order.get(key[1], 9), order.get(key[2], 9))
    )
    return ReportTable(
        "difficulty",
        "Difficulty of map by difficulty of query",
        (
            Column("task"),
            Column("map"),
            Column("query"),
            Column("n", Form.COUNT),
            Column("EMA", Form.SHARE),
            Column("PMA", Form.SHARE),
        ),
        tuple((*key, *rates(cells[key])) for key in rows),
    )


def rates(answers: list[Answer]) -> tuple[Cell, ...]:
    """Return number, exact and partial match of some answers."""
    n = len(answers)
    if not n:
        return 0, None, None
    return n, sum(a.score.right for a in answers) / n, sum(a.pma for a in answers) / n
