"""Adjacency, distances and ways along lines."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Collection, Iterable
from heapq import heappop, heappush
from typing import Final

from perception.errors import NoRoute
from tools.facts import Facts, Link
from tools.look_up import lines_at
from tools.question import Answer

_OFF_LINE: Final = 4
"""Links of its own that a line goes round rather than to take one of another line."""


def neighbours_of(links: Iterable[Link]) -> dict[str, set[str]]:
    """Return the neighbours of each station."""
    found: dict[str, set[str]] = defaultdict(set)
    for link in links:
        if link.source != link.target:
            found[link.source].add(link.target)
            found[link.target].add(link.source)
    return dict(found)


def distances_from(neighbours: dict[str, set[str]], source: str) -> dict[str, int]:
    """Return the fewest edges to every station that can be reached."""
    found = {source: 0}
    queue = deque([source])
    while queue:
        here = queue.popleft()
        for there in sorted(neighbours.get(here, ())):
            if there not in found:
                found[there] = found[here] + 1
                queue.append(there)
    return found


def way_along_line(facts: Facts, source: str, target: str) -> tuple[str, tuple[str, ...]]:
    """Return the line that two stations share, and the stations from one to the other on it.

    Where they share several lines, or a line offers several ways, the way with the fewest
    stations counts. Where the links of a shared line were not all read, its gaps are crossed on
    those of other lines, as few as can be: lines that run side by side are read as one at places.

    Raises
    ------
    NoRoute
        They share no line, or nothing joins them.
    """
    shared = [line for line in lines_at(facts, source) if target in facts.stops[line]]
    for off_line in (None, _OFF_LINE):
        found = [
            (cost, line, way)
            for line in shared
            for cost, way in [_cheapest_way(facts.links, line, source, target, off_line)]
            if way
        ]
        if found:
            _, line, way = min(found, key=lambda each: each[0])
            return line, way
    raise NoRoute(
        f"no line of {facts.place} joins {source!r} and {target!r}",
        mend="name two stations of one line",
    )


def _cheapest_way(
    links: Iterable[Link], line: str, source: str, target: str, off_line: int | None
) -> tuple[int, tuple[str, ...]]:
    """Return the way with the least cost: 1 a link of the line, `off_line` one of others."""
    near: dict[str, dict[str, int]] = defaultdict(dict)
    for link in links:
        cost = 1 if line in link.lines else off_line
        if cost is not None and link.source != link.target:
            for here, there in ((link.source, link.target), (link.target, link.source)):
                near[here][there] = min(cost, near[here].get(there, cost))
    queue: list[tuple[int, tuple[str, ...]]] = [(0, (source,))]
    done: set[str] = set()
    while queue:
        cost, way = heappop(queue)
        here = way[-1]
        if here == target:
            return cost, way
        if here not in done:
            done.add(here)
            for there, step in near[here].items():
                if there not in done:
                    heappush(queue, (cost + step, (*way, there)))
    return 0, ()


def stations_between(facts: Facts, source: str, target: str) -> Answer:
    """Return how many stations lie strictly between two on their common line."""
    line, way = way_along_line(facts, source, target)
    between = way[1:-1]
    return Answer(float(max(len(between), 0)), f"on {line}: {', '.join(between) or 'none'}")


def count_adjacent(facts: Facts, station: str) -> Answer:
    """Return the number of neighbours of a station."""
    found = sorted(neighbours_of(facts.links).get(station, ()))
    return Answer(float(len(found)), f"adjacent: {', '.join(found) or 'none'}")


def is_near(facts: Facts, source: str, target: str, limit: float) -> Answer:
    """Return whether the fewest edges between two stations are less than a limit."""
    distance = distances_from(neighbours_of(facts.links), source).get(target)
    if distance is None:
        return Answer(0.0, "they are not connected")
    return Answer(float(distance < limit), f"{distance} edges apart")


def is_on_circle(facts: Facts, station: str) -> Answer:
    """Return whether a station lies on a circular route.

    It does where there are at least two ways to one of its neighbours: one along the edge between
    them, and another without it.
    """
    for place, link in enumerate(facts.links):
        if station not in (link.source, link.target) or link.source == link.target:
            continue
        others = facts.links[:place] + facts.links[place + 1 :]
        other = link.target if link.source == station else link.source
        if other in distances_from(neighbours_of(others), station):
            return Answer(1.0, f"another way leads to its neighbour {other}")
    return Answer(0.0, "only one way leads to each of its neighbours")


def stations_on_shortest(facts: Facts, source: str, target: str) -> tuple[str, ...]:
    """Return every station on any way with the fewest edges, ends included.

    Raises
    ------
    NoRoute
        They are not connected.
    """
    neighbours = neighbours_of(facts.links)
    there, back = distances_from(neighbours, source), distances_from(neighbours, target)
    if target not in there:
        raise NoRoute(
            f"no way on {facts.place} leads from {source!r} to {target!r}",
            mend="look at it with `mapclew perceive --overlay`",
        )
    length = there[target]
    found: Collection[str] = there.keys() & back.keys()
    return tuple(sorted(s for s in found if there[s] + back[s] == length))
