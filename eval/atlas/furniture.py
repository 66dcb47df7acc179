"""What stands beside a network: title, scale bar, north arrow, logo, grid."""

from __future__ import annotations

import math
from random import Random

from shapely import STRtree, box
from shapely.geometry.base import BaseGeometry

from eval.atlas.colors import is_dark, mix
from eval.atlas.lettering import Row
from eval.atlas.style import MapStyle
from eval.drawing.canvas import Canvas
from eval.drawing.icons import draw_icon
from perception.map_graph import Point

Box = tuple[float, float, float, float]
_EDGE = 22.0


class Room:
    """Free room on a canvas.

    Parameters
    ----------
    size : tuple of float
        Width and height, px.
    taken : list of geometries
        What is drawn there, px.
    """

    def __init__(self, size: Point, taken: list[BaseGeometry]) -> None:
        self.size = size
        self.taken = taken

    def find(self, width: float, height: float, wishes: tuple[Point, ...]) -> Box | None:
        """Return a free box of a size, the nearest to the first wish that has any; take it.

        Wishes are shares of the free way across and down: (0, 1) is the bottom left corner.
        """
        tree = STRtree(self.taken)
        free_x = self.size[0] - 2 * _EDGE - width
        free_y = self.size[1] - 2 * _EDGE - height
        if free_x < 0 or free_y < 0:
            return None
        steps = [k / 24 for k in range(25)]
        spots = [(u, v) for u in steps for v in steps]
        for wish in wishes:
            near = sorted(spots, key=lambda s: (math.dist(s, wish), s))[:90]
            for u, v in near:
                x, y = _EDGE + u * free_x, _EDGE + v * free_y
                spot = box(x - 8, y - 8, x + width + 8, y + height + 8)
                if not len(tree.query(spot, predicate="intersects")):
                    self.taken.append(spot)
                    return (x, y, x + width, y + height)
        return None


def draw_title(canvas: Canvas, at: Box, text: str, style: MapStyle) -> None:
    """Print the title with its baseline near the bottom of its box."""
    ink = "#f2f2f2" if is_dark(style.scenery.background) else "#2a2a40"
    size = (at[3] - at[1]) / 1.3
    row = Row(text, family_of(text, style), size, True)
    start = (at[0], at[3] - 0.25 * size)
    canvas.text([(text, start)], family=row.family, size=size, fill=ink, bold=True)


def title_row(text: str, style: MapStyle) -> Row:
    """Return the title as it is printed."""
    return Row(text, family_of(text, style), 2.0 * style.names.size, True)


def draw_small_things(canvas: Canvas, style: MapStyle, room: Room, rng: Random) -> None:
    """Draw scale bar, north arrow, logo, footer, pictograms where there is room."""
    extras = style.scenery.extras
    ink = "#e8e8e8" if is_dark(style.scenery.background) else "#333333"
    size = 0.85 * style.names.size
    family = style.names.font
    corners = ((1.0, 1.0), (0.0, 1.0), (1.0, 0.0), (0.0, 0.0))
    if "scale" in extras and (at := room.find(150, 2.4 * size, corners)):
        x0, y0, x1, y1 = at
        third = (x1 - x0 - 20) / 3
        for k in range(3):
            fill = ink if k % 2 == 0 else style.scenery.background
            canvas.box((x0 + k * third - 1, y1 - 9, x0 + (k + 1) * third + 1, y1), 0, ink)
            canvas.box((x0 + k * third, y1 - 8, x0 + (k + 1) * third, y1 - 1), 0, fill)
        text = [("0", (x0, y0 + size)), ("1.5 km", (x0 + 2.6 * third, y0 + size))]
        canvas.text(text, family=family, size=0.8 * size, fill=ink)
    if "north" in extras and (at := room.find(40, 62, corners[::-1])):
        x0, y0, x1, y1 = at
        middle = (x0 + x1) / 2
        canvas.polygon([(middle, y0), (middle + 13, y0 + 40), (middle, y0 + 31)], ink)
        canvas.polygon(
            [(middle, y0), (middle - 13, y0 + 40), (middle, y0 + 31)], mix(ink, "#999999", 0.6)
        )
        width = Row("N", family, size, True).width
        start = (middle - width / 2, y1)
        canvas.text([("N", start)], family=family, size=size, fill=ink, bold=True)
    if "logo" in extras and (at := room.find(60, 60, corners[2:])):
        x, y = (at[0] + at[2]) / 2, (at[1] + at[3]) / 2
        color = rng.choice(("#d1232a", "#00529b", "#007a3d"))
        canvas.disc((x, y), 28, color)
        canvas.disc((x, y), 19, "#ffffff")
        canvas.box((x - 30, y - 6, x + 30, y + 6), 0, color)
    if "footer" in extras:
        words = f"Edition {rng.randint(1, 12)}/{rng.randint(2009, 2026)} · not to scale"
        row = Row(words, family, 0.7 * size)
        width, pale = row.width, mix(ink, "#999999", 0.5)
        if at := room.find(width, size, ((0.0, 1.0), (1.0, 1.0), (0.5, 1.0))):
            start = (at[0], at[3] - 3)
            canvas.text([(words, start)], family=family, size=row.size, fill=pale)
    if "icons" in extras:
        for kind in ("plane", "train", "boat"):
            if at := room.find(30, 30, ((rng.random(), rng.random()),)):
                draw_icon(canvas, kind, ((at[0] + at[2]) / 2, (at[1] + at[3]) / 2), 28)


def draw_grid(canvas: Canvas, style: MapStyle) -> None:
    """Draw a frame with letters and digits along it, as an index of places needs."""
    width, height = canvas.size
    ground = style.scenery.background
    ink = mix(ground, "#808080", 0.7)
    size = 13.0
    for x0, y0, x1, y1 in (
        (6, 6, width - 6, 8), (6, height - 8, width - 6, height - 6),
        (6, 6, 8, height - 6), (width - 8, 6, width - 6, height - 6),
    ):  # fmt: skip
        canvas.box((x0, y0, x1, y1), 0, ink)
    columns, rows = max(3, width // 260), max(3, height // 260)
    for k in range(columns):
        x = width * (k + 0.5) / columns
        for y in (22.0, height - 12.0):
            canvas.text([(chr(ord("A") + k), (x, y))], family=style.names.font, size=size, fill=ink)
    for k in range(rows):
        y = height * (k + 0.5) / rows
        for x in (12.0, width - 20.0):
            canvas.text([(str(k + 1), (x, y))], family=style.names.font, size=size, fill=ink)


def family_of(text: str, style: MapStyle) -> str:
    """Return the font family that a style prints a text in."""
    return style.names.han if any(c > "\u2e80" for c in text) else style.names.font
