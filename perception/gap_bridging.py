"""Joining the pieces of a stroke over what covers it: other lines, text, missed markers, dashes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.spatial import cKDTree

from perception.skeleton import Arc, Points, Skeleton, direction_from
from perception.stages import Mask

# A bridge may span this many stroke widths in all, and this many of open background.
_LONGEST = 14.0
_OPEN = 2.2
# It may leave either end by at most this angle.
_SWERVE = np.cos(np.radians(40.0))
_RAYS = (0.0, -10.0, 10.0, -20.0, 20.0)


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
            _meet_arc(skeleton, end, width, covered, allowed)


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


def _meet_arc(skeleton: Skeleton, end: _End, width: float, covered: Mask, allowed: float) -> None:
    """Lead a free end on to the arc of the same stroke ahead of it (a corner or branch hidden)."""
    if not end.outward.any():
        return
    arcs = [
        (identity, arc)
        for identity, arc in skeleton.arcs.items()
        if not arc.bridge and identity != end.arc and end.place not in (arc.start, arc.end)
    ]
    if not arcs:
        return
    points = np.concatenate([arc.points for _, arc in arcs])
    owner = np.concatenate([np.full(len(arc.points), place) for place, (_, arc) in enumerate(arcs)])
    tree = cKDTree(points)
    steps = np.arange(1.0, _LONGEST * width)
    best: tuple[float, int] | None = None
    for angle in _RAYS:
        turn = np.radians(angle)
        spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        ray = end.at + steps[:, None] * (spin @ end.outward)
        distances, hits = tree.query(ray, distance_upper_bound=0.6 * width)
        found = np.flatnonzero(np.isfinite(distances))
        if not len(found):
            continue
        hit = int(np.asarray(hits)[found[0]])
        length = float(np.hypot(*(points[hit] - end.at)))
        if length * (1.0 - _covered_share(end.at, points[hit], covered)) > allowed:
            continue
        cost = length * (1.0 + abs(angle) / 45.0)
        if best is None or cost < best[0]:
            best = (cost, hit)
    if best is None:
        return
    identity, arc = arcs[int(owner[best[1]])]
    index = best[1] - int(np.searchsorted(owner, owner[best[1]]))
    del skeleton.arcs[identity]
    at = arc.points[index]
    place = skeleton.add_place((float(at[0]), float(at[1])))
    skeleton.add(Arc(arc.start, place, arc.points[: index + 1]))
    skeleton.add(Arc(place, arc.end, arc.points[index:]))
    skeleton.add(Arc(end.place, place, np.stack([end.at, at]), bridge=True))
