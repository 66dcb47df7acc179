"""One colour for several lines: signs of different names at the ends of a colour part it."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, islice, pairwise

import networkx as nx

from perception.line_names.choose import LineName
from perception.line_names.claim import Claim
from perception.line_names.forms import is_line_name, key_of
from perception.map_graph import MapGraph, MapLine, Point

# A further name of a colour weighs so much; its signs are this near to an end, in diagonals.
_ENOUGH = 1.5
_NEAR = 0.12
# Of so many ways between two ends the straightest is the line's; a turn is seen over so many px.
_MOST_WAYS = 400
_REACH = 30.0
_FREE_TURN = 30.0


def part_shared_colors(
    graph: MapGraph, claims: Sequence[Claim], names: Mapping[str, LineName], scale: float
) -> MapGraph:
    """Return the graph with lines of their own for names that share a colour.

    A colour has a further line where a name that no line has is claimed for it, with a sign at one
    of its ends at least, as its own name has. Each line runs straight on between its signs.

    Parameters
    ----------
    graph : MapGraph
        One line a colour, image px.
    claims : sequence of Claim
        All of the picture.
    names : mapping of str to LineName
        Those of the colours.
    scale : float
        Image px per px of the claims.
    """
    for line in graph.lines:
        if line.id not in names:
            continue
        own = key_of(names[line.id].text)
        others = _further_names(line.id, claims, names)
        signs = _signs(line.id, claims, [own, *others], scale)
        if not others or any(not signs[key] for key in (own, *others)):
            continue
        parts = _parts(graph, line.id, signs)
        if len(parts) > 1:
            graph = _parted(graph, line, own, parts, others)
    return graph


def _further_names(
    line: str, claims: Sequence[Claim], names: Mapping[str, LineName]
) -> dict[str, str]:
    """Return names that only this colour has and that are no line's yet, by key."""
    taken = {key_of(name.text) for name in names.values()}
    weights: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    spelt: dict[str, str] = {}
    for claim in claims:
        if is_line_name(claim.name):
            weights[key_of(claim.name)][claim.layer] += claim.weight
            spelt.setdefault(key_of(claim.name), claim.name)
    return {
        key: spelt[key]
        for key, found in sorted(weights.items())
        if key not in taken and found[line] >= _ENOUGH and found[line] == max(found.values())
    }


def _signs(
    line: str, claims: Sequence[Claim], keys: Sequence[str], scale: float
) -> dict[str, list[Point]]:
    """Return where the signs of each name stand, image px."""
    found: dict[str, list[Point]] = {key: [] for key in keys}
    for claim in claims:
        key = key_of(claim.name)
        if claim.layer == line and claim.kind != "legend" and key in found:
            found[key].append((claim.at[0] * scale, claim.at[1] * scale))
    return found


def _parts(
    graph: MapGraph, line: str, signs: Mapping[str, Sequence[Point]]
) -> dict[str, set[frozenset[str]]]:
    """Return the edges of each name; every edge of the colour is in one at least."""
    ways: nx.Graph[str] = nx.Graph()
    courses: dict[tuple[str, str], tuple[Point, ...]] = {}
    for edge in graph.edges:
        if line in edge.lines:
            ways.add_edge(edge.source, edge.target)
            courses[edge.source, edge.target] = edge.polyline
            courses[edge.target, edge.source] = edge.polyline[::-1]
    at = {station.id: station.xy for station in graph.stations}
    found: dict[str, set[frozenset[str]]] = defaultdict(set)
    left: list[frozenset[str]] = []
    near = _NEAR * math.hypot(graph.width, graph.height)
    parts = [ways.subgraph(nodes) for nodes in nx.connected_components(ways)]
    ends_of = [_ends(part, at, signs, near) for part in parts]
    for key in sorted(set(signs) - {key for ends in ends_of for key in ends}):
        # a ring, or a line with a sign on its way
        _, on_way = min(
            (math.dist(point, place), pair)
            for place in signs[key]
            for pair, course in courses.items()
            for point in course
        )
        place = next(k for k, part in enumerate(parts) if on_way[0] in part)
        ends_of[place].setdefault(key, set())
    for part, ends in zip(parts, ends_of, strict=True):
        edges = [frozenset(pair) for pair in part.edges]
        if len(ends) == 1:
            found[next(iter(ends))].update(edges)
            continue
        covered: set[frozenset[str]] = set()
        for key, own in ends.items():
            for one, other in combinations(sorted(own), 2):
                way = _straightest(part, courses, one, other)
                found[key].update(way)
                covered |= way
        rest = [edge for edge in edges if edge not in covered]
        alone = [key for key, own in ends.items() if len(own) < 2]
        if len(alone) == 1:
            found[alone[0]].update(rest)
        else:
            left += rest
    if left and found:
        largest = max(found, key=lambda key: (len(found[key]), key))
        found[largest].update(left)
    return dict(found)


