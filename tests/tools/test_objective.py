from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perception.errors import BadTable, MissingWeights
from tests.tools.labelled_queries import (
    DATA_SETS,
    LabelledQuery,
    labelled_queries,
    unmasked_network,
)
from tests.tools.random_networks import WEIGHTS, Query, changes_of, every_route, examples, queries
from tools.network import Criteria, Edge, Network, Vertex
from tools.objective import (
    Weights,
    additive_cost,
    is_hub,
    require_known,
    require_weights,
    route_cost,
    route_totals,
)
from tools.route import Totals, format_totals

EQUAL: Weights = (0.25, 0.25, 0.25, 0.25)

METRO = Network(
    "metromap",
    (
        Vertex("A", Criteria(1.5, 0.0, 0.5, 0.8), 0.0),
        Vertex("B", Criteria(0.6, 0.0, 0.0, 0.9), 6.0),
        Vertex("C", Criteria(2.0, 0.0, 0.9, 1.0), 9.0),
    ),
    (
        Edge("A", "B", "1", Criteria(2.4, 0.3, 0.2, 0.0)),
        Edge("B", "C", "1", Criteria(2.7, 0.9, 0.7, 0.0)),
        Edge("B", "C", "2", Criteria(3.0, 0.6, 0.6, 0.0)),
    ),
)
ABC = ("A", "B", "C")


def test_metromap_counts_the_source_the_edges_and_the_changes_but_not_the_destination() -> None:
    # Time 1.5 + 2.4 + 0.6 + 3.0 + 6 for the change; comforts 0.5, 0.2, 0.6, the zero at B dropped;
    # reliabilities 0.8 and 0.9, those of the edges are zero.
    totals = route_totals(METRO, ABC, ("1", "2"), (False, True, False))
    assert totals is not None
    assert totals.time == pytest.approx(13.5)
    assert totals.price == pytest.approx(0.9)
    assert totals.comfort == pytest.approx(1.3 / 3)
    assert totals.reliability == pytest.approx(0.85)
    costs = (13.5 / 3, 0.9 / 1.5, 0.5 + 0.8 + 0.4, 0.2 + 0.1)
    for number, cost in enumerate(costs):
        alone = tuple(float(number == other) for other in range(4))
        found = route_cost(METRO, ABC, ("1", "2"), (False, True, False), alone)  # type: ignore[arg-type]
        assert found == pytest.approx(cost)


def test_averaged_means_are_over_the_counted_values() -> None:
    cost = route_cost(METRO, ABC, ("1", "1"), (False, False, False), EQUAL, "averaged")
    time, price = (1.5 + 2.4 + 0.6 + 2.7) / 3, 1.2 / 1.5
    comfort, reliability = 1 - (0.5 + 0.2 + 0.7) / 3, 1 - (0.8 + 0.9) / 2
    assert cost == pytest.approx((time + price + comfort + reliability) / 4)


def test_staying_aboard_costs_no_change() -> None:
    stay = route_totals(METRO, ABC, ("1", "1"), (False, False, False))
    assert stay is not None
    assert stay.time == pytest.approx(7.2)


def travel(*, hub_at: str) -> Network:
    vertices = [Vertex(name, Criteria(90.0, 50.0, 2.5, 0.5)) for name in ABC]
    hub = Criteria(0.0, 200.0, 2.5, 0.5)
    vertices = [replace(v, values=hub) if v.name == hub_at else v for v in vertices]
    edge = Criteria(18.0, 20.0, 4.0, 0.25)
    return Network(
        "travelmap", tuple(vertices), (Edge("A", "B", values=edge), Edge("B", "C", values=edge))
    )


@pytest.mark.parametrize(("hub_at", "price"), [("A", 140.0), ("B", 140.0), ("C", 340.0)])
def test_travelmap_counts_both_ends_and_a_hub_s_price_at_the_destination_only(
    hub_at: str, price: float
) -> None:
    network = travel(hub_at=hub_at)
    totals = route_totals(network, ABC, ("", ""), (False,) * 3)
    assert totals == Totals(time=216.0, price=price, comfort=3.1, reliability=0.4)
    cost = route_cost(network, ABC, ("", ""), (False,) * 3, EQUAL)
    assert cost == pytest.approx((216 / 180 + price / 200 + 3 * 0.5 + 2 * 0.2 + 1.5 + 1.5) / 4)


def test_where_times_are_masked_there_are_no_hubs() -> None:
    vertex = Vertex("A", Criteria(price=100.0))
    assert not is_hub(Network("travelmap", (vertex,), ()), vertex)
    stop = Vertex("A", Criteria(time=0.0))
    assert not is_hub(Network("metromap", (stop,), ()), stop)


def test_without_weights_a_route_costs_its_stations() -> None:
    assert route_cost(METRO, ABC, ("1", "1"), (False,) * 3, None) == 3.0


def test_unknown_criteria_have_no_totals() -> None:
    bare = Network("metromap", (Vertex("A"), Vertex("B")), (Edge("A", "B", "1"),))
    assert route_totals(bare, ("A", "B"), ("1",), (False, False)) is None
    timed = Network("metromap", bare.vertices, (Edge("A", "B", "1", Criteria(time=2.0)),))
    totals = route_totals(timed, ("A", "B"), ("1",), (False, False))
    assert totals == Totals(2.0, None, None, None)


