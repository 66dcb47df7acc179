"""Joining the pieces of a stroke over what covers it: other lines, text, missed markers, dashes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage
from scipy.spatial import cKDTree

from perception.stages import Mask
from perception.tracing.skeleton import Arc, Points, Skeleton, direction_from

# A bridge may span this many stroke widths in all (or this share of the picture's diagonal, for
# thin strokes broken by numbers), and this many widths of open background.
_LONGEST = 14.0
_LONGEST_SHARE = 0.04
_OPEN = 2.2
# It may leave either end by at most this angle; where most of it is hidden, by the second.
_SWERVE = np.cos(np.radians(40.0))
_HIDDEN_SWERVE = np.cos(np.radians(58.0))
_MOSTLY_HIDDEN = 0.35
# A piece shorter than so many widths is a dot; one shorter than the second has no sure direction
# and is bridged over so many widths only (or a dash's gap).
_DOT = 0.4
_SHORT = 3.0
_SHORT_REACH = 4.0
# A mark close by may lie so far off the direction of an end.
_AT_MARK = np.cos(np.radians(50.0))
_RAYS = (0.0, -10.0, 10.0, -20.0, 20.0)
# Straight on between strokes so many widths long, within this angle, it may run over so many widths
# of background (at most this share of the picture's diagonal): there may be a patch with a number.
_STRAIGHT_LENGTH = 8.0
_STRAIGHT = np.cos(np.radians(8.0))
_STRAIGHT_OPEN = 14.0
_STRAIGHT_SHARE = 0.02
# Dashes: at least so many gaps, at most so many widths long, their quartiles this near together;
# a gap may then be so many times the usual one.
_FEWEST_DASHES = 6
_LONGEST_DASH_GAP = 6.0
_DASH_SPREAD = 0.6
_DASH_SLACK = 1.7


# Spare bridges may be so many times as long.
_SPARE = 2.0


@dataclass(frozen=True, slots=True)
class _End:
    """A free end of an arc `length` px long, and the unit vector in which it points."""

    place: int
    arc: int
    at: Points
    outward: Points
    length: float


@dataclass(frozen=True, slots=True)
class _Offer:
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


def bridge_gaps(
    skeleton: Skeleton,
    width: float,
    covered: Mask,
    bodies: NDArray[np.int32],
    cores: NDArray[np.int32],
    dash_gap: float = 0.0,
    spare: bool = False,
) -> None:
    """Add arcs from free ends to the ends, arcs and stations that they face.

    Parameters
    ----------
    skeleton : Skeleton
        Changed in place.
    width : float
        Stroke width, px.
    covered : (H, W) bool array
        Where something other than background is drawn, which may hide the stroke.
    bodies, cores : (H, W) int32 array
        The areas of all stations' markers and their inner parts, by station number. No bridge
        leaps over a core; one that leads to a core ends where the body begins.
    dash_gap : float
        The longest gap between joined dashes, px; 0 where the strokes are whole.
    spare : bool
        Whether runners-up and longer bridges are added as well, for edges that may be right.
    """
    reach = max(_LONGEST * width, _LONGEST_SHARE * float(np.hypot(*covered.shape)))
    ends = _free_ends(skeleton, width, bodies)
    if not ends:
        return
    tree = cKDTree([end.at for end in ends])
    offers = []
    for one, other in sorted(tree.query_pairs(reach)):
        if ends[one].arc != ends[other].arc or skeleton.arcs[ends[one].arc].length > 4 * width:
            offer = _to_end(ends, one, other, width, covered, cores)
            if offer is not None:
                offers.append(offer)
    dash_gap = max(dash_gap, _dash_gap(offers, width))
    offers += _ahead(skeleton, ends, width, reach, covered, bodies, cores)
    offers += _at_marks(ends, width, _OPEN * width + dash_gap, covered, bodies)
    allowed = max(_OPEN * width, dash_gap)
    straight_on = max(
        allowed, min(_STRAIGHT_OPEN * width, _STRAIGHT_SHARE * float(np.hypot(*covered.shape)))
    )
    shortest = max(_SHORT_REACH * width, dash_gap)
    if spare:
        allowed, straight_on, shortest = (_SPARE * x for x in (allowed, straight_on, shortest))
    offers = [
        offer
        for offer in offers
        if offer.open_run <= (straight_on if offer.straight else allowed)
        and not (offer.short and offer.length > shortest)
    ]
    offers.sort(key=lambda offer: (offer.cost, offer.one, offer.other))
    matched = _match(offers, each=2 if spare else 1)
    cuts: dict[int, list[_Offer]] = {}
    for offer in matched:
        end = ends[offer.one]
        line = np.stack([end.at, offer.target])
        if offer.other >= 0:
            skeleton.add(Arc(end.place, ends[offer.other].place, line, bridge=True))
        elif offer.station:
            skeleton.add(Arc(end.place, offer.station, line, bridge=True))
        else:
            cuts.setdefault(offer.arc, []).append(offer)
    for identity, found in sorted(cuts.items()):
        places = _split(skeleton, identity, [offer.index for offer in found])
        for offer in found:
            line = np.stack([ends[offer.one].at, offer.target])
            skeleton.add(Arc(ends[offer.one].place, places[offer.index], line, bridge=True))


def _free_ends(skeleton: Skeleton, width: float, bodies: NDArray[np.int32]) -> list[_End]:
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
        ends.append(_End(place, arcs[0], at, outward, arc.length))
    return ends


def _to_end(
    ends: list[_End],
    one: int,
    other: int,
    width: float,
    covered: Mask,
    cores: NDArray[np.int32],
) -> _Offer | None:
    """Return the bridge between two ends, or None where they do not face each other."""
    a, b = ends[one], ends[other]
    span = b.at - a.at
    length = float(np.hypot(*span))
    if a.place == b.place:
        return None
    if length < 1e-6:
        return _Offer(0.0, one, 0.0, 0.0, b.at, other=other)
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
    return _Offer(cost, one, length, open_run, b.at, short, straight, other)


def _between(
    a: Points, b: Points, shape: tuple[int, ...]
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the pixels, x and y, on the way from one point to another."""
    count = max(int(np.hypot(*(b - a))), 2)
    line = np.rint(a + np.linspace(0.0, 1.0, count)[:, None] * (b - a)).astype(np.intp)
    return np.clip(line[:, 0], 0, shape[1] - 1), np.clip(line[:, 1], 0, shape[0] - 1)


