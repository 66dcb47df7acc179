"""Bridges that the free ends of strokes offer: to other ends, to strokes and marks ahead."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage
from scipy.spatial import cKDTree

from perception.stages import Mask
from perception.tracing.skeleton import Points, Skeleton, direction_from

# A bridge may leave either end by at most this angle; where most of it is hidden, by the second.
_SWERVE = np.cos(np.radians(40.0))
_HIDDEN_SWERVE = np.cos(np.radians(58.0))
_MOSTLY_HIDDEN = 0.35
# A piece shorter than so many widths is a dot; one shorter than the second has no sure direction.
_DOT = 0.4
_SHORT = 3.0
# A mark close by may lie so far off the direction of an end.
_AT_MARK = np.cos(np.radians(50.0))
_RAYS = (0.0, -10.0, 10.0, -20.0, 20.0)
# Straight on is between strokes so many widths long, within this angle.
_STRAIGHT_LENGTH = 8.0
_STRAIGHT = np.cos(np.radians(8.0))


@dataclass(frozen=True, slots=True)
class End:
    """A free end of an arc `length` px long, and the unit vector in which it points."""

    place: int
    arc: int
    at: Points
    outward: Points
    length: float


@dataclass(frozen=True, slots=True)
class Offer:
    """A possible bridge from one end; lengths in px, `open_run` the part over background.

    To another end (`other`), to a station (`station`), or to a point of an arc (`arc`, `index`).
    `short` where a stroke is too short to have a sure direction, `straight` where both strokes are
    long and the bridge goes straight on.
    """

    cost: float
    one: int
    length: float
    open_run: float
    target: Points
    short: bool = False
    straight: bool = False
    other: int = -1
    station: int = 0
    arc: int = -1
    index: int = -1


def free_ends(skeleton: Skeleton, width: float, bodies: NDArray[np.int32]) -> list[End]:
    """Return the free ends of the arcs, those of dots left out.

    Parameters
    ----------
    skeleton : Skeleton
        Centre lines of one layer.
    width : float
        Stroke width, px.
    bodies : (H, W) int32 array
        The areas of all stations' markers, by station number.
    """
    ends = []
    for place, arcs in sorted(skeleton.at().items()):
        if len(arcs) != 1 or skeleton.is_station(place):
            continue
        arc = skeleton.arcs[arcs[0]]
        at = arc.points[0] if arc.start == place else arc.points[-1]
        origin = arc.end if arc.start == place else arc.start
        if arc.length >= _DOT * width:
            outward = -direction_from(arc, place, 0.4 * width, 2.0 * width)
        elif skeleton.is_station(origin) and (bodies == origin).any():
            # A stump points away from its marker.
            y, x = np.argwhere(bodies == origin).mean(axis=0)
            outward = (at - (x, y)) / max(float(np.hypot(*(at - (x, y)))), 1.0)
        else:
            continue  # A dot has no direction: what it stands between faces each other anyway.
        ends.append(End(place, arcs[0], at, outward, arc.length))
    return ends


def end_to_end(
    ends: list[End],
    one: int,
    other: int,
    width: float,
    covered: Mask,
    cores: NDArray[np.int32],
) -> Offer | None:
    """Return the bridge between two ends, or None where they do not face each other."""
    a, b = ends[one], ends[other]
    span = b.at - a.at
    length = float(np.hypot(*span))
    if a.place == b.place:
        return None
    if length < 1e-6:
        return Offer(0.0, one, 0.0, 0.0, b.at, other=other)
    ahead = span / length
    bends = [float(a.outward @ ahead), float(b.outward @ -ahead)]
    shorter = min(a.length, b.length)
    short = shorter < _SHORT * width
    if min(bends) < (_SWERVE if short else _HIDDEN_SWERVE) and length > 3.0:
        return None
    xs, ys = _between(a.at, b.at, covered.shape)
    if cores[ys, xs].any():
        return None
    open_run = length * (1.0 - float(covered[ys, xs].mean()))
    if min(bends) < _SWERVE and open_run > max(3.0, _MOSTLY_HIDDEN * length):
        return None
    cost = length + 2.0 * open_run + length * (2.0 - sum(bends))
    straight = shorter >= _STRAIGHT_LENGTH * width and min(bends) >= _STRAIGHT
    return Offer(cost, one, length, open_run, b.at, short, straight, other)


def _between(
    a: Points, b: Points, shape: tuple[int, ...]
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the pixels, x and y, on the way from one point to another."""
    count = max(int(np.hypot(*(b - a))), 2)
    line = np.rint(a + np.linspace(0.0, 1.0, count)[:, None] * (b - a)).astype(np.intp)
    return np.clip(line[:, 0], 0, shape[1] - 1), np.clip(line[:, 1], 0, shape[0] - 1)


