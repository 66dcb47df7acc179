"""Directions in words, from coordinates in image px (y down)."""

from __future__ import annotations

import math
from typing import Final

from perception.map_graph import Point

COMPASS: Final = (
    "North",
    "Northeast",
    "East",
    "Southeast",
    "South",
    "Southwest",
    "West",
    "Northwest",
)


def bearing(source: Point, target: Point) -> float:
    """Return where the target lies from the source: degrees clockwise from up, in [0, 360).

    Examples
    --------
    >>> bearing((0, 0), (10, 0)), bearing((0, 0), (0, 10))
    (90.0, 180.0)
    """
    return math.degrees(math.atan2(target[0] - source[0], source[1] - target[1])) % 360


def direction(source: Point, target: Point) -> str:
    """Return where the target lies from the source, one of eight words.

    Examples
    --------
    >>> direction((0, 0), (10, 9))
    'Southeast'
    """
    return COMPASS[round(bearing(source, target) / 45) % 8]
