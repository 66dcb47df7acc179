"""Layers made of small things that do not go on: crowns of trees, boats, plans of houses.

Strokes go on, over dashes and marks, from one to the next.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from perception.colors import Palette
from perception.stages import Mask, StrokeLayer
from perception.strokes.pieces import Pieces, tight_fill

# Pictures are at most so many text heights large; a layer of which so much lies in them is none,
# where none of its strokes is larger. What fills less of its box is neither dash nor stroke.
_LARGEST = 5.0
_SHARE = 0.4
_FILLED = 0.7
# Colours of a picture differ so much (CIE76), and each has such a share of it.
_APART = 18.0
_OTHER = 0.03
# What is so many px apart, over the soft border between two colours, hangs together.
_SOFT = 4
# Strokes and dashes, so many widths and px apart, that go on for so many text heights are a line if
# they are such a share of a layer.
_GAP, _GAP_PX = 1.6, 4.0
_GOES_ON = 2.5
# What is crooked and has an area of so many squares of its width is no stroke.
_STUBBY = 5.0
_LINE = 0.5


def without_picture_parts(
    layers: list[StrokeLayer], palette: Palette, pieces: Pieces, high: float
) -> list[StrokeLayer]:
    """Leave out the layers that draw no lines, but small things beside them.

    Parts of pictures of several colours do not go on by marks beside them; where no other layer is
    left, only such parts and crooked things go.

    Parameters
    ----------
    layers : list of StrokeLayer
        All layers of one picture.
    palette, pieces : Palette, Pieces
        Its colours and their components.
    high : float
        Height of a text line, px; 0 where there is no text.
    """
    largest = _LARGEST * high
    scattered = [x for x in layers if not x.dashed and _extent(x) <= largest]
    if not high or not scattered:
        return layers
    lines = np.zeros(palette.labels.shape, np.bool_)
    for layer in layers:
        if all(layer is not other for other in scattered):
            lines |= layer.mask
    small = np.zeros(int(pieces.labels.max()) + 1, np.bool_)
    for piece in pieces.all():
        x0, y0, x1, y1 = piece.box
        small[piece.label] = max(x1 - x0, y1 - y0) <= largest
    things = small.take(pieces.labels) & ~lines
    grown = _grown(things, _SOFT + 1)
    _, found, stats, _ = cv2.connectedComponentsWithStats(grown.view(np.uint8), connectivity=8)
    parts = np.where(things, np.asarray(found, np.int32), 0)
    colourful = _colourful(palette, parts, len(stats))
    colourful &= stats[:, 2:4].max(axis=1) <= largest
    none = np.zeros_like(grown)
    alone = [x for x in scattered if not _goes_on(x, none, high)]
    dropped = []
    for layer in alone:
        inside = colourful[parts[layer.mask]]
        if inside.mean() < _SHARE and _goes_on(layer, grown, high):
            continue
        if len(alone) < len(layers) or (inside | _crooked(layer)).mean() >= _SHARE:
            dropped.append(layer)
    return [layer for layer in layers if all(layer is not other for other in dropped)]


def _extent(layer: StrokeLayer) -> float:
    """Return the larger side of a layer's largest component, px."""
    stats = cv2.connectedComponentsWithStats(layer.mask.view(np.uint8), connectivity=8)[2]
    return float(stats[1:, 2:4].max()) if len(stats) > 1 else 0.0


def _grown(mask: Mask, side: int) -> Mask:
    return np.asarray(cv2.dilate(mask.view(np.uint8), np.ones((side, side), np.uint8))) > 0


def _goes_on(layer: StrokeLayer, things: Mask, high: float) -> bool:
    """Tell whether most of a layer is strokes and dashes that go on, over marks, to the next."""
    side = 2 * round((_GAP * layer.width + _GAP_PX) / 2) + 1
    mask = layer.mask.copy()
    mask[layer.mask] = ~_crooked(layer, _STUBBY * layer.width**2)
    grown = (_grown(mask, side) | things).view(np.uint8)
    _, parts, stats, _ = cv2.connectedComponentsWithStats(grown, connectivity=8)
    long = stats[:, 2:4].max(axis=1) - side >= _GOES_ON * high
    long[0] = False
    return bool(long[parts[layer.mask]].mean() >= _LINE)


def _crooked(layer: StrokeLayer, largest: float = np.inf) -> NDArray[np.bool_]:
    """Tell which pixels of a layer, in the order of its mask, lie in crooked components.

    Those of a larger area, px, are none.
    """
    _, found, stats, _ = cv2.connectedComponentsWithStats(layer.mask.view(np.uint8), connectivity=8)
    parts = np.asarray(found, np.int32)
    crooked = np.zeros(len(stats), np.bool_)
    for part, (x, y, across, down, area) in enumerate(stats[1:].tolist(), start=1):
        if area > largest:
            continue
        crooked[part] = tight_fill(parts, part, (x, y, x + across, y + down)) < _FILLED
    return np.asarray(crooked[parts[layer.mask]], np.bool_)


def _colourful(palette: Palette, parts: NDArray[np.int32], count: int) -> NDArray[np.bool_]:
    """Tell which components, (count,), have two colours that differ."""
    modes = len(palette.lab)
    inside = (parts > 0) & (palette.labels >= 0)
    pairs = parts[inside].astype(np.int64) * modes + palette.labels[inside]
    table = np.bincount(pairs, minlength=count * modes).reshape(count, modes)
    shares = table / np.maximum(table.sum(axis=1, keepdims=True), 1) >= _OTHER
    apart = np.linalg.norm(palette.lab[:, None] - palette.lab[None], axis=2) >= _APART
    return np.asarray(((shares @ apart.astype(np.int64)) * shares).any(axis=1), np.bool_)
