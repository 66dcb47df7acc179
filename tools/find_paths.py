"""Adjacency, distances and ways along lines."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Collection, Iterable

from perception.errors import NoRoute
from tools.facts import Facts, Link
from tools.look_up import lines_at
from tools.question import Answer


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
    stations counts.

    Raises
    ------
    NoRoute
        No line joins them.
    """
    best: tuple[str, tuple[str, ...]] | None = None
    for line in lines_at(facts, source):
        if target not in facts.stops[line]:
            continue
        neighbours = neighbours_of(link for link in facts.links if line in link.lines)
        distances = distances_from(neighbours, target)
        if source not in distances:
            continue
        way = [source]
        while way[-1] != target:
            near = sorted(neighbours[way[-1]])
            way.append(next(s for s in near if distances.get(s, -1) == distances[way[-1]] - 1))
        if best is None or len(way) < len(best[1]):
            best = (line, tuple(way))
    if best is None:
        raise NoRoute(
            f"no line of {facts.place} joins {source!r} and {target!r}",
            mend="name two stations of one line",
        )
    return best


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
