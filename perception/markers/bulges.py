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
from scipy.spatial import cKDTree

from perception.markers.blends import blend_shares
from perception.markers.scene import Scene, layer_windows
from perception.raster import components, dilate, inner_distance, local_maximum
from perception.stages import Mask

# A dot is wider than its line by this share and this many px at least.
_WIDER = 1.06
_LEAST_PX = 0.6
# Beyond this no corner of a line is wider.
_PLAIN = 1.5
_NEIGHBOURS = 12


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
    for index, width, mask, window in layer_windows(scene, 0.0, 3):
        bulges += _of_layer(scene, mask, index, width, window)
    return bulges


def _of_layer(
    scene: Scene, mask: Mask, index: int, width: float, window: tuple[slice, slice]
) -> list[Bulge]:
    solid = fill_small_holes(mask, width)
    distance = inner_distance(solid)
    ridge = (distance >= local_maximum(distance, 3) - 1e-3) & (distance >= 0.3 * width)
    if not ridge.any():
        return []
    usual = float(np.median(distance[ridge]))
    # the transform of a stroke jumps with the parity of its width: measure between the pixels
    ys, xs = np.nonzero(ridge & (distance >= usual - 1.0) & (distance <= 3.2 * usual))
    if not len(ys):
        return []
    points = np.stack([xs, ys], axis=1).astype(np.float64)
    centres, radii = _measure(scene, solid, index, window, points)
    half = float(np.median(radii))
    limit = max(half * _WIDER, half + _LEAST_PX)
    order = np.argsort(-radii, kind="stable")
    order = order[radii[order] >= limit]
    taken = np.zeros((0, 2))
    bulges = []
    for i in order:
        centre, radius = centres[i], float(radii[i])
        if len(taken) and np.linalg.norm(taken - centre, axis=1).min() < 2.0 * half:
            continue
        taken = np.vstack([taken, centre])
        arms = _arms(solid, (float(centre[0]), float(centre[1])), radius, half)
        if arms is None:
            continue
        place = (float(centre[0]) + window[1].start, float(centre[1]) + window[0].start)
        bulges.append(Bulge(place, radius, radius / half, arms, index))
    return bulges


def _measure(
    scene: Scene,
    solid: Mask,
    index: int,
    window: tuple[slice, slice],
    points: NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Fit the largest circle near each ridge point, to a fraction of a pixel.

    The border lies inside the blended pixels; how far, their blend tells.

    Returns
    -------
    centres : (N, 2) float array
        Within half a pixel of the points.
    radii : (N,) float array
        Px.
    """
    border = dilate(solid, 3) & ~solid
    ys, xs = np.nonzero(border)
    share = blend_shares(scene, index, scene.rgb[window][ys, xs])
    tree = cKDTree(np.stack([xs, ys], axis=1))
    steps = np.array([(dx, dy) for dy in (-0.5, 0.0, 0.5) for dx in (-0.5, 0.0, 0.5)])
    tried = (points[:, None] + steps[None]).reshape(-1, 2)
    far, nearest = tree.query(tried, k=min(_NEIGHBOURS, len(xs)))
    radii = (np.atleast_2d(far) + share[np.atleast_2d(nearest)]).min(axis=1) - 0.5
    radii = radii.reshape(len(points), len(steps))
    best = radii.argmax(axis=1)
    return points + steps[best], radii[np.arange(len(points)), best]


def fill_small_holes(mask: Mask, width: float) -> Mask:
    """Close what is enclosed and small: dots of another colour inside the stroke."""
    parts = components(~mask)
    small = parts.areas <= 3.0 * width * width
    small[0] = False
    return np.asarray(mask | small[parts.labels], np.bool_)


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
    if radius > _PLAIN * half:
        return len(wide) if hit.mean() < 0.75 else None
    if (wide > 1.45 * expected).any() or (wide < 0.6 * expected).any():
        return None
    if len(wide) == 2:
        middles = (edges[1::2] + edges[::2])[spans > 0.35 * expected] / steps * np.pi
        between = abs(float(middles[1] - middles[0]))
        turn = np.pi - min(between, 2 * np.pi - between)
        # a sharp corner holds a circle wider than the line by this much
        if radius / half < 1 / np.cos(turn / 2) + 0.02:
            return None
    return len(wide)
