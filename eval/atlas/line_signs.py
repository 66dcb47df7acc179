"""What says how lines are called: the legend, and signs at their ends or on them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from shapely import STRtree, box
from shapely.geometry.base import BaseGeometry

from eval.atlas.colors import is_dark, mix
from eval.atlas.furniture import Box, Room, family_of
from eval.atlas.geometry import at, locate, total_length
from eval.atlas.lettering import Row
from eval.atlas.names import PRINTED
from eval.atlas.plan import Plan, PlannedWay
from eval.atlas.stroke_looks import draw_casing, draw_stroke
from eval.atlas.style import MapStyle
from eval.drawing.canvas import Canvas
from perception.map_graph import Point

# Font sizes: of a legend's row, heading included, and of its sample with the space beside it.
_ROW = {"left": 1.6, "right": 1.6, "above": 2.6}
_SAMPLE = {"bar": 2.9, "disc": 1.9, "square": 1.9, "pill": 0.6}


def legend_size(plan: Plan, style: MapStyle) -> Point:
    """Return width and height of the legend, px."""
    names = _line_names(plan)
    size = 0.95 * style.names.size
    signs = style.signs
    rows = math.ceil(len(names) / signs.columns)
    return (
        signs.columns * _column(names, style) + 0.8 * size,
        (_ROW[signs.side] * rows + 2.4) * size,
    )


def draw_legend(canvas: Canvas, at: Box, plan: Plan, style: MapStyle) -> None:
    """Draw each line's name beside a sample of its stroke or colour, or inside one."""
    x0, y0, x1, y1 = at
    signs, ground = style.signs, style.scenery.background
    if signs.framed:
        canvas.box((x0, y0, x1, y1), 5, mix(ground, "#808080", 0.5))
        canvas.box((x0 + 1.5, y0 + 1.5, x1 - 1.5, y1 - 1.5), 4, ground)
    size = 0.95 * style.names.size
    ink = "#f2f2f2" if is_dark(ground) else "#1a1a1a"
    ways = {way.line: way for way in reversed(plan.ways)}
    names = _line_names(plan)
    han = family_of(names[0], style) == style.names.han
    title = PRINTED[style.names.language]["legend"] if han else "Legend"
    family = style.names.han if han else style.names.font
    y = y0 + 1.5 * size
    canvas.text([(title, (x0 + 0.8 * size, y))], family=family, size=size, fill=ink, bold=True)
    rows = math.ceil(len(names) / signs.columns)
    for number, name in enumerate(names):
        column, row = divmod(number, rows)
        place = (
            x0 + 0.8 * size + column * _column(names, style),
            y + _ROW[signs.side] * (row + 1) * size,
        )
        _draw_row(canvas, place, ways[name], size, style, ink)


def _draw_row(
    canvas: Canvas, place: Point, way: PlannedWay, size: float, style: MapStyle, ink: str
) -> None:
    """Draw one row, its text's baseline at a height, from a place on."""
    x, y = place
    signs = style.signs
    row = Row(way.line, family_of(way.line, style), size)
    if signs.sample == "pill":
        canvas.box(
            (x, y - 1.1 * size, x + row.width + size, y + 0.36 * size), 0.7 * size, way.color
        )
        ink = "#ffffff" if is_dark(way.color) else "#1a1a1a"
        canvas.text([(row.text, (x + 0.5 * size, y))], family=row.family, size=size, fill=ink)
        return
    start = x + (_SAMPLE[signs.sample] * size if signs.side == "left" else 0.0)
    left = x + (row.width + 0.6 * size if signs.side == "right" else 0.0)
    middle = y - (1.5 if signs.side == "above" else 0.36) * size
    if signs.sample == "bar":
        sample = ((left, middle), (left + 2.3 * size, middle))
        draw_casing(canvas, sample, way.look, style.lines)
        draw_stroke(canvas, sample, way.look, way.color, style.lines, style.scenery.background)
    elif signs.sample == "disc":
        canvas.disc((left + 0.6 * size, middle), 0.6 * size, way.color)
    else:
        canvas.box(
            (left, middle - 0.6 * size, left + 1.2 * size, middle + 0.6 * size), 0, way.color
        )
    canvas.text([(row.text, (start, y))], family=row.family, size=size, fill=ink)


def _column(names: Sequence[str], style: MapStyle) -> float:
    """Return the width of a column of the legend, px."""
    size = 0.95 * style.names.size
    widest = max(Row(name, family_of(name, style), size).width for name in names)
    sample = _SAMPLE[style.signs.sample] * size
    if style.signs.side == "above":
        return max(widest, sample) + 0.9 * size
    return widest + sample + 0.9 * size


