"""Ticks: short bars that stick out of a stroke, in its own colour.

Opening a stroke by a disc a little narrower than itself leaves the stroke and takes away what is
narrower: ticks, and the tips of its corners, which are much smaller.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from perception.markers.bulges import fill_small_holes
from perception.markers.scene import Scene, layer_windows
from perception.raster import (
    components,
    dilate,
    inner_distance,
    local_maximum,
    outer_contour,
    tight_sides,
)
from perception.stages import Mask

# Size of a tick in widths of its stroke; the disc, as a share of the stroke's half width.
_LEAST, _LONGEST = 0.4, 2.5
_DISC = 0.85
_AREA = 0.12
_BUNDLED = 0.1


@dataclass(frozen=True, slots=True)
class Tick:
    """A bar that sticks out; lengths in scene px.

    Attributes
    ----------
    centre : tuple of float
        Of its area.
    contour : (N, 2) float array
        Its border.
    size : float
        Root of its area.
    layer : int
        Index of the layer.
    crosses : bool
        Whether it sticks out on both sides.
    """

    centre: tuple[float, float]
    contour: NDArray[np.float64]
    size: float
    layer: int
    crosses: bool = False


def find_ticks(scene: Scene) -> list[Tick]:
    """Find the ticks of all layers."""
    ticks = []
    for index, width, mask, window in layer_windows(scene, 0.0, 3):
        ticks += _of_layer(scene, mask, index, width, window)
    return ticks


def _of_layer(
    scene: Scene, stroke: Mask, index: int, width: float, window: tuple[slice, slice]
) -> list[Tick]:
    mask = fill_small_holes(stroke, width)
    origin = np.array([window[1].start, window[0].start])
    others = (scene.layer[window] >= 0) & ~mask
    distance = inner_distance(mask)
    ridge = (distance >= local_maximum(distance, 3) - 1e-3) & (distance >= 0.3 * width)
    if not ridge.any():
        return []
    half = float(np.median(distance[ridge]))
    radius = _DISC * half
    body = inner_distance(~(distance > radius)) <= radius
    parts = components(mask & ~body, connectivity=8)
    beside = np.bincount(parts.labels[dilate(body, 3)], minlength=parts.count)
    under = np.bincount(parts.labels[scene.text[window]], minlength=parts.count)
    ticks = []
    for label in range(1, parts.count):
        area = int(parts.areas[label])
        if area < _AREA * width * width or not beside[label] or under[label] > 0.5 * area:
            continue
        x, y, w, h = (int(v) for v in parts.boxes[label])
        if not _sticks_out(parts.labels, label, (x, y, w, h), mask, others):
            continue
        own = parts.labels[y : y + h, x : x + w] == label
        contour = outer_contour(own)
        long, short = tight_sides(contour)
        if not _LEAST * width <= long <= _LONGEST * width or short < 0.2 * width:
            continue
        centre = parts.centroids[label] + origin
        ticks.append(
            Tick(
                centre=(float(centre[0]), float(centre[1])),
                contour=contour + np.array([x, y]) + origin.astype(np.float64),
                size=float(np.sqrt(area)),
                layer=index,
            )
        )
    return ticks


def _sticks_out(
    labels: NDArray[np.int32],
    label: int,
    box: tuple[int, int, int, int],
    mask: Mask,
    others: Mask,
) -> bool:
    """Tell whether no other stroke runs beside a piece: what narrows a stroke in a bundle."""
    x, y, w, h = box
    window = (slice(max(0, y - 3), y + h + 3), slice(max(0, x - 3), x + w + 3))
    near = dilate(labels[window] == label, 7) & ~mask[window]
    return bool(near.any() and others[window][near].mean() < _BUNDLED)
