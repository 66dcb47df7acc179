"""Stations on tracks, and lines over them, in units; no pixels yet."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass, field
from random import Random

from eval.atlas.geometry import at, crossings, direction_at, lengths, locate
from eval.atlas.style import LayoutChoice
from eval.atlas.trunks import Trunk, make_trunks
from perception.map_graph import Point

_SPLIT = 0.42
"""Distance of a split interchange's stations from the crossing, units."""

_SHARPEST = 100.0
"""Most that a line turns where it leaves one track for another, degrees."""


@dataclass(frozen=True, slots=True)
class Stop:
    """A station on a track: its number, and how far along the track it lies, units."""

    station: int
    along: float


@dataclass(slots=True)
class Route:
    """One line: the tracks it runs over.

    Attributes
    ----------
    name : int
        Number of the line; a branch has its line's.
    legs : list of (int, int, int)
        Trunk, index of the first and of the last stop on it.
    skips : set of int
        Stations that it passes.
    """

    name: int
    legs: list[tuple[int, int, int]]
    skips: set[int] = field(default_factory=set)


@dataclass(slots=True)
class MetroNetwork:
    """A network in units.

    Attributes
    ----------
    trunks : list of Trunk
        Tracks.
    stops : list of list of Stop
        Of each track, in order along it; a ring's first is repeated at its end.
    routes : list of Route
        Lines and branches.
    slots : list of list of int
        Per track the routes side by side, left to right of its direction.
    count : int
        How many stations.
    connectors, walks : list of (int, int)
        Pairs of stations.
    """

    trunks: list[Trunk]
    stops: list[list[Stop]] = field(default_factory=list)
    routes: list[Route] = field(default_factory=list)
    slots: list[list[int]] = field(default_factory=list)
    count: int = 0
    connectors: list[tuple[int, int]] = field(default_factory=list)
    walks: list[tuple[int, int]] = field(default_factory=list)


