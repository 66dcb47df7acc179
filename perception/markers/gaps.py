"""Gaps: short interruptions of a stroke that no other stroke explains.

A mark drawn over a line in the colour of the ground cuts the line in two and has no border of its
own towards the ground. Closing the stroke shows it: what the closing adds, between two ends of
the same stroke.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from perception.markers.blends import blend_shares
from perception.markers.scene import Scene, layer_windows
from perception.raster import components, inner_distance, outer_contour
from perception.stages import Mask

# A blend of stroke and ground with so much of the stroke is its border.
_MOSTLY = 0.5


@dataclass(frozen=True, slots=True)
class Gap:
    """A short interruption; lengths in scene px.

    Attributes
    ----------
    centre : tuple of float
        Of its area.
    contour : (N, 2) float array
        Its border.
    size : float
        Root of its area.
    color : int
        The flat colour that fills most of it.
    purity : float
        Share of that colour, borders to the stroke left out.
    layer : int
        Index of the layer.
    """

    centre: tuple[float, float]
    contour: NDArray[np.float64]
    size: float
    color: int
    purity: float
    layer: int


def find_gaps(scene: Scene) -> list[Gap]:
    """Find the gaps of all layers."""
    gaps = []
    for index, width, mask, window in layer_windows(scene, 2.0, 2):
        gaps += _of_layer(scene, mask, index, width, window)
    return gaps


def _of_layer(
    scene: Scene, mask: Mask, index: int, width: float, window: tuple[slice, slice]
) -> list[Gap]:
    radius = 0.75 * width + 1.0
    dilated = inner_distance(~mask) <= radius
    added = (inner_distance(dilated) > radius) & ~mask & (scene.layer[window] < 0)
    parts = components(added)
    origin = np.array([window[1].start, window[0].start], np.float64)
    gaps = []
    for label in range(1, parts.count):
        x, y, w, h = (int(v) for v in parts.boxes[label])
        area = int(parts.areas[label])
        if area < 0.15 * width * width or max(w, h) > 3 * width or min(w, h) < 0.3 * width:
            continue
        sub = (slice(y, y + h), slice(x, x + w))
        own = parts.labels[sub] == label
        centre = parts.centroids[label]
        if not _between(mask, (float(centre[0]), float(centre[1])), max(width, area**0.5)):
            continue
        flat = _fillings(scene, index, window, sub, own)
        kinds = np.bincount(flat[flat >= 0], minlength=len(scene.colors))
        place = centre + origin
        gaps.append(
            Gap(
                centre=(float(place[0]), float(place[1])),
                contour=outer_contour(own) + np.array([x, y]) + origin,
                size=float(np.sqrt(area)),
                color=int(kinds.argmax()),
                purity=float(kinds.max() / max(len(flat), 1)),
                layer=index,
            )
        )
    return gaps


def _fillings(
    scene: Scene,
    index: int,
    window: tuple[slice, slice],
    sub: tuple[slice, slice],
    own: Mask,
) -> NDArray[np.int16]:
    """Return the flat colours of what lies in a gap, (N,), without its borders to the stroke.

    Of a narrow gap most is border, whose blends may be near to any pale colour.
    """
    flat = scene.labels[window][sub][own]
    shares = blend_shares(scene, index, scene.rgb[window][sub][own])
    ground = (shares > 0.0) & (shares < _MOSTLY)
    inner = np.where(ground, np.int16(scene.background), flat)
    return np.asarray(inner[shares < _MOSTLY], np.int16)


def _between(mask: Mask, centre: tuple[float, float], size: float) -> bool:
    """Tell whether the stroke lies on opposite sides of a gap's centre."""
    reach = 1.3 * size
    angles = np.arange(36) / 36 * 2 * np.pi
    hit = np.zeros(36, bool)
    for far in np.arange(1.0, reach, 1.0):
        xs = np.rint(centre[0] + far * np.cos(angles)).astype(int)
        ys = np.rint(centre[1] + far * np.sin(angles)).astype(int)
        inside = (xs >= 0) & (ys >= 0) & (xs < mask.shape[1]) & (ys < mask.shape[0])
        hit[inside] |= mask[ys[inside], xs[inside]]
    opposite = hit & np.roll(hit, 18)
    return int(opposite.sum()) >= 4
