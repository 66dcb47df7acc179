"""The routes of a sample as text gives them: names and transfer marks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from eval.maptab.kinds import DOMAINS
from eval.metrics.tagged_totals import tagged_route
from eval.reasonmap.records import parse_plans
from tools.read_walk import read_leg, walk_lines
from tools.ride import Ride, read_ride
from tools.route import SEPARATOR, TRANSFER_MARK
from tools.task import TaskKind

RIDES, WALKS = "reasonmap", "mapbench"
_ARROW = " -> "
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


def route_of_walk(response: str) -> WrittenRoute | None:
    r"""Return the landmarks that instructions name as ends of legs.

    Examples
    --------
    >>> route_of_walk("A -> B (from North)\nB -> C (from East)").names
    ('A', 'B', 'C')
    """
    names: list[str] = []
    for leg in filter(None, map(read_leg, walk_lines(response))):
        names += [leg.target] if names and names[-1] == leg.source else [leg.source, leg.target]
    return WrittenRoute(tuple(names), (False,) * len(names)) if names else None


def answered_route(kind: TaskKind, response: object) -> WrittenRoute | None:
    """Return the route of a response; None where it is none, or the benchmark's are not known."""
    if not isinstance(response, str):
        return None
    if kind.domain == RIDES:
        return route_of_ride(read_ride(response))
    if kind.domain == WALKS:
        return route_of_walk(response)
    if kind.question_type or kind.domain not in DOMAINS:
        return None
    return split_route(tagged_route(response) if kind.with_totals else response)


def reference_routes(kind: TaskKind, references: object) -> list[WrittenRoute]:
    """Return the reference routes of a sample; none where the benchmark's are not known."""
    routes: Iterable[WrittenRoute | None] = ()
    if kind.domain == RIDES:
        routes = map(route_of_ride, parse_plans(references))
    elif kind.domain == WALKS and isinstance(references, list):
        found = (tuple(text.split(_ARROW)) for text in references if isinstance(text, str))
        routes = (WrittenRoute(names, (False,) * len(names)) for names in found if len(names) > 1)
    elif kind.domain in DOMAINS and not kind.question_type and isinstance(references, list):
        routes = (split_route(text) for text in references if isinstance(text, str))
    return [route for route in routes if route is not None]
