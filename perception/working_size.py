"""The size at which the geometric stages work: large pictures reduced, small ones enlarged.

Strokes, markers and the gaps between them have to be several px wide to be told apart. How fine a
map is drawn shows in its lettering: the text of a map is as high as its markers and about as high
as a bundle of its lines is wide.
"""

from __future__ import annotations

import cv2
import numpy as np

from perception.colors import Rgb
from perception.text_reading import TextReading

# Text boxes are brought to this height, px, where that takes more than the least enlargement.
_TEXT_HEIGHT = 24.0
_LEAST = 1.4
_MOST = 3.0
# So many lines of text tell how fine a map is drawn.
_FEWEST_LINES = 4


def working_picture(rgb: Rgb, reading: TextReading, most: int) -> tuple[Rgb, float]:
    """Return the picture at its working size.

    Parameters
    ----------
    rgb : (H, W, 3) uint8 array
        sRGB.
    reading : TextReading
        Its text, image px.
    most : int
        Largest number of pixels of the result.

    Returns
    -------
    tuple of ((h, w, 3) uint8 array, float)
        The picture, and image px per px of it.
    """
    height, width = rgb.shape[:2]
    limit = float(np.sqrt(most / (height * width)))
    factor = min(limit, enlargement(reading))
    if factor == 1.0:
        return rgb, 1.0
    size = (max(round(width * factor), 1), max(round(height * factor), 1))
    if factor < 1.0:
        return np.asarray(cv2.resize(rgb, size, interpolation=cv2.INTER_AREA), np.uint8), 1 / factor
    # Linear, because what overshoots beside a border would become a line of its own.
    enlarged = np.asarray(cv2.resize(rgb, size, interpolation=cv2.INTER_LINEAR), np.uint8)
    return hardened(enlarged), 1 / factor


def enlargement(reading: TextReading) -> float:
    """Return how many times a picture with this text is to be enlarged, at least 1."""
    heights = [line.height for line in reading.lines]
    if len(heights) < _FEWEST_LINES:
        return 1.0
    factor = _TEXT_HEIGHT / max(float(np.median(heights)), 1.0)
    return min(factor, _MOST) if factor >= _LEAST else 1.0


def hardened(rgb: Rgb) -> Rgb:
    """Return the picture, (H, W, 3), with soft borders made hard.

    Every pixel takes, channel by channel, the lowest or the highest value around it, whichever is
    nearer to its own (toggle mapping; Kramer and Bruckner 1975). Where two flat colours meet, all
    channels turn over at the same place.
    """
    field = np.ones((3, 3), np.uint8)
    low, high = np.asarray(cv2.erode(rgb, field)), np.asarray(cv2.dilate(rgb, field))
    return np.asarray(np.where(high - rgb < rgb - low, high, low), np.uint8)
