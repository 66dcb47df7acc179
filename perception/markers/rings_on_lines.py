"""Rings upon lines as wide as they are: all that shows inside is the line's own colour.

The rim may be too thin to have a flat colour; it is told by how far its pixels are off the line's.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from perception.markers.candidate import Candidate
from perception.markers.flat_colors import to_lab
from perception.markers.scene import Scene
from perception.raster import components, outer_contour, tight_sides

# The inside of a ring is at most so many stroke widths large, at least so many px, and so compact.
_LARGEST = 1.6
_SMALLEST = 3.0
_ELONGATED = 1.4
_SOLID = 0.78
# A rim differs so much (CIE76) from line, ground and lettering, in such a share of directions,
# within so many px or sizes of the inside.
_CONTRAST = 28.0
_OFF_INK = 22.0
_ALL_ROUND = 0.9
_NEAR, _NEAR_PX = 0.5, 4.0
_DIRECTIONS = 24
# Beyond its rim, at least this share of directions shows ground or line again, so many px on.
_BEYOND = 0.75
# The line goes on beyond it in so many directions.
_ON_LINE = 2
_BELIEF = 0.8


def find_rings_on_lines(scene: Scene) -> list[Candidate]:
    """Find the rings whose inside has the colour of the line that they stand upon."""
    lab = to_lab(scene.rgb.reshape(-1, 3)).reshape(scene.rgb.shape)
    found = []
    for index in np.flatnonzero(scene.present).tolist():
        # The stroke stage may have taken what shows inside for lettering.
        parts = components(scene.labels == index)
        sides = parts.boxes[:, 2:]
        small = sides.max(axis=1) <= _LARGEST * scene.widths[index]
        small &= sides.min(axis=1) >= _SMALLEST
        small[0] = False
        for number in np.flatnonzero(small).tolist():
            x, y, w, h = (int(v) for v in parts.boxes[number])
            own = np.pad(parts.labels[y : y + h, x : x + w] == number, 1)
            contour = outer_contour(own) + np.array([x - 1.0, y - 1.0])
            ring = _ring(scene, lab, index, contour)
            if ring is not None:
                found.append(ring)
    return found


def _ring(
    scene: Scene, lab: NDArray[np.float32], layer: int, contour: NDArray[np.float64]
) -> Candidate | None:
    """Return the ring round the inside that a contour, (N, 2), bounds; None where there is none."""
    if len(contour) < 5:
        return None
    long, short = tight_sides(contour)
    hull = cv2.convexHull(contour.astype(np.float32))
    area = float(cv2.contourArea(contour.astype(np.float32)))
    if long > _ELONGATED * short or area < _SOLID * float(cv2.contourArea(hull)):
        return None
    low, high = contour.min(axis=0), contour.max(axis=0)
    centre = (low + high) / 2
    inner = (long + short) / 4
    reach = inner + max(_NEAR_PX, 2 * _NEAR * inner)
    angles = np.arange(_DIRECTIONS) / _DIRECTIONS * 2 * np.pi
    steps = np.arange(0.5 * inner, reach + 4.0, 0.5)
    rays = centre + steps[:, None, None] * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    xs = np.clip(np.rint(rays[..., 0]).astype(int), 0, scene.shape[1] - 1)
    ys = np.clip(np.rint(rays[..., 1]).astype(int), 0, scene.shape[0] - 1)
    seen = lab[ys, xs]
    known = to_lab(scene.colors[[layer, scene.background]])
    off = np.linalg.norm(seen[..., None, :] - known, axis=-1).min(axis=-1)
    within = steps <= reach
    rim = (off >= _CONTRAST) & within[:, None]
    if rim.any(axis=0).mean() < _ALL_ROUND:
        return None
    first = np.where(rim.any(axis=0), rim.argmax(axis=0), 0)
    clear = (off < _CONTRAST) & (np.arange(len(steps))[:, None] > first)
    if (clear.any(axis=0) & rim.any(axis=0)).mean() < _BEYOND:
        return None
    last = np.where(clear.any(axis=0), clear.argmax(axis=0), len(steps) - 1)
    outer = float(np.median(steps[last[rim.any(axis=0)]])) + 0.5
    beyond = (steps >= outer) & (steps <= outer + 3.0)
    if (scene.layer[ys, xs][beyond] == layer).any(axis=0).sum() < _ON_LINE:
        return None
    ink = scene.ink[ys[0], xs[0]]
    if (ink >= 0).any():
        letter = to_lab(scene.colors[[int(ink.max())]])[0]
        color = np.median(seen[rim], axis=0)
        if float(np.linalg.norm(color - letter)) < _OFF_INK:
            return None
    circle = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    return Candidate(
        centre=(float(centre[0]), float(centre[1])),
        kind="ring",
        size=float(np.sqrt(np.pi)) * outer,
        outline=centre + (outer + 0.5) * circle,
        layers=(layer,),
        color=layer,
        rim_color=-1,
        rim=outer - inner,
        elongation=1.0,
        belief=_BELIEF,
    )
