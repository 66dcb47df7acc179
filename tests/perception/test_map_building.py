from __future__ import annotations

import numpy as np
import pytest

from perception.graph.build import build_graph
from perception.map_graph import MapGraph
from perception.stages import Marker, StationCandidate, StrokeLayer, Strokes
from perception.traced_edge import TracedEdge
from tests.perception.drawn import Point, label

MASK = np.ones((2, 2), bool)
STROKES = Strokes(
    (
        StrokeLayer("L0", (255, 0, 0), MASK, 4.0),
        StrokeLayer("L1", (0, 0, 255), MASK, 4.0, state="future"),
        StrokeLayer("L2", (0, 255, 0), MASK, 4.0),
    ),
)


def candidate(name: str | None, *at: Point) -> StationCandidate:
    markers = tuple(Marker(xy, 5.0, "ring") for xy in at)
    return StationCandidate(markers, label(name, at[0]) if name else None, confidence=0.9)


def edge(source: int, target: int, layer: str = "L0", confidence: float = 1.0) -> TracedEdge:
    return TracedEdge(source, target, layer, ((0.0, 0.0), (10.0, 0.0)), confidence)


def names_of(graph: MapGraph) -> set[frozenset[str]]:
    names = {station.id: station.name for station in graph.stations}
    return {frozenset((names[e.source], names[e.target])) for e in graph.edges}


def test_lines_stations_and_edges() -> None:
    stations = [candidate("Alba", (10, 10)), candidate("Beta", (50, 10), (60, 20))]
    edges = [edge(0, 1, "L1", 0.7), edge(1, 0, "L0", 0.9)]
    names = {"L0": "Red Line", "L2": "Green Line"}
    graph = build_graph("a.png", (100, 80), STROKES, stations, edges, line_names=names)
    assert [(line.id, line.name, line.color, line.state) for line in graph.lines] == [
        ("L0", "Red Line", "#ff0000", "open"),
        ("L1", "", "#0000ff", "future"),
    ]
    assert [station.name for station in graph.stations] == ["Alba", "Beta"]
    assert graph.stations[1].xy == (55.0, 15.0)
    assert graph.stations[0].lines == ("L0", "L1")
    (joined,) = graph.edges
    assert joined.lines == ("L0", "L1")
    assert 0.0 < joined.confidence < 1.0
    assert (graph.image_path, graph.width, graph.height) == ("a.png", 100, 80)


def test_the_polyline_runs_from_source_to_target() -> None:
    stations = [candidate("Alba", (0, 0)), candidate("Beta", (10, 0))]
    backwards = TracedEdge(1, 0, "L0", ((10.0, 0.0), (5.0, 2.0), (0.0, 0.0)), 1.0)
    graph = build_graph("a.png", (20, 20), STROKES, stations, [backwards])
    assert graph.edges[0].source == graph.stations[0].id
    assert graph.edges[0].polyline == ((0.0, 0.0), (5.0, 2.0), (10.0, 0.0))


def test_coordinates_are_scaled_to_the_picture() -> None:
    stations = [candidate("Alba", (10, 10)), candidate("Beta", (50, 10))]
    graph = build_graph("a.png", (200, 200), STROKES, stations, [edge(0, 1)], scale=2.0)
    assert graph.stations[0].xy == (20.0, 20.0)
    assert graph.edges[0].polyline[-1] == (20.0, 0.0)


def test_a_nameless_marker_on_the_way_is_no_stop() -> None:
    stations = [candidate("Alba", (0, 0)), candidate(None, (5, 0)), candidate("Beta", (10, 0))]
    graph = build_graph("a.png", (20, 20), STROKES, stations, [edge(0, 1), edge(1, 2)])
    assert names_of(graph) == {frozenset(("Alba", "Beta"))}
    assert len(graph.stations) == 2
    assert graph.edges[0].confidence < 1.0
    assert any("1 " in note for note in graph.notes)


def test_a_nameless_junction_stays() -> None:
    stations = [candidate(n, (x, 0)) for n, x in (("A", 0), (None, 5), ("B", 10), ("C", 15))]
    edges = [edge(0, 1), edge(1, 2), edge(1, 3)]
    graph = build_graph("a.png", (20, 20), STROKES, stations, edges)
    assert len(graph.stations) == 4
    assert len(graph.edges) == 3


def test_two_lines_pass_a_nameless_crossing_each_on_its_own() -> None:
    stations = [
        candidate(name, (x, 0))
        for name, x in (("A", 0), ("B", 10), (None, 5), ("C", 20), ("D", 30))
    ]
    edges = [edge(0, 2), edge(2, 1), edge(3, 2, "L2"), edge(2, 4, "L2")]
    graph = build_graph("a.png", (20, 20), STROKES, stations, edges)
    assert names_of(graph) == {frozenset("AB"), frozenset("CD")}


def test_markers_without_label_and_line_are_left_out_with_a_note() -> None:
    stations = [candidate("A", (0, 0)), candidate("B", (9, 0)), candidate(None, (50, 50))]
    graph = build_graph("a.png", (60, 60), STROKES, stations, [edge(0, 1)])
    assert [station.name for station in graph.stations] == ["A", "B"]
    assert len(graph.notes) == 1


def test_transfers_join_stations_that_stay_apart() -> None:
    stations = [candidate("A", (0, 0)), candidate("B", (9, 0)), candidate("C", (20, 0))]
    graph = build_graph("a.png", (60, 60), STROKES, stations, [edge(0, 1)], transfers=[(1, 2)])
    assert len(graph.stations) == 3
    (transfer,) = graph.transfers
    assert (transfer.source, transfer.target) == (graph.stations[1].id, graph.stations[2].id)
    assert names_of(graph) == {frozenset("AB")}


def test_nothing_gives_an_empty_graph_with_a_note() -> None:
    graph = build_graph("a.png", (60, 60), Strokes(()), [], [])
    assert graph.stations == ()
    assert graph.edges == ()
    assert any("no map" in note for note in graph.notes)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_the_order_of_the_edges_does_not_matter(order: tuple[int, int]) -> None:
    stations = [candidate("A", (0, 0)), candidate("B", (9, 0)), candidate("C", (20, 0))]
    edges = [edge(0, 1), edge(1, 2)]
    graph = build_graph("a.png", (60, 60), STROKES, stations, [edges[i] for i in order])
    assert graph == build_graph("a.png", (60, 60), STROKES, stations, edges)


def test_the_json_form_reads_back() -> None:
    stations = [candidate("A", (0, 0)), candidate("B", (9, 0))]
    graph = build_graph("a.png", (60, 60), STROKES, stations, [edge(0, 1)])
    assert MapGraph.from_dict(graph.to_dict()) == graph
    assert set(graph.to_dict()) >= {"image", "lines", "stations", "edges", "transfers"}
