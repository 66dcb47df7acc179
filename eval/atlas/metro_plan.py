"""From a network in units to strokes and platforms in px."""

from __future__ import annotations

import math
from random import Random

from eval.atlas.geometry import (
    Curve,
    at,
    bezier,
    direction_at,
    locate,
    parallel,
    piece,
    rounded,
    total_length,
    without_doubles,
)
from eval.atlas.metro_network import MetroNetwork, Route
from eval.atlas.names import PlaceName, line_words
from eval.atlas.plan import Plan, PlannedPlace, PlannedWay, Platform
from eval.atlas.style import MapStyle
from eval.atlas.trunks import CORNER, Trunk
from perception.map_graph import Point

_Joint = tuple[Curve, list[tuple[int, Point, Point]]]


def line_names(count: int, style: MapStyle, rng: Random) -> list[str]:
    """Return the names of lines, in one manner for the whole map."""
    if style.names.script.startswith("han"):
        return line_words(count, style.names.language, rng)
    manner = rng.choice(("Line {}", "M{}", "{}", "U{}", "L"))
    if manner == "L":
        return [chr(ord("A") + k) for k in range(count)]
    return [manner.format(k + 1) for k in range(count)]


def line_colors(count: int, style: MapStyle, rng: Random) -> list[str]:
    """Return a colour a line; all different unless the style has twins."""
    colors = list(style.lines.palette)
    rng.shuffle(colors)
    colors = [colors[k % len(colors)] for k in range(count)]
    if style.lines.twins and count > 3:
        colors[-1] = colors[0]
    return colors


def plan_metro(
    network: MetroNetwork, names: list[PlaceName], style: MapStyle, unit: float, rng: Random
) -> Plan:
    """Return the map at a size: `unit` px between two stations."""
    pitch = style.lines.width + style.lines.gap
    curves = [_scaled(network, n, unit, pitch) for n in range(len(network.trunks))]
    count = len({route.name for route in network.routes})
    called, colors = line_names(count, style, rng), line_colors(count, style, rng)
    looks = [style.lines.looks[k % len(style.lines.looks)] for k in range(count)]
    ways: list[PlannedWay] = []
    platforms: dict[int, list[Platform]] = {}
    for number, route in enumerate(network.routes):
        curve, joints = _trace(network, route, number, curves, unit, pitch)
        stops = []
        for station, xy, heading in joints:
            if station in route.skips:
                continue
            stops.append(station)
            platforms.setdefault(station, []).append(Platform(number, xy, heading))
        name = route.name
        ways.append(PlannedWay(called[name], colors[name], looks[name], curve, tuple(stops)))
    lines_at = {station: {ways[p.line].line for p in found} for station, found in platforms.items()}
    codes = _codes(network, style)
    ends = {stop for way in ways for stop in (way.stops[0], way.stops[-1])}
    places = tuple(
        PlannedPlace(
            station,
            names[station],
            tuple(platforms[station]),
            len(lines_at[station]) > 1,
            _code(codes[station][0][0], style),
            tuple((code, colors[line]) for code, line in codes[station]),
            station in ends and len(platforms[station]) == 1,
        )
        for station in range(network.count)
    )
    links = [(a, b, "connector") for a, b in network.connectors]
    links += [(a, b, "walk") for a, b in network.walks]
    return Plan(places, tuple(ways), tuple(links))


def _code(code: str, style: MapStyle) -> str:
    if style.marks.plain == "number":
        return code[1:].lstrip("0")
    return code if style.names.index else ""


def _codes(network: MetroNetwork, style: MapStyle) -> dict[int, list[tuple[str, int]]]:
    """Return the codes of each station, those on different lines, each with the line's number."""
    codes: dict[int, list[tuple[str, int]]] = {}
    for number, stops in enumerate(network.stops):
        letter = chr(ord("A") + number % 26)
        line = next(r.name for r in network.routes if r.legs[-1][0] == number)
        for k, stop in enumerate(stops, start=1):
            code = style.names.codes.format(letter=letter, line=line + 1, k=k)
            if all(line != other for _, other in codes.get(stop.station, [])):
                codes.setdefault(stop.station, []).append((code, line))
    return codes


