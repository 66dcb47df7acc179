"""One generated map: its picture and its truth."""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random
from typing import Any

import shapely
from PIL import Image
from shapely import Polygon, affinity
from shapely.geometry.base import BaseGeometry

from eval.atlas.colors import is_dark, mix
from eval.atlas.composition import Composition, compose, distance_rows
from eval.atlas.furniture import (
    Box,
    Room,
    draw_grid,
    draw_small_things,
    draw_title,
    title_row,
)
from eval.atlas.inset import draw_inset
from eval.atlas.lettering import Spot
from eval.atlas.line_signs import draw_badges, draw_legend, legend_size
from eval.atlas.marks import Mark, draw_mark, draw_pills
from eval.atlas.names import PRINTED, make_names
from eval.atlas.scenery import draw_districts, draw_ground, draw_trees
from eval.atlas.stroke_looks import draw_arrow, draw_casing, draw_stroke
from eval.atlas.style import MapStyle
from eval.atlas.town_ground import (
    draw_houses,
    draw_island,
    draw_street_names,
    draw_streets,
    trimmed,
)
from eval.atlas.truth import truth_of
from eval.drawing.background import paint_background
from eval.drawing.canvas import Canvas
from eval.drawing.style import Style
from perception.map_graph import Point

_MARGIN = 46.0
_MOST_SIDE = 5000
_CORNERS: tuple[Point, ...] = (
    (0.0, 1.0),
    (1.0, 1.0),
    (1.0, 0.0),
    (0.0, 0.0),
    (0.0, 0.5),
    (1.0, 0.5),
)


@dataclass(frozen=True, slots=True)
class DrawnMap:
    """One map.

    Attributes
    ----------
    picture : Image
        RGB.
    truth : dict
        `truth.json`, see `eval.atlas.truth`.
    edges : list of dict
        Rows of `edges.csv`.
    quality : int
        JPEG quality; 0: PNG.
    clashes : int
        Names that touch something that they should not.
    """

    picture: Image.Image
    truth: dict[str, Any]
    edges: list[dict[str, str]]
    quality: int
    clashes: int


def draw_map(style: MapStyle, seed: str) -> DrawnMap:
    """Return a map of a style; the same style and seed give the same map."""
    composition = compose(style, seed)
    rng = Random(f"picture {style.key} {seed}")
    spots = style.domain == "travelmap"
    title = make_names(1, style.names.language, rng, spots=False)[0]
    han = style.names.script.startswith("han")
    text = title.latin
    if han:
        text = title.han[:2] + PRINTED[style.names.language]["spots" if spots else "metro"]
    size, (dx, dy), boxes = _fit(composition, style, text)
    canvas = Canvas(size, _ground(size, style, rng), 4)
    moved = _Moved(canvas, dx, dy)
    taken = [affinity.translate(g, dx, dy) for g in composition.taken()]
    for b in boxes.values():
        taken.append(shapely.box(*b).buffer(6))
    extras = style.scenery.extras
    if "island" in extras:
        draw_island(canvas, taken, style, rng)
    draw_ground(canvas, style, rng)
    ways = list(_moved_plan(composition, dx, dy).ways)
    if "streets" in extras:
        draw_streets(canvas, ways, style)
    if "buildings" in extras:
        draw_houses(canvas, taken, style, rng)
    if "trees" in style.scenery.extras:
        draw_trees(canvas, taken, rng)
    if "districts" in style.scenery.extras:
        draw_districts(canvas, style, _names_only(composition, dx, dy, boxes), rng)
    _draw_network(moved, composition, style)
    if "street-names" in extras:
        marks = [affinity.translate(m.shape, dx, dy) for m in composition.marks]
        clear = [*marks, *_names_only(composition, dx, dy, boxes)]
        draw_street_names(canvas, ways, clear, style, rng)
    if "title" in boxes:
        draw_title(canvas, boxes["title"], text, style)
    signed: set[str] = set()
    if "legend" in boxes:
        draw_legend(canvas, boxes["legend"], composition.plan, style)
        signed |= {way.line for way in composition.plan.ways}
    room = Room((float(size[0]), float(size[1])), taken)
    if "badges" in style.scenery.extras:
        plan = _moved_plan(composition, dx, dy)
        strokes = taken[: len(composition.strokes)]
        signed |= draw_badges(canvas, plan, style, room, composition.unit, strokes)
    draw_small_things(canvas, style, room, rng)
    if "inset" in style.scenery.extras:
        draw_inset(canvas, style, room, f"{style.key} {seed}")
    if "grid" in style.scenery.extras:
        draw_grid(canvas, style)
    scale = min(rng.uniform(*style.scale), _MOST_SIDE / max(size))
    final = (round(size[0] * scale), round(size[1] * scale))
    picture = canvas.finish(final)
    quality = rng.choice(style.jpeg) if style.jpeg else 0
    factor = (final[0] / size[0], final[1] / size[1])
    truth, edges = truth_of(composition, style, text, seed, final, (dx, dy), factor, signed)
    return DrawnMap(picture, truth, edges, quality, composition.clashes)


class _Moved(Canvas):
    """A canvas whose origin lies elsewhere; draws on the one it is made of."""

    def __init__(self, canvas: Canvas, dx: float, dy: float) -> None:
        self.size = canvas.size
        self._times = canvas._times
        self._image = canvas._image
        self._draw = canvas._draw
        self._shift = (dx, dy)

    def _up(self, point: Point) -> Point:
        return super()._up((point[0] + self._shift[0], point[1] + self._shift[1]))

    def box(self, xyxy: tuple[float, float, float, float], radius: float, fill: str) -> None:
        """Fill a rectangle with rounded corners."""
        (dx, dy), (x0, y0, x1, y1) = self._shift, xyxy
        super().box((x0 + dx, y0 + dy, x1 + dx, y1 + dy), radius, fill)


