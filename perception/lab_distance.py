"""How far apart colours are in CIE Lab."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def squared_distance(one: NDArray[np.float32], other: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the squared CIE76 distance of colours, (..., 3), to one or as many others, (...,).

    Axis by axis: over a last axis of three NumPy sums ten times as slowly.
    """
    total = np.square(one[..., 0] - other[..., 0])
    for axis in (1, 2):
        difference = one[..., axis] - other[..., axis]
        total += np.square(difference, out=difference)
    return np.asarray(total, np.float32)
