"""Sums, means and least values over stations."""

from __future__ import annotations

import math
from collections.abc import Sequence

from perception.errors import BadTable, NoRoute
from tools.facts import Facts
from tools.find_paths import neighbours_of, stations_on_shortest, way_along_line
from tools.question import Answer


def longest_stop_time(facts: Facts) -> Answer:
    """Return the largest sum of Time over the stations of a line.

    Stations without a value count nothing, and a line without any is left out.

    Raises
    ------
    BadTable
        No line has a value.
    """
    times = facts.values.get("Time", {})
    totals = {
        line: math.fsum(times[s] for s in stations if s in times)
        for line, stations in facts.stops.items()
        if any(s in times for s in stations)
    }
    if not totals:
        raise BadTable("no line has a Time", field=facts.place, mend="add Line and Time")
    line = max(totals, key=lambda line: totals[line])
    return Answer(totals[line], f"Time of the {len(facts.stops[line])} stations of {line}")


def mean_reliability(facts: Facts, source: str, target: str) -> Answer:
    """Return the mean Reliability of the stations between two on their line, both included."""
    line, way = way_along_line(facts, source, target)
    values = [facts.value("Reliability", station) for station in way]
    return Answer(math.fsum(values) / len(values), f"{len(way)} stations of {line}")


def shortest_transfer(facts: Facts, line: str, other: str) -> Answer:
    """Return the least Transfer Time of the stations that two lines share.

    0 where they share none; 1 where there is only one line.
    """
    if len(facts.lines) == 1:
        return Answer(1.0, f"{facts.lines[0]} is the only line")
    common = [station for station in facts.stops[line] if station in facts.stops[other]]
    if not common:
        return Answer(0.0, f"{line} and {other} share no station")
    best = min(common, key=lambda station: facts.value("Transfer Time", station))
    return Answer(facts.value("Transfer Time", best), f"at {best}, of {len(common)} shared")


def cheapest_of(facts: Facts, stations: Sequence[str]) -> Answer:
    """Return the least Price among some stations."""
    best = min(stations, key=lambda station: facts.value("Price", station))
    return Answer(facts.value("Price", best), f"that of {best}")


def cheapest_adjacent(facts: Facts, station: str) -> Answer:
    """Return the least Price among the neighbours of a station.

    Raises
    ------
    NoRoute
        It has none.
    """
    found = sorted(neighbours_of(facts.links).get(station, ()))
    if not found:
        raise NoRoute(f"nothing on {facts.place} is adjacent to {station!r}")
    return cheapest_of(facts, found)


def brief_on_way(facts: Facts, source: str, target: str, limit: float) -> Answer:
    """Return whether any station on any shortest way has a Time below a limit, ends included."""
    way = stations_on_shortest(facts, source, target)
    brief = [station for station in way if facts.value("Time", station) < limit]
    return Answer(float(bool(brief)), f"of {len(way)} stations: {', '.join(brief) or 'none'}")
