"""Numbers that were read in one go with the name beside them, though they stand in a mark.

A station's number in its circle, or its code in a box, is no part of the name: where the ground of
the number is shut in by a border that the name is outside of, the line of text is parted there.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from perception.code_patterns import MARK_CODE, MARK_CODE_BEHIND_NAME
from perception.colors import Rgb, to_lab
from perception.strokes.level_text import level_text
from perception.text_reading import TextItem, TextReading, piece_of

_CODE = re.compile(MARK_CODE)
_BEFORE = re.compile(rf"[^\w\s]?({MARK_CODE})\s*(?=[^\W\d]*[^\W\d_]{{2}})")
_BEHIND = re.compile(rf"(?<=[^\W\d_]{{2}})\s*({MARK_CODE_BEHIND_NAME})[^\w\s]?$")
# Looked at beyond the ends of the line, and at most taken for the border, in its heights.
_AROUND = 1.2
_BORDER = 0.9
# Colours that differ by less (CIE76) are one ground, which covers so much of the number's box.
_ALIKE = 14.0
_GROUND = 0.2
# Shares of what its signs take, about, that are inside; the second where the box holds the border.
_INNER = ((0.0, 0.6), (0.3, 0.9))
_TALL = 0.6
_SAMPLE = 400


def part_at_marks(picture: Rgb, reading: TextReading) -> TextReading:
    """Return the reading, the numbers in marks parted from the names beside them.

    Parameters
    ----------
    picture : (H, W, 3) uint8 array
        sRGB.
    reading : TextReading
        Its text, same frame.
    """
    lines: list[TextItem] = []
    for item in reading.lines:
        lines += _parted(picture, item)
    return reading if len(lines) == len(reading.lines) else replace(reading, lines=tuple(lines))


def _parted(picture: Rgb, item: TextItem) -> list[TextItem]:
    text = item.text
    if _CODE.fullmatch(text):
        return [item]
    if (found := _BEFORE.match(text)) is not None:
        at = _border(picture, item, found.end() / len(text))
        if at is not None:
            number = piece_of(item, unicodedata.normalize("NFKC", found[1]), 0.0, at)
            return [number, *_parted(picture, piece_of(item, text[found.end() :], at, 1.0))]
    if (found := _BEHIND.search(text)) is not None:
        at = _border(picture, _turned(item), 1.0 - found.start() / len(text))
        if at is not None:
            number = piece_of(item, unicodedata.normalize("NFKC", found[1]), 1.0 - at, 1.0)
            return [*_parted(picture, piece_of(item, text[: found.start()], 0.0, 1.0 - at)), number]
    return [item]


def _turned(item: TextItem) -> TextItem:
    """Return a line whose box is mirrored: it begins where it ended."""
    a, b, c, d = item.polygon
    return replace(item, polygon=(b, a, d, c))


def _border(picture: Rgb, item: TextItem, share: float) -> float | None:
    """Return the share of a line at which the ground round its first signs ends; None if open.

    Parameters
    ----------
    picture : (H, W, 3) uint8 array
        sRGB.
    item : TextItem
        A line of text.
    share : float
        Of its length that the signs take, about.
    """
    seen = level_text(picture, item, _AROUND)
    if seen is None:
        return None
    rgb, left = seen
    lab = to_lab(rgb)
    top, high, wide = left, rgb.shape[0] - 2 * left, rgb.shape[1] - 2 * left
    for first, last in _INNER:
        cols = left + round(first * share * wide), left + round(last * share * wide)
        end = _end(lab, slice(top, top + high), slice(cols[0], max(cols[0] + 3, cols[1])))
        if end is not None and abs(end - left - share * wide) < _BORDER * high:
            at = (end - left) / wide
            return at if 0.0 < at < 1.0 else None
    return None


def _end(lab: NDArray[np.float32], rows: slice, cols: slice) -> int | None:
    """Return the column where the ground of a window ends, (h, w, 3) Lab; None if it is open."""
    signs = lab[rows, cols].reshape(-1, 3)
    some = signs[:: max(1, len(signs) // _SAMPLE)]
    near = np.linalg.norm(some[:, None] - some[None], axis=2) < _ALIKE
    ground = np.median(some[near[near.sum(axis=1).argmax()]], axis=0)
    alike = np.linalg.norm(lab - ground, axis=2) < _ALIKE
    count, parts = cv2.connectedComponents(alike.astype(np.uint8), connectivity=4)
    inside = parts[rows, cols]
    sizes = np.bincount(inside[inside > 0].ravel(), minlength=count)
    if sizes.max(initial=0) < _GROUND * inside.size:
        return None
    ys, xs = np.nonzero(parts == int(sizes.argmax()))
    shut = ys.min() > 0 and ys.max() < len(lab) - 1 and xs.min() > 0
    tall = int(ys.max()) - int(ys.min()) + 1 > _TALL * (rows.stop - rows.start)
    return int(xs.max()) + 1 if shut and tall else None
