"""The reference planner against published labels and an independent data set."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from eval.bench.tables import mean_price
from eval.mini.costs import CostTables, Weights, route_cost, route_totals
from eval.mini.references import cheapest, fewest_stations, markings, simple_paths

QUERIES = "*_shortest_path_query_*_test_set.json"


def rows(root: Path, name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((root / name).read_text(encoding="utf-8"))
    return found


@cache
def doubled_edges(edge_tab: Path) -> bool:
    """Whether a pair has several rows of values, one a line, which the mini split never has."""
    pairs = [frozenset(row["Edge"].split("-")) for row in json.loads(edge_tab.read_bytes())]
    return len(set(pairs)) < len(pairs)


def tables_of(root: Path, record: dict[str, Any], domain: str) -> CostTables:
    vertices = {row["Vertex"]: row for row in rows(root, record["vertex_tab"])}
    if "edge_tab" not in record:
        return CostTables(domain, None, vertices)
    edges = {frozenset(row["Edge"].split("-")): row for row in rows(root, record["edge_tab"])}
    return CostTables(domain, edges, vertices)


def edges_of(root: Path, edge_tab: str) -> dict[tuple[str, str], tuple[str, ...]]:
    found = {}
    for row in rows(root, edge_tab):
        a, b = row["Edge"].split("-")
        found[a, b] = tuple(row.get("Line", ()))
    return found


def stations_of(route: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    names = route.split("-")
    plain = tuple(name.removesuffix("(transfer)") for name in names)
    return plain, tuple(p for p, name in zip(plain, names, strict=True) if name != p)


TOTALS = ("Total_Time", "Total_Price", "Average_Comfort Level", "Average_Reliability")


@pytest.mark.shared
@pytest.mark.parametrize("data", ["maptab_sample", "metro_dev", "real_dev"])
def test_totals_equal_the_labels(shared: Path, data: str) -> None:
    root = shared / "datasets" / data
    checked = 0
    for file in sorted(root.glob(f"*/data/test_set/{QUERIES}")):
        domain = file.name.split("_")[0]
        for record in json.loads(file.read_text(encoding="utf-8")):
            if "weights" not in record or not (root / record["vertex_tab"]).exists():
                continue
            if "edge_tab" in record and doubled_edges(root / record["edge_tab"]):
                continue
            tables = tables_of(root, record, domain)
            # Each Mix_tab price was rounded by itself before the file was written.
            slack = {"Total_Price": 0.1} if "edge_tab" not in record else {}
            # Among routes of equal cost the label gives the totals of one.
            found = [route_totals(*stations_of(route), tables) for route in record["routes"]]
            assert any(
                all(abs(t[name] - record[name]) <= slack.get(name, 0.0051) for name in TOTALS)
                for t in found
            ), (file.name, record["routes"])
            checked += 1
    assert checked >= 17


# Cities without doubled edges.
@pytest.mark.shared
@pytest.mark.parametrize("city", ["Budapest", "Lisboa", "Warsaw"])
def test_references_equal_those_of_another_solver(shared: Path, city: str) -> None:
    root = shared / "datasets" / "metro_dev"
    edge_tab = f"metromap/tabulars/real/{city}_edge.json"
    edges = edges_of(root, edge_tab)
    checked = 0
    for file in sorted(root.glob(f"metromap/data/test_set/{QUERIES}")):
        for record in json.loads(file.read_text(encoding="utf-8")):
            if record["city"] != city:
                continue
            ends = (record["station_1"], record["station_2"])
            if "weights" in record:
                weights: Weights = tuple(record["weights"])
                found = cheapest(edges, *ends, weights, tables_of(root, record, "metromap"))
            else:
                found = fewest_stations(edges, *ends)
            assert {str(route) for route in found} == set(record["routes"])
            checked += 1
    assert checked == 120


@given(st.data())
def test_simple_paths_equal_networkx(data: st.DataObject) -> None:
    names = "ABCDEFG"
    pairs = [(a, b) for a in names for b in names if a < b]
    chosen = data.draw(st.lists(st.sampled_from(pairs), min_size=1, max_size=12, unique=True))
    edges = dict.fromkeys(chosen, ("1",))
    graph = nx.Graph(chosen)
    source, target = chosen[0][0], chosen[-1][1]
    if source == target:
        return
    expected = {tuple(path) for path in nx.all_simple_paths(graph, source, target)}
    assert set(simple_paths(edges, source, target)) == expected


def test_a_shared_stretch_gives_every_place_to_change() -> None:
    edges = {("A", "B"): ("1",), ("B", "C"): ("1", "2"), ("C", "D"): ("2",)}
    assert set(markings("ABCD", edges)) == {("B",), ("C",)}
    routes = fewest_stations(edges, "A", "D")
    assert {str(route) for route in routes} == {"A-B(transfer)-C-D", "A-B-C(transfer)-D"}


def test_no_station_is_passed_twice_to_save_a_change() -> None:
    """Riding on to C and back would be quicker than changing at B, were it allowed."""
    zero = {"Price": 0.0, "Comfort Level": 0.0, "Reliability": 0.0}
    edges = {("A", "B"): ("1",), ("B", "C"): ("1", "2"), ("B", "D"): ("2",)}
    tables = CostTables(
        "metromap",
        {frozenset(pair): {"Time": 2.0, **zero} for pair in edges},
        {
            name: {"Time": 0.5, "Transfer Time": wait, **zero}
            for name, wait in {"A": 0, "B": 15, "C": 5, "D": 0}.items()
        },
    )
    (route,) = cheapest(edges, "A", "D", (1.0, 0.0, 0.0, 0.0), tables)
    assert str(route) == "A-B(transfer)-D"
    assert route_cost("ABD", "B", (1.0, 0.0, 0.0, 0.0), tables) == pytest.approx(20 / 3)


def test_a_hub_is_paid_where_the_route_ends_only() -> None:
    def row(time: float, price: float) -> dict[str, float]:
        return {"Time": time, "Price": price, "Comfort Level": 4.0, "Reliability": 0.5}

    tables = CostTables(
        "travelmap",
        {frozenset("AH"): row(10, 20), frozenset("HB"): row(10, 20)},
        {"A": row(60, 50), "H": row(0, 200), "B": row(60, 50)},
    )
    assert route_totals("AHB", (), tables)["Total_Price"] == 140
    assert route_totals("AH", (), tables)["Total_Price"] == 270
    assert route_totals("HA", (), tables)["Total_Price"] == 70
    assert route_totals("AHB", (), tables)["Average_Comfort Level"] == 4.0


def test_mix_prices_are_means_as_the_sample_rounds_them() -> None:
    assert mean_price([{"Price": 0.20}, {"Price": 0.64}]) == 0.42
    assert mean_price([{"Price": 0.01}, {"Price": 0.04}]) == 0.03
