"""Grey inks that draw bars across coloured lines, and are no line of their own."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from perception.stages import StrokeLayer

# A grey has at most this difference between its channels.
_GREY = 24
# A bar fills so much of its box, is so many times longer than wide, and at so much of its length
# the same line goes on on both sides, or it ends there.
_FILLED, _LONG = 0.7, 1.8
_CROSSED = 0.4
# So many px beyond the border of a bar the line has its own colour.
_BEYOND = 2.5
# So many bars that lines go on behind, and such a share of a layer in bars, make it none.
_FEWEST, _SHARE = 3, 0.5


def without_bar_inks(layers: list[StrokeLayer]) -> list[StrokeLayer]:
    """Leave out the grey layers that are mostly bars across strokes of others.

    Parameters
    ----------
    layers : list of StrokeLayer
        All layers of one picture.
    """
    if len(layers) < 2:
        return layers
    return [layer for layer in layers if not (_is_grey(layer) and _is_bars(layer, layers))]


def _is_grey(layer: StrokeLayer) -> bool:
    return max(layer.color) - min(layer.color) <= _GREY


def _is_bars(layer: StrokeLayer, layers: list[StrokeLayer]) -> bool:
    lines = np.zeros(layer.mask.shape, np.int32)
    for number, other in enumerate(layers, start=1):
        if other is not layer:
            lines[other.mask] = number
    count, parts, stats, _ = cv2.connectedComponentsWithStats(
        layer.mask.view(np.uint8), connectivity=8
    )
    crossing, area = 0, 0
    for part in range(1, count):
        x, y, across, down, size = stats[part].tolist()
        ys, xs = np.nonzero(parts[y : y + down, x : x + across] == part)
        sides = _sides(np.stack([xs + x, ys + y], axis=1), lines)
        if sides is None:
            continue
        before, behind = sides
        on_both = float(((before == behind) & (before > 0)).mean()) >= _CROSSED
        met = sorted((float((before > 0).mean()), float((behind > 0).mean())))
        crossing += on_both
        if on_both or (met[0] == 0.0 and met[1] >= _CROSSED):
            area += size
    return crossing >= _FEWEST and area >= _SHARE * int(layer.mask.sum())


def _sides(
    pixels: NDArray[np.int64], lines: NDArray[np.int32]
) -> tuple[NDArray[np.int32], NDArray[np.int32]] | None:
    """Return the lines on both sides of the pixels of a bar, (N, 2); None if they are none."""
    (x, y), (width, height), angle = cv2.minAreaRect(pixels.astype(np.float32))
    long, short = max(width, height) + 1.0, min(width, height) + 1.0
    if len(pixels) < _FILLED * long * short or long < _LONG * short:
        return None
    turn = np.radians(angle + (0.0 if width >= height else 90.0))
    along = np.array([np.cos(turn), np.sin(turn)])
    away = (short / 2 + _BEYOND) * np.array([-along[1], along[0]])
    spine = np.array([x, y]) + np.arange(-long / 2, long / 2 + 0.5)[:, None] * along
    low, high = np.zeros(2, np.intp), np.array(lines.shape[::-1]) - 1
    ways = [np.clip(np.rint(spine + sign * away).astype(np.intp), low, high) for sign in (1, -1)]
    return lines[ways[0][:, 1], ways[0][:, 0]], lines[ways[1][:, 1], ways[1][:, 0]]
