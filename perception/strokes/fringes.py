"""Soft borders of strokes, which are no strokes of their own."""

from __future__ import annotations

import cv2
import numpy as np

from perception.colors import lies_between
from perception.stages import StrokeLayer
from perception.strokes.pieces import Pieces

# A fringe is thinner than this share of the usual width, or than so many px, and so much of it
# lies along others.
_FRINGE = 0.4
_FRINGE_PX = 2.5
_ALONG = 0.6
# A halo is paler and thinner than this share of its stroke's width, and so much of it is near.
_PALER_WIDTH = 0.75
_HALO = 0.5


def without_fringes(pieces: Pieces, usual: float) -> Pieces:
    """Leave out the thin pieces that lie along wider strokes: soft borders of mixed colour.

    Parameters
    ----------
    pieces : Pieces
        All components.
    usual : float
        Usual stroke width of the picture, px.
    """
    thin = max(_FRINGE * usual, min(_FRINGE_PX, 0.7 * usual))
    wide = pieces.mask([p for p in pieces.all() if p.width > thin])
    near = np.asarray(cv2.dilate(wide.astype(np.uint8), np.ones((5, 5), np.uint8))) > 0
    size = int(pieces.labels.max()) + 1
    count = np.bincount(pieces.labels.ravel(), minlength=size)
    along = np.bincount(pieces.labels[near], minlength=size) / np.maximum(count, 1)
    return Pieces(
        pieces.labels,
        {
            mode: [p for p in own if p.width > thin or along[p.label] < _ALONG]
            for mode, own in pieces.of_mode.items()
        },
    )


def is_halo(
    layer: StrokeLayer, layers: list[StrokeLayer], background: tuple[int, int, int]
) -> bool:
    """Tell whether a layer is the soft edges of wider ones: thin, along them, paler.

    The soft edges of several strokes may look hatched, in whatever mixed colour; so may those of
    JPEG pictures be very thin.
    """
    near = np.zeros(layer.mask.shape, bool)
    for other in layers:
        if other is layer or other.state == "future":
            continue
        paler = lies_between(np.array(layer.color), np.array(other.color), np.array(background))
        if (
            layer.state == "future"
            or (paler and layer.width <= _PALER_WIDTH * other.width)
            or layer.width <= _FRINGE * other.width
        ):
            reach = int(3 + 0.3 * other.width)
            field = np.ones((2 * reach + 1,) * 2, np.uint8)
            near |= np.asarray(cv2.dilate(other.mask.astype(np.uint8), field)) > 0
    return bool(near[layer.mask].mean() >= _HALO)
