"""Rules of a table: strokes that are nothing but a grid of straight lines from frame to frame."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from perception.stages import Strokes

_Grid = NDArray[np.uint8]

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
    thick = round(max(layer.width for layer in strokes.layers))
    # A gap as wide as a rule is noise, or the soft crossing of two.
    kernel = np.ones((thick + 2, thick + 2), np.uint8)
    closed = np.asarray(cv2.morphologyEx(grid, cv2.MORPH_CLOSE, kernel), np.uint8)
    across = _rules(closed, width, 1)
    down = _rules(closed, 1, height)
    if min(_count(across), _count(down)) < _FEWEST or not _is_framed(across, down, thick):
        return False
    near = np.asarray(cv2.dilate(across | down, np.ones((3, 3), np.uint8)))
    return float(near[grid > 0].mean()) >= _ALL


def _rules(grid: _Grid, width: int, height: int) -> _Grid:
    """Return the straight lines of about a length, px, along the rows or the columns."""
    kernel = np.ones((max(1, int(_FULL * height)), max(1, int(_FULL * width))), np.uint8)
    return np.asarray(cv2.morphologyEx(grid, cv2.MORPH_OPEN, kernel), np.uint8)


def _count(rules: _Grid) -> int:
    return int(cv2.connectedComponents(rules)[0]) - 1


def _is_framed(across: _Grid, down: _Grid, thick: int) -> bool:
    """Tell whether the outermost rules are the frame."""
    rows, columns = np.flatnonzero(across.any(axis=1)), np.flatnonzero(down.any(axis=0))
    height, width = across.shape
    return bool(
        rows[0] <= thick
        and rows[-1] >= height - 1 - thick
        and columns[0] <= thick
        and columns[-1] >= width - 1 - thick
    )
