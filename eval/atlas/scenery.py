"""What lies under a network: zones, parks, roads, water, borders, trees, names of districts."""

from __future__ import annotations

import math
from random import Random

from shapely import Polygon, STRtree
from shapely.geometry.base import BaseGeometry

from eval.atlas.colors import mix
from eval.atlas.lettering import Row
from eval.atlas.names import PRINTED
from eval.atlas.style import MapStyle
from eval.drawing.canvas import Canvas
from eval.drawing.icons import draw_icon
from eval.drawing.paths import swing
from perception.map_graph import Point

Box = tuple[float, float, float, float]

_DISTRICTS = "North Side|Old Town|Riverside|East End|The Heights|Harbour District|West Bank|Uplands"


def draw_ground(canvas: Canvas, style: MapStyle, rng: Random) -> None:
    """Draw zones, parks, roads, water and borders over the whole canvas."""
    scenery = style.scenery
    width, height = canvas.size
    for k in range(scenery.zones):
        share = 0.42 - 0.13 * k
        points = _blob((width / 2, height / 2), share * width, share * height, 0.12, rng, 9)
        shade = mix(scenery.zone, "#8899aa", 0.07 * k)
        canvas.polygon(swing([*points, points[0]], closed=True), shade)
    for _ in range(scenery.parks):
        centre = (rng.uniform(0.08, 0.92) * width, rng.uniform(0.08, 0.92) * height)
        reach = rng.uniform(0.05, 0.12) * min(width, height)
        points = _blob(centre, reach * rng.uniform(0.8, 1.8), reach, 0.25, rng, 7)
        canvas.polygon(swing([*points, points[0]], closed=True), scenery.park)
    for k in range(scenery.roads):
        a, b = _across((width, height), k % 2 == 0, rng)
        way = [a, _aside(a, b, 0.33, 0.08, rng), _aside(a, b, 0.66, 0.08, rng), b]
        canvas.stroke(swing(way, closed=False), rng.choice((2.0, 3.0, 4.5)), scenery.road)
    for k in range(scenery.rivers):
        a, b = _across((width, height), k % 2 == 1, rng)
        shares = (0.22, 0.45, 0.7)
        way = [a, *(_aside(a, b, share, 0.13, rng) for share in shares), b]
        broad = rng.uniform(0.022, 0.05) * min(width, height)
        canvas.stroke(swing(way, closed=False), broad, scenery.water)
    if "border" in scenery.extras:
        points = _blob((width / 2, height / 2), 0.44 * width, 0.43 * height, 0.08, rng, 11)
        line = swing([*points, points[0]], closed=True)
        canvas.stroke(line, 2.0, mix(scenery.background, "#7a6a7a", 0.5), (14.0, 5.0))


def draw_trees(canvas: Canvas, taken: list[BaseGeometry], rng: Random) -> None:
    """Draw small pictures where nothing else stands; `taken` gets their places."""
    width, height = canvas.size
    tree = STRtree(taken)
    size = 0.024 * min(width, height) + 12
    for _ in range(60):
        x, y = rng.uniform(0.04, 0.96) * width, rng.uniform(0.04, 0.96) * height
        spot = Polygon(_corners((x - size, y - size, x + size, y + size)))
        if not len(tree.query(spot, predicate="intersects")):
            draw_icon(canvas, rng.choice(("tree", "tree", "tree", "mountain")), (x, y), size)
            taken.append(spot)


def draw_districts(canvas: Canvas, style: MapStyle, taken: list[BaseGeometry], rng: Random) -> None:
    """Print large pale names of districts where no name of a place stands."""
    han = style.names.script.startswith("han")
    names = list(PRINTED[style.names.language]["districts"]) if han else _DISTRICTS.split("|")
    rng.shuffle(names)
    width, height = canvas.size
    ink = mix(style.scenery.background, "#707070", 0.45)
    tree = STRtree(taken)
    placed: list[BaseGeometry] = []
    for name in names[:4]:
        family = style.names.han if han else style.names.font
        row = Row(name if han else name.upper(), family, 1.5 * style.names.size)
        for _ in range(60):
            x, y = rng.uniform(0.05, 0.8) * width, rng.uniform(0.1, 0.9) * height
            room = Polygon(_corners((x - 8, y - row.size - 4, x + row.width + 8, y + 12)))
            if x + row.width > width - 10 or any(room.intersects(p) for p in placed):
                continue
            if not len(tree.query(room, predicate="intersects")):
                canvas.text([(row.text, (x, y))], family=family, size=row.size, fill=ink)
                placed.append(room)
                break


def _corners(box: Box) -> list[Point]:
    x0, y0, x1, y1 = box
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


def _blob(
    centre: Point, rx: float, ry: float, rough: float, rng: Random, corners: int
) -> list[Point]:
    points = []
    for k in range(corners):
        turn = 2 * math.pi * (k + rng.uniform(-0.2, 0.2)) / corners
        reach = 1 + rng.uniform(-rough, rough)
        points.append(
            (centre[0] + rx * reach * math.cos(turn), centre[1] + ry * reach * math.sin(turn))
        )
    return points


def _across(size: Point, upright: bool, rng: Random) -> tuple[Point, Point]:
    width, height = size
    if upright:
        return (
            (rng.uniform(0.1, 0.9) * width, -0.05 * height),
            (rng.uniform(0.1, 0.9) * width, 1.05 * height),
        )
    return (
        (-0.05 * width, rng.uniform(0.1, 0.9) * height),
        (1.05 * width, rng.uniform(0.1, 0.9) * height),
    )


def _aside(a: Point, b: Point, share: float, sway: float, rng: Random) -> Point:
    off = rng.uniform(-sway, sway)
    dx, dy = b[0] - a[0], b[1] - a[1]
    return (a[0] + dx * share - dy * off, a[1] + dy * share + dx * off)
