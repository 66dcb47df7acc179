"""The network that rides are planned on: stations, and each line with what it joins."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from tools.metro_data import MetroData, MetroLine
from tools.metro_review import Review, load_review
from tools.stop_names import clean_name


@dataclass(frozen=True)
class RideLine:
    """A line.

    Attributes
    ----------
    name : str
        As the data or the map writes it.
    joins : mapping of int to tuple of int
        Station to the next ones along the line, in the order of the list.
    names : mapping of int to str
        Station to its name as this line lists it.
    """

    name: str
    joins: Mapping[int, tuple[int, ...]]
    names: Mapping[int, str]

    def path(self, source: int, target: int) -> tuple[int, ...] | None:
        """Return the stations of a shortest ride along the line; None where there is none."""
        before: dict[int, int] = {source: source}
        queue = deque([source])
        while queue and target not in before:
            place = queue.popleft()
            for other in self.joins.get(place, ()):
                if other not in before:
                    before[other] = place
                    queue.append(other)
        if source not in self.joins or target not in before:
            return None
        found = [target]
        while found[-1] != source:
            found.append(before[found[-1]])
        return tuple(reversed(found))


@dataclass(frozen=True)
class RideNetwork:
    """Stations and lines.

    Attributes
    ----------
    stations : tuple of str
        Names; a station is its place here.
    lines : tuple of RideLine
        In the order of the data.
    uncertain : frozenset of (str, frozenset of int)
        Line and two stations: joins that the list leaves open.
    unsettled : frozenset of int
        Stations of which the data leaves open whether they are one.
    """

    stations: tuple[str, ...]
    lines: tuple[RideLine, ...]
    uncertain: frozenset[tuple[str, frozenset[int]]] = frozenset()
    unsettled: frozenset[int] = frozenset()

    @cached_property
    def by_key(self) -> dict[str, tuple[int, ...]]:
        """Cleaned name to the stations that have it: more than one for homonyms."""
        found: dict[str, list[int]] = defaultdict(list)
        for line in self.lines:
            for station, name in line.names.items():
                if station not in found[clean_name(name)]:
                    found[clean_name(name)].append(station)
        return {key: tuple(sorted(stations)) for key, stations in found.items()}

    @cached_property
    def lines_at(self) -> dict[int, tuple[int, ...]]:
        """Station to the lines that stop there."""
        found: dict[int, list[int]] = defaultdict(list)
        for place, line in enumerate(self.lines):
            for station in line.joins:
                found[station].append(place)
        return {station: tuple(lines) for station, lines in found.items()}

    def is_certain(self, line: RideLine, stations: Iterable[int]) -> bool:
        """Whether a ride rests on nothing that the data leaves open."""
        path = list(stations)
        steps = pairwise(path)
        return not any((line.name, frozenset(step)) in self.uncertain for step in steps) and not (
            self.unsettled.intersection((path[0], path[-1]))
        )


def network_of_metro(metro: MetroData, review: Review | None = None) -> RideNetwork:
    """Build the network of Metro Data.

    Stops that follow each other in a list are joined, with care: at a settled seam the branch is
    joined to the stop it starts from; a settled ring is closed; a list whose last name is its
    first is a ring; a name that a line repeats otherwise is two stations. A list with a branch
    mark whose seam is not settled keeps its order, and what follows the mark is uncertain. Stops
    of one name on several lines are one station, unless the table tells them apart; where neither
    a mark nor a common neighbour says so, that is unsettled.

    Parameters
    ----------
    metro : MetroData
        The lines.
    review : Review, optional
        Instead of the table of this package.
    """
    review = review or load_review()
    owner, unsettled = _stations(metro, review)
    names: dict[int, str] = {}
    lines: list[RideLine] = []
    uncertain: set[tuple[str, frozenset[int]]] = set()
    for number, line in enumerate(metro.lines):
        places = [owner[number, place] for place in range(len(line.stops))]
        own = {station: stop.name for station, stop in zip(places, line.stops, strict=True)}
        for station, name in own.items():
            names.setdefault(station, name)
        joins: dict[int, list[int]] = {station: [] for station in places}
        open_seam = False
        for place, station in enumerate(places[:-1]):
            open_seam |= line.stops[place].branch_start and not review.knows_branches_of(line)
            start = review.branch_stop(line, place)
            if start is not None:
                station = next(
                    own_station for own_station, name in own.items() if clean_name(name) == start
                )
            _join(joins, station, places[place + 1])
            if open_seam:
                uncertain.add((line.name, frozenset((station, places[place + 1]))))
        if len(places) > 2 and review.is_loop(line):
            _join(joins, places[-1], places[0])
        lines.append(RideLine(line.name, {s: tuple(n) for s, n in joins.items()}, own))
    order = [names[station] for station in range(len(names))]
    return RideNetwork(tuple(order), tuple(lines), frozenset(uncertain), frozenset(unsettled))


def _join(joins: dict[int, list[int]], one: int, other: int) -> None:
    if one != other and other not in joins[one]:
        joins[one].append(other)
        joins[other].append(one)


def _stations(metro: MetroData, review: Review) -> tuple[dict[tuple[int, int], int], set[int]]:
    """Return the station of each stop (line, place), and those that are unsettled."""
    groups = review.groups(metro)
    owner: dict[tuple[int, int], int] = {}
    known: dict[tuple[str, str], int] = {}
    marked: dict[int, bool] = {}
    around: dict[int, list[set[str]]] = defaultdict(list)
    for number, line in enumerate(metro.lines):
        for place, stop in enumerate(line.stops):
            nth = _occurrence(line, place)
            part = _part(groups.get(stop.key), line.name, nth)
            station = known.setdefault((stop.key, part), len(marked))
            owner[number, place] = station
            marked[station] = marked.get(station, False) or stop.transfer
            if nth > 1 and around[station] and _closes(line, place):
                continue
            sides = line.stops[max(place - 1, 0) : place] + line.stops[place + 1 : place + 2]
            around[station].append({side.key for side in sides})
    unsettled = {
        station
        for (key, _), station in known.items()
        if len(around[station]) > 1
        and not marked[station]
        and key not in review.together
        and key not in groups
        and not _neighbours(around[station])
    }
    return owner, unsettled


def _occurrence(line: MetroLine, place: int) -> int:
    """Return which stop of its name this is on its line, from 1; the end of a ring is its start."""
    if _closes(line, place):
        return 1
    key = line.stops[place].key
    return 1 + sum(stop.key == key for stop in line.stops[:place])


def _closes(line: MetroLine, place: int) -> bool:
    last = len(line.stops) - 1
    return last > 2 and place == last and line.stops[0].key == line.stops[last].key


def _part(groups: object, line: str, nth: int) -> str:
    """Return which of the stations of one name a stop belongs to."""
    label = line if nth == 1 else f"{line}:{nth}"
    for number, group in enumerate(groups if isinstance(groups, list) else []):
        if label in group:
            return str(number)
    return "" if nth == 1 else label


def _neighbours(around: list[set[str]]) -> bool:
    """Whether each line shares a neighbour with another one."""
    return all(
        any(sides & other for j, other in enumerate(around) if j != i)
        for i, sides in enumerate(around)
    )
