"""Rows of a legend: texts beside colour samples, and those set in one column with them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from perception.line_names.claim import bounds
from perception.text_reading import TextItem

# Headings of legends, in lower case without colons.
_LATIN = ("legend", "legende", "légende", "leyenda", "legenda", "map key", "zeichenerklärung")
_OTHER = ("легенда", "обозначения", "условные обозначения", "图例", "圖例", "凡例", "범례")
_HEADINGS = frozenset(_LATIN + _OTHER)

# So many rows beside samples show a column, or one so many line heights from a heading. Rows of
# one column start at one place within so many line heights, are as high within a share, and follow
# each other this closely.
_FEWEST = 2
_FLUSH = 0.6
_SAME_HEIGHT = 1.3
_NEXT = 3.0
_NEAR = 8.0


def legend_rows(lines: Sequence[TextItem], sampled: Collection[int]) -> frozenset[int]:
    """Return the lines that belong to a legend.

    Parameters
    ----------
    lines : sequence of TextItem
        Text lines, px.
    sampled : collection of int
        Those that stand beside a colour sample.
    """
    rows = set(sampled)
    boxes = [bounds(item) for item in lines]
    headings = [i for i, item in enumerate(lines) if _is_heading(item)]
    headed = any(
        _apart(boxes[i], boxes[k]) < _NEAR * lines[i].height for i in rows for k in headings
    )
    if len(rows) >= _FEWEST or headed:
        waiting = sorted(rows)
        while waiting:
            row = waiting.pop()
            for other in range(len(lines)):
                if other not in rows and _in_column(lines, boxes, row, other):
                    rows.add(other)
                    waiting.append(other)
    return frozenset(rows | set(headings))


def _apart(
    one: tuple[float, float, float, float], other: tuple[float, float, float, float]
) -> float:
    """Return how far apart the top left corners of two boxes are."""
    return float(np.hypot(one[0] - other[0], one[1] - other[1]))


def _is_heading(item: TextItem) -> bool:
    return item.text.strip().rstrip(":").strip().lower() in _HEADINGS


def _in_column(
    lines: Sequence[TextItem],
    boxes: Sequence[tuple[float, float, float, float]],
    row: int,
    other: int,
) -> bool:
    """Tell whether a line stands in one column with a row, next to it."""
    height = max(lines[row].height, 1.0)
    if not 1 / _SAME_HEIGHT < lines[other].height / height < _SAME_HEIGHT:
        return False
    (ax, ay, _, az), (bx, by, _, bz) = boxes[row], boxes[other]
    step = abs((ay + az) - (by + bz)) / 2
    return abs(ax - bx) <= _FLUSH * height and 0.5 * height < step <= _NEXT * height
