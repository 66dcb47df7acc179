from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perception.errors import NoRoute, UnknownStation
from tests.tools.random_networks import every_route, examples, queries, weights
from tools.findings import Fault
from tools.greedy_walk import walk_greedily
from tools.network import Criteria, Edge, Network, Vertex
from tools.objective import Weights
from tools.solve_route import solve_route
from tools.verify_route import verify_route

# Better routes may exist, and marks that change lines where that is not needed.
MAY_BE_WORSE = {Fault.NOT_OPTIMAL, Fault.NEEDLESS_CHANGE}


@pytest.mark.parametrize("domain", ["metromap", "travelmap"])
@examples(60)
@given(data=st.data(), of_weights=weights)
def test_a_walk_is_a_sound_route_that_no_optimum_beats_from_above(
    domain: str, data: st.DataObject, of_weights: Weights | None
) -> None:
    query = data.draw(queries(domain, connected=False))
    ends = (query.network, query.source, query.target, of_weights)
    if next(every_route(query), None) is None:
        with pytest.raises(NoRoute):
            walk_greedily(*ends)
        return
    found = walk_greedily(*ends)
    verdict = verify_route(query.network, found.best, query.source, query.target, of_weights)
    assert {finding.fault for finding in verdict.findings} <= MAY_BE_WORSE
    assert found.cost >= solve_route(*ends).cost * (1 - 1e-9)
    assert not found.optimal


def network(*edges: tuple[str, str, float]) -> Network:
    names = dict.fromkeys(name for a, b, _ in edges for name in (a, b))
    return Network(
        "travelmap",
        tuple(Vertex(name, Criteria(time=1.0)) for name in names),
        tuple(Edge(a, b, "", Criteria(time=time)) for a, b, time in edges),
    )


def test_the_cheapest_step_is_taken_even_where_it_leads_astray() -> None:
    trap = network(("A", "B", 1.0), ("B", "C", 90.0), ("A", "D", 2.0), ("D", "C", 2.0))
    time = (1.0, 0.0, 0.0, 0.0)
    assert walk_greedily(trap, "A", "C", time).best.stations == ("A", "B", "C")
    assert solve_route(trap, "A", "C", time).best.stations == ("A", "D", "C")


def test_a_walk_turns_back_at_a_dead_end_and_keeps_no_trace_of_it() -> None:
    spur = network(("A", "B", 1.0), ("B", "X", 1.0), ("A", "C", 5.0), ("C", "D", 5.0))
    assert walk_greedily(spur, "A", "D").best.stations == ("A", "C", "D")


def test_unknown_and_equal_ends_are_told() -> None:
    with pytest.raises(UnknownStation):
        walk_greedily(network(("A", "B", 1.0)), "A", "Z")
    with pytest.raises(NoRoute):
        walk_greedily(network(("A", "B", 1.0)), "A", "A")
