"""Marks of stations and spots: their outlines for the lettering, and how they are drawn."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass

from shapely import MultiPoint, Polygon, box
from shapely.geometry.base import BaseGeometry

from eval.atlas.colors import is_dark, mix
from eval.atlas.label_spots import Anchor
from eval.atlas.lettering import Block, Row, Spot
from eval.atlas.outlines import ellipse, house
from eval.atlas.plan import PlannedPlace
from eval.atlas.stroke_looks import by_hand
from eval.atlas.style import MapStyle
from eval.drawing.canvas import Canvas
from eval.drawing.icons import ICONS, draw_icon
from perception.map_graph import Point

KINDS = (
    "ring", "dot", "white", "black", "square", "diamond", "tick", "bar", "none",
    "number", "icon", "box", "label", "ellipse", "words", "building", "circle", "capsule", "chain",
)  # fmt: skip
"""ring: rim and inside; dot: the line's colour with a rim of `fill`; white: a small disc of `fill`;
black: a disc of `ink`; square, diamond; tick: a bar from the stroke towards the name; bar: across
the stroke; none; number: a ring with the index; icon: a picture; box: a frame round the name;
label: the name on a patch of ground; ellipse: a frame round the name; words: the name alone;
building: the plan of a house; circle: one ring over all platforms; capsule: one outline
round them; chain: a ring on each, joined by a bar."""

INSIDE = ("box", "label", "ellipse", "words")
"""Kinds that hold their name."""


@dataclass(frozen=True, slots=True)
class Mark:
    """The mark of one place.

    Attributes
    ----------
    place : PlannedPlace
        Whose.
    kind : str
        One of `KINDS`.
    dots : tuple of points
        Middles of the platforms, without doubles, px.
    radius : float
        Px.
    color : str
        Of the first line that stops here.
    block : Block or None
        The name, where the mark holds it.
    """

    place: PlannedPlace
    kind: str
    dots: tuple[Point, ...]
    radius: float
    color: str
    block: Block | None = None

    @property
    def half(self) -> Point:
        """Half of a box's width and height, px."""
        assert self.block is not None
        pad = 0.42 * self.block.rows[0].size
        if self.kind == "ellipse":
            # The corners of the name lie well within.
            return (0.68 * self.block.width + pad, 0.8 * self.block.height + pad)
        if self.kind == "words":
            pad *= 0.4
        return (self.block.width / 2 + 1.3 * pad, self.block.height / 2 + pad)

    @property
    def shape(self) -> BaseGeometry:
        """Its outline, px."""
        if self.kind in INSIDE:
            (x, y), (w, h) = self.place.centre, self.half
            if self.kind == "ellipse":
                return Polygon(ellipse((x, y), w, h))
            return box(x - w, y - h, x + w, y + h)
        if self.kind == "building":
            return Polygon(house(self.place.centre, self.radius, self.place.number))
        return MultiPoint(self.dots).convex_hull.buffer(self.radius, quad_segs=6)

    @property
    def anchor(self) -> Anchor:
        """What its name stands beside."""
        heading = self.place.platforms[0].heading
        return Anchor(self.place.centre, self.dots, self.radius, heading)

    def inside(self) -> Spot:
        """Return the place of a name within its mark."""
        assert self.block is not None
        (x, y), (w, h) = self.place.centre, (self.block.width, self.block.height)
        return Spot(self.block, (x - w / 2, y - h / 2), 0.0, 0.5, (0.0, 0.0), 0.0)


def mark_of(place: PlannedPlace, style: MapStyle, color: str, block: Block | None) -> Mark:
    """Return the mark of a place in a style."""
    look = style.marks
    kind = look.change if place.change else look.plain
    dots: list[Point] = []
    for platform in place.platforms:
        if all(math.dist(platform.xy, other) > 1.0 for other in dots):
            dots.append(platform.xy)
    radius = look.change_radius if place.change else look.radius
    if kind in ("tick", "bar", "none"):
        radius = max(radius, style.lines.width / 2 + (0.0 if kind == "none" else 0.6 * radius))
    if kind == "circle":
        centre = place.centre
        radius += max(math.dist(centre, dot) for dot in dots)
        dots = [centre]
    return Mark(place, kind, tuple(dots), radius, color, block)


