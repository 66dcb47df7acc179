"""Names that were read in one go with the stroke between them: `Gate----Mill` is two names.

The recogniser reads a stroke between two names of one row as dashes or an arrow. There the line of
text is parted, where no letter stands in the picture.
"""

from __future__ import annotations

import re
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from perception.colors import Rgb
from perception.strokes.level_text import level_text
from perception.text_reading import TextItem, TextReading

_STROKE = re.compile(r"\s*(?:[-–—―−_=~→←➔><]\s*){2,}|\s*[→←➔]\s*")
# A letter is so much of the line high; a stroke is so long at least, in heights of the line.
_TALL = 0.4
_LEAST_STEP = 1.3
# Ink differs that much from its ground, of the darkest.
_INK = 0.45
_MARGIN = 2.0


def part_at_strokes(picture: Rgb, reading: TextReading) -> TextReading:
    """Return the reading, its lines parted where a stroke was read as part of them.

    Parameters
    ----------
    picture : (H, W, 3) uint8 array
        sRGB.
    reading : TextReading
        Its text, same frame.
    """
    lines: list[TextItem] = []
    for item in reading.lines:
        lines += _parted(picture, item) if _STROKE.search(item.text) else [item]
    return reading if len(lines) == len(reading.lines) else replace(reading, lines=tuple(lines))


def _parted(picture: Rgb, item: TextItem) -> list[TextItem]:
    names = [name for name in _STROKE.split(item.text) if name.strip()]
    ink = _ink(picture, item)
    if not names or not ink.size:
        return [item]
    runs = _letter_runs(ink, len(names))
    if len(runs) != len(names):
        return [item]
    return [_cut(item, name.strip(), ink, run) for name, run in zip(names, runs, strict=True)]


def _ink(picture: Rgb, item: TextItem) -> NDArray[np.bool_]:
    """Return where ink is in the box of a line of text, turned level, (h, w)."""
    seen = level_text(picture, item)
    if seen is None:
        return np.zeros((0, 0), bool)
    box = np.asarray(cv2.cvtColor(seen[0], cv2.COLOR_RGB2GRAY), np.float32)
    off = np.abs(box - np.median(box))
    return np.asarray(off >= _INK * max(float(off.max()), 1.0), np.bool_)


def _letter_runs(ink: NDArray[np.bool_], count: int) -> list[tuple[int, int]]:
    """Return the columns, first and last, of so many names, apart by strokes and ground."""
    high = ink.shape[0]
    first = np.where(ink.any(axis=0), ink.argmax(axis=0), 0)
    last = np.where(ink.any(axis=0), high - 1 - ink[::-1].argmax(axis=0), -1)
    tall = np.flatnonzero(last - first + 1 >= _TALL * high)
    if not len(tall):
        return []
    steps = np.diff(tall)
    widest = np.sort(np.argsort(-steps, kind="stable")[: count - 1])
    if count > 1 and (len(widest) < count - 1 or steps[widest].min() < _LEAST_STEP * high):
        return []
    starts = [int(tall[0]), *(int(tall[k + 1]) for k in widest)]
    ends = [*(int(tall[k]) for k in widest), int(tall[-1])]
    return list(zip(starts, ends, strict=True))


def _cut(item: TextItem, name: str, ink: NDArray[np.bool_], run: tuple[int, int]) -> TextItem:
    """Return the item of one of the names."""
    high, wide = ink.shape
    rows = np.flatnonzero(ink[:, run[0] : run[1] + 1].any(axis=1))
    left, right = max(run[0] - _MARGIN, 0.0), min(run[1] + 1 + _MARGIN, float(wide))
    top, bottom = max(float(rows[0]) - _MARGIN, 0.0), min(rows[-1] + 1 + _MARGIN, float(high))
    corners = np.asarray(item.polygon, np.float64)
    along, down = (corners[1] - corners[0]) / wide, (corners[3] - corners[0]) / high
    polygon = tuple(
        (float(x), float(y))
        for x, y in (
            corners[0] + u * along + v * down
            for u, v in ((left, top), (right, top), (right, bottom), (left, bottom))
        )
    )
    return replace(item, text=name, polygon=polygon, height=float(bottom - top), pieces=())
