"""Station markers: how each kind is drawn and how much room it takes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from shapely import MultiPoint, box
from shapely.geometry.base import BaseGeometry

from eval.drawing.canvas import Canvas
from eval.drawing.style import Style
from perception.map_graph import Point

KINDS = ("ring", "dot", "white", "square", "capsule", "circle", "box", "plain")
"""ring: filled circle with an outline; dot: one colour with a light border; white: small light
disc inside the stroke; square: as ring, with corners; capsule: one outline round all platforms;
circle: one large ring over all platforms; box: a frame round the station's name; plain: nothing
but the end of its lines."""


@dataclass(frozen=True, slots=True)
class PlacedMarker:
    """The marker of one station.

    Attributes
    ----------
    name : str
        The station.
    kind : str
        One of `KINDS`.
    platforms : tuple of points
        Middle of each line's stop, image px, without doubles.
    color : str
        Colour of the first line that stops here.
    radius : float
        Half the thickness of the marker, px; of a box, its corner radius.
    half : tuple of float
        Half of a box's width and height, px; zeros for all other kinds.
    """

    name: str
    kind: str
    platforms: tuple[Point, ...]
    color: str
    radius: float
    half: Point = (0.0, 0.0)

    @property
    def centre(self) -> Point:
        """Middle of the platforms, image px."""
        xs, ys = zip(*self.platforms, strict=True)
        return ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)

    @property
    def shape(self) -> BaseGeometry:
        """Outline of the marker, image px."""
        if self.kind == "box":
            (x, y), (w, h) = self.centre, self.half
            return box(x - w, y - h, x + w, y + h)
        return MultiPoint(self.places).convex_hull.buffer(self.radius)

    @property
    def places(self) -> tuple[Point, ...]:
        """Middles of the marks as drawn: one, or one a platform."""
        return (self.centre,) if self.kind in ("circle", "box") else self.platforms

    def reach(self, direction: Point) -> float:
        """Return how far the marker reaches from its centre in a unit direction, px.

        A box reaches nowhere: its name stands inside.
        """
        if self.kind == "box":
            return 0.0
        cx, cy = self.centre
        return self.radius + max(
            (x - cx) * direction[0] + (y - cy) * direction[1] for x, y in self.places
        )


def place_marker(
    name: str,
    kind: str,
    platforms: Sequence[Point],
    lines: Sequence[str],
    color: str,
    style: Style,
    inside: Point = (0.0, 0.0),
) -> PlacedMarker:
    """Return the marker of a station, of the style's kind unless `kind` names another.

    Parameters
    ----------
    name, kind : str
        The station and its own kind, if any.
    platforms : sequence of points
        Where each line stops, image px.
    lines : sequence of str
        Names of those lines; an interchange has two or more.
    color : str
        Colour of the first line.
    style : Style
        The style.
    inside : tuple of float
        Width and height of the station's name, px, for a box.

    Raises
    ------
    ValueError
        If there is no such kind.
    """
    apart: list[Point] = []
    for point in platforms:
        if all(math.dist(point, other) > 1.0 for other in apart):
            apart.append(point)
    several = len(set(lines)) > 1
    kind = kind or (style.interchange if several else style.marker)
    if kind not in KINDS:
        raise ValueError(f"station {name}: no marker kind {kind!r}; use one of {', '.join(KINDS)}")
    radius = style.interchange_radius if kind in ("capsule", "circle") else style.marker_radius
    if kind == "circle":
        cx = sum(x for x, _ in apart) / len(apart)
        cy = sum(y for _, y in apart) / len(apart)
        radius += max(math.dist((cx, cy), p) for p in apart)
    if kind == "box":
        pad = 0.55 * style.label_size
        half = (inside[0] / 2 + pad, inside[1] / 2 + pad)
        return PlacedMarker(name, kind, tuple(apart), color, 0.3 * style.label_size, half)
    return PlacedMarker(name, kind, tuple(apart), color, radius)


def draw_marker(canvas: Canvas, marker: PlacedMarker, style: Style) -> None:
    """Draw one marker."""
    ink = style.marker_ink or marker.color
    if marker.kind in ("capsule", "circle"):
        ink = style.interchange_ink
    inner = marker.radius - style.marker_outline
    match marker.kind:
        case "ring" | "circle":
            for place in marker.places:
                canvas.disc(place, marker.radius, ink)
                canvas.disc(place, inner, style.marker_fill)
        case "dot":
            for place in marker.places:
                canvas.disc(place, marker.radius, style.marker_fill)
                canvas.disc(place, inner, ink)
        case "white":
            for place in marker.places:
                canvas.disc(place, marker.radius, style.marker_fill)
        case "square":
            for x, y in marker.places:
                for r, fill in ((marker.radius, ink), (inner, style.marker_fill)):
                    canvas.box((x - r, y - r, x + r, y + r), 0.2 * r, fill)
        case "box":
            (x, y), (w, h) = marker.centre, marker.half
            edge = style.marker_outline
            canvas.box((x - w, y - h, x + w, y + h), marker.radius, ink)
            inner_box = (x - w + edge, y - h + edge, x + w - edge, y + h - edge)
            canvas.box(inner_box, marker.radius - edge, style.marker_fill)
        case "capsule":
            canvas.stroke(marker.places, 2 * marker.radius, ink)
            canvas.stroke(marker.places, 2 * inner, style.marker_fill)
        case _:
            pass
