"""Tracks of a network before stations stand on them: curves that cross cleanly.

Lengths are in units: one unit is the usual distance between two stations.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from random import Random

from shapely import LineString, MultiPoint
from shapely import Point as Dot

from eval.atlas.geometry import Curve, crossings, direction_at, locate, rounded, run_together, turns
from eval.drawing.paths import swing
from perception.map_graph import Point

CORNER = 0.5
"""Radius of corners, units."""

_APART = 0.95
_CROSS_ROOM = 1.42
_LEAST_ANGLE = 40.0
_TRIES = 120
_GROWTHS = 8


@dataclass(frozen=True, slots=True)
class Trunk:
    """One track.

    Attributes
    ----------
    vertices : tuple of points
        Corners, units; a smooth curve has many.
    curve : tuple of points
        With its corners rounded.
    closed : bool
        Whether it is a ring; the curve ends where it begins.
    parent : int
        Number of the trunk that it branches off at its first point; -1: none.
    """

    vertices: Curve
    curve: Curve
    closed: bool = False
    parent: int = -1


def make_trunks(
    form: str, count: int, rings: int, branches: int, size: Point, rng: Random
) -> list[Trunk]:
    """Return tracks that lie in a region of `size` units and cross each other cleanly.

    Every track after the first crosses an earlier one, so that the network is connected. The
    region grows where a track does not fit; there may be fewer tracks than asked for all the same.
    """
    trunks: list[Trunk] = []
    for number in range(count):
        for attempt in range(_TRIES * _GROWTHS):
            ring = number < rings
            if attempt % _TRIES == _TRIES - 1:
                size = (size[0] * 1.05, size[1] * 1.05)
            trunk = _ring(form, size, rng) if ring else _track(form, size, rng, number)
            if _fits(trunk, trunks):
                trunks.append(trunk)
                break
    for _ in range(branches):
        for _ in range(_TRIES):
            parent = rng.randrange(len(trunks))
            if trunks[parent].parent >= 0 or trunks[parent].closed:
                continue
            branch = _branch(form, trunks[parent], parent, size, rng)
            if branch is not None and _fits(branch, trunks):
                trunks.append(branch)
                break
    return trunks


def crossing_angle(one: Curve, other: Curve, point: Point) -> float:
    """Return the angle at which two curves cross, degrees in [0, 90]."""
    a = direction_at(one, locate(one, point), 0.15)
    b = direction_at(other, locate(other, point), 0.15)
    return math.degrees(math.acos(min(1.0, abs(a[0] * b[0] + a[1] * b[1]))))


def _fits(trunk: Trunk, others: list[Trunk]) -> bool:
    line = LineString(trunk.curve)
    if not trunk.closed and not line.is_simple:
        return False
    met: list[Point] = []
    for number, other in enumerate(others):
        if run_together(trunk.curve, other.curve):
            return False
        points = crossings(trunk.curve, other.curve)
        if number == trunk.parent:
            points = [p for p in points if math.dist(p, trunk.curve[0]) > 0.05]
            if points:
                return False
            points = [trunk.curve[0]]
        elif any(crossing_angle(trunk.curve, other.curve, p) < _LEAST_ANGLE for p in points):
            return False
        ends = (*_ends(trunk), *_ends(other))
        near = [p for p in points if any(0.01 < math.dist(p, end) < 1.4 for end in ends)]
        if near:
            return False
        room = MultiPoint(points).buffer(_CROSS_ROOM)
        if line.difference(room).distance(LineString(other.curve).difference(room)) < _APART:
            return False
        corners = (*trunk.vertices[1:-1], *other.vertices[1:-1])
        if len(trunk.vertices) < 20 and len(other.vertices) < 20:
            sharp = [c for c in corners if any(math.dist(c, p) < 1.7 * CORNER for p in points)]
            if sharp:
                return False
        met += points
    if others and not met:
        return False
    return all(
        math.dist(p, q) > 1.6 for i, p in enumerate(met) for q in met[:i]
    ) and not _too_tight(trunk)


def _too_tight(trunk: Trunk) -> bool:
    """Return whether the track comes near itself."""
    line = LineString(trunk.curve)
    if trunk.closed:
        return line.length < 8
    length = line.length
    return length < 3.5 or any(
        line.interpolate(a).distance(line.interpolate(b)) < 1.1
        for a in _steps(length)
        for b in _steps(length)
        if b - a > 2.2
    )


def _steps(length: float) -> list[float]:
    return [length * k / 24 for k in range(25)]


def _ends(trunk: Trunk) -> tuple[Point, ...]:
    return () if trunk.closed else (trunk.curve[0], trunk.curve[-1])


def _track(form: str, size: Point, rng: Random, number: int) -> Trunk:
    width, height = size
    sides = [(0, rng.random()), (1, rng.random()), (rng.random(), 0), (rng.random(), 1)]
    start = rng.choice(sides)
    end = (1 - start[0], rng.random()) if start[0] in (0, 1) else (rng.random(), 1 - start[1])
    pull = 0.12 * rng.random()
    a = (width * (pull + (1 - 2 * pull) * start[0]), height * (pull + (1 - 2 * pull) * start[1]))
    b = (width * (pull + (1 - 2 * pull) * end[0]), height * (pull + (1 - 2 * pull) * end[1]))
    via = (width * rng.uniform(0.28, 0.72), height * rng.uniform(0.28, 0.72))
    return _between(form, a, via if number or rng.random() < 0.5 else None, b, rng)


def _between(form: str, a: Point, via: Point | None, b: Point, rng: Random) -> Trunk:
    stops = [a, b] if via is None else [a, via, b]
    if form in ("octilinear", "rectilinear"):
        stops = [(float(round(x)), float(round(y))) for x, y in stops]
        vertices = [stops[0]]
        for p, q in itertools.pairwise(stops):
            vertices += _elbows(p, q, form, rng)
        vertices = _straightened(vertices)
        most = 50.0 if form == "octilinear" else 95.0
        if any(turn > most for turn in turns(vertices)) or len(vertices) > 7:
            vertices = [stops[0], *_elbows(stops[0], stops[-1], form, rng)]
        vertices = _straightened(vertices)
        if len(vertices) < 2:
            vertices = [a, b]
        return Trunk(tuple(vertices), rounded(vertices, CORNER))
    if form == "geographic":
        vertices = _wiggled(stops, 0.22, rng)
        return Trunk(tuple(vertices), rounded(vertices, CORNER))
    bent = _wiggled(stops, 0.3, rng)[:: 2 if len(stops) == 2 else 1]
    if bent[-1] != stops[-1]:
        bent.append(stops[-1])
    curve = tuple(swing(bent, closed=False))
    return Trunk(curve, curve)


def _elbows(p: Point, q: Point, form: str, rng: Random) -> list[Point]:
    """Return the corners from `p` (left out) to `q` in the form's directions."""
    dx, dy = q[0] - p[0], q[1] - p[1]
    if form == "rectilinear":
        if dx == 0 or dy == 0:
            return [q]
        if rng.random() < 0.5:
            x = p[0] + round(dx * rng.uniform(0.3, 0.7))
            return [(x, p[1]), (x, q[1]), q]
        return [(q[0], p[1]), q] if rng.random() < 0.5 else [(p[0], q[1]), q]
    slope = min(abs(dx), abs(dy))
    rest = max(abs(dx), abs(dy)) - slope
    first = round(rest * rng.choice((0.0, 0.5, 0.5, 1.0)))
    sx, sy = (math.copysign(1, dx), math.copysign(1, dy))
    along = (sx, 0.0) if abs(dx) >= abs(dy) else (0.0, sy)
    one = (p[0] + along[0] * first, p[1] + along[1] * first)
    two = (one[0] + sx * slope, one[1] + sy * slope)
    return [one, two, q]


