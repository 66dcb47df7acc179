"""The samples as the page's own table takes them: short rows, repeated text by number."""

from __future__ import annotations

from typing import Any

from eval.report.samples import Collected, Result, SampleRow

CHUNK = 50
"""Samples whose details are in one file."""


class _Numbered:
    """Gives each text a number, in order of first use."""

    def __init__(self) -> None:
        self.texts: dict[str, int] = {}

    def __call__(self, text: str) -> int:
        return self.texts.setdefault(text, len(self.texts))


def page_data(found: Collected, folder: str) -> dict[str, Any]:
    """Return the data that the page holds itself.

    Parameters
    ----------
    found : Collected
        All samples.
    folder : str
        Where the page finds the details, relative to itself; empty where it holds them too.
    """
    tasks, maps, levels, outcomes = _Numbered(), _Numbered(), _Numbered(), _Numbered()
    errors = _Numbered()

    def result(value: Result | None) -> list[Any] | int:
        if value is None:
            return 0
        return [
            outcomes(value.score.outcome.value),
            value.score.right,
            value.pma,
            value.verified,
            round(value.seconds, 3),
            value.calls,
            value.repairs,
            [errors(each) for each in value.errors],
        ]

    def sample(row: SampleRow) -> list[Any]:
        return [
            tasks(row.kind.id),
            row.index,
            maps(row.map_name),
            levels(row.map_level),
            levels(row.query_level),
            row.question,
            [result(value) for value in row.results],
        ]

    rows = [sample(row) for row in found.rows]
    return {
        "labels": found.labels,
        "folder": folder,
        "chunk": CHUNK,
        "tasks": list(tasks.texts),
        "maps": list(maps.texts),
        "levels": list(levels.texts),
        "outcomes": list(outcomes.texts),
        "errors": list(errors.texts),
        "rows": rows,
    }
