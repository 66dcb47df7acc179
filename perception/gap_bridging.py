"""Joining the pieces of a stroke over what covers it: other lines, text, missed markers, dashes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from perception.skeleton import Arc, Points, Skeleton, direction_from
from perception.stages import Mask

# A bridge may span this many stroke widths in all, and this many of open background.
_LONGEST = 14.0
_OPEN = 2.2
# It may leave either end by at most this angle.
_SWERVE = np.cos(np.radians(40.0))


@dataclass(frozen=True, slots=True)
class _End:
    place: int
    arc: int
    at: Points
    outward: Points


def bridge_gaps(skeleton: Skeleton, width: float, covered: Mask, open_limit: float = 0.0) -> None:
    """Add arcs between free ends that face each other, and from free ends to arcs ahead.

    Parameters
    ----------
    skeleton : Skeleton
        Changed in place.
    width : float
        Stroke width, px.
    covered : (H, W) bool array
        Where something other than background is drawn, which may hide the stroke.
    open_limit : float, optional
        Longest run over open background, px; by default 2.2 widths.
    """
    allowed = max(_OPEN * width, open_limit)
    ends = _free_ends(skeleton, width)
    if not ends:
        return
    tree = cKDTree([end.at for end in ends])
    offers: list[tuple[float, int, int]] = []
    for one, other in sorted(tree.query_pairs(max(_LONGEST * width, 1.5 * allowed))):
        cost = _cost(ends[one], ends[other], covered, allowed)
        if cost is not None and ends[one].place != ends[other].place:
            offers.append((cost, one, other))
    used: set[int] = set()
    for _, one, other in sorted(offers):
        if one in used or other in used:
            continue
        used |= {one, other}
        a, b = ends[one], ends[other]
        skeleton.add(Arc(a.place, b.place, np.stack([a.at, b.at]), bridge=True))
    for index, end in enumerate(ends):
        if index not in used:
            _meet_arc(skeleton, end, width)


def _free_ends(skeleton: Skeleton, width: float) -> list[_End]:
    ends = []
    for place, arcs in sorted(skeleton.at().items()):
        if len(arcs) != 1 or skeleton.is_station(place):
            continue
        arc = skeleton.arcs[arcs[0]]
        at = arc.points[0] if arc.start == place else arc.points[-1]
        outward = -direction_from(arc, place, 0.4 * width, 2.0 * width)
        ends.append(_End(place, arcs[0], at, outward))
    return ends


def _cost(one: _End, other: _End, covered: Mask, allowed: float) -> float | None:
    """Return the cost of a bridge between two ends, px, or None where there can be none."""
    span = other.at - one.at
    length = float(np.hypot(*span))
    if length < 1e-6:
        return 0.0
    ahead = span / length
    # An end without direction (a dot) may be left any way.
    bends = [
        1.0 if not outward.any() else float(outward @ way)
        for outward, way in ((one.outward, ahead), (other.outward, -ahead))
    ]
    if min(bends) < _SWERVE and length > 3.0:
        return None
    open_run = length * (1.0 - _covered_share(one.at, other.at, covered))
    if open_run > allowed:
        return None
    return length + 2.0 * open_run + length * (2.0 - sum(bends))


def _covered_share(a: Points, b: Points, covered: Mask) -> float:
    count = max(int(np.hypot(*(b - a))), 2)
    line = np.rint(a + np.linspace(0.0, 1.0, count)[:, None] * (b - a)).astype(int)
    xs = np.clip(line[:, 0], 0, covered.shape[1] - 1)
    ys = np.clip(line[:, 1], 0, covered.shape[0] - 1)
    return float(covered[ys, xs].mean())


def _meet_arc(skeleton: Skeleton, end: _End, width: float) -> None:
    """Lead a free end on to an arc of the same stroke just ahead of it (a gapped branch)."""
    best: tuple[float, int, int] | None = None
    for identity, arc in skeleton.arcs.items():
        if arc.bridge or identity == end.arc or end.place in (arc.start, arc.end):
            continue
        offsets = arc.points - end.at
        distances = np.hypot(offsets[:, 0], offsets[:, 1])
        near = np.flatnonzero(distances <= 2.0 * width)
        for index in near.tolist():
            distance = float(distances[index])
            if distance > 0 and float(offsets[index] @ end.outward) / distance < _SWERVE:
                continue
            if best is None or distance < best[0]:
                best = (distance, identity, index)
    if best is None:
        return
    _, identity, index = best
    arc = skeleton.arcs.pop(identity)
    at: NDArray[np.float64] = arc.points[index]
    place = skeleton.add_place((float(at[0]), float(at[1])))
    skeleton.add(Arc(arc.start, place, arc.points[: index + 1]))
    skeleton.add(Arc(place, arc.end, arc.points[index:]))
    skeleton.add(Arc(end.place, place, np.stack([end.at, at]), bridge=True))
