"""An inset: a small framed map beside the network that shows where the place lies."""

from __future__ import annotations

import math
from random import Random

from eval.atlas.colors import is_dark, mix
from eval.atlas.furniture import Room
from eval.atlas.style import MapStyle
from eval.drawing.canvas import Canvas

_WIDTH, _HEIGHT = 190.0, 140.0
_CORNERS = ((1.0, 1.0), (0.0, 1.0), (1.0, 0.0), (0.0, 0.0))


def draw_inset(canvas: Canvas, style: MapStyle, room: Room, seed: str) -> None:
    """Draw land, water, a few roads and a marked area in a frame, where there is room.

    Nothing in it is part of the network.

    Parameters
    ----------
    canvas : Canvas
        Where.
    style : MapStyle
        Whose colours and font.
    room : Room
        What is taken; gets the frame.
    seed : str
        Of what it shows; a source of its own, so that an inset changes nothing else.
    """
    at = room.find(_WIDTH, _HEIGHT, _CORNERS)
    if at is None:
        return
    rng = Random(f"inset {seed}")
    x0, y0, x1, y1 = at
    ground = style.scenery.background
    ink = "#d8d8d8" if is_dark(ground) else "#4a4a4a"
    canvas.box((x0, y0, x1, y1), 0, ink)
    inside = (x0 + 2, y0 + 2, x1 - 2, y1 - 2)
    canvas.box(inside, 0, mix(ground, style.scenery.water or "#cfe6f5", 0.8))
    cx, cy = (x0 + x1) / 2, (y0 + y1) / 2 + 6
    coast = [
        (
            cx + rng.uniform(0.33, 0.46) * _WIDTH * math.cos(k * math.tau / 14),
            cy + rng.uniform(0.28, 0.37) * _HEIGHT * math.sin(k * math.tau / 14),
        )
        for k in range(14)
    ]
    canvas.polygon(coast, mix(ground, "#c9c4b4", 0.5))
    for _ in range(3):
        a, b = rng.sample(coast, 2)
        road = [((1 - t) * a[0] + t * b[0], (1 - t) * a[1] + t * b[1]) for t in (0.15, 0.5, 0.85)]
        canvas.stroke(road, 1.5, mix(ground, "#888888", 0.7))
    px, py = cx + rng.uniform(-30, 20), cy + rng.uniform(-18, 8)
    red = "#c62828"
    for u, v, w, h in ((0, 0, 34, 2), (0, 24, 34, 2), (0, 0, 2, 26), (32, 0, 2, 26)):
        canvas.box((px + u, py + v, px + u + w, py + v + h), 0, red)
    size = 0.7 * style.names.size
    start = (x0 + 8, y0 + 1.3 * size)
    canvas.text([("Overview", start)], family=style.names.font, size=size, fill=ink)
