from __future__ import annotations

import math

import pytest

from perception.errors import BadTable, UnknownStation
from tools.network import Criteria, Edge, Network, Vertex

AB = (Vertex("A"), Vertex("B"))


@pytest.mark.parametrize(
    ("vertices", "edges", "told"),
    [
        ((Vertex("A"), Vertex("A")), (), "twice"),
        ((Vertex("Little Italy-University"),), (), "write _"),
        ((Vertex("A(transfer)"),), (), "(transfer)"),
        ((Vertex(" A"),), (), "white space"),
        ((Vertex(""),), (), "empty"),
        (AB, (Edge("A", "C"),), "'C' is no vertex"),
        (AB, (Edge("A", "A"),), "to itself"),
        (AB, (Edge("A", "B", "1"), Edge("B", "A", "1")), "twice on line '1'"),
        (AB, (Edge("A", "B", "1", Criteria(time=-1.0)),), "edge A-B: time: found -1.0"),
        (AB, (Edge("A", "B", "1", Criteria(price=math.nan)),), "price: found nan"),
        (AB, (Edge("A", "B", "1", Criteria(time=math.inf)),), "time: found inf"),
        (AB, (Edge("A", "B", "1", Criteria(comfort=1.1)),), "number of 0 to 1"),
        ((Vertex("A", Criteria(reliability=2.0)),), (), "vertex 'A': reliability"),
        ((Vertex("A", transfer_time=-5.0),), (), "transfer time"),
    ],
)
def test_what_does_not_hold_together_is_refused(
    vertices: tuple[Vertex, ...], edges: tuple[Edge, ...], told: str
) -> None:
    with pytest.raises(BadTable) as error:
        Network("metromap", vertices, edges, "city.json")
    assert told in str(error.value)
    assert error.value.file == "city.json"


def test_travelmap_comforts_go_up_to_five() -> None:
    Network("travelmap", (Vertex("A", Criteria(comfort=5.0)),), ())
    with pytest.raises(BadTable):
        Network("travelmap", (Vertex("A", Criteria(comfort=5.1)),), ())


def test_an_unknown_domain_is_refused() -> None:
    with pytest.raises(ValueError, match="busmap"):
        Network("busmap", AB, ())


def test_parallel_lines_keep_their_own_values() -> None:
    slow, quick = Criteria(time=3.0), Criteria(time=2.0)
    network = Network("metromap", AB, (Edge("A", "B", "1", slow), Edge("B", "A", "2", quick)))
    assert {line: e.values for line, e in network.between["A", "B"].items()} == {
        "1": slow,
        "2": quick,
    }
    assert network.between["A", "B"].keys() == network.between["B", "A"].keys()


def test_known_criteria_are_those_with_a_value_anywhere() -> None:
    vertices = (Vertex("A", Criteria(reliability=0.0)), Vertex("B"))
    network = Network("metromap", vertices, (Edge("A", "B", "1", Criteria(time=2.0)),))
    assert network.known == {"time", "reliability"}


def test_an_unknown_station_is_told_with_its_nearest_names() -> None:
    names = ("Triskett", "West Park", "West 117th_Madison", "Puritas")
    network = Network("metromap", tuple(Vertex(name) for name in names), ())
    assert network.require("Puritas").name == "Puritas"
    with pytest.raises(UnknownStation) as error:
        network.require("West 117th Madison")
    assert error.value.mend.startswith("nearest names: 'West 117th_Madison'")
    with pytest.raises(UnknownStation, match="no name is near"):
        network.require("Q")
