"""What a town or an island shows besides its paths: houses, further streets, names of streets."""

from __future__ import annotations

import itertools
import math
from random import Random

import shapely
from shapely import LineString, STRtree
from shapely.geometry.base import BaseGeometry

from eval.atlas.colors import mix
from eval.atlas.lettering import Row
from eval.atlas.names import make_names
from eval.atlas.outlines import house, island
from eval.atlas.plan import PlannedWay
from eval.atlas.style import MapStyle
from eval.drawing.canvas import Canvas
from eval.drawing.paths import swing
from perception.map_graph import Point

_HOUSES = 140
_NAMED_STREETS = 7


def draw_island(canvas: Canvas, taken: list[BaseGeometry], style: MapStyle, rng: Random) -> None:
    """Fill the sea and an island under everything of `taken`, with a strip of sand."""
    shore = island(shapely.union_all(taken), 3.0 * style.names.size, rng)
    canvas.box((0, 0, *canvas.size), 0, style.scenery.water)
    line = swing([*shore, shore[0]], closed=True)
    canvas.stroke(line, 0.6 * style.names.size, mix(style.scenery.background, "#e8d8a0", 0.7))
    canvas.polygon(line, style.scenery.background)


def draw_streets(canvas: Canvas, ways: list[PlannedWay], style: MapStyle) -> None:
    """Draw every street of a town from side to side of the picture, under its paths."""
    width, height = canvas.size
    broad = 1.6 * style.lines.width
    across = sorted({round(y) for way in ways for (_, y), (_, v) in _level(way, 1) if y == v})
    down = sorted({round(x) for way in ways for (x, _), (u, _) in _level(way, 0) if x == u})
    for y in across:
        canvas.stroke([(-9, y), (width + 9, y)], broad, style.scenery.road)
    for x in down:
        canvas.stroke([(x, -9), (x, height + 9)], broad, style.scenery.road)


def _level(way: PlannedWay, axis: int) -> list[tuple[Point, Point]]:
    """Return the pieces of a way that run along one of the axes."""
    return [(a, b) for a, b in itertools.pairwise(way.curve) if abs(a[axis] - b[axis]) < 0.5]


def draw_houses(canvas: Canvas, taken: list[BaseGeometry], style: MapStyle, rng: Random) -> None:
    """Fill plans of houses where nothing else stands; `taken` gets their places."""
    width, height = canvas.size
    tree = STRtree(taken)
    fill = mix(style.scenery.background, "#7a6a5a", 0.22)
    for number in range(_HOUSES):
        size = rng.uniform(0.6, 1.5) * style.names.size
        spot = (rng.uniform(0.02, 0.98) * width, rng.uniform(0.06, 0.98) * height)
        plan = shapely.Polygon(house(spot, size, number)).buffer(3)
        if not len(tree.query(plan, predicate="intersects")):
            canvas.polygon(house(spot, size, number), fill)
            taken.append(plan)
            tree = STRtree(taken)


def draw_street_names(
    canvas: Canvas,
    ways: list[PlannedWay],
    clear: list[BaseGeometry],
    style: MapStyle,
    rng: Random,
) -> None:
    """Print names along the longest straight pieces of streets, within or beside their band."""
    names = [f"{n.latin.split()[0]} Street" for n in make_names(20, "english", rng)]
    pieces = {
        tuple(sorted(pair)): math.dist(*pair)
        for way in ways
        for pair in itertools.pairwise(way.curve)
    }
    tree = STRtree(clear)
    size = 0.62 * style.names.size
    ink = mix("#404040", style.scenery.background, 0.25)
    off = 0.0 if style.lines.width > 1.25 * size else -0.5 * style.lines.width - 0.5 * size
    done: list[BaseGeometry] = []
    for ((ax, ay), (bx, by)), length in sorted(pieces.items(), key=lambda p: -p[1]):
        row = Row(names[len(done)], "open", size)
        upright = abs(bx - ax) < 0.5
        if (
            len(done) == _NAMED_STREETS
            or row.width > 0.9 * length
            or not (upright or abs(by - ay) < 0.5)
        ):
            continue
        x, y = (ax + bx) / 2, (ay + by) / 2
        if upright:
            start = (x + off + 0.36 * size, y + row.width / 2)
            room = shapely.box(x + off - size / 2, y - row.width / 2, x + off + size / 2, start[1])
        else:
            start = (x - row.width / 2, y + off + 0.36 * size)
            room = shapely.box(start[0], y + off - size / 2, x + row.width / 2, y + off + size / 2)
        room = room.buffer(0.3 * size)
        near = room.buffer(6 * size)
        if len(tree.query(room, predicate="intersects")) or any(near.intersects(d) for d in done):
            continue
        angle = 90.0 if upright else 0.0
        canvas.text([(row.text, start)], family=row.family, size=size, fill=ink, angle=angle)
        done.append(room)


def trimmed(curve: tuple[Point, ...], ends: list[BaseGeometry], short: float) -> tuple[Point, ...]:
    """Return a path cut off `short` px before the outlines of its two marks."""
    line: BaseGeometry = LineString(curve)
    for shape in ends:
        line = line.difference(shape.buffer(short))
    parts = [part for part in getattr(line, "geoms", [line]) if part.length > 1]
    if not parts:
        return curve
    longest = max(parts, key=lambda part: part.length)
    return tuple((float(x), float(y)) for x, y in longest.coords)
