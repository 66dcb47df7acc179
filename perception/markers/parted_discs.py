"""Discs of several lines: each line's share of the disc has that line's colour.

Where lines meet, a map may draw one disc and part it between them, with a rim or a thin gap of
another colour. Each share alone looks like a piece of its line.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
from shapely.geometry import MultiPoint, Polygon

from perception.markers.blobs import Blob
from perception.markers.candidate import Candidate, grow
from perception.markers.scene import Scene
from perception.raster import convex_hull, tight_sides

# Shares are so near to each other, in stroke widths; of so many a disc has at most.
_NEAR = 0.7
_MOST = 4
# The disc against the strokes; how much of it the shares cover; its form.
_LEAST, _LARGEST = 1.35, 4.0
_COVERED = 0.55
_ROUND = 1.17
_FILL = (0.71, 0.86)
# No share is a smaller part of the disc than this.
_SHARE = 0.12
_BELIEF = 0.98


def find_parted_discs(scene: Scene, blobs: Sequence[Blob]) -> list[Candidate]:
    """Find the discs whose shares have the colours of two to four lines, best first."""
    count = len(scene.widths)
    shares = [
        blob
        for blob in blobs
        if blob.color < count and scene.present[blob.color] and blob.size < _LARGEST * scene.width
    ]
    shapes = [MultiPoint(blob.hull).convex_hull for blob in shares]
    near = {
        (i, j)
        for i, j in combinations(range(len(shares)), 2)
        if shares[i].color != shares[j].color
        and shapes[i].distance(shapes[j]) <= _NEAR * scene.width + 1.0
    }
    found: list[tuple[float, Candidate]] = []
    sets = [set(pair) for pair in sorted(near)]
    for parts in sets:
        if len(parts) < _MOST:
            more = range(max(parts) + 1, len(shares))
            sets += [{*parts, k} for k in more if all((i, k) in near for i in parts)]
        disc = _disc(scene, [shares[i] for i in sorted(parts)])
        if disc is not None:
            found.append(disc)
    found.sort(key=lambda pair: (-pair[0], pair[1].centre))
    kept: list[Candidate] = []
    for _, mark in found:
        if all(np.hypot(*np.subtract(mark.centre, k.centre)) > mark.size for k in kept):
            kept.append(mark)
    return kept


def _disc(scene: Scene, shares: Sequence[Blob]) -> tuple[float, Candidate] | None:
    """Return how well shares make up a disc, and the disc; None where they make none."""
    hull = convex_hull(np.concatenate([blob.hull for blob in shares]))
    long, short = tight_sides(hull)
    area = float(Polygon(hull).area) if len(hull) > 2 else 0.0
    size = float(np.sqrt(area))
    width = float(np.mean([scene.widths[blob.color] for blob in shares]))
    if not _LEAST * width < size < _LARGEST * width or long > _ROUND * short:
        return None
    covered = sum(blob.size**2 for blob in shares) / area
    if not _FILL[0] < area / (long * short) < _FILL[1] or covered < _COVERED:
        return None
    if min(blob.size**2 for blob in shares) < _SHARE * area:
        return None
    x, y = hull.mean(axis=0) if len(hull) < 3 else Polygon(hull).centroid.coords[0]
    layers = tuple(sorted({blob.color for blob in shares}))
    return covered, Candidate(
        centre=(float(x), float(y)),
        kind="dot",
        size=size,
        outline=grow(hull, (float(x), float(y)), 1.5),
        layers=layers,
        color=scene.background,
        rim_color=-1,
        rim=0.0,
        elongation=1.0,
        belief=_BELIEF,
    )
