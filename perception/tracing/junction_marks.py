"""Marks at junctions of strokes that are no narrower than they: corners would go round them."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from perception.stages import Mask

# Such a mark has a radius of at most so many stroke widths and lies so deep in its stroke; all of
# the stroke within so many widths stops there, where so many arms go on beyond that.
_SMALL = 0.8
_CENTRED = 0.4
_CORNER, _ARMS = 0.8, 1.2
_JUNCTION = 3


def junction_at(
    strokes: Mask, body: NDArray[np.uint8], radius: float, width: float
) -> NDArray[np.uint8]:
    """Return the part of a junction, (H, W), that stops at its mark; nothing where there is none.

    Parameters
    ----------
    strokes : (H, W) bool array
        Strokes of one layer round a mark.
    body : (H, W) uint8 array
        1 where the mark is.
    radius, width : float
        Of the mark, and usual stroke width, px.
    """
    nothing = np.zeros_like(body)
    if radius > _SMALL * width or not body.any():
        return nothing
    both = np.asarray(strokes | (body > 0))
    middle = np.argwhere(body > 0).mean(axis=0)
    depth = np.asarray(cv2.distanceTransform(np.pad(both, 1).view(np.uint8), cv2.DIST_L2, 5))
    row, column = np.rint(middle).astype(int)
    if depth[row + 1, column + 1] < _CENTRED * width:
        return nothing
    rows, columns = np.indices(body.shape)
    apart = np.hypot(rows - middle[0], columns - middle[1])
    around = both & (apart > _CORNER * width) & (apart <= _ARMS * width)
    arms = cv2.connectedComponents(around.view(np.uint8), connectivity=8)[0] - 1
    return (both & (apart <= _CORNER * width)).astype(np.uint8) if arms >= _JUNCTION else nothing