def _ends(
    part: nx.Graph[str],
    at: Mapping[str, Point],
    signs: Mapping[str, Sequence[Point]],
    near: float,
) -> dict[str, set[str]]:
    """Return the ends of a part of a colour by the name whose sign is nearest to each."""
    ends = sorted(node for node in part if part.degree(node) == 1)
    found: dict[str, set[str]] = defaultdict(set)
    for end in ends:
        distance, key = min(
            (math.dist(at[end], place), key) for key, places in signs.items() for place in places
        )
        if distance <= near:
            found[key].add(end)
    return dict(found)


def _straightest(
    part: nx.Graph[str],
    courses: Mapping[tuple[str, str], Sequence[Point]],
    one: str,
    other: str,
) -> set[frozenset[str]]:
    ways: Iterator[list[str]] = islice(nx.all_simple_paths(part, one, other), _MOST_WAYS)
    best = min(ways, key=lambda way: (_turning(way, courses), len(way)))
    return {frozenset(pair) for pair in pairwise(best)}


def _turning(way: Sequence[str], courses: Mapping[tuple[str, str], Sequence[Point]]) -> float:
    """Return how far a way turns at its stations, degrees; slight turns are none."""
    total = 0.0
    for a, b, c in zip(way, way[1:], way[2:], strict=False):
        come, go = _heading(courses[b, a]), _heading(courses[b, c])
        turn = 180.0 - abs((come - go + 180.0) % 360.0 - 180.0)
        total += max(turn - _FREE_TURN, 0.0)
    return total


def _heading(course: Sequence[Point]) -> float:
    """Return the direction in which a course leaves its start, degrees."""
    start = course[0]
    far = next((p for p in course[1:] if math.dist(start, p) >= _REACH), course[-1])
    return math.degrees(math.atan2(far[1] - start[1], far[0] - start[0]))


def _parted(
    graph: MapGraph,
    line: MapLine,
    own: str,
    parts: Mapping[str, set[frozenset[str]]],
    others: Mapping[str, str],
) -> MapGraph:
    ids = {
        key: line.id if key == own else f"{line.id}.{place}"
        for place, key in enumerate([own, *others])
    }
    lines: list[MapLine] = []
    for each in graph.lines:
        lines.append(each)
        if each.id == line.id:
            lines += [
                replace(line, id=ids[key], name=others[key]) for key in others if key in parts
            ]
    order = {each.id: place for place, each in enumerate(lines)}

    def carried(ends: frozenset[str], lines: Sequence[str]) -> tuple[str, ...]:
        if line.id not in lines:
            return tuple(lines)
        names = {ids[key] for key, edges in parts.items() if ends in edges}
        return tuple(sorted({*lines} - {line.id} | names, key=order.__getitem__))

    edges = tuple(
        replace(edge, lines=carried(frozenset((edge.source, edge.target)), edge.lines))
        for edge in graph.edges
    )
    served: dict[str, set[str]] = defaultdict(set)
    for edge in edges:
        for end in (edge.source, edge.target):
            served[end].update(edge.lines)
    stations = tuple(
        replace(
            station,
            lines=tuple(
                sorted({*station.lines} - {line.id} | served[station.id], key=order.__getitem__)
            )
            if line.id in station.lines and station.id in served
            else station.lines,
        )
        for station in graph.stations
    )
    return replace(graph, lines=tuple(lines), edges=edges, stations=stations)
