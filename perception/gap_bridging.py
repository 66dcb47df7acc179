"""Joining the pieces of a stroke over what covers it: other lines, text, missed markers, dashes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from perception.skeleton import Arc, Points, Skeleton, direction_from
from perception.stages import Mask

# A bridge may span this many stroke widths in all (or this share of the picture's diagonal, for
# thin strokes broken by numbers), and this many widths of open background.
_LONGEST = 14.0
_LONGEST_SHARE = 0.04
_OPEN = 2.2
# It may leave either end by at most this angle; where most of it is hidden, by the second.
_SWERVE = np.cos(np.radians(40.0))
_HIDDEN_SWERVE = np.cos(np.radians(58.0))
_MOSTLY_HIDDEN = 0.35
_DOT = 0.8
_RAYS = (0.0, -10.0, 10.0, -20.0, 20.0)
# Dashes: at least so many gaps, at most so many widths long, their quartiles this near together;
# a gap may then be so many times the usual one.
_FEWEST_DASHES = 6
_LONGEST_DASH_GAP = 6.0
_DASH_SPREAD = 0.6
_DASH_SLACK = 1.7


@dataclass(frozen=True, slots=True)
class _End:
    place: int
    arc: int
    at: Points
    outward: Points


@dataclass(frozen=True, slots=True)
class _Offer:
    """A possible bridge between two ends, by index; `open_run` is over background, px."""

    cost: float
    one: int
    other: int
    length: float
    open_run: float


def bridge_gaps(skeleton: Skeleton, width: float, covered: Mask, bodies: NDArray[np.int32]) -> None:
    """Add arcs from free ends to the ends, arcs and stations that they face.

    Parameters
    ----------
    skeleton : Skeleton
        Changed in place.
    width : float
        Stroke width, px.
    covered : (H, W) bool array
        Where something other than background is drawn, which may hide the stroke.
    bodies : (H, W) int32 array
        The inner parts of all stations' markers, by station number; no bridge leaps over one.
    """
    reach = max(_LONGEST * width, _LONGEST_SHARE * float(np.hypot(*covered.shape)))
    ends = _free_ends(skeleton, width)
    if not ends:
        return
    tree = cKDTree([end.at for end in ends])
    offers = []
    for one, other in sorted(tree.query_pairs(reach)):
        if ends[one].arc != ends[other].arc or skeleton.arcs[ends[one].arc].length > 4 * width:
            offer = _offer(ends, one, other, covered, bodies)
            if offer is not None:
                offers.append(offer)
    offers.sort(key=lambda offer: (offer.cost, offer.one, offer.other))
    allowed = max(_OPEN * width, _dash_gap(offers, width))
    matched = _match([offer for offer in offers if offer.open_run <= allowed])
    for offer in matched:
        a, b = ends[offer.one], ends[offer.other]
        skeleton.add(Arc(a.place, b.place, np.stack([a.at, b.at]), bridge=True))
    used = {index for offer in matched for index in (offer.one, offer.other)}
    for index, end in enumerate(ends):
        if index not in used:
            _meet(skeleton, end, width, reach, covered, bodies, allowed)


def _free_ends(skeleton: Skeleton, width: float) -> list[_End]:
    ends = []
    for place, arcs in sorted(skeleton.at().items()):
        if len(arcs) != 1 or skeleton.is_station(place):
            continue
        arc = skeleton.arcs[arcs[0]]
        if arc.length < _DOT * width:
            continue  # A dot has no direction: what it stands between faces each other anyway.
        at = arc.points[0] if arc.start == place else arc.points[-1]
        outward = -direction_from(arc, place, 0.4 * width, 2.0 * width)
        ends.append(_End(place, arcs[0], at, outward))
    return ends


def _offer(
    ends: list[_End], one: int, other: int, covered: Mask, bodies: NDArray[np.int32]
) -> _Offer | None:
    """Return the bridge between two ends, or None where they do not face each other."""
    a, b = ends[one], ends[other]
    span = b.at - a.at
    length = float(np.hypot(*span))
    if a.place == b.place:
        return None
    if length < 1e-6:
        return _Offer(0.0, one, other, 0.0, 0.0)
    ahead = span / length
    bends = [float(a.outward @ ahead), float(b.outward @ -ahead)]
    if min(bends) < _HIDDEN_SWERVE and length > 3.0:
        return None
    xs, ys = _between(a.at, b.at, covered.shape)
    if bodies[ys, xs].any():
        return None
    open_run = length * (1.0 - float(covered[ys, xs].mean()))
    if min(bends) < _SWERVE and open_run > max(3.0, _MOSTLY_HIDDEN * length):
        return None
    cost = length + 2.0 * open_run + length * (2.0 - sum(bends))
    return _Offer(cost, one, other, length, open_run)


def _between(
    a: Points, b: Points, shape: tuple[int, ...]
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the pixels, x and y, on the way from one point to another."""
    count = max(int(np.hypot(*(b - a))), 2)
    line = np.rint(a + np.linspace(0.0, 1.0, count)[:, None] * (b - a)).astype(np.intp)
    return np.clip(line[:, 0], 0, shape[1] - 1), np.clip(line[:, 1], 0, shape[0] - 1)


