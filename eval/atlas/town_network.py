"""Travel maps of towns: spots along streets that cross without a name, in units."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from random import Random
from typing import TypeAlias

import networkx as nx

from eval.atlas.geometry import Curve, total_length
from eval.atlas.style import LayoutChoice
from perception.map_graph import Point

_LEFT_OUT = 0.3
_NAMED = 0.45
_ROOMY = 2.1

Streets: TypeAlias = "nx.Graph[Point]"


def make_town(
    choice: LayoutChoice, rng: Random
) -> tuple[list[Point], list[Point], list[tuple[int, int, Curve]]]:
    """Return the spots, where their marks stand, and each walk between two without a third.

    Parameters
    ----------
    choice : LayoutChoice
        Form "town"; `beside` is how far a mark stands off its street.
    rng : Random
        Source of all choices.

    Returns
    -------
    tuple
        Points on the streets, the middle of each mark, and per walk its two spots and its way.
    """
    count = rng.randint(*choice.stations)
    streets = _streets(count, choice.aspect, rng)
    spots = _spots(streets, count, rng)
    places = sorted(spots)
    number = {place: k for k, place in enumerate(places)}
    walks = []
    for place in places:
        for walk in _walks(streets, spots, [place]):
            a, b = number[walk[0]], number[walk[-1]]
            if a < b:
                walks.append((a, b, tuple(walk)))
    marks = [_beside(streets, place, choice.beside, rng) for place in places]
    return places, marks, sorted(walks, key=lambda w: (w[0], w[1], total_length(w[2])))


def _streets(count: int, aspect: float, rng: Random) -> Streets:
    """Return a net of rows and columns with some blocks joined; the streets hang together."""
    rows = max(round(math.sqrt(0.75 * count / aspect)), 2)
    columns = max(round(0.75 * count / rows), 2)

    def ruled(number: int) -> list[float]:
        return list(itertools.accumulate(rng.uniform(1.6, 2.8) for _ in range(number)))

    xs, ys = ruled(columns), ruled(rows)
    streets: Streets = nx.Graph()
    for x, y in itertools.product(range(columns), range(rows)):
        for other in ((x + 1, y), (x, y + 1)):
            if other[0] < columns and other[1] < rows:
                streets.add_edge((xs[x], ys[y]), (xs[other[0]], ys[other[1]]))
    for edge in sorted(streets.edges):
        if rng.random() < _LEFT_OUT:
            streets.remove_edge(*edge)
            if not nx.is_connected(streets):
                streets.add_edge(*edge)
    return streets


def _spots(streets: Streets, count: int, rng: Random) -> set[Point]:
    """Choose junctions and put further spots between them; no two junctions in a row lack one."""
    spots = {node for node in sorted(streets) if streets.degree(node) == 1}
    spots |= {n for n in sorted(streets) if streets.degree(n) > 2 and rng.random() < _NAMED}
    edges = sorted(tuple(sorted(edge)) for edge in streets.edges)
    rng.shuffle(edges)
    edges.sort(key=lambda e: not all(n not in spots and streets.degree(n) > 2 for n in e))
    for a, b in edges:
        bare = all(n not in spots and streets.degree(n) > 2 for n in (a, b))
        if bare or (len(spots) < count and math.dist(a, b) > _ROOMY):
            share = rng.uniform(0.42, 0.58)
            spot = (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)
            streets.remove_edge(a, b)
            streets.add_edge(a, spot)
            streets.add_edge(spot, b)
            spots.add(spot)
    return spots


def _walks(streets: Streets, spots: set[Point], way: list[Point]) -> Iterator[list[Point]]:
    """Yield the ways that go on from one to the next spot."""
    for node in sorted(streets[way[-1]]):
        if node in way:
            continue
        if node in spots:
            yield [*way, node]
        else:
            yield from _walks(streets, spots, [*way, node])


def _beside(streets: Streets, place: Point, off: float, rng: Random) -> Point:
    """Return where the mark of a spot stands: off its street, unless this is a junction."""
    beyond = list(streets[place])
    if len(beyond) != 2 or not off:
        return place
    (ax, ay), (bx, by) = beyond
    if abs(ax - bx) > 0.01 and abs(ay - by) > 0.01:
        return place
    side = rng.choice((-off, off))
    return (place[0], place[1] + side) if abs(ay - by) < 0.01 else (place[0] + side, place[1])
