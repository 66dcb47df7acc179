"""Outlines of marks and of land, px: ellipses, plans of houses, the shore of an island."""

from __future__ import annotations

import math
from random import Random

from shapely.geometry.base import BaseGeometry

from perception.map_graph import Point

_STEPS = 40


def ellipse(centre: Point, wide: float, high: float) -> list[Point]:
    """Return the outline of an ellipse from half its width and height."""
    turns = (2 * math.pi * k / _STEPS for k in range(_STEPS))
    return [(centre[0] + wide * math.cos(t), centre[1] + high * math.sin(t)) for t in turns]


def house(centre: Point, radius: float, number: int) -> list[Point]:
    """Return the plan of a house within `radius`: a block, an L, a U or a T, maybe turned."""
    rng = Random(f"house {number}")
    shapes: tuple[tuple[Point, ...], ...] = (
        ((-1, -0.6), (1, -0.6), (1, 0.6), (-1, 0.6)),
        ((-0.9, -0.8), (0.9, -0.8), (0.9, -0.1), (0, -0.1), (0, 0.8), (-0.9, 0.8)),
        ((-1, -0.7), (1, -0.7), (1, 0.7), (0.4, 0.7), (0.4, 0), (-0.4, 0), (-0.4, 0.7), (-1, 0.7)),
        ((-1, -0.7), (1, -0.7), (1, 0), (0.35, 0), (0.35, 0.8), (-0.35, 0.8), (-0.35, 0), (-1, 0)),
    )
    turn = math.radians(rng.choice((0, 0, 90, 15, -20)))
    cos, sin = math.cos(turn), math.sin(turn)
    reach = 0.78 * radius
    return [
        (centre[0] + reach * (x * cos - y * sin), centre[1] + reach * (x * sin + y * cos))
        for x, y in rng.choice(shapes)
    ]


def island(land: BaseGeometry, reach: float, rng: Random) -> list[Point]:
    """Return a shore round everything of `land`, about `reach` px from it."""
    hull = land.convex_hull.buffer(reach)
    points = []
    for k in range(64):
        spot = hull.exterior.interpolate(k / 64, normalized=True)
        off = rng.uniform(-0.25, 0.35) * reach
        dx, dy = spot.x - hull.centroid.x, spot.y - hull.centroid.y
        length = math.hypot(dx, dy) or 1.0
        points.append((spot.x + dx / length * off, spot.y + dy / length * off))
    return points