def _ground(size: tuple[int, int], style: MapStyle, rng: Random) -> str | Image.Image:
    look = Style(
        background=style.scenery.background,
        texture=style.scenery.texture,
        texture_seed=rng.randrange(10**6),
    )
    return paint_background(size, look)


def _fit(
    composition: Composition, style: MapStyle, title: str
) -> tuple[tuple[int, int], Point, dict[str, Box]]:
    """Return the picture's size, where the origin goes, and the boxes of title and legend."""
    taken = composition.taken()
    x0, y0, x1, y1 = shapely.union_all(taken).bounds
    extras = style.scenery.extras
    row = title_row(title, style)
    head = 2.3 * row.size if "title" in extras else 0.0
    margin = 2.4 * _MARGIN if "island" in extras else _MARGIN
    width = max(x1 - x0 + 2 * margin, row.width + 2 * _MARGIN)
    height = y1 - y0 + 2 * margin + head
    dx, dy = (width - (x1 - x0)) / 2 - x0, margin + head - y0
    boxes: dict[str, Box] = {}
    if head:
        top = 0.5 * _MARGIN
        boxes["title"] = (_MARGIN, top, _MARGIN + row.width, top + 1.3 * row.size)
    if "legend" in extras and composition.plan.ways[0].line:
        moved = [affinity.translate(g, dx, dy) for g in taken]
        moved += [shapely.box(*b) for b in boxes.values()]
        wide, high = legend_size(composition.plan, style)
        found = Room((width, height), moved).find(wide, high, _CORNERS)
        if found is None:
            found = (width, height - high - _MARGIN, width + wide, height - _MARGIN)
            if found[1] < head:
                height += head - found[1]
                found = (width, head, width + wide, head + high)
            width += wide + 0.6 * _MARGIN
        boxes["legend"] = found
    return (math.ceil(width), math.ceil(height)), (dx, dy), boxes


def _names_only(
    composition: Composition, dx: float, dy: float, boxes: dict[str, Box]
) -> list[BaseGeometry]:
    names = [Polygon(s.corners).buffer(0.6 * s.block.rows[0].size) for s in composition.spots]
    marks = [mark.shape.buffer(2) for mark in composition.marks]
    moved = [affinity.translate(g, dx, dy) for g in (*names, *marks)]
    return [*moved, *(shapely.box(*b) for b in boxes.values())]


def _moved_plan(composition: Composition, dx: float, dy: float) -> Any:
    from dataclasses import replace

    ways = tuple(
        replace(way, curve=tuple((x + dx, y + dy) for x, y in way.curve))
        for way in composition.plan.ways
    )
    return replace(composition.plan, ways=ways)


def _draw_network(canvas: Canvas, composition: Composition, style: MapStyle) -> None:
    plan, ground = composition.plan, style.scenery.background
    dark = "#f2f2f2" if is_dark(ground) else "#222222"
    for a, b, kind in plan.links:
        if kind == "walk":
            ends = (plan.places[a].centre, plan.places[b].centre)
            canvas.stroke(ends, 0.22 * style.lines.width, dark, (5.0, 4.0))
    short = style.marks.short
    curves = [way.curve for way in plan.ways]
    if short is not None:
        shapes = [mark.shape for mark in composition.marks]
        curves = [
            trimmed(way.curve, [shapes[stop] for stop in way.stops], short) for way in plan.ways
        ]
    for way, curve in zip(plan.ways, curves, strict=True):
        draw_casing(canvas, curve, way.look, style.lines)
    for way, curve in zip(plan.ways, curves, strict=True):
        draw_stroke(canvas, curve, way.look, way.color, style.lines, ground)
        if way.one_way:
            draw_arrow(canvas, way.curve, mix(way.color, "#000000", 0.2), 1.6 * style.lines.width)
    for a, b, kind in plan.links:
        if kind == "connector":
            ends = (plan.places[a].centre, plan.places[b].centre)
            canvas.stroke(ends, 0.85 * style.lines.width, dark)
            canvas.stroke(ends, 0.4 * style.lines.width, ground)
    for mark, spot in zip(composition.marks, composition.spots, strict=True):
        draw_mark(canvas, mark, spot, style)
    for row, (x, y) in distance_rows(plan, style):
        start = (x - row.width / 2, y + 0.36 * row.size)
        canvas.text([(row.text, start)], family=row.family, size=row.size, fill="#555555")
    for mark, spot in zip(composition.marks, composition.spots, strict=True):
        _draw_name(canvas, mark, spot, style)


def _draw_name(canvas: Canvas, mark: Mark, spot: Spot, style: MapStyle) -> None:
    look = style.names
    ink = look.ink or mix(mark.color, "#000000", 0.35)
    if mark.block is not None and not style.marks.wobble and mark.kind != "words":
        fill = style.marks.fill or mark.color
        ink = "#f4f4f4" if is_dark(fill) else "#1a1a1a"
    if spot.lead:
        canvas.stroke(spot.lead, 1.2, mix(ink, style.scenery.background, 0.3))
    for row, start in spot.lines():
        if row.pills:
            draw_pills(canvas, row, start, spot.angle)
        if not row.text:
            continue
        cos, sin = math.cos(math.radians(spot.angle)), math.sin(math.radians(spot.angle))
        start = (start[0] + row.indent * cos, start[1] - row.indent * sin)
        canvas.text(
            [(row.text, start)],
            family=row.family,
            size=row.size,
            fill=look.second_ink or ink if row.second else ink,
            bold=row.bold,
            angle=spot.angle,
            halo=look.halo if mark.block is None else 0.0,
            halo_color=style.scenery.background,
        )
