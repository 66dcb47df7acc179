"""Draw a route over its map picture."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import networkx as nx
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from perception.map_graph import MapGraph, Point

_PATH = (214, 0, 147, 150)
_EDGE = (255, 255, 255, 235)
_STOP = (60, 0, 50, 255)
_START = (0, 130, 60, 255)
_END = (200, 20, 20, 255)
_CHANGE = (255, 176, 0, 255)
_LONGEST_DETOUR = 3.0


@dataclass(frozen=True, slots=True)
class DrawnRoute:
    """A route on a picture.

    Attributes
    ----------
    stops : tuple of (x, y) or None
        Centre of each station, image px; None where the map shows none.
    transfers : tuple of bool
        Whether the line changes at each stop.
    legs : tuple of tuples of (x, y)
        Polylines between stops with a place, image px; empty where either has none.
    """

    stops: tuple[Point | None, ...]
    transfers: tuple[bool, ...]
    legs: tuple[tuple[Point, ...], ...]


def place_route(
    graph: MapGraph, stations: Sequence[str | None], transfers: Sequence[bool]
) -> DrawnRoute:
    """Find where a route runs on the map.

    Parameters
    ----------
    graph : MapGraph
        Read from the picture.
    stations : sequence of str or None
        Station id of each stop; None where the map shows none.
    transfers : sequence of bool
        Whether the line changes there.

    Returns
    -------
    DrawnRoute
        Legs follow the drawn lines where the graph joins the two stops within three times their
        distance, and are straight elsewhere.
    """
    place = {station.id: station.xy for station in graph.stations}
    net: nx.Graph[str] = nx.Graph()
    for edge in graph.edges:
        line = edge.polyline or (place[edge.source], place[edge.target])
        net.add_edge(edge.source, edge.target, line=line, source=edge.source, length=_length(line))
    legs = []
    for a, b in itertools.pairwise(stations):
        legs.append(_leg(net, place, a, b) if a is not None and b is not None else ())
    return DrawnRoute(
        tuple(place[station] if station is not None else None for station in stations),
        tuple(transfers),
        tuple(legs),
    )


def draw_route(rgb: NDArray[np.uint8], route: DrawnRoute) -> NDArray[np.uint8]:
    """Draw a route over its map picture.

    A thick translucent band follows the legs; stops are numbered from 1, the first green, the
    last red, line changes with an amber ring.

    Parameters
    ----------
    rgb : (H, W, 3) uint8 array
        The picture, sRGB.
    route : DrawnRoute
        In image px of this picture.

    Returns
    -------
    (H, W, 3) uint8 array
        The picture with the route; the one given is not changed.
    """
    base = Image.fromarray(rgb).convert("RGBA")
    unit = max(1.0, math.hypot(*base.size) / 1000.0)
    band = Image.new("RGBA", base.size, (0, 0, 0, 0))
    draw = ImageDraw.Draw(band)
    for width, color in ((13.0, _EDGE), (9.0, _PATH)):
        for leg in route.legs:
            _draw_line(draw, leg, round(width * unit), color)
    base = Image.alpha_composite(base, band)
    draw = ImageDraw.Draw(base)
    font = ImageFont.load_default(round(10 * unit))
    last = len(route.stops) - 1
    for number, (stop, change) in enumerate(zip(route.stops, route.transfers, strict=True)):
        if stop is None:
            continue
        fill = _START if number == 0 else _END if number == last else _STOP
        radius = (9.0 if number in (0, last) else 7.0) * unit
        ring = _CHANGE if change else _EDGE
        _disc(draw, stop, radius + 2.0 * unit, ring)
        _disc(draw, stop, radius, fill)
        draw.text(stop, str(number + 1), fill=(255, 255, 255, 255), font=font, anchor="mm")
    return np.asarray(base.convert("RGB"), dtype=np.uint8)


def _leg(
    net: nx.Graph[str], place: dict[str, Point], source: str, target: str
) -> tuple[Point, ...]:
    straight = (place[source], place[target])
    try:
        nodes = nx.shortest_path(net, source, target, weight="length")
    except (nx.NetworkXNoPath, nx.NodeNotFound):
        return straight
    points: list[Point] = []
    for a, b in itertools.pairwise(nodes):
        edge = net.edges[a, b]
        line: tuple[Point, ...] = edge["line"]
        points += line if edge["source"] == a else line[::-1]
    return tuple(points) if _length(points) <= _LONGEST_DETOUR * _length(straight) else straight


def _length(line: Sequence[Point]) -> float:
    return sum(math.dist(a, b) for a, b in itertools.pairwise(line))


def _draw_line(
    draw: ImageDraw.ImageDraw, line: Sequence[Point], width: int, color: tuple[int, int, int, int]
) -> None:
    if len(line) < 2:
        return
    draw.line(list(line), fill=color, width=width, joint="curve")
    for end in (line[0], line[-1]):
        _disc(draw, end, width / 2, color)


def _disc(
    draw: ImageDraw.ImageDraw, centre: Point, radius: float, fill: tuple[int, int, int, int]
) -> None:
    x, y = centre
    draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=fill)