def make_network(choice: LayoutChoice, rng: Random) -> MetroNetwork:
    """Return a network of about the chosen size, connected by its lines or its connectors."""
    wanted = rng.randint(*choice.stations)
    lines = min(rng.randint(*choice.lines), max(2, wanted // 5))
    shared = sum(rng.random() < choice.shared for _ in range(lines)) if choice.bundle > 1 else 0
    tracks = max(2, lines - shared)
    branches = sum(rng.random() < choice.branches for _ in range(tracks))
    # Tracks are about as long as the region is wide, and cross in about half of all pairs.
    across = (wanted + 0.35 * tracks * (tracks - 1)) / (tracks + 0.4 * branches)
    width = max(10.0 if choice.rings else 6.0, across * math.sqrt(choice.aspect))
    size = (float(round(width)), float(round(max(4.0, width / choice.aspect))))
    trunks = make_trunks(choice.form, tracks, choice.rings, branches, size, rng)
    network = MetroNetwork(trunks)
    _set_stations(network, choice, rng)
    for number, trunk in enumerate(trunks):
        network.slots.append([])
        _add_own_route(network, number, trunk)
    for _ in range(lines - tracks if choice.bundle > 1 else 0):
        _add_shared_route(network, choice, rng)
    for _ in range(choice.express > rng.random()):
        _add_express(network, choice, rng)
    _add_walks(network, choice, rng)
    return network


def place_of(network: MetroNetwork, station: int) -> Point:
    """Return where a station lies, units."""
    for trunk, stops in zip(network.trunks, network.stops, strict=True):
        for stop in stops:
            if stop.station == station:
                return at(trunk.curve, stop.along)
    raise ValueError(f"no station {station}")


def _set_stations(network: MetroNetwork, choice: LayoutChoice, rng: Random) -> None:
    trunks = network.trunks
    fixed: list[list[tuple[float, int]]] = [[] for _ in trunks]
    passed: list[list[float]] = [[] for _ in trunks]
    joined = {0}
    for i, trunk in enumerate(trunks):
        for j in range(i):
            points = crossings(trunk.curve, trunks[j].curve)
            if trunk.parent == j:
                points = [trunk.curve[0]]
            for point in points:
                here, there = locate(trunk.curve, point), locate(trunks[j].curve, point)
                must = trunk.parent == j or i not in joined
                if not must and rng.random() < 0.16:
                    passed[i].append(here)
                    passed[j].append(there)
                    continue
                joined.add(i)
                if trunk.parent < 0 and rng.random() < choice.splits:
                    one, other = network.count, network.count + 1
                    network.count += 2
                    network.connectors.append((one, other))
                    fixed[i].append((_beside(trunk, here, rng), one))
                    fixed[j].append((_beside(trunks[j], there, rng), other))
                else:
                    fixed[i].append((here, network.count))
                    fixed[j].append((there, network.count))
                    network.count += 1
    for number, trunk in enumerate(trunks):
        network.stops.append(_fill(network, trunk, fixed[number], passed[number], rng))


def _beside(trunk: Trunk, along: float, rng: Random) -> float:
    total = float(lengths(trunk.curve)[-1])
    side = rng.choice((-1, 1))
    if along + side * _SPLIT < 0 or along + side * _SPLIT > total:
        side = -side
    return along + side * _SPLIT


def _fill(
    network: MetroNetwork,
    trunk: Trunk,
    fixed: list[tuple[float, int]],
    passed: list[float],
    rng: Random,
) -> list[Stop]:
    """Return the stops of a track: the given ones, its ends, and others spaced between."""
    total = float(lengths(trunk.curve)[-1])
    known = sorted(fixed)
    stops: list[Stop] = []

    def new(along: float) -> None:
        stops.append(Stop(network.count, along))
        network.count += 1

    if trunk.closed:
        first = known[0][0] if known else 0.0
        marks = [*known, (first + total, known[0][1])] if known else []
        if not known:
            new(0.0)
            marks = [(0.0, stops[0].station), (total, stops[0].station)]
            stops.clear()
    else:
        marks = list(known)
        if not marks or marks[0][0] > 0.4:
            marks.insert(0, (0.0, network.count))
            network.count += 1
        if marks[-1][0] < total - 0.4:
            marks.append((total, network.count))
            network.count += 1
    spacing = rng.uniform(0.88, 1.12)
    for (a, station), (b, _) in itertools.pairwise(marks):
        stops.append(Stop(station, a % total if trunk.closed else a))
        many = round((b - a) / spacing)
        for k in range(1, many):
            along = a + (b - a) * (k + rng.uniform(-0.06, 0.06)) / many
            along = along % total if trunk.closed else along
            if all(min(abs(along - p), total - abs(along - p)) > 0.42 for p in passed):
                new(along)
    a, station = marks[-1]
    stops.append(Stop(station, a % total if trunk.closed else a))
    return stops


def _add_own_route(network: MetroNetwork, number: int, trunk: Trunk) -> None:
    leg = (number, 0, len(network.stops[number]) - 1)
    if trunk.parent < 0:
        network.routes.append(Route(len({r.name for r in network.routes}), [leg]))
    else:
        # The branch's line is drawn from the station before the fork, on its own slot there.
        parent = network.routes[trunk.parent]
        index = _index(network, trunk.parent, network.stops[number][0].station)
        back = max(index - 1, 0)
        legs = [(trunk.parent, back, index), leg] if index > back else [leg]
        network.routes.append(Route(parent.name, legs))
    network.slots[number].append(len(network.routes) - 1)


def _index(network: MetroNetwork, trunk: int, station: int) -> int:
    return next(i for i, stop in enumerate(network.stops[trunk]) if stop.station == station)


def _add_shared_route(network: MetroNetwork, choice: LayoutChoice, rng: Random) -> None:
    """Add a line that runs on one track to an interchange and goes on upon another."""
    options: list[tuple[int, int, int, int, bool, bool]] = []
    for a, b in ((a, b) for a in range(len(network.trunks)) for b in range(len(network.trunks))):
        if a == b or network.trunks[a].closed or network.trunks[b].closed:
            continue
        if network.trunks[a].parent == b or network.trunks[b].parent == a:
            continue
        if max(len(network.slots[a]), len(network.slots[b])) >= choice.bundle:
            continue
        ours = {stop.station: i for i, stop in enumerate(network.stops[a])}
        for j, stop in enumerate(network.stops[b]):
            i = ours.get(stop.station, 0)
            if 1 < i < len(network.stops[a]) - 2 and 1 < j < len(network.stops[b]) - 2:
                ways = [(f, e) for f in (False, True) for e in (False, True)]
                ends = ((a, i, b, j, f, e) for f, e in ways)
                options += [o for o in ends if _turn(network, o) < _SHARPEST]
    name = len({route.name for route in network.routes})
    if not options:
        open_ones = [
            n
            for n, trunk in enumerate(network.trunks)
            if not trunk.closed
            and len(network.stops[n]) > 4
            and len(network.slots[n]) < choice.bundle
        ]
        if open_ones:
            number = rng.choice(open_ones)
            last = len(network.stops[number]) - 1
            start = rng.randint(0, max(0, last // 2 - 1))
            network.routes.append(Route(name, [(number, start, last)]))
            network.slots[number].append(len(network.routes) - 1)
        return
    option = rng.choice(options)
    a, i, b, j, from_start, to_end = option
    end_a = 0 if from_start else len(network.stops[a]) - 1
    end_b = len(network.stops[b]) - 1 if to_end else 0
    network.routes.append(Route(name, [(a, end_a, i), (b, j, end_b)]))
    number = len(network.routes) - 1
    right = _turn(network, option, signed=True) > 0
    # On the inner side of the turn it crosses none of the lines that it leaves or joins.
    _insert(network.slots[a], number, right == from_start)
    _insert(network.slots[b], number, right == to_end)


def _insert(slots: list[int], number: int, on_right: bool) -> None:
    slots.insert(len(slots) if on_right else 0, number)


def _turn(
    network: MetroNetwork, option: tuple[int, int, int, int, bool, bool], *, signed: bool = False
) -> float:
    """Return how much a way turns from one track to the other, degrees; right is positive."""
    a, i, b, j, from_start, to_end = option
    headings = []
    for trunk, index, forward in ((a, i, from_start), (b, j, to_end)):
        curve = network.trunks[trunk].curve
        x, y = direction_at(curve, network.stops[trunk][index].along, 0.3)
        headings.append((x, y) if forward else (-x, -y))
    (ux, uy), (vx, vy) = headings
    turn = math.degrees(math.atan2(ux * vy - uy * vx, ux * vx + uy * vy))
    return turn if signed else abs(turn)


def _add_express(network: MetroNetwork, choice: LayoutChoice, rng: Random) -> None:
    options = [
        n
        for n, trunk in enumerate(network.trunks)
        if not trunk.closed and trunk.parent < 0 and len(network.stops[n]) > 7
    ]
    if not options or choice.bundle < 2:
        return
    number = rng.choice(options)
    stops = network.stops[number]
    shared = {s.station for n, other in enumerate(network.stops) if n != number for s in other}
    skips = {
        stop.station
        for i, stop in enumerate(stops)
        if 0 < i < len(stops) - 1 and i % 3 and stop.station not in shared
    }
    name = len({route.name for route in network.routes})
    network.routes.append(Route(name, [(number, 0, len(stops) - 1)], skips))
    network.slots[number].append(len(network.routes) - 1)


def _add_walks(network: MetroNetwork, choice: LayoutChoice, rng: Random) -> None:
    from shapely import LineString

    places = [place_of(network, station) for station in range(network.count)]
    curves = [LineString(trunk.curve) for trunk in network.trunks]
    on = [
        {n for n, stops in enumerate(network.stops) if any(s.station == k for s in stops)}
        for k in range(network.count)
    ]
    taken: set[int] = set()
    for a in range(network.count):
        for b in range(a):
            if on[a] & on[b] or a in taken or b in taken:
                continue
            if not 0.8 < math.dist(places[a], places[b]) < 1.5:
                continue
            link = LineString([places[a], places[b]])
            free = all(
                link.intersection(curve).length == 0
                and (n in on[a] | on[b] or not link.intersects(curve))
                for n, curve in enumerate(curves)
            )
            if free and rng.random() < choice.walks:
                network.walks.append((a, b))
                taken |= {a, b}
