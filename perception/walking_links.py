"""Walking links: thin, dashed or hatched connections drawn between two stations.

They join stations of different names that stay two stations, so they are told as pairs.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from perception.markers.raster import fill_polygons
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
    off = np.abs(picture.astype(np.int16) - np.asarray(strokes.background, np.int16)).max(axis=2)
    ink = off > _FOREIGN
    ink &= ~fill_polygons(ink.shape, [item.polygon for item in reading.lines])
    line = np.zeros(ink.shape, bool)
    for layer in strokes.layers:
        line |= layer.mask
        # bits of a line may be missing from its mask
        like = np.abs(picture.astype(np.int16) - np.asarray(layer.color, np.int16)).max(axis=2)
        line |= like <= _FOREIGN
    marks = fill_polygons(
        ink.shape, [m.outline for s in stations for m in s.markers if len(m.outline) > 2]
    )
    pairs = []
    for i, one in enumerate(stations):
        for j in range(i):
            ends = _nearest(one, stations[j])
            if ends is not None and _linked(ink & ~line & ~marks, line, *ends):
                pairs.append((j, i))
    return tuple(sorted(pairs))


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
    ink: NDArray[np.bool_],
    line: NDArray[np.bool_],
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
    half = 0.5 * min(first, second)

    def shares(mask: NDArray[np.bool_], offsets: NDArray[np.float64]) -> NDArray[np.bool_]:
        at = start + along[:, None, None] * axis + offsets[None, :, None] * normal
        xs = np.clip(np.rint(at[..., 0]).astype(int), 0, mask.shape[1] - 1)
        ys = np.clip(np.rint(at[..., 1]).astype(int), 0, mask.shape[0] - 1)
        return np.asarray(mask[ys, xs].any(axis=1), np.bool_)

    middle = np.linspace(-half, half, 7)
    beside = np.concatenate([np.linspace(-3, -2, 3), np.linspace(2, 3, 3)]) * min(first, second)
    if shares(line, middle).mean() > 0.5:
        return False
    inked = shares(ink, middle)
    # dashes leave gaps, but not at one end only
    ends = inked[: len(inked) // 3].any() and inked[-(len(inked) // 3) :].any()
    return bool(ends and inked.mean() >= _INKED and shares(ink, beside).mean() <= _BESIDE)
