"""Dark inks that draw marks and signs beside coloured lines, and are no line of their own."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from perception.stages import Mask, StrokeLayer

# A grey has at most this difference between its channels.
_GREY = 24
# A mark is at most so many widths of the lines across; this share of its border touches them.
_COMPACT = 3.0
_TOUCHES = 0.25
# What is left of an ink without its marks is at least so many widths long, and this share of the
# longest coloured line.
_LEAST = 20.0
_SHARE = 0.12


def without_sign_inks(layers: list[StrokeLayer]) -> list[StrokeLayer]:
    """Leave out the marks that grey layers draw upon coloured ones, and what then is no line.

    Where no layer is coloured, the longest is the one that others draw upon.

    Parameters
    ----------
    layers : list of StrokeLayer
        All layers of one picture.
    """
    bright = [layer for layer in layers if not _is_grey(layer) and layer.state == "open"]
    if not bright:
        if len(layers) < 2:
            return layers
        bright = [max(layers, key=lambda layer: _length(layer.mask, layer.width))]
    lines = np.zeros(layers[0].mask.shape, np.uint8)
    for layer in bright:
        lines |= layer.mask.view(np.uint8)
    near = np.asarray(cv2.dilate(lines, np.ones((5, 5), np.uint8))) > 0
    width = float(np.median([layer.width for layer in bright]))
    longest = max(_length(layer.mask, layer.width) for layer in bright)
    kept = []
    for layer in layers:
        if not _is_grey(layer) or any(layer is other for other in bright):
            kept.append(layer)
            continue
        mask = _without_marks(layer, near, width)
        left = _length(mask, layer.width)
        if left >= max(_LEAST * layer.width, _SHARE * longest):
            kept.append(replace(layer, mask=mask))
    return kept


def _is_grey(layer: StrokeLayer) -> bool:
    return max(layer.color) - min(layer.color) <= _GREY


def _length(mask: Mask, width: float) -> float:
    return float(mask.sum()) / max(width, 1.0)


def _without_marks(layer: StrokeLayer, near: Mask, width: float) -> Mask:
    """Return a layer's pixels without its marks."""
    pixels = layer.mask.astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(pixels, connectivity=8)
    border = pixels - cv2.erode(pixels, np.ones((3, 3), np.uint8))
    on = border > 0
    rim = np.bincount(labels[on], minlength=count)
    touching = np.bincount(labels[on & near], minlength=count) / np.maximum(rim, 1)
    sides = stats[:, [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]]
    mark = (sides.max(axis=1) <= _COMPACT * width) & (touching >= _TOUCHES)
    mark[0] = True
    return np.asarray(layer.mask & ~mark[labels], np.bool_)
