"""Plan the best routes between two stations of a network."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tools.additive_route import search_additive
from tools.averaged_route import search_averaged
from tools.network import Network
from tools.objective import (
    OBJECTIVES,
    Objective,
    route_totals,
)
from tools.route import Route
from tools.route_query import require_query
from tools.route_search import Deadline, RouteSearch
from tools.state_graph import compile_state_graph, state_costs

EXACT_VERTICES = 20
"""Up to this many vertices the averaged objective is solved exactly, however long it takes."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The best routes of one query.

    Attributes
    ----------
    routes : tuple of Route
        Every station sequence of lowest cost, each with all its fewest-change markings; sorted by
        changes, then stations, then names.
    cost : float
        Lowest cost; the number of stations where the query is criteria-free.
    optimal : bool
        Whether `cost` is proven lowest.
    bound : float
        No route costs less; equals `cost` where that is optimal.
    complete : bool
        Whether `routes` holds all of them, or was cut at the limit of number or time.
    expanded : int
        States expanded.
    """

    routes: tuple[Route, ...]
    cost: float
    optimal: bool
    bound: float
    complete: bool
    expanded: int

    @property
    def best(self) -> Route:
        """The route to answer: one with the fewest changes."""
        return self.routes[0]


def solve_route(
    network: Network,
    source: str,
    target: str,
    weights: Sequence[float] | None = None,
    objective: Objective = "additive",
    *,
    time_limit: float | None = 10.0,
    max_routes: int = 100,
) -> Solution:
    """Find all optimal routes without a station twice.

    Parameters
    ----------
    network : Network
        Where to plan.
    source, target : str
        Names of two different vertices.
    weights : sequence of 4 floats, optional
        Time, price, comfort, reliability; None minimises the number of stations.
    objective : {"additive", "averaged"}
        See `tools.objective.route_cost`; without weights they are the same. The additive one is
        exact. The averaged one is exact up to 20 vertices; on larger networks it is the best found
        within `time_limit`, with its bound.
    time_limit : float, optional
        Seconds; None for as long as it takes.
    max_routes : int
        How many equally good routes to return at most.

    Returns
    -------
    Solution
        The same for the same network and query, whatever the order of its rows.

    Raises
    ------
    UnknownStation
        A name is not in the network; the nearest names are told.
    NoRoute
        The two are equal, or not connected.
    MissingWeights
        The weights are not 4 numbers that sum to 1.
    BadTable
        A weighted criterion stands in no table.

    Examples
    --------
    >>> from tools.network import Edge, Network, Vertex
    >>> edges = (Edge("A", "B", "1"), Edge("B", "C", "2"))
    >>> network = Network("metromap", (Vertex("A"), Vertex("B"), Vertex("C")), edges)
    >>> str(solve_route(network, "A", "C").best)
    'A-B(transfer)-C'
    """
    if objective not in OBJECTIVES:
        raise ValueError(f"objective {objective!r} is none of {', '.join(OBJECTIVES)}")
    checked = require_query(network, source, target, weights)

    graph = compile_state_graph(network)
    search = search_additive(
        state_costs(graph, checked),
        graph.number[source],
        graph.number[target],
        deadline=Deadline(time_limit),
        max_routes=max_routes,
    )
    # Without weight on comfort and reliability the two objectives are the same.
    if objective == "averaged" and checked is not None and (checked[2] or checked[3]):
        exact = len(network.vertices) <= EXACT_VERTICES
        search = search_averaged(
            network,
            source,
            target,
            checked,
            search.sequences[0],
            deadline=Deadline(None if exact else time_limit),
            max_routes=max_routes,
        )
    return _solution(network, search)


def _solution(network: Network, search: RouteSearch) -> Solution:
    routes = [
        Route(
            stations=sequence.stations,
            transfers=marking.transfers,
            lines=marking.lines,
            cost=sequence.cost,
            totals=route_totals(network, sequence.stations, marking.lines, marking.transfers),
        )
        for sequence in search.sequences
        for marking in sequence.markings
    ]
    if len(routes) > 1:
        routes.sort(key=_preference)
    cost = min(route.cost for route in routes)
    return Solution(
        routes=tuple(routes),
        cost=cost,
        optimal=search.optimal,
        bound=cost if search.optimal else search.bound,
        complete=search.complete,
        expanded=search.expanded,
    )


def _preference(route: Route) -> tuple[int, int, tuple[str, ...], tuple[bool, ...]]:
    marks_last = tuple(not mark for mark in route.transfers)
    return (route.changes, len(route.stations), route.stations, marks_last)
