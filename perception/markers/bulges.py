"""Bulges: places where a stroke is wider than it usually is, in its own colour.

Dots in a line's own colour may be hardly wider than the line (a tenth), so widths come from the
exact Euclidean distance transform, compared with the stroke's own width nearby. A mitred corner
and a branching are wider too; they are told from a dot by what the circle drawn round the widest
point crosses: a dot's circle crosses the arms of the line and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from perception.markers.raster import components, inner_distance, local_maximum
from perception.markers.scene import Scene
from perception.stages import Mask

_WIDER = 1.07
# the transform of a drawn stroke jumps by a whole pixel with the parity of its width
_LEAST_PX = 1.2


@dataclass(frozen=True, slots=True)
class Bulge:
    """A place where a stroke is wider than nearby; lengths in scene px.

    Attributes
    ----------
    centre : tuple of float
        Of the largest circle inside.
    radius : float
        Of that circle.
    excess : float
        Its radius over half of the stroke's width nearby.
    arms : int
        How many arms of the line leave it.
    layer : int
        Index of the layer.
    """

    centre: tuple[float, float]
    radius: float
    excess: float
    arms: int
    layer: int


def find_bulges(scene: Scene) -> list[Bulge]:
    """Find the bulges of all layers."""
    bulges = []
    for index, width in enumerate(scene.widths):
        mask = scene.layer == index
        ys, xs = np.nonzero(mask)
        if not len(ys):
            continue
        y0, x0 = max(0, int(ys.min()) - 3), max(0, int(xs.min()) - 3)
        window = (slice(y0, int(ys.max()) + 4), slice(x0, int(xs.max()) + 4))
        bulges += _of_layer(mask[window], index, float(width), (x0, y0))
    return bulges


def _of_layer(mask: Mask, index: int, width: float, origin: tuple[int, int]) -> list[Bulge]:
    solid = _fill_small_holes(mask, width)
    distance = inner_distance(solid)
    half = _half_width(distance, width)
    if half <= 0:
        return []
    limit = max(half * _WIDER, half + _LEAST_PX)
    size = int(2 * round(half) + 1)
    peak = (distance >= limit) & (distance >= local_maximum(distance, size) - 1e-3)
    parts = components(peak, connectivity=8)
    bulges = []
    for label in range(1, parts.count):
        x, y = (float(v) for v in parts.centroids[label])
        radius = float(distance[round(y), round(x)])
        if radius > 3.2 * half:
            continue
        arms = _arms(solid, (x, y), radius, half)
        if arms is None:
            continue
        bulges.append(Bulge((x + origin[0], y + origin[1]), radius, radius / half, arms, index))
    return bulges


def _fill_small_holes(mask: Mask, width: float) -> Mask:
    """Close what is enclosed and small: dots of another colour inside the stroke."""
    parts = components(~mask)
    small = parts.areas <= 3.0 * width * width
    small[0] = False
    return np.asarray(mask | small[parts.labels], np.bool_)


def _half_width(distance: NDArray[np.float32], width: float) -> float:
    """Return the usual distance of the ridge from the border, px."""
    ridge = (distance >= local_maximum(distance, 3) - 1e-3) & (distance >= 0.3 * width)
    values = distance[ridge]
    return float(np.median(values)) if len(values) else 0.0


def _arms(mask: Mask, centre: tuple[float, float], radius: float, half: float) -> int | None:
    """Count the arms that leave a circle; None where it is a corner, no dot.

    The circle drawn a little outside the dot meets the line's arms, each about as wide as the
    line. The tip of a mitred corner shows as a third, narrow arc, or widens an arm.
    """
    ring = radius + max(1.5, 0.15 * half)
    steps = max(48, int(2 * np.pi * ring * 2))
    angles = np.arange(steps) / steps * 2 * np.pi
    xs = np.rint(centre[0] + ring * np.cos(angles)).astype(int)
    ys = np.rint(centre[1] + ring * np.sin(angles)).astype(int)
    inside = (xs >= 0) & (ys >= 0) & (xs < mask.shape[1]) & (ys < mask.shape[0])
    hit = np.zeros(steps, bool)
    hit[inside] = mask[ys[inside], xs[inside]]
    if hit.all():
        return None
    if not hit.any():
        return 0
    turned = np.roll(hit, -int(np.flatnonzero(~hit)[0]))
    edges = np.flatnonzero(np.diff(np.concatenate([[0], turned.astype(int), [0]])))
    spans = (edges[1::2] - edges[::2]) / steps * 2 * np.pi
    expected = 2 * np.arcsin(min(1.0, half / ring))
    wide = spans[spans > 0.35 * expected]
    if (wide > 1.45 * expected).any() or (wide < 0.6 * expected).any():
        return None
    return len(wide)
