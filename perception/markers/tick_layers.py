"""Colours that ticks are drawn in: layers of short bars that each stand at another line.

Where lines run side by side, the pieces of a stroke between two marks are as short and touch other
lines as well, but these run the same way.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from perception.raster import components, dilate
from perception.stages import Mask, Strokes

# A bar is shorter than this, in its widths.
_LONGEST = 6.0
# Few bars are such a layer only where it has at most this share of all pixels of strokes.
_FEW_BARS = 0.04
# A piece meets other lines over less than this share of its length, or one that leads away from its
# side over so many of its widths: it does not run along them.
_MEETS = 0.7
_AWAY = 2.5


def tick_layers(layer: NDArray[np.int16], strokes: Strokes, scale: float) -> list[int]:
    """Return the layers that are ticks.

    Few bars are such a layer only where none of it is anything else, and it is a small part of all
    strokes: those at the ends of lines, say.

    Parameters
    ----------
    layer : (h, w) int16 array
        Index of the layer of each pixel; -1 where there is none.
    strokes : Strokes
        Their layers' widths, image px.
    scale : float
        Px of `layer` per image px.
    """
    ticks = []
    drawn = int((layer >= 0).sum())
    for index, stroke in enumerate(strokes.layers):
        parts = components(layer == index, connectivity=8)
        width = max(1.0, stroke.width * scale)
        sides = parts.boxes[1:, 2:]
        length = np.hypot(sides[:, 0], sides[:, 1])
        real = parts.areas[1:] >= 0.3 * width * np.maximum(width, length)
        if not real.any():
            continue
        reach = 2 * round(0.3 * width) + 5
        near = dilate((layer >= 0) & (layer != index), reach)
        touching = np.bincount(parts.labels[near], minlength=parts.count)[1:] > 0
        bars = real & touching & (length < _LONGEST * width)
        for part in np.flatnonzero(bars):
            bars[part] = not _runs_along(layer, parts.labels, near, parts.boxes, int(part) + 1)
        share = parts.areas[1:][bars].sum() / parts.areas[1:][real].sum()
        few = parts.areas[1:][real].sum() < _FEW_BARS * drawn and share > 0.95
        if (real.sum() >= 5 and share > 0.7) or (real.sum() >= 2 and few):
            ticks.append(index)
    return ticks


def _runs_along(
    layer: NDArray[np.int16],
    labels: NDArray[np.int32],
    near: Mask,
    boxes: NDArray[np.int64],
    part: int,
) -> bool:
    """Tell whether a piece runs along another line: meets it all over, and it leads not away."""
    x, y, w, h = (int(v) for v in boxes[part])
    window = (slice(y, y + h), slice(x, x + w))
    own = labels[window] == part
    ys, xs = np.nonzero(own)
    cloud = np.stack([xs, ys], axis=1).astype(np.float64)
    if len(cloud) < 3:
        return False
    centre = cloud.mean(axis=0)
    values, vectors = np.linalg.eigh(np.cov((cloud - centre).T))
    if values[1] < 2.0 * values[0]:
        return False
    along, across = vectors[:, 1], vectors[:, 0]
    at = (cloud - centre) @ along
    met = at[near[window][ys, xs]]
    if not len(met) or np.ptp(met) < _MEETS * np.ptp(at):
        return False
    thick = float(np.ptp((cloud - centre) @ across)) + 1.0
    middle = centre + np.array([x, y])
    return not any(_leads_away(layer, middle, way * across, thick) for way in (-1.0, 1.0))


def _leads_away(
    layer: NDArray[np.int16],
    middle: NDArray[np.float64],
    way: NDArray[np.float64],
    thick: float,
) -> bool:
    """Tell whether one line goes on from a piece's side, straight away from it."""
    steps = np.arange(thick / 2 + 1.5, thick / 2 + 1.5 + _AWAY * max(thick, 4.0))
    cells = np.rint(middle + steps[:, None] * way).astype(int)
    inside = (cells >= 0).all(axis=1) & (cells < layer.shape[::-1]).all(axis=1)
    found = layer[cells[inside, 1], cells[inside, 0]]
    met = found[found >= 0]
    return bool(len(met)) and bool((found == np.bincount(met).argmax()).mean() > 0.8)
