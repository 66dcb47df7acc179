"""Plan a ride: fewest transfers, then fewest stations."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from heapq import heappop, heappush

from perception.errors import NoRoute, UnknownStation
from tools.ride import Ride, Segment
from tools.ride_network import RideNetwork
from tools.stop_names import clean_name


@dataclass(frozen=True, slots=True)
class RidePlan:
    """A planned ride.

    Attributes
    ----------
    ride : tuple of Segment
        With the stops between.
    legs : tuple of (int, tuple of int)
        Line and its stations, a leg each: the ride on the network.
    transfers, stops : int
        What was minimised, in this order.
    """

    ride: Ride
    legs: tuple[tuple[int, tuple[int, ...]], ...]
    transfers: int
    stops: int


def find_stations(network: RideNetwork, name: str) -> tuple[int, ...]:
    """Return the stations that a name stands for.

    Raises
    ------
    UnknownStation
        There is none.
    """
    for key in (clean_name(name), clean_name(f"{name} Station"), clean_name(f"{name}站")):
        if found := network.by_key.get(key):
            return found
    raise UnknownStation(f"{name!r} is at no line", mend="ask for a stop of the lines")


def plan_ride(network: RideNetwork, source: str, target: str) -> RidePlan:
    """Return a best ride between two names.

    Of homonyms the nearest pair is meant. Among equals the order of lines and stations decides,
    so that the same question has the same answer.

    Raises
    ------
    UnknownStation
        A name is at no line.
    NoRoute
        Both are one, or nothing joins them.
    """
    sources, targets = find_stations(network, source), find_stations(network, target)
    if set(sources) & set(targets):
        raise NoRoute(f"both ends are {source!r}", mend="ask from one stop to another")
    # A state is (station, line); its cost (transfers, stops). Changing line is a step of its own.
    best: dict[tuple[int, int], tuple[int, int]] = {}
    before: dict[tuple[int, int], tuple[int, int] | None] = {}
    heap: list[tuple[tuple[int, int], tuple[int, int], tuple[int, int] | None]] = []
    for station in sources:
        for line in network.lines_at[station]:
            heappush(heap, ((0, 0), (station, line), None))
    while heap:
        cost, state, origin = _pop(heap)
        if state in best:
            continue
        best[state], before[state] = cost, origin
        station, line = state
        if station in targets:
            return _plan(network, state, before, cost)
        transfers, stops = cost
        for other in network.lines[line].joins[station]:
            heappush(heap, ((transfers, stops + 1), (other, line), state))
        for other in network.lines_at[station]:
            if other != line:
                heappush(heap, ((transfers + 1, stops), (station, other), state))
    raise NoRoute(f"nothing joins {source!r} and {target!r}", mend="ask for stops that are joined")


def _pop(
    heap: list[tuple[tuple[int, int], tuple[int, int], tuple[int, int] | None]],
) -> tuple[tuple[int, int], tuple[int, int], tuple[int, int] | None]:
    # None and a state do not compare; equal cost and state never differ in being a start.
    return heappop(heap)


def _plan(
    network: RideNetwork,
    state: tuple[int, int],
    before: dict[tuple[int, int], tuple[int, int] | None],
    cost: tuple[int, int],
) -> RidePlan:
    states: list[tuple[int, int]] = []
    place: tuple[int, int] | None = state
    while place is not None:
        states.append(place)
        place = before[place]
    legs: list[tuple[int, list[int]]] = []
    for station, line in reversed(states):
        if legs and legs[-1][0] == line:
            legs[-1][1].append(station)
        else:
            legs.append((line, [station]))
    kept = tuple((line, tuple(stations)) for line, stations in legs if len(stations) > 1)
    return RidePlan(ride_of(network, kept), kept, len(kept) - 1, cost[1])


def ride_of(network: RideNetwork, legs: Iterable[tuple[int, tuple[int, ...]]]) -> Ride:
    """Return the segments of legs, stops named as each line lists them."""
    found = []
    for number, stations in legs:
        line = network.lines[number]
        names = [line.names[station] for station in stations]
        found.append(Segment(line.name, names[0], names[-1], tuple(names[1:-1]), len(names) - 2))
    return tuple(found)


def line_graph(network: RideNetwork) -> dict[int, set[int]]:
    """Return which lines can be changed between, line to lines."""
    found: dict[int, set[int]] = defaultdict(set)
    for lines in network.lines_at.values():
        for line in lines:
            found[line].update(other for other in lines if other != line)
    return found
