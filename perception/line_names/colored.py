"""Which line's colour each pixel of a picture has, stroke or not."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from perception.colors import Rgb
from perception.markers.flat_colors import to_lab

SAME = 15.0
"""Colours within this Lab distance are one."""

NONE = -1
_BITS = 6


def nearest_lines(picture: Rgb, colors: list[tuple[int, int, int]]) -> NDArray[np.int8]:
    """Return the index of the colour that each pixel has, or `NONE`.

    Parameters
    ----------
    picture : (H, W, 3) uint8 array
        sRGB.
    colors : list of tuple of int
        sRGB, of the lines.

    Returns
    -------
    (H, W) int8 array
        Index in `colors`; pixels of the same colour as two of them go to the nearer one.
    """
    shift = 8 - _BITS
    levels = (np.arange(1 << _BITS, dtype=np.uint16) << shift) + (1 << shift >> 1)
    cube = np.stack(np.meshgrid(levels, levels, levels, indexing="ij"), axis=-1)
    lab = to_lab(cube.reshape(-1, 3).astype(np.uint8))
    best = np.full(len(lab), SAME, np.float32)
    found = np.full(len(lab), NONE, np.int8)
    for index, color in enumerate(to_lab(np.array(colors, np.uint8).reshape(-1, 3))):
        distance = np.linalg.norm(lab - color, axis=1)
        nearer = distance < best
        best[nearer], found[nearer] = distance[nearer], index
    small = picture >> shift
    codes = (small[..., 0].astype(np.int32) << 2 * _BITS) | (
        small[..., 1].astype(np.int32) << _BITS
    )
    return np.asarray(found[codes | small[..., 2]], np.int8)
