"""Marks of stations and spots: their outlines for the lettering, and how they are drawn."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass

from shapely import MultiPoint, Polygon, box
from shapely.geometry.base import BaseGeometry

from eval.atlas.colors import is_dark, mix
from eval.atlas.label_spots import Anchor
from eval.atlas.lettering import PILL_TEXT, Block, Row, Spot
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
    "stub", "notch", "beam", "pill",
)  # fmt: skip
"""ring: rim and inside; dot: the line's colour with a rim of `fill`; white: a small disc of `fill`;
black: a disc of `ink`; square, diamond; tick: a bar from the stroke towards the name; bar: across
the stroke; stub: a bar of `ink` beside the stroke; notch: a bar of `fill` across or within the
stroke; beam: one bar across all strokes side by side; pill: the codes in boxes; none; number: a
ring with the index; icon: a picture; box: a frame round the name; label: the name on a patch of
ground; ellipse: a frame round the name; words: the name alone; building: the plan of a house;
circle: one ring over all platforms; capsule: one outline round them; chain: a ring on each, joined
by a bar."""

BARS = ("tick", "bar", "stub", "notch", "beam")
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
    code : Row or None
        The codes, where the mark consists of them.
    """

    place: PlannedPlace
    kind: str
    dots: tuple[Point, ...]
    radius: float
    color: str
    block: Block | None = None
    code: Row | None = None

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
        if self.code is not None:
            (x, y), w = self.place.centre, self.code.width / 2
            return box(x - w, y - self.radius, x + w, y + self.radius)
        return MultiPoint(self.dots).convex_hull.buffer(self.radius, quad_segs=6)

    @property
    def anchor(self) -> Anchor:
        """What its name stands beside."""
        heading = self.place.platforms[0].heading
        dots = self.dots
        if self.code is not None:
            (x, y), w = self.place.centre, self.code.width / 2 - self.radius
            dots = ((x - w, y), (x + w, y))
        return Anchor(self.place.centre, dots, self.radius, heading)

    def inside(self) -> Spot:
        """Return the place of a name within its mark."""
        assert self.block is not None
        (x, y), (w, h) = self.place.centre, (self.block.width, self.block.height)
        return Spot(self.block, (x - w / 2, y - h / 2), 0.0, 0.5, (0.0, 0.0), 0.0)


def mark_of(place: PlannedPlace, style: MapStyle, color: str, block: Block | None) -> Mark:
    """Return the mark of a place in a style."""
    look = style.marks
    kind = look.change if place.change else look.plain
    if look.end and place.last and not place.change:
        kind = look.end
    if kind == "beam" and not _side_by_side(place):
        kind = "circle"
    dots: list[Point] = []
    for platform in place.platforms:
        if all(math.dist(platform.xy, other) > 1.0 for other in dots):
            dots.append(platform.xy)
    radius = look.change_radius if place.change else look.radius
    if kind in BARS and look.thick:
        radius = style.lines.width / 2 + max(look.reach, 0.0)
    elif kind in ("tick", "bar", "none"):
        radius = max(radius, style.lines.width / 2 + (0.0 if kind == "none" else 0.6 * radius))
    code = None
    if kind == "pill":
        code = Row("", style.names.font, 1.8 * radius, pills=place.codes, font=style.names.font)
    if kind == "circle":
        centre = place.centre
        radius += max(math.dist(centre, dot) for dot in dots)
        dots = [centre]
    return Mark(place, kind, tuple(dots), radius, color, block, code)


def _side_by_side(place: PlannedPlace) -> bool:
    """Tell whether all strokes run the same way at a place."""
    dx, dy = place.platforms[0].heading
    return all(abs(dx * v - dy * u) < 0.4 for u, v in (p.heading for p in place.platforms))


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
        case "pill":
            assert mark.code is not None
            x, y = mark.place.centre
            start = (x - mark.code.width / 2, y + 0.37 * PILL_TEXT * mark.code.size)
            draw_pills(canvas, mark.code, start)
        case "tick" | "bar" | "stub" | "notch" | "beam":
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
    look = style.marks
    half = style.lines.width / 2
    reach = half + (look.reach if look.thick else 0.6 * look.radius)
    thick = look.thick or max(look.rim, 0.6 * style.lines.width)
    color = {"tick": mark.color, "notch": look.fill}.get(mark.kind, look.ink or mark.color)
    back = {"tick": 0.0, "stub": -half}.get(mark.kind, reach)
    platforms = mark.place.platforms
    for platform in platforms[:1] if mark.kind == "beam" else platforms:
        dx, dy = platform.heading
        side = 1.0 if -dy * spot.side[0] + dx * spot.side[1] >= 0 else -1.0
        normal = (-dy * side, dx * side)
        x, y = platform.xy
        offs = [0.0]
        if mark.kind == "beam":
            offs = [(a - x) * normal[0] + (b - y) * normal[1] for a, b in mark.dots]
        first, last = min(offs) - back, max(offs) + reach
        ends = (
            (x + normal[0] * first, y + normal[1] * first),
            (x + normal[0] * last, y + normal[1] * last),
        )
        canvas.stroke(ends, thick, color, flat=True)


def draw_pills(canvas: Canvas, row: Row, start: Point, angle: float = 0.0) -> None:
    """Draw the codes of a row, each in a box of its colour; `start` is where its text would be."""
    size = PILL_TEXT * row.size
    ahead = (math.cos(math.radians(angle)), -math.sin(math.radians(angle)))
    up = (ahead[1], -ahead[0])

    def at(along: float, above: float) -> Point:
        return (
            start[0] + ahead[0] * along + up[0] * above,
            start[1] + ahead[1] * along + up[1] * above,
        )

    along, gap = 0.0, row.indent / len(row.pills) - sum(row.boxes()) / len(row.pills)
    for (code, color), width in zip(row.pills, row.boxes(), strict=True):
        half, round_by = 0.62 * size, 0.3 * size
        middle = 0.36 * size
        corners = [
            at(along + u, middle + v)
            for u, v in ((0.0, half), (width, half), (width, -half), (0.0, -half))
        ]
        outline = Polygon(corners).buffer(-round_by).buffer(round_by, quad_segs=6)
        canvas.polygon([(x, y) for x, y, *_ in outline.exterior.coords], color)
        ink = "#ffffff" if is_dark(color) else "#1a1a1a"
        text = at(along + 0.35 * size, 0.0)
        canvas.text([(code, text)], family=row.font, size=size, fill=ink, bold=True, angle=angle)
        along += width + gap


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
