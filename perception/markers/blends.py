"""Pixels in which a line's colour blends with the ground, as at the border of a stroke."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from perception.markers.scene import Scene

# What lies so near (RGB) to the line between ground and colour is a blend of both.
_NEAR = 48.0


def blend_shares(
    scene: Scene, layer: int, rgb: NDArray[np.uint8], most: float = 1.0
) -> NDArray[np.float64]:
    """Return how much of a layer's colour is in pixels; 0 in what is no blend with the ground.

    Parameters
    ----------
    scene : Scene
        Its colours.
    layer : int
        Index of the layer.
    rgb : (..., 3) uint8 array
        The pixels.
    most : float
        Farther from the ground than so many times the colour, a pixel is no blend.

    Returns
    -------
    (...) float array
        From 0 to `most`.
    """
    ground = scene.colors[scene.background].astype(np.float64)
    axis = scene.colors[layer].astype(np.float64) - ground
    seen = rgb.astype(np.float64) - ground
    shares = np.clip(seen @ axis / max(float(axis @ axis), 1.0), 0.0, most)
    apart = np.linalg.norm(seen - shares[..., None] * axis, axis=-1)
    return np.where(apart < _NEAR, shares, 0.0)