def _straightened(vertices: list[Point]) -> list[Point]:
    """Return the corners without doubles and without those at which nothing turns."""
    kept: list[Point] = []
    for vertex in vertices:
        if not kept or math.dist(kept[-1], vertex) > 1e-9:
            kept.append(vertex)
    angles = [180.0, *turns(kept), 180.0]
    return [v for v, turn in zip(kept, angles, strict=True) if turn > 1.0]


def _wiggled(stops: list[Point], share: float, rng: Random) -> list[Point]:
    """Return the way with further corners set aside from it."""
    points = [stops[0]]
    for p, q in itertools.pairwise(stops):
        length = math.dist(p, q)
        normal = ((q[1] - p[1]) / length, -(q[0] - p[0]) / length) if length else (0.0, 0.0)
        count = max(2, round(length / 3.2))
        for k in range(1, count):
            off = length / count * share * rng.uniform(-1.4, 1.4)
            t = k / count
            points.append(
                (
                    p[0] + (q[0] - p[0]) * t + normal[0] * off,
                    p[1] + (q[1] - p[1]) * t + normal[1] * off,
                )
            )
        points.append(q)
    return points


def _ring(form: str, size: Point, rng: Random) -> Trunk:
    width, height = size
    cx, cy = width * rng.uniform(0.44, 0.56), height * rng.uniform(0.44, 0.56)
    rx, ry = width * rng.uniform(0.24, 0.34), height * rng.uniform(0.24, 0.34)
    if form in ("octilinear", "rectilinear"):
        cx, cy, rx, ry = (float(round(v)) for v in (cx, cy, rx, ry))
        rx, ry = max(rx, 3.0), max(ry, 3.0)
        cut = float(max(1, round(0.5 * min(rx, ry)))) if form == "octilinear" else 0.0
        x0, x1, y0, y1 = cx - rx, cx + rx, cy - ry, cy + ry
        ring = [
            (x0 + cut, y0), (x1 - cut, y0), (x1, y0 + cut), (x1, y1 - cut),
            (x1 - cut, y1), (x0 + cut, y1), (x0, y1 - cut), (x0, y0 + cut),
        ]  # fmt: skip
        vertices = [p for i, p in enumerate(ring) if p != ring[i - 1]]
        closed = (*vertices, vertices[0])
        return Trunk(closed, rounded(vertices, CORNER, closed=True), closed=True)
    if rng.random() < 0.5:
        rx = ry = min(rx, ry)
    steps = 72
    curve = tuple(
        (cx + rx * math.cos(2 * math.pi * k / steps), cy + ry * math.sin(2 * math.pi * k / steps))
        for k in range(steps)
    )
    curve = (*curve, curve[0])
    return Trunk(curve, curve, closed=True)


