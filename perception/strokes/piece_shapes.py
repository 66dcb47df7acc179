"""Shapes that pieces have: bars, badges, panels, outlines of marks, letters."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from perception.raster import fill_polygons, outer_contour, tight_sides
from perception.stages import Mask
from perception.strokes.pieces import Box, Piece, tight_fill, weighted_median

# A stroke is at least this many times longer than wide; a bar (a dash, or a stroke between two
# markers) this many, if it is evenly wide.
ELONGATED = 8.0
_BAR = 1.4
_EVEN = 1.5
# A badge is so many widths across at least, fills so much of its box, and is this compact.
_BADGE_SIDE = 1.5
_BADGE_LARGEST = 8.0
_BADGE_FILL = 0.75
_BADGE_ASPECT = 4.0
# What has no sign cut out, and is less than so many widths wide, is a dash.
_WHOLE = 0.95
_DASH_WIDTH = 1.35
# The outline of a marker or icon is at most so many usual widths large.
_OUTLINE_SIDE = 4.0
# What is so much smaller than the picture's smaller side, and so much larger when filled, is one
# of any width.
_SMALL = 0.15
_ENCLOSING = 1.5
# Unread letters are as small, and thinner than this share; a dash fills so much of its box.
_LETTER_SIDE = 6.0
_LETTER_WIDTH = 0.45
_DASH_FILL = 0.7


def is_bar(piece: Piece) -> bool:
    """Tell whether a piece is longer than wide, and as wide everywhere."""
    return piece.elongation >= _BAR and piece.widest <= _EVEN * piece.width


def is_outline(piece: Piece, usual: float, labels: NDArray[np.int32]) -> bool:
    """Tell whether a piece is the outline of a small box or disc."""
    x0, y0, x1, y1 = piece.box
    small = max(x1 - x0, y1 - y0) <= _OUTLINE_SIDE * usual
    return small and is_badge(piece, piece.width, labels)


def is_badge(piece: Piece, width: float, labels: NDArray[np.int32]) -> bool:
    """Tell whether a piece is a filled box or disc, with or without a sign cut out of it."""
    x0, y0, x1, y1 = piece.box
    if not _BADGE_SIDE * width <= min(x1 - x0, y1 - y0) <= 1.5 * _BADGE_LARGEST * width:
        return False
    low, high, area = _outline_of(labels[y0:y1, x0:x1] == piece.label)
    # a short dash is as compact, and hardly wider than lines
    if piece.area >= _WHOLE * area and piece.width < _DASH_WIDTH * width:
        return False
    return (
        _BADGE_SIDE * width <= low <= _BADGE_LARGEST * width
        and high <= _BADGE_ASPECT * low
        and area >= _BADGE_FILL * low * high
    )


def is_panel(piece: Piece, modes: NDArray[np.int16]) -> bool:
    """Tell whether a piece is a filled box round words, whose letters make it look thin."""
    x0, y0, x1, y1 = piece.box
    low, high, area = _outline_of(modes[y0:y1, x0:x1] == piece.mode)
    return low >= _BADGE_SIDE * piece.width and area >= _BADGE_FILL * low * high


def encloses_small(piece: Piece, modes: NDArray[np.int16]) -> bool:
    """Tell whether a piece is the outline of a small thing, or of several that touch."""
    x0, y0, x1, y1 = piece.box
    if max(x1 - x0, y1 - y0) > _SMALL * min(modes.shape):
        return False
    return _outline_of(modes[y0:y1, x0:x1] == piece.mode)[2] >= _ENCLOSING * piece.area


def _outline_of(mask: Mask) -> tuple[float, float, float]:
    """Return the sides, shorter first, of the tightest box of an outline, px, and its area."""
    outline = outer_contour(mask)
    high, low = tight_sides(outline)
    return low, high, float(fill_polygons(mask.shape, [outline]).sum())


def is_lettering(kept: list[Piece], usual: float, labels: NDArray[np.int32]) -> bool:
    """Tell whether the pieces of a colour are letters that were not read: small, thin, crooked."""
    areas = [float(p.area) for p in kept]
    if weighted_median([p.width for p in kept], areas) >= _LETTER_WIDTH * usual:
        return False
    crooked = sum(p.area for p in kept if _is_small_and_crooked(p, usual, labels))
    return crooked > 0.5 * sum(areas)


def _is_small_and_crooked(piece: Piece, usual: float, labels: NDArray[np.int32]) -> bool:
    x0, y0, x1, y1 = piece.box
    small = max(x1 - x0, y1 - y0) <= _LETTER_SIDE * usual
    return small and tight_fill(labels, piece.label, piece.box) < _DASH_FILL


def at_border(piece: Piece, shape: tuple[int, ...]) -> bool:
    """Tell whether a piece touches the border of a picture of some shape."""
    x0, y0, x1, y1 = piece.box
    return x0 <= 2 or y0 <= 2 or x1 >= shape[1] - 2 or y1 >= shape[0] - 2


def box_gaps(boxes: NDArray[np.int64], box: Box) -> NDArray[np.float64]:
    """Return the distances, px, from boxes, (N, 4), to a box."""
    dx = np.maximum(np.maximum(boxes[:, 0] - box[2], box[0] - boxes[:, 2]), 0)
    dy = np.maximum(np.maximum(boxes[:, 1] - box[3], box[1] - boxes[:, 3]), 0)
    return np.asarray(np.hypot(dx, dy), np.float64)