def _match(offers: list[_Offer], each: int = 1) -> list[_Offer]:
    """Give every end at most so many bridges to different goals, the cheapest first."""
    used: dict[int, int] = {}
    met: set[tuple[int, int, int, int]] = set()
    matched = []
    for offer in offers:
        goal = (offer.one, offer.other, offer.station, offer.arc)
        ends = [end for end in (offer.one, offer.other) if end >= 0]
        if goal not in met and all(used.get(end, 0) < each for end in ends):
            met.add(goal)
            for end in ends:
                used[end] = used.get(end, 0) + 1
            matched.append(offer)
    return matched


def _dash_gap(offers: list[_Offer], width: float) -> float:
    """Return the longest gap between the dashes of a dashed stroke, px; 0 where it is none."""
    near = [offer for offer in offers if offer.length <= _LONGEST_DASH_GAP * width]
    matched = _match(sorted(near, key=lambda offer: (offer.cost, offer.one, offer.other)))
    gaps = [offer.length for offer in matched if offer.open_run >= 0.5 * offer.length > 0]
    if len(gaps) < _FEWEST_DASHES:
        return 0.0
    low, middle, high = np.quantile(gaps, (0.25, 0.5, 0.75))
    return _DASH_SLACK * float(middle) if high - low <= _DASH_SPREAD * middle else 0.0


def _ahead(
    skeleton: Skeleton,
    ends: list[_End],
    width: float,
    reach: float,
    covered: Mask,
    bodies: NDArray[np.int32],
    cores: NDArray[np.int32],
) -> list[_Offer]:
    """Return the bridges from ends to what they face first: a station, or an arc (a branch)."""
    arcs = sorted(skeleton.arcs.items())
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
                _Offer(
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


def _at_marks(
    ends: list[_End], width: float, reach: float, covered: Mask, bodies: NDArray[np.int32]
) -> list[_Offer]:
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
            offers.append(_Offer(cost, one, length, open_run, target, station=number))
    return offers


def _inside(ray: Points, shape: tuple[int, ...]) -> Points:
    """Cut a ray, (N, 2), where it leaves the picture."""
    inside = (ray.min(axis=1) >= 0) & (ray[:, 0] <= shape[1] - 1) & (ray[:, 1] <= shape[0] - 1)
    return ray if inside.all() else ray[: int(np.argmin(inside))]


def _split(skeleton: Skeleton, identity: int, indices: list[int]) -> dict[int, int]:
    """Cut an arc at some of its points; return the new places by index."""
    arc = skeleton.arcs.pop(identity)
    places: dict[int, int] = {}
    start, begin = arc.start, 0
    for index in sorted(set(indices)):
        x, y = arc.points[index]
        places[index] = skeleton.add_place((float(x), float(y)))
        skeleton.add(Arc(start, places[index], arc.points[begin : index + 1]))
        start, begin = places[index], index
    skeleton.add(Arc(start, arc.end, arc.points[begin:]))
    return places
