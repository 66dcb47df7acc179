"""How each decoration is drawn, and which box it takes."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians, sin

from shapely import Polygon
from shapely.affinity import rotate
from shapely.geometry import box

from eval.drawing.canvas import Canvas
from eval.drawing.decoration import Area, Badge, Caption, Decoration, Icon, Legend, River
from eval.drawing.draw_legend import draw_legend, legend_box
from eval.drawing.fonts import load_font
from eval.drawing.icons import draw_icon
from eval.drawing.network import DrawnLine
from eval.drawing.paths import swing
from eval.drawing.style import Style
from perception.map_graph import Point


def draw_decoration(
    canvas: Canvas, item: Decoration, lines: Sequence[DrawnLine], style: Style
) -> None:
    """Draw one decoration; a legend names each of `lines` once."""
    match item:
        case River():
            canvas.stroke(swing(item.points, closed=False), item.width, item.color)
        case Area():
            _draw_area(canvas, item)
        case Caption():
            _draw_caption(canvas, item, style)
        case Badge():
            _draw_badge(canvas, item, style)
        case Icon():
            draw_icon(canvas, item.kind, item.xy, item.size)
        case Legend():
            draw_legend(canvas, item, lines, style)


def taken_place(item: Decoration, lines: Sequence[DrawnLine], style: Style) -> Polygon | None:
    """Return what names keep off, image px; None for the ground (water, areas)."""
    match item:
        case Caption():
            font = load_font(style.font, item.size, bold=item.bold)
            x0, y0, x1, y1 = font.getbbox(item.text)
            x, y = item.xy
            if item.angle:
                x, y = x - (x0 + x1) / 2, y - (y0 + y1) / 2
            return rotate(box(x + x0, y + y0, x + x1, y + y1), -item.angle)
        case Badge():
            x, y = item.xy
            width, height = _badge_size(item, style)
            return box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)
        case Icon():
            x, y = item.xy
            half = item.size / 2
            return box(x - half, y - half, x + half, y + half)
        case Legend():
            return box(*legend_box(item, lines, style))
        case _:
            return None


def _draw_area(canvas: Canvas, area: Area) -> None:
    points: Sequence[Point] = area.points
    if area.smooth:
        points = swing([*points, points[0]], closed=True)
    canvas.polygon(points, area.color)
    if area.outline:
        canvas.stroke([*points, points[0]], area.outline_width, area.outline)


def _draw_caption(canvas: Canvas, caption: Caption, style: Style) -> None:
    font = load_font(style.font, caption.size, bold=caption.bold)
    x, y = caption.xy
    if caption.angle:
        turn = radians(caption.angle)
        half, drop = font.getlength(caption.text) / 2, 0.35 * caption.size
        x += -half * cos(turn) + drop * sin(turn)
        y += half * sin(turn) + drop * cos(turn)
    else:
        y += font.getmetrics()[0]
    canvas.text(
        [(caption.text, (x, y))],
        family=style.font,
        size=caption.size,
        fill=caption.color,
        bold=caption.bold,
        angle=caption.angle,
    )


def _badge_size(badge: Badge, style: Style) -> tuple[float, float]:
    length = load_font(style.font, badge.size, bold=True).getlength(badge.text)
    return max(length + 0.8 * badge.size, 1.5 * badge.size), 1.5 * badge.size


def _draw_badge(canvas: Canvas, badge: Badge, style: Style) -> None:
    x, y = badge.xy
    width, height = _badge_size(badge, style)
    box_xyxy = (x - width / 2, y - height / 2, x + width / 2, y + height / 2)
    canvas.box(box_xyxy, 0.35 * badge.size, badge.color)
    length = load_font(style.font, badge.size, bold=True).getlength(badge.text)
    canvas.text(
        [(badge.text, (x - length / 2, y + 0.36 * badge.size))],
        family=style.font,
        size=badge.size,
        fill=badge.ink,
        bold=True,
    )