def _match(offers: list[_Offer]) -> list[_Offer]:
    """Give every end at most one bridge, the cheapest first."""
    used: set[int] = set()
    matched = []
    for offer in offers:
        if offer.one not in used and offer.other not in used:
            used |= {offer.one, offer.other}
            matched.append(offer)
    return matched


def _dash_gap(offers: list[_Offer], width: float) -> float:
    """Return the longest gap between the dashes of a dashed stroke, px; 0 where it is none."""
    longest = _LONGEST_DASH_GAP * width
    matched = _match([o for o in offers if o.length <= longest])
    gaps = [offer.length for offer in matched if offer.open_run >= 0.5 * offer.length > 0]
    if len(gaps) < _FEWEST_DASHES:
        return 0.0
    low, middle, high = np.quantile(gaps, (0.25, 0.5, 0.75))
    return _DASH_SLACK * float(middle) if high - low <= _DASH_SPREAD * middle else 0.0


def _meet(
    skeleton: Skeleton,
    end: _End,
    width: float,
    reach: float,
    covered: Mask,
    bodies: NDArray[np.int32],
    allowed: float,
) -> None:
    """Lead a free end on to what it faces: a station, or a hidden corner or branch."""
    if not end.outward.any():
        return
    arcs = [
        (identity, arc)
        for identity, arc in skeleton.arcs.items()
        if not arc.bridge and identity != end.arc and end.place not in (arc.start, arc.end)
    ]
    points = np.concatenate([np.zeros((0, 2)), *(arc.points for _, arc in arcs)])
    owner = np.repeat(np.arange(len(arcs)), [len(arc.points) for _, arc in arcs])
    tree = cKDTree(points) if len(points) else None
    steps = np.arange(1.0, reach)
    best: tuple[float, Points, int, int] | None = None
    for angle in _RAYS:
        turn = np.radians(angle)
        spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        ray = end.at + steps[:, None] * (spin @ end.outward)
        inside = (
            (ray.min(axis=1) >= 0)
            & (ray[:, 0] <= covered.shape[1] - 1)
            & (ray[:, 1] <= covered.shape[0] - 1)
        )
        ray = ray[: int(np.argmin(inside))] if not inside.all() else ray
        if not len(ray):
            continue
        cells = np.rint(ray).astype(np.intp)
        station_at = bodies[cells[:, 1], cells[:, 0]]
        first_station = int(np.argmax(station_at > 0)) if station_at.any() else len(ray)
        first_arc, hit = len(ray), -1
        if tree is not None:
            distances, hits = tree.query(ray, distance_upper_bound=0.6 * width)
            found = np.flatnonzero(np.isfinite(distances))
            if len(found):
                first_arc, hit = int(found[0]), int(np.asarray(hits)[found[0]])
        if min(first_station, first_arc) == len(ray):
            continue
        if first_station <= first_arc:
            target, station, hit = ray[first_station], int(station_at[first_station]), -1
        else:
            target, station = points[hit], 0
        length = float(np.hypot(*(target - end.at)))
        xs, ys = _between(end.at, target, covered.shape)
        if length * (1.0 - float(covered[ys, xs].mean())) > allowed:
            continue
        cost = length * (1.0 + abs(angle) / 45.0)
        if best is None or cost < best[0]:
            best = (cost, target, station, hit)
    if best is None:
        return
    _, target, station, hit = best
    if station:
        skeleton.add(Arc(end.place, station, np.stack([end.at, target]), bridge=True))
    else:
        identity = arcs[int(owner[hit])][0]
        place = _split(skeleton, identity, hit - int(np.searchsorted(owner, owner[hit])))
        skeleton.add(Arc(end.place, place, np.stack([end.at, target]), bridge=True))


def _split(skeleton: Skeleton, identity: int, index: int) -> int:
    """Cut an arc at one of its points; return the new place."""
    arc = skeleton.arcs.pop(identity)
    x, y = arc.points[index]
    place = skeleton.add_place((float(x), float(y)))
    skeleton.add(Arc(arc.start, place, arc.points[: index + 1]))
    skeleton.add(Arc(place, arc.end, arc.points[index:]))
    return place
