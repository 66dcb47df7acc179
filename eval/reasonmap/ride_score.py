"""Correctness and quality of a ride: Algorithms 1 and 2 of the paper.

The rules as the paper states them; `released_score` has what the released evaluator does otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from typing import Final

from eval.reasonmap.names import Names
from eval.reasonmap.records import RideLabel
from tools.metro_data import MetroData
from tools.ride import Ride, RideForm, Segment

CAPS: Final = {RideForm.SHORT: 10.0, RideForm.COUNTS: 20.0, RideForm.NAMES: 20.0}
"""Most points for quality; as many more are given for a correct answer."""
PER_SEGMENT: Final = 4.0
VIA_CAP: Final = 10.0
NO_RIDE: Final = "no ride"
RULES: Final = (NO_RIDE, "wrong ends", "unknown line", "stop not on line", "segments not joined")
"""What makes an answer wrong, in the order in which it is looked for."""


@dataclass(frozen=True, slots=True)
class Parts:
    """Points of an answer against one plan.

    Attributes
    ----------
    ends : float
        1 where the first departure and the last arrival are right; without it nothing counts.
    lines : float
        2 for each pair of segments of the same line.
    stops : float
        1 for each departure and each arrival that agree in a pair.
    via_count : float
        For the numbers of stops between, at most 10.
    via_names : float
        For their names, at most 10.
    """

    ends: float = 0.0
    lines: float = 0.0
    stops: float = 0.0
    via_count: float = 0.0
    via_names: float = 0.0

    @property
    def total(self) -> float:
        """Their sum, before any cap."""
        return self.ends + self.lines + self.stops + self.via_count + self.via_names

    def as_dict(self) -> dict[str, float]:
        """Return the parts by name."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Quality:
    """The map score of an answer.

    Attributes
    ----------
    map_score : float
        Capped points against the best plan, with the bonus of a correct answer: at most 20 for a
        short question, 40 for a long one.
    without_ends : float
        The same without the point for the ends (the paper's weighting C2).
    parts : Parts
        Points against the best plan.
    """

    map_score: float = 0.0
    without_ends: float = 0.0
    parts: Parts = Parts()


def is_correct(answer: Ride, label: RideLabel, names: Names) -> bool:
    """Whether an answer is correct (Algorithm 1).

    The first departure is `station_1` and the last arrival `station_2`; every line is in the Metro
    Data; both stops of a segment stand in that line's list; each arrival is the next departure.
    """
    return not broken_rule(answer, label, names)


def broken_rule(answer: Ride, label: RideLabel, names: Names) -> str:
    """Return the first of `RULES` that an answer breaks; empty for a correct one."""
    if not answer:
        return NO_RIDE
    if not ends_right(answer, label, names):
        return "wrong ends"
    stops = stops_of_lines(label.metro, names)
    for segment in answer:
        listed = stops.get(names.line(segment.line))
        if listed is None:
            return "unknown line"
        if not {names.stop(segment.departure), names.stop(segment.arrival)} <= listed:
            return "stop not on line"
    joined = all(
        names.stop(one.arrival) == names.stop(other.departure) for one, other in pairwise(answer)
    )
    return "" if joined else "segments not joined"


def ends_right(answer: Ride, label: RideLabel, names: Names) -> bool:
    """Whether an answer starts and ends where it should."""
    return names.stop(answer[0].departure) == names.stop(label.source) and (
        names.stop(answer[-1].arrival) == names.stop(label.target)
    )


def stops_of_lines(metro: MetroData, names: Names) -> dict[str, frozenset[str]]:
    """Return the stops of each line, as they are compared."""
    return {
        names.line(line.name): frozenset(names.stop(stop.name) for stop in line.stops)
        for line in metro.lines
    }


def quality(
    answer: Ride, label: RideLabel, form: RideForm, names: Names, *, correct: bool
) -> Quality:
    """Return the map score of an answer: that of the best plan (Algorithm 2)."""
    if not answer or not ends_right(answer, label, names):
        return Quality()
    plans = [as_listed(plan, label, names) for plan in label.plans]
    return best_quality([compare(answer, plan, form, names) for plan in plans], form, correct)


def best_quality(found: Sequence[Parts], form: RideForm, correct: bool) -> Quality:
    """Return the best of the points against several plans, capped, with the bonus."""
    cap = CAPS[form]
    bonus = cap if correct else 0.0
    best = max(found, key=lambda parts: min(cap, parts.total), default=Parts())
    return Quality(min(cap, best.total) + bonus, min(cap, best.total - best.ends) + bonus, best)


def compare(answer: Ride, plan: Ride, form: RideForm, names: Names) -> Parts:
    """Return the points of an answer whose ends are right against one plan, pair by pair."""
    lines = stops = counts = matched = 0.0
    union: set[str] = set()
    common: set[str] = set()
    for given, wanted in zip(answer, plan, strict=False):
        same = names.line(given.line) == names.line(wanted.line)
        lines += 2.0 * same
        stops += names.stop(given.departure) == names.stop(wanted.departure)
        stops += names.stop(given.arrival) == names.stop(wanted.arrival)
        if form is RideForm.COUNTS:
            counts += count_points(given, wanted)
        elif form is RideForm.NAMES:
            told = {names.stop(stop) for stop in given.via}
            right = {names.stop(stop) for stop in wanted.via}
            matched += len(told & right)
            if same:
                union |= told | right
                common |= told & right
    parts = Parts(ends=1.0, lines=lines, stops=stops)
    if form is RideForm.COUNTS:
        return replace(parts, via_count=min(VIA_CAP, counts))
    if form is RideForm.NAMES:
        # Where nothing lies between on either side, there is nothing to earn by names.
        overlap = len(common) / len(union) if union else 0.0
        return replace(parts, via_names=(min(VIA_CAP, matched) + 10.0 * overlap) / 2)
    return parts


def count_points(given: Segment, wanted: Segment) -> float:
    """Return the points for a number of stops between; none where no number is told.

    >>> count_points(Segment("", "", "", via_count=6), Segment("", "", "", via_count=8))
    3.0
    """
    if given.via_count is None:
        return 0.0
    told, right = given.via_count, wanted.via_count or 0
    if told == right:
        return PER_SEGMENT
    return max(0.0, PER_SEGMENT - PER_SEGMENT * abs(told - right) / max(told, right))


def as_listed(plan: Ride, label: RideLabel, names: Names) -> Ride:
    """Return a plan with lines and stops named as the Metro Data does.

    Map services leave out "Station" and 站 and name lines otherwise ("MRT Kajang Line" for Line 9).
    A stop gets the ending with which it is in the data; a line that the data does not name is the
    only one of the data that lists both stops, where there is one.
    """
    listed = stops_of_lines(label.metro, names)
    every = frozenset().union(*listed.values())
    by_key = {names.line(line.name): line.name for line in label.metro.lines}

    def stop(name: str) -> str:
        endings = ("", "站", " Station")
        return next((name + end for end in endings if names.stop(name + end) in every), name)

    found = []
    for segment in plan:
        departure, arrival = stop(segment.departure), stop(segment.arrival)
        ends = {names.stop(departure), names.stop(arrival)}
        key = names.line(segment.line)
        if key not in by_key:
            serving = [line for line, stops in listed.items() if ends <= stops]
            key = serving[0] if len(serving) == 1 else key
        via = tuple(stop(name) for name in segment.via)
        line = by_key.get(key, segment.line)
        found.append(Segment(line, departure, arrival, via, segment.via_count))
    return tuple(found)