def _branch(form: str, parent: Trunk, number: int, size: Point, rng: Random) -> Trunk | None:
    line = LineString(parent.curve)
    distance = rng.uniform(0.3, 0.7) * line.length
    if form in ("octilinear", "rectilinear"):
        grid = [
            (float(round(p.x)), float(round(p.y)))
            for p in (line.interpolate(distance + k) for k in (-1, 0, 1))
        ]
        on = [p for p in grid if line.distance(Dot(p)) < 1e-6]
        if not on:
            return None
        start = on[0]
        distance = line.project(Dot(start))
    else:
        here = line.interpolate(distance)
        start = (float(here.x), float(here.y))
    if any(
        math.dist(start, v) < 2.2 * CORNER for v in parent.vertices if len(parent.vertices) < 20
    ):
        return None
    ahead = direction_at(parent.curve, distance, 0.2)
    side, length = rng.choice((-1, 1)), rng.uniform(3.2, 6.0)
    turn = math.radians(45 if form != "rectilinear" else 90) * side
    heading = math.atan2(ahead[1], ahead[0]) + turn
    leg = 1.6 if form != "octilinear" else 1.5 * math.sqrt(2 if _slanted(heading) else 1)
    first = (start[0] + leg * math.cos(heading), start[1] + leg * math.sin(heading))
    if form == "octilinear":
        first = (float(round(first[0])), float(round(first[1])))
    further = heading + (math.radians(45) * rng.choice((-1, 0, 1)) if form != "rectilinear" else 0)
    end = (first[0] + length * math.cos(further), first[1] + length * math.sin(further))
    if form == "octilinear":
        many = max(2, round(length / (math.sqrt(2) if _slanted(further) else 1)))
        end = (
            first[0] + many * round(math.cos(further)),
            first[1] + many * round(math.sin(further)),
        )
    if not (-1 <= end[0] <= size[0] + 1 and -1 <= end[1] <= size[1] + 1):
        return None
    vertices = _straightened([start, first, end])
    if form == "curved":
        curve = tuple(swing(vertices, closed=False))
        return Trunk(curve, curve, parent=number)
    return Trunk(tuple(vertices), rounded(vertices, CORNER), parent=number)


def _slanted(heading: float) -> bool:
    return abs(math.sin(2 * heading)) > 0.7
