"""Judge optimality by other means than the solver's.

The solver searches backwards over states with integer costs; here SciPy's Dijkstra and integer
programming search a graph of platforms, built anew from the plain rules, with costs in floats.
What both agree on does not rest on one implementation.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

import networkx as nx
import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

from perception.errors import LimitExceeded
from tools.network import Criteria, Network, Vertex
from tools.objective import Weights, additive_cost, is_hub, route_cost
from tools.route_search import Deadline

FloatArray = npt.NDArray[np.float64]

Platform = tuple[str, str]
"""A station and a line that stops there."""

_OUTSIDE = -1

_PROGRAMME_TOLERANCE = 1e-6

_UNIT_WEIGHTS: tuple[Weights, ...] = (
    (1.0, 0.0, 0.0, 0.0),
    (0.0, 1.0, 0.0, 0.0),
    (0.0, 0.0, 1.0, 0.0),
    (0.0, 0.0, 0.0, 1.0),
)


@dataclass(frozen=True, eq=False)
class PlatformGraph:
    """Rides between the platforms of a line and changes between those of a station.

    Attributes
    ----------
    network : Network
        What it was built from.
    number : dict of (str, str) to int
        Platform numbers.
    platforms : dict of str to list of int
        Platforms of each station.
    heads, starts : arrays, int32
        Where the arcs lead, sorted by where they begin; where those of each platform start.
    costs : array, shape (arcs, 4), float64
        Cost of each arc under a weight of 1 on each criterion alone.
    legs : array, shape (arcs,), float64
        1 for a ride, 0 for a change.
    """

    network: Network
    number: dict[Platform, int]
    platforms: dict[str, list[int]]
    heads: npt.NDArray[np.int32]
    starts: npt.NDArray[np.int32]
    costs: FloatArray
    legs: FloatArray


@lru_cache(maxsize=256)
def platform_graph(network: Network) -> PlatformGraph:
    """Build the platform graph of a network."""
    number: dict[Platform, int] = {}
    platforms: dict[str, list[int]] = {}
    for edge in network.edges:
        for name in (edge.source, edge.target):
            if (name, edge.line) not in number:
                platforms.setdefault(name, []).append(len(number))
                number[name, edge.line] = len(number)
    edges = [_unit_costs(network, edge.values) for edge in network.edges]
    vertices = {
        vertex.name: _unit_costs(network, _without_hub_price(network, vertex))
        for vertex in network.vertices
    }
    arcs: list[tuple[int, int, FloatArray, float]] = []
    for edge, ride in zip(network.edges, edges, strict=True):
        for source, target in ((edge.source, edge.target), (edge.target, edge.source)):
            stop = vertices[source if network.domain == "metromap" else target]
            arcs.append((number[source, edge.line], number[target, edge.line], ride + stop, 1.0))
    for name, here in platforms.items():
        change = _unit_costs(network, Criteria(time=network.vertex[name].transfer_time))
        arcs += ((a, b, change, 0.0) for a, b in itertools.permutations(here, 2))
    arcs.sort(key=lambda arc: arc[:2])
    begins = np.array([arc[0] for arc in arcs], dtype=np.int32)
    return PlatformGraph(
        network=network,
        number=number,
        platforms=platforms,
        heads=np.array([arc[1] for arc in arcs], dtype=np.int32),
        starts=np.searchsorted(begins, np.arange(len(number) + 1)).astype(np.int32),
        costs=np.array([arc[2] for arc in arcs], dtype=np.float64).reshape(len(arcs), 4),
        legs=np.array([arc[3] for arc in arcs], dtype=np.float64),
    )


def _unit_costs(network: Network, values: Criteria) -> FloatArray:
    return np.array([additive_cost(values, network.domain, unit) for unit in _UNIT_WEIGHTS])


def lowest_walk_cost(network: Network, source: str, target: str, weights: Weights | None) -> float:
    """Return the additive cost of the cheapest walk, a lower bound for every route.

    Parameters
    ----------
    network : Network
        Where to go.
    source, target : str
        Two different vertices.
    weights : tuple of 4 floats or None
        None counts stations.

    Returns
    -------
    float
        Infinite where the two are not connected.
    """
    graph = platform_graph(network)
    starts, ends = graph.platforms.get(source), graph.platforms.get(target)
    if not starts or not ends:
        return math.inf
    distances = dijkstra(_weighed(graph, weights), indices=starts, min_only=True)
    return float(distances[ends].min()) + _cost_of_ends(network, source, target, weights)


def _cost_of_ends(network: Network, source: str, target: str, weights: Weights | None) -> float:
    """Return what a route costs beyond its arcs."""
    if weights is None:
        return 1.0
    if network.domain == "metromap":
        return 0.0
    start, end = network.vertex[source], network.vertex[target]
    hub_price = Criteria(price=end.values.price if is_hub(network, end) else None)
    return sum(
        additive_cost(values, network.domain, weights)
        for values in (_without_hub_price(network, start), hub_price)
    )


def _without_hub_price(network: Network, vertex: Vertex) -> Criteria:
    return replace(vertex.values, price=None) if is_hub(network, vertex) else vertex.values


@lru_cache(maxsize=64)
def _weighed(graph: PlatformGraph, weights: Weights | None) -> csr_array:
    costs = graph.legs if weights is None else graph.costs @ np.array(weights)
    size = len(graph.number)
    return csr_array((costs, graph.heads, graph.starts), shape=(size, size))


def cheaper_route(
    network: Network,
    source: str,
    target: str,
    weights: Weights | None,
    cost: float,
    time_limit: float | None,
) -> tuple[str, ...] | None:
    """Return the stations of a cheapest route where it costs less than `cost`, else None.

    An integer programme: one unit flows over the arcs from source to target, and no station is
    entered twice. Cycles apart from the route only add to the cost. Costs that differ by less than
    1e-6 count as equal, since the programme is solved in floats.

    Parameters
    ----------
    network, source, target, weights
        As in `lowest_walk_cost`; the two are connected.
    cost : float
        Of the route in question.
    time_limit : float or None
        Seconds.

    Raises
    ------
    LimitExceeded
        The time ran out first.
    """
    # Slow to import, and seldom needed.
    from scipy.optimize import Bounds, LinearConstraint, milp

    graph = platform_graph(network)
    weighed = _weighed(graph, weights).tocoo()
    starts, ends = graph.platforms[source], graph.platforms[target]
    # Arcs of the graph, then one from outside to each start, then one from each end to outside.
    tails = np.concatenate([weighed.row, np.full(len(starts), _OUTSIDE), ends])
    heads = np.concatenate([weighed.col, starts, np.full(len(ends), _OUTSIDE)])
    costs = np.concatenate([weighed.data, np.zeros(len(starts) + len(ends))])
    rides = np.flatnonzero(graph.legs)
    names = list(graph.platforms)
    station = np.empty(len(graph.number), dtype=np.int32)
    for place, name in enumerate(names):
        station[graph.platforms[name]] = place

    leave = _incidence(tails, np.flatnonzero(tails != _OUTSIDE), len(graph.number), len(costs))
    arrive = _incidence(heads, np.flatnonzero(heads != _OUTSIDE), len(graph.number), len(costs))
    enter = _incidence(station[heads], rides, len(names), len(costs))
    begin = csr_array((tails == _OUTSIDE).astype(np.float64)[np.newaxis, :])
    most = [0.0 if name == source else 1.0 for name in names]
    result = milp(
        costs,
        integrality=np.ones(len(costs), dtype=np.int8),
        bounds=Bounds(0.0, 1.0),
        constraints=(
            LinearConstraint(leave - arrive, 0.0, 0.0),
            LinearConstraint(begin, 1.0, 1.0),
            LinearConstraint(enter, -np.inf, most),
        ),
        options={
            "mip_rel_gap": 0.0,
            "time_limit": math.inf if time_limit is None else max(time_limit, 0.0),
        },
    )
    if result.status != 0:
        raise LimitExceeded("the cheapest route without a station twice was not found in time")
    lowest = float(result.fun) + _cost_of_ends(network, source, target, weights)
    if lowest >= cost - _PROGRAMME_TOLERANCE * max(cost, 1.0):
        return None
    following = {
        names[station[tails[arc]]]: names[station[heads[arc]]]
        for arc in rides
        if result.x[arc] > 0.5
    }
    stations = [source]
    while stations[-1] != target:
        stations.append(following[stations[-1]])
    return tuple(stations)


def _incidence(
    rows: npt.NDArray[np.int32], arcs: npt.NDArray[np.intp], height: int, width: int
) -> csr_array:
    """Return the matrix with a 1 for each of the arcs, in the row that `rows` gives it."""
    return csr_array((np.ones(len(arcs)), (rows[arcs], arcs)), shape=(height, width))


def lowest_averaged_cost(
    network: Network, source: str, target: str, weights: Weights, deadline: Deadline
) -> tuple[float, tuple[str, ...]]:
    """Return the lowest averaged cost of all simple routes, and its stations, by trying them all.

    Raises
    ------
    LimitExceeded
        The deadline came first.
    """
    graph = nx.Graph((edge.source, edge.target) for edge in network.edges)
    best: tuple[float, tuple[str, ...]] = (math.inf, ())
    for stations in nx.all_simple_paths(graph, source, target):
        for lines in line_choices(network, stations):
            if deadline.passed():
                raise LimitExceeded("the simple routes are too many to try them all")
            transfers = line_changes(lines)
            cost = route_cost(network, stations, lines, transfers, weights, "averaged")
            best = min(best, (cost, tuple(stations)))
    return best


def line_choices(network: Network, stations: list[str]) -> Iterator[tuple[str, ...]]:
    """Yield every choice of lines along a sequence of neighbouring stations."""
    return itertools.product(*(network.between[leg] for leg in itertools.pairwise(stations)))


def line_changes(lines: tuple[str, ...]) -> tuple[bool, ...]:
    """Return where a route that takes these lines changes, one entry a station."""
    return (False, *(a != b for a, b in itertools.pairwise(lines)), False)
