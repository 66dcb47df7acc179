from __future__ import annotations

import pytest

from perception.errors import BadTable
from tools.build_network import network_from_tables, network_from_topology
from tools.network import Criteria
from tools.tables import Cell, Table

METRO_EDGES = ("Edge", "Line", "Time", "Price")


def edge_table(*rows: tuple[Cell, ...], columns: tuple[str, ...] = METRO_EDGES) -> Table:
    return Table("Edge_tab", "x_edge.json", columns, rows)


def vertex_table(*rows: tuple[Cell, ...], columns: tuple[str, ...] = ("Vertex", "Time")) -> Table:
    return Table("Vertex_tab", "x_vertex.json", columns, rows)


def test_columns_that_a_mask_dropped_are_unknown() -> None:
    network = network_from_tables(
        "metromap",
        edge_table(("A-B", ("1",), 2.5, 0.4), ("B-C", ("1", "2"), 2.0, 0.0)),
        vertex_table(
            ("A", 1.0, 0.0),
            ("B", 0.5, 7.0),
            ("C", 2.0, 0.0),
            columns=("Vertex", "Time", "Transfer Time"),
        ),
    )
    assert network.between["A", "B"]["1"].values == Criteria(time=2.5, price=0.4)
    assert set(network.between["C", "B"]) == {"1", "2"}
    assert network.vertex["B"].values == Criteria(time=0.5)
    assert network.vertex["B"].transfer_time == 7.0
    assert network.known == {"time", "price"}


def test_without_a_vertex_table_the_edges_name_the_vertices() -> None:
    network = network_from_tables(
        "metromap", edge_table(("B-A", ("1",)), ("A-C", ("1",)), columns=("Edge", "Line"))
    )
    assert [vertex.name for vertex in network.vertices] == ["B", "A", "C"]
    assert network.known == frozenset()


def test_rows_of_one_pair_on_different_lines_are_edges_of_their_own() -> None:
    network = network_from_tables(
        "metromap", edge_table(("A-B", ("1",), 2.0, 0.1), ("B-A", ("2",), 3.0, 0.2))
    )
    assert network.between["A", "B"]["2"].values.time == 3.0


def test_travelmap_has_no_lines() -> None:
    table = edge_table(("甲-乙", 10.0), columns=("Edge", "Time"))
    assert set(network_from_tables("travelmap", table).between["甲", "乙"]) == {""}


def test_the_same_tables_give_the_same_network() -> None:
    def build() -> object:
        return network_from_tables("metromap", edge_table(("A-B", ("1",), 2.0, 0.1)))

    assert build() is build()


@pytest.mark.parametrize("cell", ["A", "A-B-C", "A-", "-B", ""])
def test_an_edge_needs_one_hyphen_between_two_names(cell: str) -> None:
    with pytest.raises(BadTable) as error:
        network_from_tables(
            "metromap", edge_table(("A-B", ("1",), 2.0, 0.1), (cell, ("1",), 2.0, 0.1))
        )
    assert (error.value.file, error.value.field) == ("x_edge.json", "row 2, column Edge")


@pytest.mark.parametrize(
    ("row", "field"),
    [
        (("A-B", (), 2.0, 0.1), "row 1, column Line"),
        (("A-B", "1", 2.0, 0.1), "row 1, column Line"),
        (("A-B", ("1",), "two", 0.1), "row 1, column Time"),
        (("A-B", ("1",), 2.0, float("nan")), "row 1, column Price"),
        (("A-B", ("1",), 2.0, -0.5), "row 1, column Price"),
        ((3.0, ("1",), 2.0, 0.5), "row 1, column Edge"),
    ],
)
def test_a_bad_cell_is_told_with_its_place(row: tuple[Cell, ...], field: str) -> None:
    with pytest.raises(BadTable) as error:
        network_from_tables("metromap", edge_table(row))
    assert (error.value.file, error.value.field) == ("x_edge.json", field)


def test_a_vertex_without_a_row_is_told_by_the_edge_that_names_it() -> None:
    with pytest.raises(BadTable) as error:
        network_from_tables(
            "metromap",
            edge_table(("A-B", ("1",), 2.0, 0.1), ("B-C", ("1",), 2.0, 0.1)),
            vertex_table(("A", 1.0), ("B", 1.0)),
        )
    assert "'C' has no row in Vertex_tab (x_vertex.json)" in str(error.value)
    assert error.value.field == "row 2, column Edge"


def test_a_metro_table_needs_its_lines() -> None:
    with pytest.raises(BadTable, match="no column 'Line'"):
        network_from_tables("metromap", edge_table(("A-B", 2.0), columns=("Edge", "Time")))


LINKS = [("A", "B", ("1",)), ("B", "C", ("1", "2")), ("C", "B", ("2",)), ("C", "D", ())]


def test_a_topology_alone_makes_a_network() -> None:
    network = network_from_topology("metromap", LINKS, origin="map.png")
    assert {e.line for e in network.edges if {e.source, e.target} == {"B", "C"}} == {"1", "2"}
    assert set(network.between["D", "C"]) == {""}
    assert network.origin == "map.png"


def test_a_vertex_table_gives_a_topology_its_values() -> None:
    table = vertex_table(*((name, 1.0) for name in "DCBAX"))
    network = network_from_topology("metromap", LINKS, table)
    assert [vertex.name for vertex in network.vertices] == list("DCBAX")
    assert network.assumed == ()


def test_what_the_table_lacks_is_an_error_or_the_mean() -> None:
    columns = ("Vertex", "Time", "Comfort Level", "Transfer Time")
    table = vertex_table(("A", 1.0, 0.0, 0.0), ("B", 2.0, 0.4, 8.0), ("C", 3.0, 0.6, 6.0),
                         columns=columns)  # fmt: skip
    with pytest.raises(BadTable, match="'D' of the map has no row"):
        network_from_topology("metromap", LINKS, table)
    network = network_from_topology("metromap", LINKS, table, missing="mean")
    assert network.assumed == ("D",)
    assert network.vertex["D"].values == Criteria(time=2.0, comfort=0.5)
    assert network.vertex["D"].transfer_time == 7.0