@examples(40)
@given(queries("metromap"), st.sampled_from(WEIGHTS))
def test_the_additive_cost_is_the_sum_of_its_pieces(query: Query, weights: Weights) -> None:
    network = query.network
    for stations, lines in every_route(query):
        pieces = [network.vertex[name].values for name in stations[:-1]]
        pieces += (network.between[a, b][line].values
                   for (a, b), line in zip(pairwise(stations), lines, strict=True))  # fmt: skip
        marks = changes_of(lines)
        pieces += (Criteria(time=network.vertex[name].transfer_time)
                   for name, mark in zip(stations, marks, strict=True) if mark)  # fmt: skip
        total = math.fsum(additive_cost(piece, "metromap", weights) for piece in pieces)
        assert route_cost(network, stations, lines, marks, weights) == pytest.approx(total)


@pytest.mark.parametrize(
    "bad",
    [
        None,
        (),
        (1.0,),
        (0.2, 0.2, 0.2, 0.2, 0.2),
        (math.nan, 0.5, 0.5, 0.0),
        (math.inf, 0.0, 0.0, 0.0),
        (1.5, -0.5, 0.0, 0.0),
        (1e308, 1e308, 0.0, 0.0),
        ("1", 0.0, 0.0, 0.0),
        (True, 0.0, 0.0, 0.0),
        (0.5, 0.4, 0.05, 0.0),
        (0.0, 0.0, 0.0, 0.0),
        "1000",
    ],
)
def test_weights_that_are_not_four_numbers_summing_to_one_are_refused(bad: Any) -> None:
    with pytest.raises(MissingWeights) as error:
        require_weights(bad)
    assert error.value.field == "weights"


def test_weights_may_be_off_by_their_rounding() -> None:
    assert require_weights([0.271, 0.068, 0.636, 0.0255]) == (0.271, 0.068, 0.636, 0.0255)


def test_a_weighted_criterion_must_be_known() -> None:
    network = Network("metromap", (Vertex("A", Criteria(time=1.0)),), (), "x.json")
    require_known(network, (1.0, 0.0, 0.0, 0.0))
    with pytest.raises(BadTable, match="price carries the weight") as error:
        require_known(network, (0.5, 0.5, 0.0, 0.0))
    assert error.value.file == "x.json"


@pytest.mark.parametrize("lacking", ["edges", "vertices"])
def test_a_weighted_criterion_must_stand_in_each_table_with_values(lacking: str) -> None:
    full, part = Criteria(time=1.0, price=1.0), Criteria(price=1.0)
    of_edges, of_vertices = (part, full) if lacking == "edges" else (full, part)
    network = Network(
        "metromap",
        (Vertex("A", of_vertices, 5.0), Vertex("B", of_vertices, 5.0)),
        (Edge("A", "B", "L1", of_edges),),
        "x.json",
    )
    require_known(network, (0.0, 1.0, 0.0, 0.0))
    with pytest.raises(BadTable, match=f"no {lacking} have it"):
        require_known(network, (0.5, 0.5, 0.0, 0.0))


def test_weighted_time_needs_transfer_times_where_lines_can_be_changed() -> None:
    values = Criteria(time=1.0)
    vertices = tuple(Vertex(name, values) for name in "ABC")
    edges = (Edge("A", "B", "L1", values), Edge("B", "C", "L2", values))
    with pytest.raises(BadTable, match="Transfer Time"):
        require_known(Network("metromap", vertices, edges, "x.json"), (1.0, 0.0, 0.0, 0.0))
    require_known(Network("travelmap", vertices, edges, "x.json"), (1.0, 0.0, 0.0, 0.0))


TOTALS = ("Total_Time", "Total_Price", "Average_Comfort Level", "Average_Reliability")


def labelled_totals(shared: Path, query: LabelledQuery, text: str) -> dict[str, float]:
    """Recompute the totals of a labelled route.

    Where rows of one pair on different lines differ, the labels of the development data take
    the row of the first line by name, whichever line the route rides. Released tables have one
    row a pair.
    """
    network = unmasked_network(shared, query)
    pieces = text.split("-")
    transfers = tuple(piece.endswith("(transfer)") for piece in pieces)
    stations = tuple(piece.removesuffix("(transfer)") for piece in pieces)
    lines = [min(network.between[leg]) for leg in pairwise(stations)]
    totals = route_totals(network, stations, lines, transfers)
    assert totals is not None
    return {field: float(text) for field, text in format_totals(totals).items()}


@pytest.mark.shared
@pytest.mark.parametrize("data_set", DATA_SETS)
def test_the_totals_of_every_label_are_reproduced(shared: Path, data_set: str) -> None:
    checked = 0
    for query in labelled_queries(shared, data_set):
        if not query.task.kind.weighted:
            continue
        label = {field: query.record[field] for field in TOTALS}
        found = [labelled_totals(shared, query, text) for text in query.record["routes"]]
        assert label in found, f"{query.task.kind.id}: {query.record['question']}"
        checked += 1
    assert checked == {"maptab_sample": 18, "metro_dev": 720, "real_dev": 810}[data_set]
