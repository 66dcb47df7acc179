"""How the stroke of a line is drawn: plain, cased, hollow, dashed, hatched and so on."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random

from eval.atlas.colors import mix
from eval.atlas.geometry import at, direction_at, piece, total_length
from eval.atlas.style import LineLook
from eval.drawing.canvas import Canvas
from eval.drawing.paths import swing
from perception.map_graph import Point

LOOKS = (
    "solid", "cased", "hollow", "dashed", "dotted", "hatched", "two-tone", "pale", "gradient",
    "sketched",
)  # fmt: skip


# Px between two places where an unsteady hand strays anew.
_SWAY = 16.0


def draw_casing(canvas: Canvas, curve: Sequence[Point], kind: str, look: LineLook) -> None:
    """Draw what lies under all strokes: the border of a cased one."""
    if kind == "cased":
        width = look.width + 2.0 * look.casing_width * look.width
        canvas.stroke(by_hand(curve, look.wobble), width, look.casing)


def draw_stroke(
    canvas: Canvas, curve: Sequence[Point], kind: str, color: str, look: LineLook, ground: str
) -> None:
    """Draw one stroke.

    Parameters
    ----------
    canvas : Canvas
        Where.
    curve : sequence of points
        Its middle, px.
    kind : str
        One of `LOOKS`.
    color, ground : str
        Of the line, and of what it lies on.
    look : LineLook
        Widths.

    Raises
    ------
    ValueError
        There is no such look.
    """
    width = look.width
    curve = by_hand(curve, look.wobble)
    match kind:
        case "solid" | "cased":
            canvas.stroke(curve, width, color)
        case "hollow":
            canvas.stroke(curve, width, color)
            canvas.stroke(curve, 0.45 * width, ground)
        case "dashed":
            dash = max(1.7 * width, 7.0)
            canvas.stroke(curve, width, color, (dash, 0.62 * dash))
        case "dotted":
            line = tuple(curve)
            count = max(int(total_length(line) / (2.1 * width)), 1)
            for k in range(count + 1):
                canvas.disc(at(line, total_length(line) * k / count), 0.55 * width, color)
        case "hatched":
            canvas.stroke(curve, width, color)
            inner = total_length(tuple(curve))
            ends = piece(tuple(curve), 0.4 * width, max(inner - 0.4 * width, 0.5 * width))
            canvas.stroke(ends, 0.62 * width, ground, (0.7 * width, 0.7 * width))
        case "two-tone":
            canvas.stroke(curve, width, color)
            canvas.stroke(curve, 0.4 * width, mix(color, "#ffffff", 0.55))
        case "pale":
            canvas.stroke(curve, width, mix(color, ground, 0.55))
        case "gradient":
            _draw_gradient(canvas, curve, color, width)
        case "sketched":
            canvas.stroke(curve, width, color)
            canvas.stroke(by_hand(curve, look.wobble), 0.8 * width, color)
        case _:
            raise ValueError(f"no look {kind!r}; use one of {', '.join(LOOKS)}")


def by_hand(curve: Sequence[Point], wobble: float) -> Sequence[Point]:
    """Return a way as an unsteady hand draws it, always in the same manner; its ends stay."""
    if not wobble:
        return curve
    line = tuple(curve)
    total = total_length(line)
    rng = Random(f"{line[0]} {line[-1]}")
    count = max(int(total / _SWAY), 2)
    points = [line[0]]
    for k in range(1, count):
        (x, y), (dx, dy) = at(line, total * k / count), direction_at(line, total * k / count, 2.0)
        off = rng.uniform(-wobble, wobble)
        points.append((x - dy * off, y + dx * off))
    return swing([*points, line[-1]], closed=False)


def draw_arrow(canvas: Canvas, curve: Sequence[Point], color: str, size: float) -> None:
    """Draw an arrow head at the middle of a path, along its direction."""
    line = tuple(curve)
    middle = 0.5 * total_length(line)
    (x, y), (dx, dy) = at(line, middle), direction_at(line, middle, size / 2)
    tip = (x + dx * size, y + dy * size)
    wings = [
        (x - dx * size * 0.7 + side * dy * size * 0.8, y - dy * size * 0.7 - side * dx * size * 0.8)
        for side in (-1, 1)
    ]
    canvas.polygon([tip, wings[0], (x - dx * size * 0.25, y - dy * size * 0.25), wings[1]], color)


def _draw_gradient(canvas: Canvas, curve: Sequence[Point], color: str, width: float) -> None:
    line = tuple(curve)
    total = total_length(line)
    pieces = max(6, math.ceil(total / 24))
    pale = mix(color, "#ffffff", 0.38)
    for k in range(pieces):
        start, end = total * k / pieces, total * (k + 1) / pieces
        shade = mix(color, pale, k / (pieces - 1))
        canvas.stroke(piece(line, start, end), width, shade)
