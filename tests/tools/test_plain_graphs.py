from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from perception.map_graph import MapEdge, MapGraph, MapLine, MapStation, OtherName
from tests.agent.truth_reader import TruthReader
from tests.tools.random_networks import examples
from tools.equal_names import align_equal_names
from tools.lesser_reader import LesserReader
from tools.plain_graphs import with_chained_lines, with_nearest_links, without_names

POINTS = st.lists(
    st.tuples(st.integers(0, 400), st.integers(0, 400)), min_size=1, max_size=12, unique=True
)


def a_map(points: list[tuple[int, int]]) -> MapGraph:
    """Draw one line through all points in their order."""
    stations = tuple(
        MapStation(f"S{i}", f"Name {i}", (float(x), float(y)), ("L",), 0.9, (OtherName("N", 0.5),))
        for i, (x, y) in enumerate(points)
    )
    edges = tuple(
        MapEdge(a.id, b.id, ("L",), (a.xy, b.xy)) for a, b in itertools.pairwise(stations)
    )
    return MapGraph("map.png", 400, 400, (MapLine("L", "Red", "#ff0000"),), stations, edges)


def pairs(graph: MapGraph) -> set[frozenset[str]]:
    return {frozenset((edge.source, edge.target)) for edge in graph.edges}


@examples(40)
@given(points=POINTS)
def test_each_station_is_joined_to_its_two_nearest(points: list[tuple[int, int]]) -> None:
    graph = with_nearest_links(a_map(points))
    assert not graph.lines
    assert all(not edge.lines for edge in graph.edges)
    joined = pairs(graph)
    assert len(joined) == len(graph.edges)
    for station in graph.stations:

        def off(other: MapStation, own: MapStation = station) -> float:
            return (other.xy[0] - own.xy[0]) ** 2 + (other.xy[1] - own.xy[1]) ** 2

        others = sorted(off(o) for o in graph.stations if o is not station)[:2]
        linked = sorted(
            off(o)
            for o in graph.stations
            if frozenset((station.id, o.id)) in joined and o is not station
        )
        assert linked[: len(others)] == others


@examples(40)
@given(points=POINTS)
def test_a_chain_passes_every_station_of_its_line_once(points: list[tuple[int, int]]) -> None:
    graph = with_chained_lines(a_map(points))
    degrees = [
        sum(station.id in (edge.source, edge.target) for edge in graph.edges)
        for station in graph.stations
    ]
    assert len(graph.edges) == len(points) - 1
    assert all(degree <= 2 for degree in degrees)
    assert all(edge.lines == ("L",) for edge in graph.edges)


def test_a_straight_line_survives_as_a_chain() -> None:
    graph = a_map([(0, 0), (10, 0), (30, 0), (60, 0)])
    assert pairs(with_chained_lines(graph)) == pairs(graph)


def test_no_name_is_left_without_ocr() -> None:
    graph = a_map([(0, 0), (10, 0), (30, 0)])
    graph = replace(
        graph, stations=tuple(replace(station, printed="Nm") for station in graph.stations)
    )
    bare = without_names(graph)
    assert {(s.name, s.printed, s.alternatives) for s in bare.stations} == {("", "", ())}
    assert {line.name for line in bare.lines} == {""}
    assert [s.xy for s in bare.stations] == [s.xy for s in graph.stations]
    assert pairs(bare) == pairs(graph)


def test_a_reader_leaves_out_the_stages_named_and_no_others() -> None:
    graph = a_map([(0, 0), (10, 0), (30, 0)])
    image = Path("map.png")

    def reader(*without: str) -> LesserReader:
        return LesserReader(TruthReader(lambda _: graph), without)

    assert reader("ocr").text(image).value.lines == ()
    assert [layer.name for layer in reader("ocr").lines(image).value] == [""]
    assert reader("line_tracing").lines(image).value == ()
    assert len(reader("line_tracing").text(image).value.lines) == 3
    both = reader("ocr", "line_tracing")
    assert both.graph(image).value == without_names(with_nearest_links(graph))
    assert both.describe()["without"] == ["line_tracing", "ocr"]


def test_equal_strings_are_paired_and_nothing_else() -> None:
    graph = a_map([(0, 0), (10, 0), (30, 0)])
    found = align_equal_names(graph, ["Name 1", "name 2", "Elsewhere"])
    assert found.station_by_name() == {"Name 1": "S1"}
    assert [item.text for item in found.unpaired_names] == ["name 2", "Elsewhere"]
    assert [item.key for item in found.unpaired_labels] == ["S0", "S2"]
    assert found.confidence == round(1 / 3, 4)
