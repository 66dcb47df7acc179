"""A sample of a line's colour with a text beside it, above or below.

Samples are bars, discs, squares or pieces of dashed and hatched strokes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from perception.line_names.claim import Box, bounds
from perception.line_names.forms import tidy
from perception.raster import components
from perception.text_reading import TextItem

# All lengths in heights of the text. Sides of a sample; how far a name may be from it.
_SHORT, _LONG, _HIGH = 0.5, 9.0, 1.8
_THIN = 0.12
_BESIDE, _FAR_BESIDE, _OVER = 2.6, 8.0, 1.3
_LEVEL = 0.5
# Share of its box that a sample fills; of the strip between it and the name that is plain.
_FILLED = 0.3
_PLAIN = 0.9
# Gaps of a sample's strokes that are closed, in stroke widths.
_CLOSED = 1.3
_WORD_GAP = 1.2

# Boxes of samples, (N, 4), px, by index of the line's colour.
Samples = list[tuple[int, NDArray[np.int64]]]


@dataclass(frozen=True, slots=True)
class SampleRow:
    """A sample with a text.

    Attributes
    ----------
    color, text : int
        Index of the line's colour, and of the text.
    side : str
        Where the sample is: "left", "right", "above" or "below" the text.
    sample, box : tuple of float
        Boxes of both, px.
    gap : float
        Between them, in heights of the text.
    height : float
        Of the text, px.
    """

    color: int
    text: int
    side: str
    sample: Box
    box: Box
    gap: float
    height: float


def sample_rows(
    lines: Sequence[TextItem],
    nearest: NDArray[np.int8],
    count: int,
    width: float,
    names: frozenset[int],
) -> tuple[list[Box], Samples, list[SampleRow]]:
    """Return the boxes of the texts, all samples, and all texts with a sample beside them.

    Parameters
    ----------
    lines : sequence of TextItem
        Text lines, px.
    nearest : (H, W) int8 array
        Which layer's colour each pixel has.
    count : int
        How many layers there are.
    width : float
        Usual stroke width, px.
    names : frozenset of int
        Lines that name stations: no rows.
    """
    boxes = [bounds(item) for item in lines]
    usable = [
        i
        for i, item in enumerate(lines)
        if i not in names and abs(item.angle) < 20 and any(c.isalnum() for c in item.text)
    ]
    if not usable or not count:
        return boxes, [], []
    samples = _samples(nearest, count, width, max(lines[i].height for i in usable))
    plain = _plain_between(nearest, boxes)
    rows: list[SampleRow] = []
    for i in usable:
        rows += _beside(i, boxes[i], lines[i].height, samples)
    return boxes, samples, [row for row in rows if plain(row)]


def _samples(nearest: NDArray[np.int8], count: int, width: float, height: float) -> Samples:
    """Return, by colour, the boxes (x0, y0, x1, y1) of pieces that may be samples, px."""
    side = 2 * round(_CLOSED * width / 2) + 1
    found = []
    for color in range(count):
        mask = (nearest == color).view(np.uint8)
        if side > 1:
            mask = np.asarray(
                cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((side, side), np.uint8)), np.uint8
            )
        parts = components(mask > 0, connectivity=8)
        x, y, w, h = parts.boxes.T
        fits = (w <= _LONG * height) & (h <= _HIGH * height) & (parts.areas >= _FILLED * w * h)
        fits[0] = False
        found.append((color, np.stack([x, y, x + w, y + h], axis=1)[fits]))
    return found


def _beside(text: int, box: Box, height: float, samples: Samples) -> list[SampleRow]:
    """Return the nearest sample of each side of a text."""
    x0, y0, x1, y1 = box
    h = max(min(height, y1 - y0), 1.0)
    best: dict[str, SampleRow] = {}
    for color, boxes in samples:
        if not len(boxes):
            continue
        a0, b0, a1, b1 = boxes.T.astype(float)
        w, t = a1 - a0, b1 - b0
        sized = (w >= _SHORT * h) & (w <= _LONG * h) & (t >= _THIN * h) & (t <= _HIGH * h)
        level = sized & (np.abs((b0 + b1) - (y0 + y1)) / 2 <= _LEVEL * h)
        middle = np.abs((a0 + a1) - (x0 + x1)) / 2 <= np.maximum((x1 - x0) / 2, _LEVEL * h)
        sides = {
            "left": (x0 - a1, level, _BESIDE),
            "right": (a0 - x1, level, _FAR_BESIDE),
            "above": (y0 - b1, sized & middle, _OVER),
            "below": (b0 - y1, sized & middle, _OVER),
        }
        for side, (gap, fits, most) in sides.items():
            fits = fits & (gap >= -0.35 * h) & (gap <= most * h)
            for k in np.flatnonzero(fits):
                if side not in best or gap[k] < best[side].gap * h:
                    sample = (float(a0[k]), float(b0[k]), float(a1[k]), float(b1[k]))
                    best[side] = SampleRow(color, text, side, sample, box, float(gap[k]) / h, h)
    return list(best.values())


def _plain_between(nearest: NDArray[np.int8], boxes: Sequence[Box]) -> Callable[[SampleRow], bool]:
    """Return what tells whether nothing is drawn or printed between a sample and its text."""
    every = np.array(boxes)

    def plain(row: SampleRow) -> bool:
        (a0, b0, a1, b1), (x0, y0, x1, y1) = row.sample, row.box
        if row.side in ("left", "right"):
            left, right = (a1, x0) if row.side == "left" else (x1, a0)
            top, bottom = max(b0, y0), min(b1, y1)
        else:
            top, bottom = (b1, y0) if row.side == "above" else (y1, b0)
            left, right = max(a0, x0), min(a1, x1)
        if right - left <= 2 or bottom - top <= 2:
            return True
        over = (
            (every[:, 0] < right - 1)
            & (every[:, 2] > left + 1)
            & (every[:, 1] < bottom - 1)
            & (every[:, 3] > top + 1)
        )
        over[row.text] = False
        window = nearest[round(top) : round(bottom), round(left) + 1 : round(right) - 1]
        return not over.any() and (not window.size or bool((window < 0).mean() >= _PLAIN))

    return plain


def is_beside(box: Box, sample: Box, height: float) -> bool:
    """Tell whether a text is level with a sample, or straight above or below it, and near."""
    dx = max(box[0] - sample[2], sample[0] - box[2], 0.0)
    dy = max(box[1] - sample[3], sample[1] - box[3], 0.0)
    level = abs(box[1] + box[3] - sample[1] - sample[3]) / 2 < max(height, 1.0)
    return (level and dx < _FAR_BESIDE * height) or (dx == 0 and dy <= _OVER * height)


def whole_text(row: SampleRow, lines: Sequence[TextItem], boxes: Sequence[Box]) -> str:
    """Return the text of a row with the words that follow it or, right of it, go before."""
    _, y0, x1, y1 = row.box
    level = sorted(
        (box[0], box[2], item.text)
        for item, box in zip(lines, boxes, strict=True)
        if abs((box[1] + box[3]) - (y0 + y1)) / 2 < 0.6 * row.height
        and item.height < 1.5 * row.height
    )
    place = next(i for i, piece in enumerate(level) if piece[:2] == (row.box[0], x1))
    words = [level[place][2]]
    steps = range(place + 1, len(level)) if row.side != "right" else range(place - 1, -1, -1)
    last = place
    for i in steps:
        before, after = sorted((last, i))
        gap = level[after][0] - level[before][1]
        if gap > _WORD_GAP * row.height or gap > max(row.gap, 0.3) * row.height:
            break
        words.append(level[i][2])
        last = i
    return tidy(" ".join(words if row.side != "right" else words[::-1]))
