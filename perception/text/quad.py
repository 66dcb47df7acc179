"""Geometry of one line's box: a quadrilateral in reading order."""

from __future__ import annotations

import numpy as np

from perception.ocr.engine import Quad

# Readers hold a map so that text runs from left to right or straight up or down; a direction
# farther than this from left-to-right (degrees) would be upside down.
MOST_TURNED = 100.0


def sides(quad: Quad) -> tuple[float, float]:
    """Return the mean lengths along and across the reading direction, px."""
    along = np.linalg.norm(quad[1] - quad[0]) + np.linalg.norm(quad[2] - quad[3])
    across = np.linalg.norm(quad[3] - quad[0]) + np.linalg.norm(quad[2] - quad[1])
    return float(along) / 2, float(across) / 2


def angle_of(quad: Quad) -> float:
    """Return the reading direction in degrees, counter-clockwise as seen, in (-180, 180]."""
    dx, dy = (quad[1] + quad[2] - quad[0] - quad[3]) / 2
    return float(np.degrees(np.arctan2(-dy, dx)))


def axes(quad: Quad) -> tuple[Quad, Quad]:
    """Return the unit vectors along and across the reading direction."""
    along = quad[1] + quad[2] - quad[0] - quad[3]
    along = along / max(float(np.linalg.norm(along)), 1e-9)
    return along, np.array([-along[1], along[0]])


def rectangle(quad: Quad, *, angle: float | None = None) -> Quad:
    """Return the smallest rectangle around `quad` at `angle` degrees (its own where None)."""
    direction = np.radians(angle_of(quad) if angle is None else angle)
    along = np.array([np.cos(direction), -np.sin(direction)])
    across = np.array([-along[1], along[0]])
    u, v = quad @ along, quad @ across
    corners = ((u.min(), v.min()), (u.max(), v.min()), (u.max(), v.max()), (u.min(), v.max()))
    return np.array([a * along + b * across for a, b in corners])


def part(quad: Quad, left: float, top: float, right: float, bottom: float) -> Quad:
    """Return the part of a rectangle between the given lengths.

    `left` and `right` run along the text from the box's left edge, `top` and `bottom` across it
    from its top edge, all in box heights; values outside the box enlarge it.
    """
    along, across = axes(quad)
    height = sides(quad)[1]
    return np.array(
        [
            quad[0] + height * (x * along + y * across)
            for x, y in ((left, top), (right, top), (right, bottom), (left, bottom))
        ]
    )


def reading_orders(quad: Quad) -> list[Quad]:
    """Return the corner orders in which `quad` may be read, the likeliest first.

    A box longer along than across is read along. A tall box is read upwards or downwards, a
    compact one, which may hold one or two characters, also as it stands.
    """
    along, across = sides(quad)
    orders = [quad]
    if across > 1.4 * along:
        turned = [np.roll(quad, 1, axis=0), np.roll(quad, -1, axis=0)]
        orders = turned + (orders if across < 2.5 * along else [])
    upright = [order for order in orders if abs(angle_of(order)) <= MOST_TURNED]
    return sorted(upright, key=lambda order: abs(angle_of(order) - 10.0)) or [quad]
