"""Colour samples of a legend: level bars with a name to their right, and rows of any manner."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from perception.colors import Rgb
from perception.line_names.colored import nearest_lines
from perception.line_names.legend import find_legend
from perception.stages import Strokes
from perception.strokes.piece_shapes import box_gaps
from perception.strokes.pieces import Piece
from perception.text_reading import TextItem, TextReading

_SHORTEST = 1.8
_LONGEST = 15.0
_FILLED = 0.85
# Px of soft border left out between a bar and its name; of the rest so much has one colour.
_SOFT = 2
_PLAIN = 0.9
# Height over the usual stroke width.
_THINNEST = 0.35
_THICKEST = 2.5
# Share of a bar's length that a line takes which it ends.
_LEAST_MET, _MOST_MET = 0.15, 0.8


def find_samples(
    own: list[Piece], reading: TextReading, usual: float, colors: NDArray[np.int16]
) -> list[tuple[Piece, str]]:
    """Return the pieces of one colour that are legend samples, with the names beside them.

    Parameters
    ----------
    own : list of Piece
        All pieces of the colour.
    reading : TextReading
        Text of the picture.
    usual : float
        Usual stroke width of the picture, px.
    colors : (H, W) int16 array
        Flat colour of every pixel.
    """
    if not own:
        return []
    boxes = np.array([piece.box for piece in own])
    areas = np.array([piece.area for piece in own])
    samples = []
    for place, piece in enumerate(own):
        x0, y0, x1, y1 = piece.box
        length, height = x1 - x0, y1 - y0
        if not _SHORTEST * height <= length <= _LONGEST * height:
            continue
        if not _THINNEST * usual <= height <= _THICKEST * usual:
            continue
        if piece.area < _FILLED * length * height:
            continue
        name = _text_beside(piece, reading)
        if name is None or not _plain_between(piece, name, colors):
            continue
        if _ends_at_frame(piece, usual, colors) or _ends_line(piece, usual, colors):
            continue
        # A stroke between two markers of a level line has the line's other strokes beside it.
        level = (boxes[:, 1] < y1) & (boxes[:, 3] > y0) & (areas >= 0.5 * piece.area)
        level[place] = False
        if not level.any() or box_gaps(boxes[level], piece.box).min() >= length:
            samples.append((piece, name.text))
    return samples


def without_legend(strokes: Strokes, picture: Rgb, reading: TextReading) -> Strokes:
    """Return strokes without the samples of legends of any manner, which are told in them.

    Parameters
    ----------
    strokes : Strokes
        Of the whole picture.
    picture : (H, W, 3) uint8 array
        sRGB.
    reading : TextReading
        Text of the picture.
    """
    layers = strokes.layers
    if len(layers) < 2:
        return strokes
    nearest = nearest_lines(picture, [layer.color for layer in layers])
    width = float(np.median([layer.width for layer in layers]))
    rows = find_legend(reading.lines, nearest, len(layers), width)
    known = {(layer, text) for layer, text, _ in strokes.legend}
    more = [(layers[k].id, text, box) for k, text, box in rows if (layers[k].id, text) not in known]
    if not rows:
        return strokes
    cleared = [layer.mask.copy() for layer in layers]
    for _, _, (x0, y0, x1, y1) in rows:
        for mask in cleared:
            mask[int(y0) : int(y1), int(x0) : int(x1)] = False
    kept = tuple(
        replace(layer, mask=mask) for layer, mask in zip(layers, cleared, strict=True) if mask.any()
    )
    return replace(strokes, layers=kept, legend=(*strokes.legend, *more))


def _plain_between(piece: Piece, name: TextItem, colors: NDArray[np.int16]) -> bool:
    """Tell whether there is one colour only between a bar and its name: no marker."""
    _, y0, x1, y1 = piece.box
    start = int(min(x for x, _ in name.polygon))
    strip = colors[y0:y1, x1 + _SOFT : start - _SOFT]
    if not strip.size:
        return True
    counts = np.bincount(strip.ravel() + 1)
    return bool(counts.max() >= _PLAIN * strip.size)


def _ends_at_frame(piece: Piece, usual: float, colors: NDArray[np.int16]) -> bool:
    """Tell whether a bar ends at an upright edge that reaches beyond it: a box round a name."""
    x0, y0, x1, y1 = piece.box
    beyond = max(2, round(0.4 * (y1 - y0)))
    top, foot = max(y0 - beyond, 0), y1 + beyond
    near = max(3, round(0.6 * usual))
    above = np.concatenate([colors[top:y0, x0:x1].ravel(), colors[y1:foot, x0:x1].ravel()])
    if not above.size:
        return False
    ground = int(np.bincount(above + 1).argmax()) - 1
    sides = (colors[top:foot, max(x0 - near, 0) : x0], colors[top:foot, x1 : x1 + near])
    return any(bool((side != ground).all(axis=0).any()) for side in sides if side.size)


def _ends_line(piece: Piece, usual: float, colors: NDArray[np.int16]) -> bool:
    """Tell whether a bar stands across the end of a line of another colour, as a letter T."""
    x0, y0, x1, y1 = piece.box
    near = max(3, round(0.6 * usual))
    sides = [colors[max(y0 - near, 0) : max(y0 - 1, 0), x0:x1], colors[y1 + 1 : y1 + near, x0:x1]]
    if any(not side.size for side in sides):
        return False
    known = np.concatenate([side.ravel() for side in sides])
    known = known[(known >= 0) & (known != piece.mode)]
    if not len(known):
        return False
    ground = int(np.bincount(known).argmax())
    met = [
        ((side >= 0) & (side != ground) & (side != piece.mode)).all(axis=0).mean() for side in sides
    ]
    return bool(min(met) == 0.0 and _LEAST_MET <= max(met) <= _MOST_MET)


def _text_beside(piece: Piece, reading: TextReading) -> TextItem | None:
    """Return the text line that starts right of a level bar, or None."""
    x0, y0, x1, y1 = piece.box
    best: tuple[float, TextItem] | None = None
    for item in reading.lines:
        xs = [x for x, _ in item.polygon]
        ys = [y for _, y in item.polygon]
        if abs(min(ys) + max(ys) - y0 - y1) > max(ys) - min(ys):
            continue
        gap = min(xs) - x1
        if -2 <= gap <= 1.2 * (x1 - x0) and (best is None or gap < best[0]):
            best = (gap, item)
    return None if best is None else best[1]