def _scaled(
    network: MetroNetwork, number: int, unit: float, pitch: float
) -> tuple[Curve, list[float]]:
    """Return a track in px and how far along it each stop lies; a ring begins at its first."""
    trunk = network.trunks[number]
    half = pitch * (len(network.slots[number]) + 1) / 2
    curve = _curve(trunk, unit, max(CORNER * unit, half + pitch))
    places = [_up(at(trunk.curve, stop.along), unit) for stop in network.stops[number]]
    if trunk.closed:
        start = locate(curve, places[0])
        total = total_length(curve)
        if 1e-6 < start < total - 1e-6:
            ring = (*piece(curve, start, total), *piece(curve, 0.0, start))
            curve = without_doubles(ring)
        total = total_length(curve)
        return curve, [0.0, *(locate(curve, p) for p in places[1:-1]), total]
    return curve, [locate(curve, place) for place in places]


def _curve(trunk: Trunk, unit: float, radius: float) -> Curve:
    points = [_up(p, unit) for p in trunk.vertices]
    if len(points) > 20:
        return tuple(points)
    return rounded(points, radius, closed=trunk.closed)


def _up(point: Point, unit: float) -> Point:
    return (point[0] * unit, point[1] * unit)


def _slot(network: MetroNetwork, trunk: int, route: Route, number: int) -> int:
    slots = network.slots[trunk]
    if number in slots:
        return slots.index(number)
    return next(k for k, other in enumerate(slots) if network.routes[other].name == route.name)


def _trace(
    network: MetroNetwork,
    route: Route,
    number: int,
    curves: list[tuple[Curve, list[float]]],
    unit: float,
    pitch: float,
) -> _Joint:
    """Return the stroke of a route, and each stop with its place and heading."""
    points: list[Point] = []
    joints: list[tuple[int, Point, Point]] = []
    fork = len(route.legs) == 2 and network.trunks[route.legs[1][0]].parent == route.legs[0][0]
    for order, (trunk, first, last) in enumerate(route.legs):
        middle, along = curves[trunk]
        slots = network.slots[trunk]
        offset = (_slot(network, trunk, route, number) - (len(slots) - 1) / 2) * pitch
        slot = parallel(middle, offset)
        step = 1 if last >= first else -1
        found = []
        for index in range(first, last + step, step):
            heading = direction_at(middle, along[index], 0.08 * unit)
            xy = at(middle, along[index])
            xy = (xy[0] - heading[1] * offset, xy[1] + heading[0] * offset)
            place = locate(slot, xy)
            if network.trunks[trunk].closed and index == len(along) - 1:
                place = total_length(slot)
            way = heading if step > 0 else (-heading[0], -heading[1])
            found.append((network.stops[trunk][index].station, at(slot, place), way, place))
        start, end = found[0][3], found[-1][3]
        sign = 1.0 if end > start else -1.0
        if order == 0:
            points += piece(slot, start, end)
            joints += [each[:3] for each in found]
            continue
        last_station, last_xy, last_way = joints[-1]
        here, way = found[0][1], found[0][2]
        room = abs(end - start)
        if fork:
            cut = min(0.9 * unit, 0.45 * room)
            points = points[:-1]
            far = at(slot, start + sign * cut)
            bend = bezier(
                last_xy, _ahead(last_xy, last_way, 0.45 * cut), _ahead(far, way, -0.5 * cut), far
            )
            points += [*bend, *piece(slot, start + sign * cut, end)[1:]]
            joints += [each[:3] for each in found[1:]]
            continue
        gap = math.dist(last_xy, here)
        cut = min(0.22 * unit + 0.7 * gap, 0.42 * unit, 0.45 * room)
        done = total_length(tuple(points))
        head = piece(tuple(points), 0.0, done - cut)
        tail = piece(slot, start + sign * cut, end)
        bend = bezier(
            head[-1],
            _ahead(head[-1], last_way, 0.75 * cut),
            _ahead(tail[0], way, -0.75 * cut),
            tail[0],
        )
        centre = bend[len(bend) // 2]
        joints[-1] = (last_station, centre, _unit(head[-1], tail[0], way))
        points = [*head[:-1], *bend, *tail[1:]]
        joints += [each[:3] for each in found[1:]]
    return without_doubles(points), joints


def _ahead(point: Point, heading: Point, distance: float) -> Point:
    return (point[0] + heading[0] * distance, point[1] + heading[1] * distance)


def _unit(a: Point, b: Point, fallback: Point) -> Point:
    length = math.dist(a, b)
    return ((b[0] - a[0]) / length, (b[1] - a[1]) / length) if length > 1e-6 else fallback
