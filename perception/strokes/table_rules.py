"""Rules of a table: strokes that are nothing but a grid of straight lines from frame to frame."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from perception.stages import Strokes

# So many rules across and down at least; they reach over this share of the grid, and hold this
# share of all strokes.
_FEWEST = 3
_FULL = 0.96
_ALL = 0.95


def are_table_rules(strokes: Strokes) -> bool:
    """Tell whether all strokes are the rules of one table, its frame included.

    Streets and lines of a map end, turn, or reach beyond the outermost of those that they cross.

    Parameters
    ----------
    strokes : Strokes
        Of the picture.
    """
    if not strokes.layers:
        return False
    drawn = np.zeros(strokes.layers[0].mask.shape, np.uint8)
    for layer in strokes.layers:
        drawn |= layer.mask.view(np.uint8)
    x, y, width, height = cv2.boundingRect(drawn)
    grid = drawn[y : y + height, x : x + width]
    rows = grid.sum(axis=1, dtype=np.int64) >= _FULL * width
    columns = grid.sum(axis=0, dtype=np.int64) >= _FULL * height
    thick = round(max(layer.width for layer in strokes.layers))
    if not (_are_rules(rows, thick) and _are_rules(columns, thick)):
        return False
    # The soft borders of a rule are not full.
    beside = np.ones(3, np.bool_)
    rows, columns = (np.convolve(full, beside, "same") > 0 for full in (rows, columns))
    return float((rows[:, None] | columns)[grid > 0].mean()) >= _ALL


def _are_rules(full: NDArray[np.bool_], thick: int) -> bool:
    """Tell whether the full rows or columns are several rules, the outermost at the borders."""
    at = np.flatnonzero(full)
    if not len(at) or at[0] > thick or at[-1] < len(full) - 1 - thick:
        return False
    return int((np.diff(at) > 1).sum()) + 1 >= _FEWEST
