from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tools.random_networks import Query, changes_of, every_route, examples, queries, weights
from tools.network import Criteria, Edge, Network, Vertex
from tools.objective import Weights, route_cost
from tools.state_graph import StateCosts, compile_state_graph, state_costs


def integer_cost(
    costs: StateCosts, stations: tuple[str, ...], lines: tuple[str, ...]
) -> tuple[float, int, int]:
    """Add up the keys of a route; return its cost, changes and legs."""
    graph = costs.graph
    numbers = [graph.number[name] for name in stations]
    key = 0
    for (here, there), line in zip(pairwise(numbers), lines, strict=True):
        rides = dict(graph.onward[here])[there]
        key += next(costs.arcs[arc] for before, _, arc in rides if graph.line_of[before] == line)
    marks = changes_of(lines)
    key += sum(costs.changes[n] for n, mark in zip(numbers, marks, strict=True) if mark)
    cost, rest = divmod(key, costs.one)
    cost += costs.at_ends(numbers[0], numbers[-1])
    return cost / costs.denominator, *divmod(rest, costs.radix)


@pytest.mark.parametrize("domain", ["metromap", "travelmap"])
@examples(60)
@given(data=st.data(), of_weights=weights)
def test_integer_costs_are_the_plain_costs(
    domain: str, data: st.DataObject, of_weights: Weights | None
) -> None:
    query: Query = data.draw(queries(domain, 5))
    costs = state_costs(compile_state_graph(query.network), of_weights)
    for stations, lines in every_route(query):
        marks = changes_of(lines)
        plain = route_cost(query.network, stations, lines, marks, of_weights)
        found, changes, legs = integer_cost(costs, stations, lines)
        assert found == pytest.approx(plain, rel=1e-12)
        assert (changes, legs) == (sum(marks), len(lines))


def test_sums_of_decimals_are_exact() -> None:
    # As floats 0.1 + 0.2 + 0.3 exceeds 0.6.
    names = ("A", "B", "C", "D")
    edges = (
        Edge("A", "B", "1", Criteria(price=0.1)),
        Edge("B", "C", "1", Criteria(price=0.2)),
        Edge("C", "D", "1", Criteria(price=0.3)),
        Edge("A", "D", "1", Criteria(price=0.6)),
    )
    network = Network("metromap", tuple(Vertex(name) for name in names), edges)
    costs = state_costs(compile_state_graph(network), (0.0, 1.0, 0.0, 0.0))
    by_steps = integer_cost(costs, names, ("1", "1", "1"))
    assert by_steps[0] == integer_cost(costs, ("A", "D"), ("1",))[0] == 0.4


def test_values_and_weights_of_many_digits_stay_exact() -> None:
    values = Criteria(time=2.123456789012345, price=0.7000000000000001, reliability=1 / 3)
    network = Network(
        "metromap",
        (Vertex("A", values), Vertex("B"), Vertex("C", values)),
        (Edge("A", "B", "1", values), Edge("B", "C", "1", replace(values, time=1e-9))),
    )
    of_weights = (1 / 3, 1 / 7, 0.2, 1 - 1 / 3 - 1 / 7 - 0.2)
    costs = state_costs(compile_state_graph(network), of_weights)
    stations, lines = ("A", "B", "C"), ("1", "1")
    plain = route_cost(network, stations, lines, (False,) * 3, of_weights)
    assert integer_cost(costs, stations, lines)[0] == pytest.approx(plain, rel=1e-14)
