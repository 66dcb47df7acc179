"""The two colours of a line of text: the ground and the ink."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from perception.ocr.engine import RgbArray


def two_colors(box: RgbArray) -> tuple[NDArray[np.float64], NDArray[np.float64]] | None:
    """Return the ground and the ink colour of a text box, sRGB; None where none stands out."""
    pixels = box.reshape(-1, 3).astype(np.float64)
    if len(pixels) < 16:
        return None
    ground = _mode(pixels)
    distance = lengths(pixels - ground)
    far = distance > 60
    if far.sum() < 8:
        return None
    # Edges are mixtures, so the ink is the mode of what is farthest from the ground.
    core = pixels[distance > 0.7 * np.percentile(distance[far], 90)]
    return ground, _mode(core)


def _mode(pixels: NDArray[np.float64]) -> NDArray[np.float64]:
    cells = (pixels.astype(np.int32) >> 4) @ np.array([256, 16, 1], np.int32)
    chosen = pixels[cells == np.bincount(cells).argmax()]
    near = pixels[lengths(pixels - chosen.mean(axis=0)) < 24]
    return np.asarray(near.mean(axis=0) if len(near) else chosen.mean(axis=0), np.float64)


def lengths(vectors: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the Euclidean lengths along the last axis."""
    # A third of the time of numpy.linalg.norm on short vectors.
    return np.asarray(np.sqrt(np.einsum("...i,...i->...", vectors, vectors)), np.float64)
