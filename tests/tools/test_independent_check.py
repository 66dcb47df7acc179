from __future__ import annotations

import itertools
import math

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perception.errors import LimitExceeded
from tests.tools.random_networks import (
    WEIGHTS,
    Query,
    best_routes,
    every_route,
    examples,
    queries,
    weights,
)
from tools.independent_check import cheaper_route, lowest_averaged_cost, lowest_walk_cost
from tools.network import Criteria, Edge, Network, Vertex
from tools.objective import Weights, route_cost
from tools.route_search import Deadline


def in_time() -> Deadline:
    return Deadline(None)


@pytest.mark.parametrize("domain", ["metromap", "travelmap"])
@examples(60)
@given(data=st.data(), of_weights=weights)
def test_no_route_costs_less_than_the_cheapest_walk(
    domain: str, data: st.DataObject, of_weights: Weights | None
) -> None:
    query = data.draw(queries(domain, 6, connected=False))
    bound = lowest_walk_cost(query.network, query.source, query.target, of_weights)
    if next(every_route(query), None) is None:
        assert bound == math.inf
        return
    lowest, routes = best_routes(query, of_weights)
    assert bound <= lowest * (1 + 1e-12)
    ends = (query.source, query.target)
    if bound < lowest * (1 - 1e-9):
        assert cheaper_route(query.network, *ends, of_weights, lowest, None) is None
    best = cheaper_route(query.network, *ends, of_weights, lowest * 1.01 + 0.01, None)
    assert best in {stations for stations, _ in routes}


def test_the_bound_is_the_shortest_path_where_lines_do_not_matter() -> None:
    graph = nx.random_regular_graph(3, 30, seed=4)
    times = {leg: 2 + sum(leg) % 7 / 10 for leg in graph.edges}
    nx.set_edge_attributes(graph, times, "time")
    network = Network(
        "metromap",
        tuple(Vertex(f"{n}") for n in graph),
        tuple(Edge(f"{a}", f"{b}", "1", Criteria(time=time)) for (a, b), time in times.items()),
    )
    for a, b in itertools.combinations(range(0, 30, 5), 2):
        length = nx.dijkstra_path_length(graph, a, b, weight="time")
        bound = lowest_walk_cost(network, f"{a}", f"{b}", (1.0, 0.0, 0.0, 0.0))
        assert bound == pytest.approx(length / 3)


@examples(60)
@given(queries("metromap", 6), st.sampled_from(WEIGHTS))
def test_trying_every_route_finds_the_lowest_averaged_cost(
    query: Query, of_weights: Weights
) -> None:
    lowest, _ = best_routes(query, of_weights, "averaged")
    found, stations = lowest_averaged_cost(
        query.network, query.source, query.target, of_weights, in_time()
    )
    assert found == pytest.approx(lowest)
    assert any(
        route_cost(query.network, stations, lines,
                   (False, *(a != b for a, b in itertools.pairwise(lines)), False),
                   of_weights, "averaged") == pytest.approx(found)
        for other, lines in every_route(query) if other == stations
    )  # fmt: skip


def test_an_enumeration_that_takes_too_long_is_given_up() -> None:
    names = [f"S{n}" for n in range(15)]
    edges = tuple(
        Edge(a, b, "1", Criteria(comfort=0.5)) for a, b in itertools.combinations(names, 2)
    )
    network = Network("metromap", tuple(Vertex(name) for name in names), edges)
    with pytest.raises(LimitExceeded):
        lowest_averaged_cost(network, "S0", "S1", (0.0, 0.0, 1.0, 0.0), Deadline(0.05))
