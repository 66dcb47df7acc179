"""A map before it is drawn: everything has its place, and no name stands over another."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

import shapely
from shapely import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from eval.atlas.label_choice import Choice, choose_spots
from eval.atlas.label_spots import spots_of
from eval.atlas.lettering import Row, Spot, blocks_of
from eval.atlas.marks import INSIDE, Mark, mark_of
from eval.atlas.metro_network import make_network
from eval.atlas.metro_plan import plan_metro
from eval.atlas.names import make_names, with_notes
from eval.atlas.plan import Plan, PlannedPlace, PlannedWay
from eval.atlas.spot_network import make_spots, plan_spots
from eval.atlas.style import MapStyle

_FIRST_UNIT = 3.1
"""Units in font sizes, to begin with."""

_GROWTH = 1.13
_MOST_GROWTHS = 7


@dataclass(frozen=True, slots=True)
class Composition:
    """One map with everything in its place, px; the origin lies anywhere.

    Attributes
    ----------
    plan : Plan
        What it shows.
    marks : tuple of Mark
        One a place.
    spots : tuple of Spot
        Where each name stands.
    clashes : int
        How many names touch something that they should not.
    unit : float
        Px between two stations.
    strokes : tuple of geometries
        Outline of each way's stroke.
    """

    plan: Plan
    marks: tuple[Mark, ...]
    spots: tuple[Spot, ...]
    clashes: int
    unit: float
    strokes: tuple[BaseGeometry, ...]

    def taken(self) -> list[BaseGeometry]:
        """Return the outlines of strokes, marks and names."""
        names = [Polygon(spot.corners).buffer(3) for spot in self.spots]
        return [*self.strokes, *(mark.shape for mark in self.marks), *names]


def compose(style: MapStyle, seed: str) -> Composition:
    """Return a map of a style; it grows until every name has room.

    Parameters
    ----------
    style : MapStyle
        Its look.
    seed : str
        Determines the map together with the style.
    """
    planned = _planner(style, seed)
    best: Composition | None = None
    unit = _FIRST_UNIT * style.names.size
    for _ in range(_MOST_GROWTHS):
        found = _letter(planned(unit), style, unit)
        if best is None or found.clashes < best.clashes:
            best = found
        if found.clashes == 0:
            break
        unit *= _GROWTH
    assert best is not None
    return best


def _planner(style: MapStyle, seed: str) -> Callable[[float], Plan]:
    """Return what makes the plan at a unit; all choices are made once."""
    rng = Random(f"network {style.key} {seed}")
    if style.domain == "metromap":
        network = make_network(style.layout, rng)
        names = make_names(network.count, style.names.language, rng)
        if style.names.notes:
            names = with_notes(names, style.names.notes, rng)
        return lambda unit: plan_metro(network, names, style, unit, Random(f"look {seed}"))
    spots = make_spots(style.layout, rng)
    names = make_names(len(spots.places), style.names.language, rng, spots=True)
    return lambda unit: plan_spots(spots, names, style, unit, Random(f"look {seed}"))


def _letter(plan: Plan, style: MapStyle, unit: float) -> Composition:
    look = style.names
    boxed = style.marks.plain in INSIDE
    blocks = [blocks_of(place, look, boxed=boxed) for place in plan.places]
    colors = [plan.ways[place.platforms[0].line].color for place in plan.places]
    marks = tuple(
        mark_of(place, style, color, block[0] if boxed else None)
        for place, color, block in zip(plan.places, colors, blocks, strict=True)
    )
    broad = style.lines.width * (1.5 if "cased" in style.lines.looks else 1.0)
    strokes = tuple(
        LineString(way.curve).buffer(broad / 2 + 1, cap_style="flat", quad_segs=3)
        for way in plan.ways
    )
    shapes = [mark.shape for mark in marks]
    if boxed:
        spots = tuple(mark.inside() for mark in marks)
        return Composition(
            plan, marks, spots, _box_clashes(plan, shapes, strokes, 0.75 * look.size), unit, strokes
        )
    gap = 0.32 * look.size
    options = [
        spots_of(each, mark.anchor, look.angles, gap, far=look.far, below=look.below)
        for each, mark in zip(blocks, marks, strict=True)
    ]
    if look.alternate:
        options = [
            _alternating(spots, place, plan)
            for spots, place in zip(options, plan.places, strict=True)
        ]
    links = [
        LineString([plan.places[a].centre, plan.places[b].centre]).buffer(3)
        for a, b, _ in plan.links
    ]
    found: Choice = choose_spots(
        options, shapes, [*strokes, *links], _distances(plan, style), look.over
    )
    clashes = found.clashes + _mark_clashes(shapes)
    return Composition(plan, marks, found.spots, clashes, unit, strokes)


def _alternating(spots: list[Spot], place: PlannedPlace, plan: Plan) -> list[Spot]:
    """Make the side of the line costly that the name before this one stands on."""
    platform = place.platforms[0]
    dx, dy = platform.heading
    turn = 1.0 if plan.ways[platform.line].stops.index(place.number) % 2 else -1.0
    return [
        replace(s, cost=s.cost + 1.5 * (turn * (dx * s.side[1] - dy * s.side[0]) < 0.3))
        for s in spots
    ]


def kilometres(way: PlannedWay) -> float:
    """Return the length of a path as it is printed: kilometres, one decimal."""
    from eval.atlas.geometry import total_length

    return round(max(0.1, total_length(way.curve) / 150), 1)


def distance_rows(plan: Plan, style: MapStyle) -> list[tuple[Row, tuple[float, float]]]:
    """Return the distances printed along the paths of a travel map, each with its middle."""
    if "distances" not in style.scenery.extras:
        return []
    from eval.atlas.geometry import at, direction_at, total_length

    rows = []
    for way in plan.ways:
        length = total_length(way.curve)
        row = Row(f"{kilometres(way):.1f} km", style.names.font, 0.72 * style.names.size)
        (x, y), (dx, dy) = at(way.curve, length / 2), direction_at(way.curve, length / 2, 5)
        # Above the path, or to the right of one that runs straight down.
        side = 1.0 if dx >= 0 else -1.0
        off = style.lines.width / 2 + 0.7 * row.size + abs(dy) * row.width / 2
        rows.append((row, (x + dy * off * side, y - dx * off * side)))
    return rows


def _distances(plan: Plan, style: MapStyle) -> list[BaseGeometry]:
    return [
        shapely.box(x - r.width / 2 - 2, y - 0.6 * r.size, x + r.width / 2 + 2, y + 0.6 * r.size)
        for r, (x, y) in distance_rows(plan, style)
    ]


def _mark_clashes(shapes: list[BaseGeometry]) -> int:
    """Return how many marks touch another."""
    tree = shapely.STRtree(shapes)
    one, other = tree.query([shape.buffer(3) for shape in shapes], predicate="intersects")
    return int((one < other).sum())


def _box_clashes(
    plan: Plan, shapes: list[BaseGeometry], strokes: tuple[BaseGeometry, ...], room: float
) -> int:
    """Return how many boxes come near another box or lie over a stroke that does not stop there."""
    tree = shapely.STRtree([shape.buffer(room) for shape in shapes])
    one, other = tree.query([shape.buffer(room) for shape in shapes], predicate="intersects")
    clashes = int((one < other).sum())
    for way, stroke in zip(plan.ways, strokes, strict=True):
        hit = tree.query(stroke, predicate="intersects")
        clashes += sum(int(k) not in way.stops for k in hit)
    return clashes
