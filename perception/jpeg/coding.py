"""How JPEG coded a picture: the block transform and the steps of its quantisation (ITU-T T.81)."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Plane = NDArray[np.float32]

BLOCK = 8
# Luma blocks and halved chroma blocks share borders at multiples of this.
UNIT = 16
# The tables of annex K, for quality 50, which all common writers scale.
_LUMA = (
    (16, 11, 10, 16, 24, 40, 51, 61),
    (12, 12, 14, 19, 26, 58, 60, 55),
    (14, 13, 16, 24, 40, 57, 69, 56),
    (14, 17, 22, 29, 51, 87, 80, 62),
    (18, 22, 37, 56, 68, 109, 103, 77),
    (24, 35, 55, 64, 81, 104, 113, 92),
    (49, 64, 78, 87, 103, 121, 120, 101),
    (72, 92, 95, 98, 112, 100, 103, 99),
)
_CHROMA = (
    (17, 18, 24, 47, 99, 99, 99, 99),
    (18, 21, 26, 66, 99, 99, 99, 99),
    (24, 26, 56, 99, 99, 99, 99, 99),
    (47, 66, 99, 99, 99, 99, 99, 99),
    *((99,) * BLOCK,) * 4,
)
_WAVES = np.array(
    [
        [
            np.sqrt((1 if wave == 0 else 2) / BLOCK)
            * np.cos((2 * place + 1) * wave * np.pi / (2 * BLOCK))
            for place in range(BLOCK)
        ]
        for wave in range(BLOCK)
    ],
    np.float32,
)
# Decoders enlarge halved chroma linearly; the mean of four pixels is then this blur of a sample.
_BLUR = np.array([1, 6, 1], np.float32) / 8
_UNBLUR_STEPS = 12


def quantisation(quality: int) -> tuple[Plane, Plane]:
    """Return the steps of luma and of chroma, (8, 8) each, at a quality."""
    scale = 5000 / quality if quality < 50 else 200 - 2 * quality
    luma, chroma = (
        np.clip(np.floor((np.array(table) * scale + 50) / 100), 1, 255).astype(np.float32)
        for table in (_LUMA, _CHROMA)
    )
    return luma, chroma


def to_waves(plane: Plane) -> Plane:
    """Return the cosine transform of each 8 x 8 block; sides are multiples of 8.

    The result, (H, W / 8, 8), has frequency k of a block's rows at row k of that block.
    """
    height, width = plane.shape
    down = (_WAVES @ plane.reshape(-1, BLOCK, width)).reshape(height, -1, BLOCK)
    return np.asarray(down @ _WAVES.T, np.float32)


def from_waves(waves: Plane) -> Plane:
    """Return the plane, (H, W), whose transform `to_waves` returns."""
    height = waves.shape[0]
    across = (waves @ _WAVES).reshape(height // BLOCK, BLOCK, -1)
    return np.asarray((_WAVES.T @ across).reshape(height, -1), np.float32)


def halve(plane: Plane) -> Plane:
    """Return the means of 2 x 2 pixels."""
    height, width = plane.shape
    half = cv2.resize(plane, (width // 2, height // 2), interpolation=cv2.INTER_AREA)
    return np.asarray(half, np.float32)


def stored_chroma(plane: Plane) -> Plane:
    """Return the halved chroma that a decoder enlarged to `plane`."""
    mean = halve(plane)
    stored = mean.copy()
    for _ in range(_UNBLUR_STEPS):
        blurred = cv2.sepFilter2D(stored, -1, _BLUR, _BLUR, borderType=cv2.BORDER_REPLICATE)
        stored += mean - np.asarray(blurred, np.float32)
    return stored
