"""A picture without the damage of hard compression, where it has any."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from perception.jpeg.damage import find_damage
from perception.jpeg.flattening import flatten
from perception.jpeg.restoring import restore


def undo_compression(rgb: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], tuple[str, ...]]:
    """Return the picture as it was before it was compressed hard, as far as that can be told.

    Parameters
    ----------
    rgb : (H, W, 3) uint8 array
        sRGB; not changed.

    Returns
    -------
    tuple of ((H, W, 3) uint8 array, tuple of str)
        The picture, itself where no damage is found, and a note where some was undone.
    """
    quality = find_damage(rgb)
    if quality is None:
        return rgb, ()
    note = f"compressed hard (JPEG quality {quality}); shapes were read from a restored copy"
    return flatten(restore(rgb, quality), rgb), (note,)
