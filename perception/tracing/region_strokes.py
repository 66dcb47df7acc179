"""Strokes at station regions that are too short for a skeleton."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from perception.stages import Mask
from perception.tracing.skeleton import Arc, Points, Skeleton

# Px of stroke that look out of a region at least.
_STUMP = 4
_STUMP_REACH = 0.8
_STUMP_MARKER = 5.0


def join_touching_regions(skeleton: Skeleton, strokes: Mask, regions: NDArray[np.int32]) -> None:
    """Add an arc between station regions that meet on a stroke, with no skeleton between them.

    Parameters
    ----------
    skeleton : Skeleton
        Changed in place.
    strokes : (H, W) bool array
        The strokes alone, without the markers.
    regions : (H, W) int32 array
        As for `trace_skeleton`.
    """
    drawn = np.where(strokes, regions, 0)
    met: dict[tuple[int, int], tuple[int, int]] = {}
    for dy, dx in ((0, 1), (1, 0)):
        first = drawn[: drawn.shape[0] - dy, : drawn.shape[1] - dx]
        second = drawn[dy:, dx:]
        ys, xs = np.nonzero((first > 0) & (second > 0) & (first != second))
        for y, x in zip(ys.tolist(), xs.tolist(), strict=True):
            pair = sorted((int(first[y, x]), int(second[y, x])))
            met.setdefault((pair[0], pair[1]), (x, y))
    for (one, other), (x, y) in sorted(met.items()):
        skeleton.add(Arc(one, other, np.array([[x, y]], np.float64)))


def add_stumps(skeleton: Skeleton, strokes: Mask, regions: NDArray[np.int32], width: float) -> None:
    """Give stations the strokes that look out of their regions by too little for a skeleton.

    Parameters
    ----------
    skeleton : Skeleton
        Changed in place.
    strokes : (H, W) bool array
        The strokes alone, without the markers.
    regions : (H, W) int32 array
        As for `trace_skeleton`.
    width : float
        Stroke width, px.
    """
    at = skeleton.at()
    reach = max(int(_STUMP_REACH * width), 2)
    boxes: list[tuple[slice, ...] | None] = list(ndimage.find_objects(regions))
    for number, box in enumerate(boxes, start=1):
        # A large marker does not tell the direction of a stroke that leaves it.
        if box is None or max(side.stop - side.start for side in box) > _STUMP_MARKER * width:
            continue
        mine = [(identity, skeleton.arcs[identity]) for identity in at.get(number, [])]
        loose = [
            identity
            for identity, arc in mine
            if arc.length < _STUMP_REACH * width
            and arc.start != arc.end
            and len(at[arc.end if arc.start == number else arc.start]) == 1
            and not skeleton.is_station(arc.end if arc.start == number else arc.start)
        ]
        if len(loose) < len(mine):
            continue
        for identity in loose:
            del skeleton.arcs[identity]
        for line in _stumps(strokes, regions, number, box, reach):
            place = skeleton.add_place((float(line[1, 0]), float(line[1, 1])))
            skeleton.add(Arc(number, place, line))


def _stumps(
    strokes: Mask, regions: NDArray[np.int32], number: int, box: tuple[slice, ...], reach: int
) -> list[Points]:
    """Return a short line, (2, 2), along every stroke that looks out of a region."""
    rows, columns = (slice(max(side.start - reach, 0), side.stop + reach) for side in box)
    own = regions[rows, columns] == number
    middle = np.argwhere(own).mean(axis=0)
    near = cv2.dilate(own.astype(np.uint8), np.ones((2 * reach + 1,) * 2, np.uint8))
    looks_out = (np.asarray(near) > 0) & strokes[rows, columns] & (regions[rows, columns] == 0)
    count, labels = cv2.connectedComponents(looks_out.astype(np.uint8), connectivity=8)
    lines = []
    for label in range(1, count):
        pixels = np.argwhere(labels == label)
        if len(pixels) < _STUMP:
            continue
        way = pixels.mean(axis=0) - middle
        way /= max(float(np.hypot(*way)), 1e-9)
        last = middle + way * float(((pixels - middle) @ way).max())
        shift = np.array([columns.start, rows.start], np.float64)
        lines.append(np.array([(last - way)[::-1], last[::-1]]) + shift)
    return lines
