"""The places where a name may stand beside its mark."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from eval.atlas.lettering import Block, Spot
from perception.map_graph import Point

_HALF = math.sqrt(0.5)
SIDES: dict[str, Point] = {
    "e": (1.0, 0.0), "w": (-1.0, 0.0), "n": (0.0, -1.0), "s": (0.0, 1.0),
    "ne": (_HALF, -_HALF), "se": (_HALF, _HALF), "nw": (-_HALF, -_HALF), "sw": (-_HALF, _HALF),
}  # fmt: skip
_LIKED = {"e": 0.0, "w": 0.1, "n": 0.35, "s": 0.3, "ne": 0.4, "se": 0.4, "nw": 0.5, "sw": 0.5}


@dataclass(frozen=True, slots=True)
class Anchor:
    """What a name stands beside.

    Attributes
    ----------
    centre : tuple of float
        Middle of the mark, px.
    points : tuple of points
        Its convex corners, px.
    radius : float
        How far it reaches beyond these, px.
    heading : tuple of float
        Direction of the stroke that it lies on.
    """

    centre: Point
    points: tuple[Point, ...]
    radius: float
    heading: Point

    def reach(self, side: Point) -> float:
        """Return how far the mark reaches from its centre in a direction, px."""
        return self.radius + max(
            (x - self.centre[0]) * side[0] + (y - self.centre[1]) * side[1] for x, y in self.points
        )


def spots_of(
    blocks: list[Block],
    anchor: Anchor,
    angles: tuple[int, ...],
    gap: float,
    *,
    far: bool,
    below: bool = False,
) -> list[Spot]:
    """Return every way to set a name, px; the more a person would mind it, the higher its cost.

    Parameters
    ----------
    blocks : list of Block
        Ways to break it.
    anchor : Anchor
        The mark.
    angles : tuple of int
        Reading directions, degrees.
    gap : float
        Between mark and name, px.
    far : bool
        Whether it may also stand off, with a leader line.
    below : bool
        Whether it stands below its mark and nowhere else.
    """
    found: list[Spot] = []
    for order, angle in enumerate(angles):
        for rows, block in enumerate(blocks):
            extra = 0.55 * rows + 0.3 * order
            found += (
                _upright(block, anchor, gap, extra)
                if angle == 0
                else _turned(block, anchor, angle, gap, extra)
            )
            if angle == 0:
                # A little farther off, a name fits into the wedge between two strokes.
                for share in (0.5, 1.0):
                    found += [
                        replace(spot, cost=spot.cost + 1.6 * share)
                        for spot in _upright(block, anchor, gap + share * block.rows[0].size, extra)
                    ]
            if far and angle == 0 and rows == 0:
                size = block.rows[0].size
                for off in (1.3 * size, 2.4 * size):
                    found += [
                        Spot(
                            s.block,
                            s.origin,
                            s.angle,
                            s.align,
                            s.side,
                            s.cost + 2.5,
                            _lead(s, anchor),
                        )
                        for s in _upright(block, anchor, gap + off, extra)
                    ]
    return [spot for spot in found if spot.side == SIDES["s"]] if below else found


def _lead(spot: Spot, anchor: Anchor) -> tuple[Point, ...]:
    xs, ys = zip(*spot.corners, strict=True)
    x = min(max(anchor.centre[0], min(xs)), max(xs))
    y = min(max(anchor.centre[1], min(ys)), max(ys))
    dx, dy = x - anchor.centre[0], y - anchor.centre[1]
    length = math.hypot(dx, dy) or 1.0
    start = anchor.reach((dx / length, dy / length)) + 1.0
    end = length - 2.0
    return tuple(
        (anchor.centre[0] + dx / length * d, anchor.centre[1] + dy / length * d)
        for d in (start, max(end, start))
    )


def _upright(block: Block, anchor: Anchor, gap: float, extra: float) -> list[Spot]:
    width, height = block.width, block.height
    found = []
    for name, side in SIDES.items():
        reach = anchor.reach(side) + gap
        x = anchor.centre[0] + side[0] * reach
        y = anchor.centre[1] + side[1] * reach
        left = x - width * (0.5 - 0.5 * _sign(side[0]))
        top = y - height * (0.5 - 0.5 * _sign(side[1]))
        align = 0.5 - 0.5 * _sign(side[0])
        cost = _LIKED[name] + extra + _along(side, anchor.heading)
        found.append(Spot(block, (left, top), 0.0, align, side, cost))
    return found


def _turned(block: Block, anchor: Anchor, angle: int, gap: float, extra: float) -> list[Spot]:
    """Return the name read away from its mark, and read towards it."""
    radians = math.radians(angle)
    ahead = (math.cos(radians), -math.sin(radians))
    found = []
    for sign, align in ((1.0, 0.0), (-1.0, 1.0)):
        side = (ahead[0] * sign, ahead[1] * sign)
        reach = anchor.reach(side) + gap
        x = anchor.centre[0] + side[0] * reach
        y = anchor.centre[1] + side[1] * reach
        # The middle of the short side lies at (x, y); down, in the block's own frame, is:
        down = (math.sin(radians), math.cos(radians))
        back = 0.0 if sign > 0 else block.width
        origin = (
            x - ahead[0] * back - down[0] * block.height / 2,
            y - ahead[1] * back - down[1] * block.height / 2,
        )
        cost = extra + _along(side, anchor.heading) + (0.0 if sign > 0 else 0.15)
        found.append(Spot(block, origin, float(angle), align, side, cost))
    return found


def _along(side: Point, heading: Point) -> float:
    """Return the cost of standing in the stroke's own direction."""
    return 0.8 * abs(side[0] * heading[0] + side[1] * heading[1]) ** 2


def _sign(value: float) -> float:
    return 0.0 if abs(value) < 0.3 else math.copysign(1.0, value)
