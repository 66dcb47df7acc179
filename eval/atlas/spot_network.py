"""Travel maps: spots spread over an area and the paths between them, in units."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from random import Random

import networkx as nx
from shapely import LineString
from shapely import Point as Dot

from eval.atlas.geometry import Curve, bezier
from eval.atlas.names import PlaceName
from eval.atlas.plan import Plan, PlannedPlace, PlannedWay, Platform
from eval.atlas.style import LayoutChoice, MapStyle
from eval.atlas.town_network import make_town
from perception.map_graph import Point

_APART = 1.25
_CLEAR = 0.55
_MOST_PATHS = 5


@dataclass(frozen=True, slots=True)
class SpotNetwork:
    """Spots and paths in units: places, and per path its two spots and its curve.

    `marks` tells where the marks stand if this is not where the paths end.
    """

    places: tuple[Point, ...]
    paths: tuple[tuple[int, int, Curve], ...]
    marks: tuple[Point, ...] = ()


def make_spots(choice: LayoutChoice, rng: Random) -> SpotNetwork:
    """Return spots with paths that do not cross; connected."""
    if choice.form == "town":
        spots, marks, walks = make_town(choice, rng)
        return SpotNetwork(tuple(spots), tuple(walks), tuple(marks))
    count = rng.randint(*choice.stations)
    if choice.form == "snake":
        return _snake(count, choice.aspect, rng)
    width = math.sqrt(count * choice.aspect * 2.6)
    grid = choice.form == "grid"
    places = (
        _blocks(count, choice.aspect, rng)
        if grid
        else _spread(count, (width, width / choice.aspect), rng)
    )
    graph = _neighbours(places)
    tree = nx.minimum_spanning_tree(graph)
    if choice.form == "ring":
        chosen = _loop(graph, tree, places)
    else:
        share = {"web": 0.55, "grid": 0.75}.get(choice.form, 0.08)
        chosen = set(tree.edges) | {e for e in graph.edges if rng.random() < share}
    pairs = sorted({(min(a, b), max(a, b)) for a, b in chosen})
    pairs = _thinned(pairs, set(map(frozenset, tree.edges)))
    curved = not grid and (choice.form != "tree" or rng.random() < 0.5)
    paths: list[tuple[int, int, Curve]] = []
    for a, b in pairs:
        curve = _path(places, a, b, curved, [c for _, _, c in paths], pairs, rng)
        paths.append((a, b, curve))
    return SpotNetwork(tuple(places), tuple(paths))


def plan_spots(
    network: SpotNetwork, names: list[PlaceName], style: MapStyle, unit: float, rng: Random
) -> Plan:
    """Return the map at a size: `unit` px to the unit."""
    color = rng.choice(style.lines.palette)
    arrows = "arrows" in style.scenery.extras
    ways: list[PlannedWay] = []
    platforms: dict[int, list[Platform]] = {}
    for number, (a, b, curve) in enumerate(network.paths):
        look = style.lines.looks[number % len(style.lines.looks)]
        points = tuple((x * unit, y * unit) for x, y in curve)
        one_way = arrows and number % 3 == 0
        ways.append(PlannedWay("", color, look, points, (a, b), one_way))
        for spot, (p, q) in ((a, points[:2]), (b, points[:-3:-1])):
            length = math.dist(p, q) or 1.0
            heading = ((q[0] - p[0]) / length, (q[1] - p[1]) / length)
            if network.marks:
                p = (network.marks[spot][0] * unit, network.marks[spot][1] * unit)
            platforms.setdefault(spot, []).append(Platform(number, p, heading))
    places = tuple(
        PlannedPlace(
            number,
            names[number],
            tuple(platforms[number]),
            False,
            str(number + 1) if style.names.index or style.marks.plain == "number" else "",
        )
        for number in range(len(network.places))
    )
    return Plan(places, tuple(ways))


def _spread(count: int, size: Point, rng: Random) -> list[Point]:
    """Return points that keep apart, by throwing darts at an area that grows where it is full."""
    places: list[Point] = []
    grow = 1.0
    while len(places) < count:
        for _ in range(400):
            spot = (rng.random() * size[0] * grow, rng.random() * size[1] * grow)
            if all(math.dist(spot, other) > _APART for other in places):
                places.append(spot)
                if len(places) == count:
                    break
        grow *= 1.06
    return places


def _blocks(count: int, aspect: float, rng: Random) -> list[Point]:
    """Return corners of the blocks of a town: rows and columns unevenly apart, some left out."""
    rows = max(round(math.sqrt(count / aspect)), 2)
    columns = math.ceil(1.25 * count / rows)

    def ruled(number: int) -> list[float]:
        return list(itertools.accumulate(rng.uniform(1.3, 2.2) for _ in range(number)))

    corners = list(itertools.product(ruled(columns), ruled(rows)))
    return sorted(rng.sample(corners, min(count, len(corners))))


def _snake(count: int, aspect: float, rng: Random) -> SpotNetwork:
    """Return a chain that runs there and back in rows, with some links between rows."""
    columns = max(round(math.sqrt(count * aspect * 0.7)), 2)
    places = []
    for k in range(count):
        row, column = divmod(k, columns)
        column = columns - 1 - column if row % 2 else column
        places.append(
            (2.3 * column + rng.uniform(-0.25, 0.25), 1.6 * row + rng.uniform(-0.25, 0.25))
        )
    pairs = [(k, k + 1) for k in range(count - 1)]
    for k in range(count):
        below = 2 * columns * (k // columns + 1) - 1 - k
        if k + 1 < below < count and rng.random() < 0.25:
            pairs.append((k, below))
    return SpotNetwork(tuple(places), tuple((a, b, (places[a], places[b])) for a, b in pairs))


def _neighbours(places: list[Point]) -> nx.Graph[int]:
    """Return the Gabriel graph: no third spot lies in the circle over two neighbours. Planar."""
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(len(places)))
    for a, b in itertools.combinations(range(len(places)), 2):
        p, q = places[a], places[b]
        middle, radius = ((p[0] + q[0]) / 2, (p[1] + q[1]) / 2), math.dist(p, q) / 2
        others = (places[c] for c in range(len(places)) if c not in (a, b))
        # A margin keeps paths clear of the spots that they pass.
        if all(math.dist(middle, other) > radius * 1.02 for other in others) and all(
            LineString([p, q]).distance(Dot(places[c])) > _CLEAR
            for c in range(len(places))
            if c not in (a, b)
        ):
            graph.add_edge(a, b, weight=2 * radius)
    if not nx.is_connected(graph):
        parts = list(nx.connected_components(graph))
        for part in parts[1:]:
            a, b = min(
                ((a, b) for a in parts[0] for b in part),
                key=lambda ab: math.dist(places[ab[0]], places[ab[1]]),
            )
            graph.add_edge(a, b, weight=math.dist(places[a], places[b]))
            parts[0] |= part
    return graph


def _loop(graph: nx.Graph[int], tree: nx.Graph[int], places: list[Point]) -> set[tuple[int, int]]:
    """Return the largest round walk of the graph with everything else on spurs."""
    cycles = nx.minimum_cycle_basis(graph)
    outer: set[frozenset[int]] = set()
    for cycle in cycles[: max(1, 2 * len(cycles) // 3)]:
        subgraph = graph.subgraph(cycle)
        outer ^= {frozenset(edge) for edge in subgraph.edges}
    chosen = {(min(e), max(e)) for e in outer}
    joined: nx.Graph[int] = nx.Graph(list(chosen))
    joined.add_nodes_from(range(len(places)))
    for edge in sorted(tree.edges, key=lambda e: math.dist(places[e[0]], places[e[1]])):
        if not nx.has_path(joined, *edge):
            joined.add_edge(*edge)
            chosen.add((min(edge), max(edge)))
    return chosen


def _thinned(pairs: list[tuple[int, int]], needed: set[frozenset[int]]) -> list[tuple[int, int]]:
    """Return the pairs without those that crowd a spot; a tree always stays."""
    degree: dict[int, int] = {}
    kept = []
    for pair in sorted(pairs, key=lambda p: frozenset(p) not in needed):
        if frozenset(pair) in needed or all(degree.get(n, 0) < _MOST_PATHS for n in pair):
            kept.append(pair)
            for n in pair:
                degree[n] = degree.get(n, 0) + 1
    return sorted(kept)


def _path(
    places: list[Point],
    a: int,
    b: int,
    curved: bool,
    others: list[Curve],
    pairs: list[tuple[int, int]],
    rng: Random,
) -> Curve:
    p, q = places[a], places[b]
    if not curved:
        return (p, q)
    straight = [LineString([places[c], places[d]]) for c, d in pairs if not {c, d} & {a, b}]
    for bulge in (rng.uniform(0.1, 0.24) * rng.choice((-1, 1)), rng.uniform(-0.1, 0.1)):
        nx_, ny = (q[1] - p[1]) * bulge, (p[0] - q[0]) * bulge
        third = ((2 * p[0] + q[0]) / 3 + nx_, (2 * p[1] + q[1]) / 3 + ny)
        sway = rng.choice((1.0, 1.0, -0.7))
        fourth = ((p[0] + 2 * q[0]) / 3 + nx_ * sway, (p[1] + 2 * q[1]) / 3 + ny * sway)
        curve = bezier(p, third, fourth, q, 18)
        line = LineString(curve)
        clear = all(
            line.distance(Dot(places[c])) > _CLEAR for c in range(len(places)) if c not in (a, b)
        )
        if (
            clear
            and not any(line.intersects(other) for other in straight)
            and all(_meets_only_at_ends(line, other, p, q) for other in others)
        ):
            return curve
    return (p, q)


def _meets_only_at_ends(line: LineString, other: Curve, p: Point, q: Point) -> bool:
    met = line.intersection(LineString(other))
    ends = Dot(p).buffer(0.3).union(Dot(q).buffer(0.3))
    return bool(met.difference(ends).is_empty)
