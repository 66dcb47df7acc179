from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from pathlib import Path

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tools.labelled_queries import LabelledQuery, labelled_queries
from tests.tools.random_networks import WEIGHTS, Query, best_routes, every_route, examples, queries
from tools.network import Criteria, Edge, Network, Vertex
from tools.objective import Objective, Weights, route_cost
from tools.solve_route import solve_route

COMFORT: Weights = (0.0, 0.0, 1.0, 0.0)


@pytest.mark.parametrize("domain", ["metromap", "travelmap"])
@examples(100)
@given(data=st.data(), of_weights=st.sampled_from(WEIGHTS))
def test_the_optimal_routes_are_those_of_trying_every_route(
    domain: str, data: st.DataObject, of_weights: Weights
) -> None:
    query = data.draw(queries(domain))
    lowest, expected = best_routes(query, of_weights, "averaged")
    solution = solve_route(
        query.network, query.source, query.target, of_weights, "averaged", max_routes=10_000
    )
    assert {(route.stations, route.transfers) for route in solution.routes} == expected
    assert solution.cost == pytest.approx(lowest, rel=1e-9)
    assert solution.optimal
    assert solution.bound == solution.cost


def random_network(seed: int, size: int, degree: int) -> Network:
    rng = random.Random(seed)
    graph = nx.random_regular_graph(degree, size, seed=seed)

    def values(price: bool) -> Criteria:
        return Criteria(
            time=round(rng.uniform(2, 3), 2),
            price=round(rng.uniform(0, 1.5), 2) if price else 0.0,
            comfort=round(rng.random(), 2),
            reliability=0.0 if price else round(rng.uniform(0.5, 1), 2),
        )

    return Network(
        "metromap",
        tuple(Vertex(f"S{n}", values(False), 8.0) for n in range(size)),
        tuple(Edge(f"S{a}", f"S{b}", rng.choice("12"), values(True)) for a, b in graph.edges),
    )


@pytest.mark.parametrize("seed", range(6))
def test_twenty_vertices_are_solved_as_by_trying_every_route(seed: int) -> None:
    query = Query(random_network(seed, 20, 3), "S0", "S13")
    for of_weights in (COMFORT, (0.25, 0.25, 0.25, 0.25)):
        lowest, expected = best_routes(query, of_weights, "averaged")
        solution = solve_route(
            query.network, query.source, query.target, of_weights, "averaged", time_limit=0.0
        )
        assert solution.optimal, "the time limit is for larger networks"
        assert solution.cost == pytest.approx(lowest, rel=1e-9)
        assert {(route.stations, route.transfers) for route in solution.routes} == expected


def test_larger_networks_are_searched_within_the_time_with_a_valid_bound() -> None:
    network = random_network(1, 60, 3)
    at_once = solve_route(network, "S0", "S31", COMFORT, "averaged", time_limit=0.0)
    later = solve_route(network, "S0", "S31", COMFORT, "averaged", time_limit=0.3)
    for solution in (at_once, later):
        assert solution.bound <= later.cost <= solution.cost
        assert solution.optimal == (solution.bound == solution.cost)
    assert not at_once.optimal
    assert not at_once.complete


def test_a_longer_route_can_have_the_better_mean() -> None:
    edges = (
        Edge("A", "B", "1", Criteria(comfort=0.5)),
        Edge("A", "C", "1", Criteria(comfort=0.8)),
        Edge("C", "B", "1", Criteria(comfort=0.65)),
    )
    network = Network("metromap", tuple(Vertex(name) for name in "ABC"), edges)

    def best(objective: Objective) -> str:
        return str(solve_route(network, "A", "B", COMFORT, objective).best)

    # 0.5 against 0.2 + 0.35, and against their mean.
    assert best("additive") == "A-B"
    assert best("averaged") == "A-C-B"


def test_where_it_makes_no_difference_the_lines_with_fewest_changes_are_ridden() -> None:
    legs = itertools.pairwise(f"S{n:02}" for n in range(15))
    edges = [Edge(a, b, line, Criteria(comfort=0.5)) for a, b in legs for line in "123"]
    network = Network("metromap", tuple(Vertex(f"S{n:02}") for n in range(15)), tuple(edges))
    solution = solve_route(network, "S00", "S14", COMFORT, "averaged")
    assert [route.changes for route in solution.routes] == [0]


def test_without_weights_or_means_the_objectives_are_the_same() -> None:
    network = random_network(3, 30, 3)
    for of_weights in (None, (0.5, 0.5, 0.0, 0.0)):
        averaged = solve_route(network, "S0", "S20", of_weights, "averaged")
        assert averaged == solve_route(network, "S0", "S20", of_weights)


def released_pair(shared: Path) -> Iterator[LabelledQuery]:
    """Yield the queries of the released Travelmap pair that show both tables."""
    for query in labelled_queries(shared, "maptab_sample"):
        kind = query.task.kind
        if kind.domain == "travelmap" and kind.weighted and not kind.uses_mix_tab:
            yield query


def rank(query: LabelledQuery, objective: Objective) -> tuple[int, int]:
    """Return the place of the reference among all simple routes, and their number."""
    task = Query(query.network, *query.ends)
    reference = tuple(query.record["routes"][0].split("-"))
    costs = {
        stations: route_cost(
            query.network, stations, lines, (False,) * len(stations), query.record["weights"],
            objective,
        )
        for stations, lines in every_route(task)
    }  # fmt: skip
    return 1 + sum(cost < costs[reference] for cost in costs.values()), len(costs)


@pytest.mark.shared
def test_the_additive_objective_puts_the_released_reference_first(shared: Path) -> None:
    ranks = [rank(query, "additive") for query in released_pair(shared)]
    assert ranks == [(1, 12)] * 8


@pytest.mark.shared
def test_the_averaged_objective_does_so_for_six_of_eight_weightings(shared: Path) -> None:
    ranks = {query.task.kind.name: rank(query, "averaged") for query in released_pair(shared)}
    elsewhere = {name: place for name, place in ranks.items() if place != (1, 12)}
    assert len(ranks) == 8
    assert elsewhere == {"constraint_3": (11, 12), "constraint_4": (3, 12)}
    for query in released_pair(shared):
        best = solve_route(query.network, *query.ends, query.record["weights"], "averaged").best
        agrees = str(best) in query.record["routes"]
        assert agrees == (query.task.kind.name not in elsewhere)
