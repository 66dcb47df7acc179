"""Whether a picture shows a map."""

from __future__ import annotations

import cv2
import pytest

from perception.graph.map_evidence import map_evidence, refuse_no_map
from perception.map_graph import MapEdge, MapGraph, MapLine, MapStation
from perception.perceive import perceive_shapes
from perception.picture import Picture
from perception.strokes.find import find_strokes
from perception.strokes.table_rules import are_table_rules
from perception.text_reading import TextReading
from tests.perception.drawn import NO_TEXT, RED, canvas, label, ring, stroke


def chain(names: list[str]) -> MapGraph:
    """Return a graph of stations in a row, "" where one has no name."""
    stations = tuple(
        MapStation(f"S{i}", name, (float(i), 0.0), ("L0",)) for i, name in enumerate(names)
    )
    edges = tuple(MapEdge(f"S{i}", f"S{i + 1}", ("L0",)) for i in range(len(names) - 1))
    line = MapLine("L0", "Red", "#ff0000")
    return MapGraph("map.png", 100, 100, (line,), stations, edges, notes=("as read",))


def lines(count: int, notes: tuple[str, ...] = ()) -> TextReading:
    words = tuple(label("Some words", (0.0, 20.0 * i)) for i in range(count))
    return TextReading(words, "drawn", notes=notes)


def test_edges_between_names_make_a_map() -> None:
    graph = chain(["Alba", "Birch", "", "Cedar"])
    assert refuse_no_map(graph, lines(3)) is graph
    evidence = map_evidence(graph, lines(3))
    assert (evidence.edges, evidence.named_edges, evidence.named_stations) == (3, 1, 3)


@pytest.mark.parametrize("names", [["", "", ""], ["Alba", "", "Birch"]])
def test_edges_that_join_no_two_names_are_none_of_a_map(names: list[str]) -> None:
    refused = refuse_no_map(chain(names), lines(2))
    assert refused.edges == () and refused.stations == () and refused.lines == ()
    assert "as read" in refused.notes
    assert any("no map" in note and "joins two names" in note for note in refused.notes)


def test_geometry_is_kept_where_the_names_cannot_be_read() -> None:
    graph = chain(["", "", ""])
    assert refuse_no_map(graph, lines(0, ("no recogniser for this script",))) is graph


def test_a_page_with_a_few_names_at_its_rules_is_no_map() -> None:
    graph = chain(["Some words", "More words"])
    assert refuse_no_map(graph, lines(60)).edges == ()
    # A map with a long legend or text beside it names far more stations.
    whole = chain([f"Stop {i}" for i in range(12)])
    assert refuse_no_map(whole, lines(60)) is whole


def test_what_is_refused_already_is_left_alone() -> None:
    empty = MapGraph("map.png", 100, 100, notes=("no edges found: the picture may hold no map",))
    assert refuse_no_map(empty, NO_TEXT) is empty


def test_marks_on_a_stroke_without_any_name_give_no_graph() -> None:
    picture = canvas()
    stroke(picture, [(40, 150), (360, 150)], RED)
    for x in (60, 200, 340):
        ring(picture, (x, 150))
    graph = perceive_shapes(Picture("photo.png", picture, 400, 300, ""), NO_TEXT).graph
    assert graph.edges == () and graph.stations == ()
    assert any("no map" in note for note in graph.notes)


@pytest.mark.parametrize(("color", "thick"), [((0, 0, 0), 3), ((150, 150, 150), 2), (RED, 6)])
def test_a_ruled_table_with_a_word_in_each_cell_gives_no_graph(
    color: tuple[int, int, int], thick: int
) -> None:
    picture = canvas(900, 600)
    for k in range(5):
        cv2.line(picture, (60, 60 + 110 * k), (840, 60 + 110 * k), color, thick)
        cv2.line(picture, (60 + 195 * k, 60), (60 + 195 * k, 500), color, thick)
    names = [
        "Alder",
        "Birch",
        "Cedar",
        "Dogwood",
        "Elm",
        "Fir",
        "Ginkgo",
        "Hazel",
        "Ivy",
        "Juniper",
        "Katsura",
        "Larch",
        "Maple",
        "Nutmeg",
        "Oak",
        "Pine",
    ]
    words = []
    for k, name in enumerate(names):
        x, y = 80 + 195 * (k % 4), 110 + 110 * (k // 4)
        cv2.putText(picture, name, (x, y + 8), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (0, 0, 0), 2)
        words.append(label(name, (x, y), 22.0))
    reading = TextReading(tuple(words), "drawn")
    graph = perceive_shapes(Picture("table.png", picture, 900, 600, ""), reading).graph
    assert graph.edges == () and graph.stations == ()
    assert any("rules of a table" in note for note in graph.notes)


def test_streets_that_cross_in_a_grid_are_no_table() -> None:
    picture = canvas(900, 600)
    for k in range(4):
        stroke(picture, [(20, 100 + 120 * k), (880, 100 + 120 * k)], RED, 6)
        stroke(picture, [(100 + 200 * k, 20), (100 + 200 * k, 580)], RED, 6)
    assert not are_table_rules(find_strokes(picture, NO_TEXT))
