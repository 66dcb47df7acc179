"""Figures that the MapTab paper reports, as a labelled reference; no statistic takes them in.

The paper's systems were measured on the whole test set. A figure of ours on other maps is no
comparison with them.
"""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path

from eval.report.report_table import Cell, Column, Form, ReportTable

LABEL = "published (MapTab, {table}; whole test set, not measured here)"
TITLES = {
    2: "Table 2: routes from the map alone and with Mix_tab",
    3: "Table 3: questions by capability",
    7: "Table 7: routes by input",
    8: "Table 8: questions by input and class",
}
_TEXT = ("model", "type", "domain", "input", "capability", "question")
_FOLDER = Path(__file__).resolve().parent


@cache
def published_table(number: int) -> ReportTable:
    """Return a table of the paper.

    Parameters
    ----------
    number : int
        2, 3, 7 or 8.

    Returns
    -------
    ReportTable
        Rates in percent and scores as printed; nothing where the paper has a dash.
    """
    file = _FOLDER / f"published_table_{number}.csv"
    with file.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.reader(lines))
    columns = tuple(Column(name, Form.TEXT if name in _TEXT else Form.NUMBER) for name in rows[0])
    return ReportTable(
        f"published_{number}",
        TITLES[number],
        columns,
        tuple(
            tuple(_cell(text, column) for text, column in zip(row, columns, strict=True))
            for row in rows[1:]
        ),
        LABEL.format(table=f"Table {number}"),
    )


def _cell(text: str, column: Column) -> Cell:
    if column.form is Form.TEXT:
        return text
    return float(text) if text else None
