"""Hatched strokes: rows of small stripes that together are as wide as a line."""

from __future__ import annotations

import cv2
import numpy as np

from perception.stages import Mask

# Stripes at most this many widths apart are joined; what they make is at least so many times
# longer than wide, as wide as lines are, and between these shares of it are stripes.
_APART = 0.8
_ELONGATED = 3.0
_WIDTHS = (0.5, 1.7)
_FILLED = (0.3, 0.9)
_FEWEST = 4


def close_hatching(stripes: Mask, width: float) -> Mask:
    """Return the strokes that rows of stripes make.

    Parameters
    ----------
    stripes : (H, W) bool array
        Small pieces of one colour that are no strokes by themselves, text left out.
    width : float
        Usual stroke width, px.

    Returns
    -------
    (H, W) bool array
        The stripes with the gaps between them, where they make strokes.
    """
    reach = max(round(_APART * width), 2)
    x, y, across, down = cv2.boundingRect(stripes.view(np.uint8))
    joined = np.zeros(stripes.shape, np.bool_)
    if across:
        room = 2 * reach + 2
        window = (
            slice(max(y - room, 0), y + down + room),
            slice(max(x - room, 0), x + across + room),
        )
        joined[window] = _closed(stripes[window], width, reach)
    return joined


def _closed(stripes: Mask, width: float, reach: int) -> Mask:
    pixels = stripes.astype(np.uint8)
    field = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach + 1, reach + 1))
    closed = cv2.morphologyEx(pixels, cv2.MORPH_CLOSE, field)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(closed, connectivity=8)
    if count == 1:
        return np.zeros(stripes.shape, np.bool_)
    depth = cv2.distanceTransform(closed, cv2.DIST_L2, cv2.DIST_MASK_PRECISE)
    on = closed > 0
    area = stats[:, cv2.CC_STAT_AREA]
    mean = np.bincount(labels[on], np.asarray(depth)[on], minlength=count) / area
    filled = np.bincount(labels[stripes], minlength=count) / area
    made_of = _parts(pixels, labels, count)
    wide = np.maximum(4.0 * mean - 2.0, 1.0)
    good = (
        (area / wide**2 >= _ELONGATED)
        & (wide >= _WIDTHS[0] * width)
        & (wide <= _WIDTHS[1] * width)
        & (filled >= _FILLED[0])
        & (filled <= _FILLED[1])
        & (made_of >= _FEWEST)
    )
    good[0] = False
    return np.asarray(good[labels], np.bool_)


def _parts(
    pixels: cv2.typing.MatLike, labels: cv2.typing.MatLike, count: int
) -> cv2.typing.MatLike:
    """Return of how many stripes each closed component is made."""
    number, parts = cv2.connectedComponents(pixels, connectivity=8)
    first = np.zeros(number, np.intp)
    on = parts > 0
    first[parts[on]] = labels[on]
    return np.bincount(first[1:], minlength=count)
