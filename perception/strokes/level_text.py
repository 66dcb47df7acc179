"""The picture round a line of text, turned so that the text runs level."""

from __future__ import annotations

import cv2
import numpy as np

from perception.colors import Rgb
from perception.text_reading import TextItem

# A line is so long and so high at least, px.
_LEAST = 4


def level_text(picture: Rgb, item: TextItem, around: float = 0.0) -> tuple[Rgb, int] | None:
    """Return the box of a line with what is round it, (h, w, 3), and how wide that edge is, px.

    Parameters
    ----------
    picture : (H, W, 3) uint8 array
        sRGB.
    item : TextItem
        A line of text, same frame.
    around : float
        Width of the edge, in heights of the line.

    Returns
    -------
    tuple or None
        None where the line is too small to look into.
    """
    corners = np.asarray(item.polygon, np.float32)
    if len(corners) != 4:
        return None
    wide = round(float(np.linalg.norm(corners[1] - corners[0])))
    high = round(float(np.linalg.norm(corners[3] - corners[0])))
    if wide < _LEAST or high < _LEAST:
        return None
    edge = round(around * high)
    level = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32) + edge
    turn = cv2.getPerspectiveTransform(corners, level.astype(np.float32))
    size = (wide + 2 * edge, high + 2 * edge)
    seen = cv2.warpPerspective(picture, turn, size, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.uint8), edge
