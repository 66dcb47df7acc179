"""Whether, and how hard, a picture was once compressed as JPEG, told from its pixels.

A picture that is compressed again with the quality it already has hardly changes, while one of
either side of it changes more (Farid 2009, "Exposing digital forgeries from JPEG ghosts"). The
file's own tables would not tell: published maps were often saved anew, as PNG or finer JPEG.
"""

from __future__ import annotations

from io import BytesIO

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from perception.jpeg.coding import UNIT

# Finer compression does no harm to drawn maps.
_WORST, _BEST = 10, 60
_STEP = 5
_BEYOND = 25
# A picture changes so many times more at some finer quality than at its own.
_DIP = 1.5
# Smaller changes, squared grey levels, are rounding.
_LEAST = 0.5
# A picture that the hardest compression hardly changes holds nothing drawn.
_SEEN = 10.0
# Steps of neighbouring qualities hardly differ; most people choose a multiple of five.
_USUAL = 0.9
# The tiles where most is drawn are looked at, so many in each direction.
_TILE = 2 * UNIT
_TILES = 16


def find_damage(rgb: NDArray[np.uint8]) -> int | None:
    """Return the JPEG quality that a picture has, or None where compression did no harm.

    Parameters
    ----------
    rgb : (H, W, 3) uint8 array
        sRGB; blocks are looked for from its top left corner.

    Returns
    -------
    int or None
        1 to 100, as the Independent JPEG Group counts.
    """
    sample = _busiest(rgb)
    if sample is None:
        return None
    luma = np.asarray(cv2.cvtColor(sample, cv2.COLOR_RGB2GRAY), np.uint8)
    change = {q: _change(luma, q) for q in range(_WORST, _BEST + _BEYOND + 1, _STEP)}

    def dip(quality: int, own: float) -> float:
        finer = [c for q, c in change.items() if quality < q <= quality + _BEYOND]
        return max(finer) / max(own, _LEAST)

    dips = {q: dip(q, change[q]) for q in change if q <= _BEST}
    near = max(dips, key=lambda q: dips[q])
    fine = {q: dip(q, _change(luma, q)) for q in range(near - _STEP + 1, near + _STEP)}
    quality = max(fine, key=lambda q: fine[q])
    if dips[near] >= _USUAL * fine[quality]:
        quality = near
    return quality if fine[quality] >= _DIP and change[_WORST] >= _SEEN else None


def _busiest(rgb: NDArray[np.uint8]) -> NDArray[np.uint8] | None:
    """Return the tiles with most steps between neighbours, side by side; None of a tiny picture."""
    rows, columns = rgb.shape[0] // _TILE, rgb.shape[1] // _TILE
    side = min(_TILES, int(np.sqrt(rows * columns)))
    if not side:
        return None
    whole = rgb[: rows * _TILE, : columns * _TILE]
    green = whole[..., 1]
    steps = np.zeros(green.shape, np.uint8)
    steps[:, 1:] = cv2.absdiff(green[:, 1:], green[:, :-1])
    busy = steps.reshape(rows, _TILE, columns, _TILE).sum((1, 3), dtype=np.int64)
    order = np.argsort(-busy.ravel(), kind="stable")[: side * side]
    tiles = whole.reshape(rows, _TILE, columns, _TILE, 3)[order // columns, :, order % columns]
    joined = tiles.reshape(side, side, _TILE, _TILE, 3).transpose(0, 2, 1, 3, 4)
    return np.ascontiguousarray(joined.reshape(side * _TILE, side * _TILE, 3))


def _change(luma: NDArray[np.uint8], quality: int) -> float:
    """Return the mean squared change of grey levels when they are compressed."""
    written = BytesIO()
    Image.fromarray(luma).save(written, format="JPEG", quality=quality)
    again = np.asarray(Image.open(written)).astype(np.float32)
    return float(np.square(again - luma).mean())
