"""Walking links: thin, dashed or hatched connections drawn between two stations.

They join stations of different names that stay two stations, so they are told as pairs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from perception.raster import fill_polygons
from perception.stages import StationCandidate, Strokes
from perception.text_reading import TextReading

# How long a link is at most, in radii of its markers; how much of its length shows ink, and how
# much the ground beside it may show.
_LONGEST = 8.0
_INKED = 0.45
_BESIDE = 0.15
_FOREIGN = 60


def find_walking_links(
    picture: NDArray[np.uint8],
    reading: TextReading,
    strokes: Strokes,
    stations: Sequence[StationCandidate],
) -> tuple[tuple[int, int], ...]:
    """Return the pairs of stations joined by a drawn link that is no line.

    Parameters
    ----------
    picture : (H, W, 3) uint8 array
        sRGB.
    reading : TextReading
        Text lines, image px; lettering is no link.
    strokes : Strokes
        The lines, which are no links either.
    stations : sequence of StationCandidate
        All stations of the picture.

    Returns
    -------
    tuple of (int, int)
        Indices into `stations`, the smaller first.
    """
    covered = fill_polygons(picture.shape[:2], [item.polygon for item in reading.lines])
    covered |= fill_polygons(
        picture.shape[:2], [m.outline for s in stations for m in s.markers if len(m.outline) > 2]
    )
    ground = _Ground(picture, covered, strokes)
    pairs = []
    for i, one in enumerate(stations):
        for j in range(i):
            ends = _nearest(one, stations[j])
            if ends is not None and _linked(ground, *ends):
                pairs.append((j, i))
    return tuple(sorted(pairs))


@dataclass(frozen=True, slots=True)
class _Ground:
    """What lies at single pixels of the picture."""

    picture: NDArray[np.uint8]
    covered: NDArray[np.bool_]
    strokes: Strokes

    def at(self, points: NDArray[np.float64]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Return where points (..., 2), px, are on ink of no line, and where on a line."""
        height, width = self.covered.shape
        xs = np.clip(np.rint(points[..., 0]).astype(int), 0, width - 1)
        ys = np.clip(np.rint(points[..., 1]).astype(int), 0, height - 1)
        pixels = self.picture[ys, xs].astype(np.int16)
        line = np.zeros(xs.shape, bool)
        for layer in self.strokes.layers:
            # bits of a line may be missing from its mask
            line |= layer.mask[ys, xs] | (_distance(pixels, layer.color) <= _FOREIGN)
        ink = _distance(pixels, self.strokes.background) > _FOREIGN
        return ink & ~line & ~self.covered[ys, xs], line


def _distance(pixels: NDArray[np.int16], color: tuple[int, int, int]) -> NDArray[np.int16]:
    return np.asarray(np.abs(pixels - np.asarray(color, np.int16)).max(axis=-1), np.int16)


def _nearest(
    one: StationCandidate, other: StationCandidate
) -> tuple[NDArray[np.float64], NDArray[np.float64], float, float] | None:
    """Return centres and radii of the two nearest marks; None where they are too far apart."""
    pairs = [(a, b) for a in one.markers for b in other.markers]
    a, b = min(pairs, key=lambda p: float(np.hypot(*np.subtract(p[0].xy, p[1].xy))))
    apart = float(np.hypot(*np.subtract(a.xy, b.xy)))
    reach = max(a.radius, b.radius)
    if apart <= a.radius + b.radius + 2.0 or apart > _LONGEST * reach:
        return None
    return np.array(a.xy), np.array(b.xy), a.radius, b.radius


def _linked(
    ground: _Ground,
    start: NDArray[np.float64],
    end: NDArray[np.float64],
    first: float,
    second: float,
) -> bool:
    apart = float(np.linalg.norm(end - start))
    axis = (end - start) / apart
    normal = np.array([-axis[1], axis[0]])
    along = np.arange(first + 1.5, apart - second - 1.5)
    if len(along) < 4:
        return False
    thin = min(first, second)

    def strip(offsets: NDArray[np.float64]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Return for each step along the link whether ink, and a line, is at any offset."""
        ink, line = ground.at(start + along[:, None, None] * axis + offsets[None, :, None] * normal)
        return np.any(ink, axis=1), np.any(line, axis=1)

    inked, lined = strip(thin * np.linspace(-0.5, 0.5, 7))
    # dashes leave gaps, but not at one end only
    third = len(inked) // 3
    if not (inked[:third].any() and inked[-third:].any() and inked.mean() >= _INKED):
        return False
    beside, _ = strip(thin * np.concatenate([np.linspace(-3, -2, 3), np.linspace(2, 3, 3)]))
    return bool(lined.mean() <= 0.5 and beside.mean() <= _BESIDE)