def draw_mark(canvas: Canvas, mark: Mark, spot: Spot, style: MapStyle) -> None:
    """Draw one mark; `spot` tells where its name stands."""
    look = style.marks
    ink = look.ink or mark.color
    fill = look.fill or mix(mark.color, "#ffffff", 0.25)
    inner = mark.radius - look.rim
    match mark.kind:
        case "ring" | "circle" | "number":
            for dot in mark.dots:
                canvas.disc(dot, mark.radius, ink)
                canvas.disc(dot, inner, fill)
            if mark.kind == "number":
                _draw_number(canvas, mark, fill, style)
        case "dot":
            for dot in mark.dots:
                canvas.disc(dot, mark.radius, fill)
                canvas.disc(dot, inner, mark.color)
        case "white":
            for dot in mark.dots:
                canvas.disc(dot, mark.radius, fill)
        case "black":
            for dot in mark.dots:
                canvas.disc(dot, mark.radius, ink)
        case "square" | "diamond":
            for dot in mark.dots:
                _draw_square(canvas, dot, mark.radius, ink, mark.kind)
                _draw_square(canvas, dot, inner, fill, mark.kind)
        case "capsule":
            for radius, color in ((mark.radius, ink), (inner, fill)):
                hull = MultiPoint(mark.dots).convex_hull.buffer(radius, quad_segs=12)
                canvas.polygon([(x, y) for x, y, *_ in hull.exterior.coords], color)
        case "chain":
            canvas.stroke(mark.dots, 0.9 * mark.radius, ink)
            for dot in mark.dots:
                canvas.disc(dot, mark.radius, ink)
            canvas.stroke(mark.dots, max(0.9 * mark.radius - 2 * look.rim, 1.0), fill)
            for dot in mark.dots:
                canvas.disc(dot, inner, fill)
        case "tick" | "bar":
            _draw_bars(canvas, mark, spot, style)
        case "icon":
            kinds = list(ICONS)
            kind = kinds[mark.place.number % len(kinds)]
            draw_icon(canvas, kind, mark.place.centre, 2 * mark.radius)
        case "box" | "label":
            _draw_box(canvas, mark, ink, fill, look.rim, style)
        case "ellipse":
            _draw_ellipse(canvas, mark, ink, fill, style)
        case "building":
            outline = house(mark.place.centre, mark.radius, mark.place.number)
            canvas.polygon(outline, fill)
            canvas.stroke([*outline, outline[0]], look.rim, ink)
        case "words":
            pass
        case "none":
            pass
        case _:
            raise ValueError(f"no mark {mark.kind!r}; use one of {', '.join(KINDS)}")


def _draw_square(canvas: Canvas, dot: Point, radius: float, fill: str, kind: str) -> None:
    x, y = dot
    if kind == "square":
        canvas.box((x - radius, y - radius, x + radius, y + radius), 0.15 * radius, fill)
        return
    far = 1.3 * radius
    canvas.polygon([(x, y - far), (x + far, y), (x, y + far), (x - far, y)], fill)


def _draw_bars(canvas: Canvas, mark: Mark, spot: Spot, style: MapStyle) -> None:
    half = style.lines.width / 2
    for platform in mark.place.platforms:
        dx, dy = platform.heading
        side = 1.0 if -dy * spot.side[0] + dx * spot.side[1] >= 0 else -1.0
        normal = (-dy * side, dx * side)
        back = half if mark.kind == "bar" else 0.0
        reach = half + 0.6 * style.marks.radius
        if mark.kind == "bar":
            back = reach
        x, y = platform.xy
        ends = (
            (x - normal[0] * back, y - normal[1] * back),
            (x + normal[0] * reach, y + normal[1] * reach),
        )
        color = mark.color if mark.kind == "tick" else style.marks.ink or mark.color
        canvas.stroke(ends, max(style.marks.rim, 0.6 * style.lines.width), color, flat=True)


def _draw_number(canvas: Canvas, mark: Mark, fill: str, style: MapStyle) -> None:
    ink = "#ffffff" if is_dark(fill) else "#1a1a1a"
    row = Row(mark.place.code, style.names.font, 1.15 * mark.radius, True)
    x, y = mark.place.centre
    start = (x - row.width / 2, y + 0.37 * row.size)
    canvas.text([(row.text, start)], family=row.family, size=row.size, fill=ink, bold=True)


def _draw_box(canvas: Canvas, mark: Mark, ink: str, fill: str, rim: float, style: MapStyle) -> None:
    (x, y), (w, h) = mark.place.centre, mark.half
    corner = 0.25 * min(w, h)
    if style.marks.wobble:
        corners = [(x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h)]
        for start, end in itertools.pairwise([*corners, corners[0]]):
            # A hand goes a little too far.
            over = 2.0 * style.marks.wobble / math.dist(start, end)
            (ax, ay), (bx, by) = start, end
            start = (ax - (bx - ax) * over, ay - (by - ay) * over)
            end = (bx + (bx - ax) * over, by + (by - ay) * over)
            canvas.stroke(by_hand((start, end), style.marks.wobble), rim, ink)
        return
    if mark.kind == "label":
        canvas.box((x - w, y - h, x + w, y + h), corner, fill)
        return
    canvas.box((x - w, y - h, x + w, y + h), corner, ink)
    canvas.box((x - w + rim, y - h + rim, x + w - rim, y + h - rim), corner - rim / 2, fill)


def _draw_ellipse(canvas: Canvas, mark: Mark, ink: str, fill: str, style: MapStyle) -> None:
    (w, h), look = mark.half, style.marks
    outline = ellipse(mark.place.centre, w, h)
    if look.wobble:
        canvas.stroke(by_hand([*outline, outline[0]], look.wobble), look.rim, ink)
        return
    canvas.polygon(outline, ink)
    canvas.polygon(ellipse(mark.place.centre, w - look.rim, h - look.rim), fill)
