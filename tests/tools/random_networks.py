"""Small random networks, and the best routes on them found by trying every one."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

import networkx as nx
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from tools.network import Criteria, Edge, Network, Vertex
from tools.objective import Objective, Weights, route_cost

# Few values, so that ties are common; zeros, so that hubs and dropped values are; one long time
# for changing lines, so that a walk that visits a station twice is often the cheapest.
TIMES = {"metromap": (2.0, 2.5, 3.0), "travelmap": (0.0, 30.0, 90.0)}
PRICES = {"metromap": (0.0, 0.5, 1.2), "travelmap": (10.0, 100.0, 200.0)}
COMFORTS = {"metromap": (0.0, 0.3, 0.9), "travelmap": (0.0, 1.5, 5.0)}
RELIABILITIES = (0.0, 0.5, 0.75)
TRANSFER_TIMES = (0.0, 5.0, 60.0)

WEIGHTS: tuple[Weights, ...] = (
    (1.0, 0.0, 0.0, 0.0),
    (0.0, 1.0, 0.0, 0.0),
    (0.0, 0.0, 1.0, 0.0),
    (0.0, 0.0, 0.0, 1.0),
    (0.25, 0.25, 0.25, 0.25),
    (0.4, 0.1, 0.3, 0.2),
    (0.065274, 0.348965, 0.122799, 0.462962),
)


def examples(number: int) -> settings:
    """Return settings for so many examples, the same ones each time."""
    return settings(
        max_examples=number,
        derandomize=True,
        deadline=None,
        suppress_health_check=(HealthCheck.too_slow, HealthCheck.filter_too_much),
    )


@dataclass(frozen=True)
class Query:
    """A network and two different vertices of it."""

    network: Network
    source: str
    target: str


@st.composite
def queries(
    draw: st.DrawFn, domain: str, most_vertices: int = 7, *, connected: bool = True
) -> Query:
    """Draw a network with parallel lines, loops and dead ends."""
    names = [f"S{n}" for n in range(draw(st.integers(2, most_vertices)))]
    known = draw(st.sets(st.sampled_from(("time", "price", "comfort", "reliability")), min_size=4))

    def criteria(vertex: bool) -> Criteria:
        options = {
            "time": TIMES[domain],
            "price": PRICES[domain],
            "comfort": COMFORTS[domain],
            "reliability": RELIABILITIES if vertex or domain == "travelmap" else (0.0,),
        }
        return Criteria(**{name: draw(st.sampled_from(options[name])) for name in sorted(known)})

    lines = ("1", "2", "3") if domain == "metromap" else ("",)
    pairs = draw(
        st.lists(
            st.sampled_from(list(itertools.combinations(names, 2))),
            min_size=len(names) - 1,
            max_size=2 * len(names),
        )
    )
    if connected:
        pairs += ((draw(st.sampled_from(names[:n])), names[n]) for n in range(1, len(names)))
    rides = {(frozenset(pair), draw(st.sampled_from(lines))): pair for pair in pairs}
    edges = [
        Edge(*(pair if draw(st.booleans()) else pair[::-1]), line, criteria(False))
        for (_, line), pair in rides.items()
    ]
    vertices = [
        Vertex(
            name,
            criteria(True),
            draw(st.sampled_from(TRANSFER_TIMES)) if domain == "metromap" else None,
        )
        for name in names
    ]
    source, target = draw(st.permutations(names))[:2]
    return Query(Network(domain, tuple(vertices), tuple(edges)), source, target)


@st.composite
def shared_stretches(draw: st.DrawFn) -> Query:
    """Draw two lines that meet and run on side by side, with a long time for changing at most.

    Between their other ends, riding on to the next station, changing there and coming back is
    often cheaper than changing where the lines meet, which a third line may help to avoid.
    """
    trunk = ["T0", "T1", "T2", "T3"]
    lines = {
        "1": ["A", *trunk[draw(st.integers(0, 2)) :]],
        "2": ["D", *trunk[draw(st.integers(0, 2)) :]],
        "3": draw(st.permutations(["A", "D", "E", *trunk]))[: draw(st.integers(0, 4))],
    }
    times = st.sampled_from((1.0, 2.0, 3.0))
    edges = tuple(
        Edge(a, b, line, Criteria(time=draw(times)))
        for line, stops in lines.items()
        for a, b in itertools.pairwise(stops)
    )
    vertices = tuple(
        Vertex(name, Criteria(time=1.0), draw(st.sampled_from((60.0, 30.0, 1.0, 0.0))))
        for name in ("A", "D", "E", *trunk)
    )
    return Query(Network("metromap", vertices, edges), "A", "D")


weights = st.one_of(st.none(), st.sampled_from(WEIGHTS))


def every_route(query: Query) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Yield (stations, lines) of every simple route, with every choice of lines."""
    graph = nx.Graph((edge.source, edge.target) for edge in query.network.edges)
    graph.add_nodes_from((query.source, query.target))
    for stations in nx.all_simple_paths(graph, query.source, query.target):
        legs = [
            [e.line for e in query.network.edges if {e.source, e.target} == set(leg)]
            for leg in itertools.pairwise(stations)
        ]
        for lines in itertools.product(*legs):
            yield tuple(stations), lines


def changes_of(lines: tuple[str, ...]) -> tuple[bool, ...]:
    """Return where the line changes, one entry a station."""
    return (False, *(a != b for a, b in itertools.pairwise(lines)), False)


def best_routes(
    query: Query, of_weights: Weights | None, objective: Objective = "additive"
) -> tuple[float, set[tuple[tuple[str, ...], tuple[bool, ...]]]]:
    """Return the lowest cost and the (stations, transfers) of every optimal route.

    Each optimal sequence of stations comes with its markings of fewest changes.
    """
    costs: dict[tuple[tuple[str, ...], tuple[bool, ...]], float] = {}
    for stations, lines in every_route(query):
        marks = changes_of(lines)
        cost = route_cost(query.network, stations, lines, marks, of_weights, objective)
        costs[stations, marks] = min(cost, costs.get((stations, marks), cost))
    lowest = min(costs.values())
    tied = {route for route, cost in costs.items() if cost <= lowest * (1 + 1e-9)}
    fewest: dict[tuple[str, ...], int] = {}
    for stations, marks in tied:
        fewest[stations] = min(sum(marks), fewest.get(stations, sum(marks)))
    return lowest, {route for route in tied if sum(route[1]) == fewest[route[0]]}
