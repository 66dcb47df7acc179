"""The picture before it was compressed, as far as its flat colours and sharp borders tell.

Of all pictures that JPEG stores as the given one, the one with the least total variation is taken
(Bredies and Holler 2012, "A total variation-based JPEG decompression model"), by the primal-dual
method of Chambolle and Pock (2011). Luma and chroma vary together, so that halved chroma gets the
borders that luma has.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from perception.jpeg.coding import (
    UNIT,
    Plane,
    from_waves,
    halve,
    quantisation,
    stored_chroma,
    to_waves,
)

_STEPS = 40
_STRIDE = 6.0
# How strongly, per grey level, a value is held near the stored one where nothing else tells.
_HOLD = 0.02
# A mean is known better than to half a step.
_MEAN_SLACK = 0.25
_SLACK = 0.5
# Pictures are worked on in tiles, with so much of their surroundings, px.
_TILE = 256
_MARGIN = UNIT
# A tile whose channels vary less holds nothing drawn.
_EMPTY = 6


@dataclass(frozen=True, slots=True)
class _Stored:
    """What the file held of one plane: cosine coefficients, and how far they may be off."""

    waves: Plane
    slack: Plane
    halved: bool

    def nearest(self, plane: Plane) -> Plane:
        """Return the plane nearest to `plane` that would be stored so."""
        if not self.halved:
            return from_waves(self._fitted(to_waves(plane)))
        small = halve(plane)
        change = from_waves(self._fitted(to_waves(small))) - small
        return np.asarray(plane + np.repeat(np.repeat(change, 2, axis=0), 2, axis=1), np.float32)

    def _fitted(self, waves: Plane) -> Plane:
        hold = np.float32(_STRIDE * _HOLD)
        held = (waves + hold * self.waves) / (1 + hold)
        fitted = np.clip(held, self.waves - self.slack, self.waves + self.slack)
        return np.asarray(fitted, np.float32)


def restore(rgb: NDArray[np.uint8], quality: int) -> NDArray[np.uint8]:
    """Return the picture with blocks, ringing and bled colours taken back.

    Parameters
    ----------
    rgb : (H, W, 3) uint8 array
        sRGB, as decoded; not changed.
    quality : int
        At which it was compressed. Chroma is taken as halved: so most writers do, and the halves of
        whole chroma are as well known.
    """
    height, width = rgb.shape[:2]
    whole = np.pad(rgb, ((0, -height % UNIT), (0, -width % UNIT), (0, 0)), mode="edge")
    result = whole.copy()
    for outer, inner, place in _tiles(*whole.shape[:2]):
        tile = whole[outer]
        if np.ptp(tile, axis=(0, 1)).max() > _EMPTY:
            result[place] = _restored(tile, quality)[inner]
    return result[:height, :width]


_Window = tuple[slice, slice]


def _tiles(height: int, width: int) -> Iterator[tuple[_Window, _Window, _Window]]:
    """Yield each tile with its margin, the tile inside that, and the tile in the picture."""
    for top in range(0, height, _TILE):
        for left in range(0, width, _TILE):
            y, x = max(top - _MARGIN, 0), max(left - _MARGIN, 0)
            bottom, right = min(top + _TILE, height), min(left + _TILE, width)
            yield (
                (slice(y, bottom + _MARGIN), slice(x, right + _MARGIN)),
                (slice(top - y, bottom - y), slice(left - x, right - x)),
                (slice(top, bottom), slice(left, right)),
            )


def _restored(rgb: NDArray[np.uint8], quality: int) -> NDArray[np.uint8]:
    shift = np.array([128.0, 127.5, 127.5], np.float32)
    coloured = cv2.cvtColor(rgb.astype(np.float32) / 255, cv2.COLOR_RGB2YCrCb) * 255 - shift
    planes = np.ascontiguousarray(np.moveaxis(coloured, 2, 0), np.float32)
    planes = _least_variation(planes, _stored(planes, quality))
    ycc = (np.moveaxis(planes, 0, 2) + shift) / 255
    back = np.asarray(cv2.cvtColor(np.ascontiguousarray(ycc), cv2.COLOR_YCrCb2RGB))
    return np.clip(np.rint(back * 255), 0, 255).astype(np.uint8)


def _stored(planes: Plane, quality: int) -> list[_Stored]:
    luma, chroma = quantisation(quality)
    stored = []
    for index, plane in enumerate(planes):
        halved = index > 0
        waves = to_waves(stored_chroma(plane) if halved else plane)
        steps = chroma if index else luma
        slack = _SLACK * steps
        slack[0, 0] = _MEAN_SLACK * steps[0, 0]
        rows = len(waves) // len(steps)
        by_row, slack = (np.tile(table, (rows, 1))[:, None, :] for table in (steps, slack))
        if not halved:
            # Where the decoder clipped, what it wrote is no multiple of the steps any more.
            waves = np.rint(waves / by_row) * by_row
        stored.append(_Stored(waves, slack, halved))
    return stored


def _least_variation(planes: Plane, stored: list[_Stored]) -> Plane:
    """Return the planes, (3, H, W), of least variation that are stored in the same way."""
    across, down = np.zeros_like(planes), np.zeros_like(planes)
    now, ahead = planes, planes
    stride, dual_stride = np.float32(_STRIDE), np.float32(1 / (8 * _STRIDE))
    for _ in range(_STEPS):
        across[..., :-1] += dual_stride * np.diff(ahead, axis=2)
        down[:, :-1] += dual_stride * np.diff(ahead, axis=1)
        size = np.sqrt(np.square(across).sum(axis=0) + np.square(down).sum(axis=0))
        shrink = 1 / np.maximum(size, 1)
        across *= shrink
        down *= shrink
        pull = across + down
        pull[..., 1:] -= across[..., :-1]
        pull[:, 1:] -= down[:, :-1]
        moved = now + stride * pull
        new = np.stack([s.nearest(plane) for s, plane in zip(stored, moved, strict=True)])
        ahead = 2 * new - now
        now = new
    return now
