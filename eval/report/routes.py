"""The routes of a sample as text gives them: names and transfer marks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from eval.maptab.kinds import DOMAINS
from eval.metrics.tagged_totals import tagged_route
from eval.reasonmap.records import parse_plans
from tools.ride import Ride, read_ride
from tools.route import SEPARATOR, TRANSFER_MARK
from tools.task import TaskKind

RIDES = "reasonmap"
_MOST_STOPS = 400


@dataclass(frozen=True, slots=True)
class WrittenRoute:
    """One route as it is written.

    Attributes
    ----------
    names : tuple of str
        Without marks.
    transfers : tuple of bool
        Whether each is marked.
    """

    names: tuple[str, ...]
    transfers: tuple[bool, ...]


def split_route(text: str) -> WrittenRoute | None:
    """Split a route as the evaluator does; None where the text has a single part.

    Examples
    --------
    >>> split_route("A-B(transfer)-C")
    WrittenRoute(names=('A', 'B', 'C'), transfers=(False, True, False))
    """
    parts = [part.strip() for part in text.split(SEPARATOR)][:_MOST_STOPS]
    if len(parts) < 2:
        return None
    return WrittenRoute(
        tuple(part.removesuffix(TRANSFER_MARK).strip() for part in parts),
        tuple(part.endswith(TRANSFER_MARK) for part in parts),
    )


def route_of_ride(ride: Ride) -> WrittenRoute | None:
    """Return the stops of a ride; those between are there where it names them.

    Examples
    --------
    >>> from tools.ride import Segment
    >>> route_of_ride((Segment("1", "A", "C", ("B",)), Segment("2", "C", "D"))).names
    ('A', 'B', 'C', 'D')
    """
    stops: list[tuple[str, bool]] = []
    for place, segment in enumerate(ride):
        if not stops or stops[-1][0] != segment.departure:
            stops.append((segment.departure, False))
        if place:
            stops[-1] = (segment.departure, True)
        stops += [(name, False) for name in (*segment.via, segment.arrival)]
    if len(stops) < 2:
        return None
    return WrittenRoute(tuple(name for name, _ in stops), tuple(change for _, change in stops))


def answered_route(kind: TaskKind, response: object) -> WrittenRoute | None:
    """Return the route of a response; None where it is none, or the benchmark's are not known."""
    if not isinstance(response, str):
        return None
    if kind.domain == RIDES:
        return route_of_ride(read_ride(response))
    if kind.question_type or kind.domain not in DOMAINS:
        return None
    return split_route(tagged_route(response) if kind.with_totals else response)


def reference_routes(kind: TaskKind, references: object) -> list[WrittenRoute]:
    """Return the reference routes of a sample; none where the benchmark's are not known."""
    routes: Iterable[WrittenRoute | None] = ()
    if kind.domain == RIDES:
        routes = map(route_of_ride, parse_plans(references))
    elif kind.domain in DOMAINS and not kind.question_type and isinstance(references, list):
        routes = (split_route(text) for text in references if isinstance(text, str))
    return [route for route in routes if route is not None]
