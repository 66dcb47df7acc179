"""Stations of routes on the map as read: by label, pairing or likeness, or said to be absent."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from eval.maptab.kinds import CATEGORIES
from eval.reasonmap.kinds import select as select_rides
from eval.report.map_places import MapPlaces
from eval.report.routes import WrittenRoute, answered_route, reference_routes, split_route
from eval.run.graph_store import GraphStore, read_graph
from eval.run.store import RunStore
from perception.map_graph import MapGraph, MapStation
from tests.eval.fake_systems import FakeSystem
from tests.eval.report_runs import small_graph, small_run

NAMES = ("Alder", "Birch", "Cedar", "Dune")


def route(*names: str) -> WrittenRoute:
    return WrittenRoute(names, (False,) * len(names))


def test_labels_pairs_and_what_is_not_there() -> None:
    places = MapPlaces(small_graph(), NAMES, "test")
    assert places.place(route("Alder", "Cedar", "Nowhere", "")) == ["s0", "s2", None, None]
    assert places.place(route("Birtch", "Cedor")) == ["s1", "s2"]


def test_page_gets_what_was_asked_for_in_image_px() -> None:
    places = MapPlaces(small_graph(), NAMES, "test")
    places.place(route("Birch", "Alder", "Nowhere", "Cedar", "Dune"))
    page = places.as_dict()
    assert page["stations"]["s0"] == [8, 24]
    assert set(page["legs"]) == {"s1|s0", "s2|s3"}
    leg = page["legs"]["s1|s0"]
    assert leg[:2] == [24, 24]
    assert leg[-2:] == [8, 24]
    assert json.loads(json.dumps(page)) == page


def test_a_name_at_two_places_is_the_one_nearer_by() -> None:
    graph = small_graph()
    twin = MapStation("far", "Birch", (600.0, 24.0))
    places = MapPlaces(replace(graph, stations=(twin, *graph.stations)), NAMES, "test")
    assert places.place(route("Alder", "Birch")) == ["s0", "s1"]


def test_an_empty_graph_has_no_places() -> None:
    assert MapPlaces(MapGraph("", 10, 10), NAMES, "t").place(route("A", "B")) == [None, None]


def test_routes_are_split_as_the_evaluator_does() -> None:
    found = split_route("A - B(transfer)-C")
    assert found == WrittenRoute(("A", "B", "C"), (False, True, False))
    assert split_route("no route") is None
    kinds = {kind.name: kind for kind in CATEGORIES if kind.domain == "metromap"}
    assert answered_route(kinds["only_map"], None) is None
    assert reference_routes(kinds["only_map"], ["A-B", 5, "C"]) == [route("A", "B")]
    assert reference_routes(kinds["only_map"], {"1": "A-B"}) == []


def test_rides_are_routes_too() -> None:
    (kind,) = select_rides(["short"])
    first = {"route_name": "1", "departure_stop": "A", "arrival_stop": "C", "via_stops": ["B"]}
    second = {"route_name": "2", "departure_stop": "C", "arrival_stop": "D"}
    ride = WrittenRoute(("A", "B", "C", "D"), (False, False, True, False))
    assert reference_routes(kind, {"1": [first, second]}) == [ride]
    answer = "Route Name: 1\nDeparture Stop: A\nArrival Stop: C"
    assert answered_route(kind, answer) == route("A", "C")
    assert answered_route(kind, "take the bus") is None


def test_a_run_keeps_each_graph_once(tmp_path: Path) -> None:
    run = small_run(tmp_path, "run", FakeSystem(graph=small_graph()))
    (file,) = (run.root / "graphs").iterdir()
    record = run.store.read_sample("metromap/only_map", 0)
    assert record is not None
    assert record["graph"] == f"graphs/{file.name}"
    assert read_graph(run.root, record["graph"]) == small_graph()


def test_equal_graphs_are_one_file_wherever_the_picture_lies(tmp_path: Path) -> None:
    keep = GraphStore(RunStore(tmp_path)).keep
    elsewhere = replace(small_graph(), image_path="some/folder/map.png")
    assert keep(small_graph()) == keep(elsewhere)


@pytest.mark.parametrize("name", [None, 5, "", "graphs", "../run.json", "graphs/../run.json"])
def test_only_graphs_of_the_run_are_read(tmp_path: Path, name: object) -> None:
    (tmp_path / "run.json").write_text(json.dumps(small_graph().to_dict()))
    assert read_graph(tmp_path / "graphs", name) is None
    assert read_graph(tmp_path, name) is None
