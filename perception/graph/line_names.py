"""What the lines are called: legend rows and the badges at their ends, by colour."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from perception.markers.flat_colors import to_lab
from perception.stages import Strokes
from perception.text_reading import TextItem, TextReading

# Colours within this Lab distance are one; a badge's name has at most this many letters besides
# its digits.
_SAME_COLOR = 15.0
_BADGE_LETTERS = 4
# A line has so many badges of different text at most.
_BADGES_OF_A_LINE = 3
# Share of the border of a text's box that has the badge's colour.
_ROUND_ABOUT = 0.75
_LEVEL = 0.6
_WORD_GAP = 1.2


def name_lines(
    picture: NDArray[np.uint8], reading: TextReading, strokes: Strokes
) -> dict[str, str]:
    """Return the names of the layers that have one.

    A legend row goes before a badge; of several badges the commonest text counts.

    Parameters
    ----------
    picture : (H, W, 3) uint8 array
        sRGB.
    reading : TextReading
        Text lines, image px.
    strokes : Strokes
        Its legend samples tell the rows.

    Returns
    -------
    dict of str to str
        Layer id to name.
    """
    names: dict[str, str] = {}
    for layer, text, box in strokes.legend:
        row = _row(text, box, reading.lines)
        if row and layer not in names:
            names[layer] = row
    lab = {layer.id: to_lab(np.array([layer.color], np.uint8))[0] for layer in strokes.layers}
    badges: dict[str, list[str]] = {}
    for item in reading.lines:
        if not _is_short(item.text):
            continue
        layer = _ground_layer(picture, item, lab)
        if layer:
            badges.setdefault(layer, []).append(item.text.strip())
    for layer, texts in badges.items():
        if layer not in names:
            numbered = [text for text in texts if any(c.isdigit() for c in text)]
            choice = sorted(numbered or texts, key=lambda text: (len(text), text))
            commonest = max(choice, key=choice.count)
            # many different ones, each once, number the stops and not the line
            if choice.count(commonest) > 1 or len(choice) <= _BADGES_OF_A_LINE:
                names[layer] = commonest
    return names


def _row(text: str, box: tuple[float, float, float, float], lines: Sequence[TextItem]) -> str:
    """Return the text of a legend row: the piece beside the sample and those that follow it."""
    _, y0, x1, y1 = box
    level = []
    for item in lines:
        left, top, right, bottom = _bounds(item)
        height = bottom - top
        if abs((top + bottom) / 2 - (y0 + y1) / 2) < _LEVEL * height and right > x1:
            level.append((left, right, height, item.text))
    level.sort()
    start = next((i for i, piece in enumerate(level) if piece[3] == text), None)
    if start is None:
        return text.strip(" :–-")
    words = [text]
    for before, after in zip(level[start:], level[start + 1 :], strict=False):
        if after[0] - before[1] > _WORD_GAP * before[2]:
            break
        words.append(after[3])
    return " ".join(words).strip(" :–-")


def _is_short(text: str) -> bool:
    letters = sum(c.isalpha() for c in text)
    return any(c.isalnum() for c in text) and letters <= _BADGE_LETTERS


def _bounds(item: TextItem) -> tuple[float, float, float, float]:
    corners = np.asarray(item.polygon)
    (left, top), (right, bottom) = corners.min(axis=0), corners.max(axis=0)
    return float(left), float(top), float(right), float(bottom)


def _ground_layer(
    picture: NDArray[np.uint8], item: TextItem, lab: dict[str, NDArray[np.float32]]
) -> str:
    """Return the layer whose colour a text stands on; empty where it is none's."""
    left, top, right, bottom = (round(v) for v in _bounds(item))
    height, width = picture.shape[:2]
    if left < 0 or top < 0 or right >= width or bottom >= height:
        return ""
    window = picture[top : bottom + 1, left : right + 1]
    border = np.concatenate([window[0], window[-1], window[:, 0], window[:, -1]])
    colors = to_lab(border)
    for layer, color in lab.items():
        if (np.linalg.norm(colors - color, axis=1) < _SAME_COLOR).mean() > _ROUND_ABOUT:
            return layer
    return ""