def straight_ahead(
    skeleton: Skeleton,
    ends: list[End],
    width: float,
    reach: float,
    covered: Mask,
    bodies: NDArray[np.int32],
    cores: NDArray[np.int32],
) -> list[Offer]:
    """Return the bridges from ends to what they face first: a station, or an arc (a branch)."""
    at = skeleton.at()
    # A dot alone is no branch: what it stands between is farther on.
    arcs = [
        (identity, arc)
        for identity, arc in sorted(skeleton.arcs.items())
        if arc.length >= _DOT * width or len(at[arc.start]) > 1 or len(at[arc.end]) > 1
    ]
    if not arcs:
        return []
    points = np.concatenate([arc.points for _, arc in arcs])
    owner = np.repeat([identity for identity, _ in arcs], [len(arc.points) for _, arc in arcs])
    first = {identity: int(np.searchsorted(owner, identity)) for identity, _ in arcs}
    tree = cKDTree(points)
    steps = np.arange(1.0, reach)
    offers = []
    for one, end in enumerate(ends):
        for angle in _RAYS:
            turn = np.radians(angle)
            spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
            ray = _inside(end.at + steps[:, None] * (spin @ end.outward), covered.shape)
            if not len(ray):
                continue
            cells = np.rint(ray).astype(np.intp)
            station_at = cores[cells[:, 1], cells[:, 0]]
            distances, hits = tree.query(ray, distance_upper_bound=0.6 * width)
            met = np.isfinite(distances)
            # The first steps are still on the stroke itself.
            met[met] = owner[np.asarray(hits)[met]] != end.arc
            if not met.any() and not station_at.any():
                continue
            to_station = int(np.argmax(station_at > 0)) if station_at.any() else len(ray)
            to_arc = int(np.argmax(met)) if met.any() else len(ray)
            if to_station <= to_arc:
                within = bodies[cells[:, 1], cells[:, 0]] == station_at[to_station]
                target, hit = ray[int(np.argmax(within))], -1
            else:
                hit = int(np.asarray(hits)[to_arc])
                target = points[hit]
            arc = int(owner[hit]) if hit >= 0 else -1
            if arc >= 0 and end.place in (skeleton.arcs[arc].start, skeleton.arcs[arc].end):
                continue
            length = float(np.hypot(*(target - end.at)))
            xs, ys = _between(end.at, target, covered.shape)
            open_run = length * (1.0 - float(covered[ys, xs].mean()))
            # The end of a stroke is a better goal than its middle.
            base = length if hit < 0 else 1.5 * length + width
            offers.append(
                Offer(
                    base * (1.0 + abs(angle) / 45.0) + 2.0 * open_run,
                    one,
                    length,
                    open_run,
                    target,
                    short=end.length < _SHORT * width,
                    station=int(station_at[to_station]) if hit < 0 else 0,
                    arc=arc,
                    index=hit - first[arc] if hit >= 0 else -1,
                )
            )
    return offers


def at_marks(
    ends: list[End], width: float, reach: float, covered: Mask, bodies: NDArray[np.int32]
) -> list[Offer]:
    """Return the bridges from ends to marks close by, which a crooked end hardly points at."""
    numbers = [int(number) for number in np.unique(bodies) if number]
    if not numbers:
        return []
    boxes = ndimage.find_objects(bodies)
    offers = []
    for one, end in enumerate(ends):
        for number in numbers:
            rows, columns = boxes[number - 1]
            middle = np.array([columns.start + columns.stop - 1, rows.start + rows.stop - 1]) / 2.0
            radius = max(columns.stop - columns.start, rows.stop - rows.start) / 2.0
            span = middle - end.at
            away = float(np.hypot(*span))
            if away > 1.5 * radius + reach or away < 1e-6:
                continue
            cosine = float(end.outward @ span) / away
            if cosine < _AT_MARK:
                continue
            xs, ys = _between(end.at, middle, covered.shape)
            within = bodies[ys, xs] == number
            first = int(np.argmax(within))
            if not within.any() or (bodies[ys[:first], xs[:first]] > 0).any():
                continue
            target = np.array([xs[first], ys[first]], np.float64)
            length = float(np.hypot(*(target - end.at)))
            if length > reach:
                continue
            open_run = length * (1.0 - float(covered[ys[: first + 1], xs[: first + 1]].mean()))
            angle = float(np.degrees(np.arccos(min(cosine, 1.0))))
            cost = length * (1.0 + angle / 45.0) + 2.0 * open_run + 0.5 * width
            offers.append(Offer(cost, one, length, open_run, target, station=number))
    return offers


def _inside(ray: Points, shape: tuple[int, ...]) -> Points:
    """Cut a ray, (N, 2), where it leaves the picture."""
    inside = (ray.min(axis=1) >= 0) & (ray[:, 0] <= shape[1] - 1) & (ray[:, 1] <= shape[0] - 1)
    return ray if inside.all() else ray[: int(np.argmin(inside))]
