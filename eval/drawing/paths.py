"""From waypoints to the polyline that is stroked.

Corners are rounded by arcs, lines of one bundle concentrically; smooth paths are centripetal
Catmull-Rom curves. All coordinates are image px.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from eval.drawing.network import At, DrawnLine, Shift
from perception.map_graph import Point

ARC_STEP = math.radians(4.0)
CURVE_STEPS = 24


@dataclass(frozen=True, slots=True)
class TracedLine:
    """One line as it is stroked.

    Attributes
    ----------
    line : DrawnLine
        What was described.
    points : tuple of points
        The middle of the stroke.
    stops : tuple of (str, int)
        Each stop with the index of its point, in order of travel.
    """

    line: DrawnLine
    points: tuple[Point, ...]
    stops: tuple[tuple[str, int], ...]

    def pieces(self) -> list[tuple[str, str, tuple[Point, ...]]]:
        """Return the piece of the stroke between each two neighbouring stops."""
        return [
            (a, b, self.points[i : j + 1])
            for (a, i), (b, j) in zip(self.stops, self.stops[1:], strict=False)
        ]


@dataclass(frozen=True, slots=True)
class _Corner:
    xy: Point
    stop: str
    before: float
    after: float


def trace_line(
    line: DrawnLine, places: Mapping[str, Point], *, pitch: float, radius: float
) -> TracedLine:
    """Return the polyline of a line.

    Parameters
    ----------
    line : DrawnLine
        The line.
    places : mapping
        Centre of each station, px.
    pitch : float
        Length of one `Shift` track, px.
    radius : float
        Corner radius of an unshifted line, px.

    Raises
    ------
    ValueError
        If the track changes on a straight stretch, or two waypoints coincide.
    """
    corners = _corners(line, places, pitch)
    closed = corners[0].xy == corners[-1].xy and len(corners) > 2
    vertices = _shifted(corners, closed, line.name)
    if line.smooth:
        return _swing_through(line, corners, vertices, closed)
    points: list[Point] = []
    stops: list[tuple[str, int]] = []
    for i, (corner, vertex) in enumerate(zip(corners, vertices, strict=True)):
        inner = 0 < i < len(corners) - 1
        if corner.stop or not inner:
            if corner.stop:
                stops.append((corner.stop, len(points)))
            points.append(vertex)
        else:
            shift = corner.before if corner.before == corner.after else 0.0
            points.extend(_arc(vertices[i - 1], vertex, vertices[i + 1], radius, shift))
    return TracedLine(line, tuple(points), tuple(stops))


def _corners(line: DrawnLine, places: Mapping[str, Point], pitch: float) -> list[_Corner]:
    raw: list[tuple[Point, str]] = []
    after: list[float] = []
    tracks = 0.0
    for waypoint in line.path:
        if isinstance(waypoint, Shift):
            tracks = waypoint.tracks
            if after:
                after[-1] = tracks
            continue
        if isinstance(waypoint, At):
            raw.append((waypoint.xy, waypoint.name))
        elif isinstance(waypoint, str):
            raw.append((places[waypoint], waypoint))
        else:
            raw.append((waypoint, ""))
        after.append(tracks)
    before = [after[0], *after[:-1]]
    return [
        _Corner(xy, stop, b * pitch, a * pitch)
        for (xy, stop), b, a in zip(raw, before, after, strict=True)
    ]


def _unit(a: Point, b: Point, name: str) -> Point:
    length = math.dist(a, b)
    if length == 0:
        raise ValueError(f"line {name}: two waypoints coincide at {a}")
    return ((b[0] - a[0]) / length, (b[1] - a[1]) / length)


def _shifted(corners: Sequence[_Corner], closed: bool, name: str) -> list[Point]:
    """Meet the shifted stretches at each corner; the right of direction (x, y) is (-y, x)."""
    directions = [_unit(a.xy, b.xy, name) for a, b in itertools.pairwise(corners)]
    shifts = [corner.after for corner in corners[:-1]]
    vertices: list[Point] = []
    for i, corner in enumerate(corners):
        before, after = i - 1, i
        if i == 0:
            before = len(directions) - 1 if closed else 0
        elif i == len(corners) - 1:
            after = 0 if closed else i - 1
        (ux, uy), (vx, vy) = directions[before], directions[after]
        s, t = shifts[before], shifts[after]
        x, y = corner.xy
        cross = ux * vy - uy * vx
        if abs(cross) < 1e-6:
            if s != t:
                raise ValueError(
                    f"line {name}: the track changes on a straight stretch at {x}, {y}"
                )
            vertices.append((x - uy * s, y + ux * s))
            continue
        # p + s*right(u) + a*u meets p + t*right(v) + b*v
        a = ((x - vy * t - (x - uy * s)) * vy - (y + vx * t - (y + ux * s)) * vx) / cross
        vertices.append((x - uy * s + a * ux, y + ux * s + a * uy))
    return vertices


def _arc(a: Point, b: Point, c: Point, radius: float, shift: float) -> list[Point]:
    """Return the arc that rounds corner `b` between `a` and `c`."""
    u, v = _unit(a, b, ""), _unit(b, c, "")
    cross = u[0] * v[1] - u[1] * v[0]
    turn = math.atan2(cross, u[0] * v[0] + u[1] * v[1])
    if abs(turn) < 1e-6:
        return [b]
    # A turn to the right (positive with y down) brings a line on the right track to the inside.
    r = max(radius - math.copysign(1.0, turn) * shift, 0.25 * radius)
    cut = r * math.tan(abs(turn) / 2)
    room = 0.49 * min(math.dist(a, b), math.dist(b, c))
    if cut > room:
        cut, r = room, room / math.tan(abs(turn) / 2)
    start = (b[0] - u[0] * cut, b[1] - u[1] * cut)
    sign = math.copysign(1.0, turn)
    centre = (start[0] - u[1] * r * sign, start[1] + u[0] * r * sign)
    angle = math.atan2(start[1] - centre[1], start[0] - centre[0])
    steps = max(2, math.ceil(abs(turn) / ARC_STEP))
    return [
        (
            centre[0] + r * math.cos(angle + turn * k / steps),
            centre[1] + r * math.sin(angle + turn * k / steps),
        )
        for k in range(steps + 1)
    ]


def _swing_through(
    line: DrawnLine, corners: Sequence[_Corner], vertices: Sequence[Point], closed: bool
) -> TracedLine:
    points = swing(vertices, closed=closed)
    stops = tuple((c.stop, i * CURVE_STEPS) for i, c in enumerate(corners) if c.stop)
    return TracedLine(line, tuple(points), stops)


def swing(through: Sequence[Point], *, closed: bool) -> list[Point]:
    """Return a centripetal Catmull-Rom curve through all points, `CURVE_STEPS` steps a piece.

    Parameters
    ----------
    through : sequence of points
        At least two; where `closed`, the last equals the first.
    closed : bool
        Whether the curve runs smoothly over its ends.
    """
    first = through[-2] if closed else _mirror(through[0], through[1])
    last = through[1] if closed else _mirror(through[-1], through[-2])
    control = [first, *through, last]
    points: list[Point] = [through[0]]
    for i in range(len(through) - 1):
        points.extend(_curve(*control[i : i + 4]))
    return points


def _mirror(a: Point, b: Point) -> Point:
    return (2 * a[0] - b[0], 2 * a[1] - b[1])


def _curve(p0: Point, p1: Point, p2: Point, p3: Point) -> list[Point]:
    t1 = math.sqrt(math.dist(p0, p1))
    t2 = t1 + math.sqrt(math.dist(p1, p2))
    t3 = t2 + math.sqrt(math.dist(p2, p3))

    def mix(a: Point, b: Point, ta: float, tb: float, t: float) -> Point:
        w = (t - ta) / (tb - ta)
        return (a[0] + (b[0] - a[0]) * w, a[1] + (b[1] - a[1]) * w)

    points = []
    for k in range(1, CURVE_STEPS + 1):
        t = t1 + (t2 - t1) * k / CURVE_STEPS
        a1, a2, a3 = mix(p0, p1, 0, t1, t), mix(p1, p2, t1, t2, t), mix(p2, p3, t2, t3, t)
        points.append(mix(mix(a1, a2, 0, t2, t), mix(a2, a3, t1, t3, t), t1, t2, t))
    return points
