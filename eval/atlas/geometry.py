"""Curves: rounded corners, parallels, pieces. Points are (x, y) with y down, in any unit."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from shapely import LineString
from shapely import Point as Dot

from eval.drawing.paths import _arc
from perception.map_graph import Point

Curve = tuple[Point, ...]


def rounded(vertices: Sequence[Point], radius: float, *, closed: bool = False) -> Curve:
    """Return a polyline with its corners turned into arcs; a closed one ends where it begins."""
    if closed:
        ring = list(vertices[:-1]) if vertices[0] == vertices[-1] else list(vertices)
        # Begin in the middle of a side, so that every corner is an inner one.
        start = _between(ring[0], ring[1], 0.5)
        return rounded([start, *ring[1:], ring[0], start], radius)
    points: list[Point] = [vertices[0]]
    for a, b, c in zip(vertices, vertices[1:], vertices[2:], strict=False):
        points.extend(_arc(a, b, c, radius, 0.0))
    points.append(vertices[-1])
    return without_doubles(points)


def without_doubles(points: Sequence[Point]) -> Curve:
    """Return the points without those that equal the one before."""
    kept = [points[0]]
    for point in points[1:]:
        if math.dist(point, kept[-1]) > 1e-6:
            kept.append(point)
    return tuple(kept)


def parallel(curve: Curve, offset: float) -> Curve:
    """Return the curve moved to the right of its direction by `offset` (left where negative)."""
    if offset == 0.0:
        return curve
    points = np.array(curve)
    steps = np.diff(points, axis=0)
    steps /= np.linalg.norm(steps, axis=1, keepdims=True)
    before, after = np.vstack([steps[:1], steps]), np.vstack([steps, steps[-1:]])
    if math.dist(curve[0], curve[-1]) < 1e-6:
        before[0], after[-1] = steps[-1], steps[0]
    middle = before + after
    # The bisector is longer than the offset where the curve turns.
    scale = 2.0 / np.maximum((middle * middle).sum(axis=1, keepdims=True), 1.0)
    normals = np.stack([-middle[:, 1], middle[:, 0]], axis=1) * scale
    return tuple((float(x), float(y)) for x, y in points + offset * normals)


def lengths(curve: Curve) -> NDArray[np.float64]:
    """Return the length along the curve at each of its points, float64 of shape (N,)."""
    steps = np.linalg.norm(np.diff(np.array(curve), axis=0), axis=1)
    return np.concatenate([[0.0], np.cumsum(steps)])


def at(curve: Curve, distance: float) -> Point:
    """Return the point at a length along the curve."""
    along = lengths(curve)
    points = np.array(curve)
    return (
        float(np.interp(distance, along, points[:, 0])),
        float(np.interp(distance, along, points[:, 1])),
    )


def direction_at(curve: Curve, distance: float, reach: float) -> Point:
    """Return the unit direction of a curve round a length along it."""
    total = float(lengths(curve)[-1])
    a = at(curve, max(distance - reach, 0.0))
    b = at(curve, min(distance + reach, total))
    length = math.dist(a, b) or 1.0
    return ((b[0] - a[0]) / length, (b[1] - a[1]) / length)


def piece(curve: Curve, start: float, end: float) -> Curve:
    """Return the part between two lengths, reversed where `end` is the smaller."""
    if end < start:
        return tuple(reversed(piece(curve, end, start)))
    along = lengths(curve)
    inner = [p for p, d in zip(curve, along, strict=True) if start + 1e-6 < d < end - 1e-6]
    return without_doubles([at(curve, start), *inner, at(curve, end)])


def locate(curve: Curve, point: Point) -> float:
    """Return the length along the curve of its point nearest to `point`."""
    return float(LineString(curve).project(Dot(point)))


def bezier(a: Point, b: Point, c: Point, d: Point, steps: int = 12) -> Curve:
    """Return a cubic curve from `a` to `d` with the control points `b` and `c`."""
    points = []
    for k in range(steps + 1):
        t = k / steps
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        points.append(
            (
                sum(w * p[0] for w, p in zip(weights, (a, b, c, d), strict=True)),
                sum(w * p[1] for w, p in zip(weights, (a, b, c, d), strict=True)),
            )
        )
    return without_doubles(points)


def crossings(one: Curve, other: Curve) -> list[Point]:
    """Return the points where two curves cross, or an empty list where they run together."""
    met = LineString(one).intersection(LineString(other))
    parts = list(getattr(met, "geoms", [met]))
    return [(float(p.x), float(p.y)) for p in parts if p.geom_type == "Point"]


def run_together(one: Curve, other: Curve) -> bool:
    """Return whether two curves share more than points."""
    return LineString(one).intersection(LineString(other)).length > 1e-9


def sampled(curve: Curve, step: float) -> list[Point]:
    """Return points along the curve, about `step` apart, ends included."""
    total = float(lengths(curve)[-1])
    count = max(1, round(total / step))
    return [at(curve, total * k / count) for k in range(count + 1)]


def turns(vertices: Sequence[Point]) -> list[float]:
    """Return how much a polyline turns at each inner vertex, degrees in [0, 180]."""
    found = []
    for a, b, c in zip(vertices, vertices[1:], vertices[2:], strict=False):
        u, v = (b[0] - a[0], b[1] - a[1]), (c[0] - b[0], c[1] - b[1])
        cross, dot = u[0] * v[1] - u[1] * v[0], u[0] * v[0] + u[1] * v[1]
        found.append(abs(math.degrees(math.atan2(cross, dot))))
    return found


def total_length(curve: Curve) -> float:
    """Return the length of a curve."""
    return sum(math.dist(a, b) for a, b in itertools.pairwise(curve))


def _between(a: Point, b: Point, share: float) -> Point:
    return (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)