def _line_names(plan: Plan) -> list[str]:
    return list(dict.fromkeys(way.line for way in plan.ways))


def draw_badges(
    canvas: Canvas,
    plan: Plan,
    style: MapStyle,
    room: Room,
    unit: float,
    strokes: Sequence[BaseGeometry],
) -> set[str]:
    """Print each line's name beyond its ends, in its colour or on it, where there is room.

    A line with no room at its ends, or without ends, has its sign on its way.

    Parameters
    ----------
    canvas : Canvas
        Where.
    plan : Plan
        In px of the canvas.
    style : MapStyle
        Its look.
    room : Room
        What is taken; signs are added.
    unit : float
        Px between two stations.
    strokes : sequence of geometries
        Of the plan's ways, as they are in the room.

    Returns
    -------
    set of str
        Lines that got one.
    """
    size = 0.95 * style.names.size
    signed: set[str] = set()

    def put(way: PlannedWay, middles: Iterator[Point], own: BaseGeometry | None = None) -> None:
        half = Row(way.line, family_of(way.line, style), size, True).width / 2 + 0.45 * size
        taken = [other for other in room.taken if other is not own]
        for x, y in middles:
            spot = box(x - half, y - 0.75 * size, x + half, y + 0.75 * size)
            inside = x - half > 4 and x + half < room.size[0] - 4
            inside = inside and y - size > 4 and y + size < room.size[1] - 4
            if inside and not len(STRtree(taken).query(spot, predicate="intersects")):
                _draw_sign(canvas, spot.bounds, way, size, style)
                room.taken.append(spot.buffer(4))
                signed.add(way.line)
                return

    for way in plan.ways:
        if way.stops[0] != way.stops[-1]:
            half = Row(way.line, family_of(way.line, style), size, True).width / 2 + 0.45 * size
            for end, inner in ((way.curve[0], way.curve[1]), (way.curve[-1], way.curve[-2])):
                put(way, _beyond(end, inner, half, unit))
    for turned in (False, True):
        for way, stroke in zip(plan.ways, strokes, strict=True):
            if way.line in signed:
                continue
            if turned or way.stops[0] == way.stops[-1]:
                put(way, _between_stops(way, plan), stroke)
            else:
                for end, inner in ((way.curve[0], way.curve[1]), (way.curve[-1], way.curve[-2])):
                    put(way, _around(end, inner, unit))
    return signed


def _beyond(end: Point, inner: Point, half: float, unit: float) -> Iterator[Point]:
    length = math.dist(end, inner) or 1.0
    dx, dy = (end[0] - inner[0]) / length, (end[1] - inner[1]) / length
    for off in (0.5 * unit, 0.75 * unit):
        yield end[0] + dx * (off + half * abs(dx)), end[1] + dy * off


def _around(end: Point, inner: Point, unit: float) -> Iterator[Point]:
    """Yield places round an end, those ahead of it first."""
    ahead = math.atan2(end[1] - inner[1], end[0] - inner[0])
    for off in (0.6, 0.8, 1.0, 1.3):
        for turn in (0.0, 0.6, -0.6, 1.2, -1.2):
            angle = ahead + turn
            yield end[0] + off * unit * math.cos(angle), end[1] + off * unit * math.sin(angle)


def _between_stops(way: PlannedWay, plan: Plan) -> Iterator[Point]:
    """Yield the middles between neighbouring stops, the longest way first."""
    length = total_length(way.curve)
    stops = sorted({locate(way.curve, plan.places[stop].centre) for stop in way.stops})
    gaps = sorted(zip(stops, [*stops[1:], length], strict=True), key=lambda g: g[0] - g[1])
    for start, end in gaps:
        for share in (0.5, 0.4, 0.6):
            yield at(way.curve, start + share * (end - start))


def _draw_sign(canvas: Canvas, at: Box, way: PlannedWay, size: float, style: MapStyle) -> None:
    x0, y0, x1, y1 = at
    ground, badge = style.scenery.background, style.signs.badge
    ink = "#ffffff" if is_dark(way.color) else "#1a1a1a"
    radius = (0.75 if badge == "pill" else 0.3) * size
    if badge in ("hollow", "text"):
        ink = way.color
    if badge != "text":
        canvas.box(at, radius, way.color)
    if badge == "hollow":
        rim = max(2.0, 0.14 * size)
        canvas.box((x0 + rim, y0 + rim, x1 - rim, y1 - rim), radius - rim / 2, ground)
    family = family_of(way.line, style)
    start = (x0 + 0.45 * size, (y0 + y1) / 2 + 0.36 * size)
    canvas.text([(way.line, start)], family=family, size=size, fill=ink, bold=True)
