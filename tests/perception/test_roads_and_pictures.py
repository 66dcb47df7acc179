"""Town and park maps: rings on white roads, plans of houses, pictures as marks, numbered spots."""

from __future__ import annotations

import cv2
import numpy as np

from perception.map_graph import MapGraph
from perception.markers.scene import build_scene
from perception.perceive import perceive_shapes
from perception.picture import Picture
from perception.stages import Strokes
from perception.stations.numbered_panels import numbered_panels
from perception.stations.panels import Panel
from perception.strokes.find import find_strokes
from perception.text_reading import TextItem, TextReading
from tests.perception.drawn import Point, Rgb, canvas, label, stroke

GROUND, WHITE, HOUSE = (230, 224, 210), (255, 255, 255), (205, 198, 185)
BROWN, GREEN, ROOF, WALL = (122, 78, 51), (76, 140, 76), (160, 60, 52), (140, 140, 156)
SPOTS: dict[str, Point] = {
    "Alder": (120, 100),
    "Brook": (340, 100),
    "Castle": (560, 100),
    "Dunmore": (120, 300),
    "Elm": (340, 300),
    "Fern": (560, 300),
}
ROADS = (("Alder", "Brook"), ("Brook", "Castle"), ("Alder", "Dunmore"), ("Brook", "Elm"),
         ("Dunmore", "Elm"), ("Castle", "Fern"))  # fmt: skip


def read(picture: Rgb, lines: list[TextItem]) -> MapGraph:
    height, width = picture.shape[:2]
    shown = Picture("drawn", picture, width, height, "drawn")
    return perceive_shapes(shown, TextReading(tuple(lines), "drawn")).graph


def edges(graph: MapGraph) -> set[frozenset[str]]:
    names = {station.id: station.name for station in graph.stations}
    return {frozenset((names[edge.source], names[edge.target])) for edge in graph.edges}


def town(width: int) -> tuple[Rgb, list[TextItem]]:
    picture = canvas(680, 400, GROUND)
    for one, other in ROADS:
        stroke(picture, (SPOTS[one], SPOTS[other]), WHITE, width)
    return picture, [label(name, (x + 14, y - 24), 16.0) for name, (x, y) in SPOTS.items()]


def test_rings_as_wide_as_their_roads_are_the_stations() -> None:
    picture, lines = town(14)
    for x, y in SPOTS.values():
        cv2.circle(picture, (int(x), int(y)), 6, WHITE, -1, cv2.LINE_AA)
        cv2.circle(picture, (int(x), int(y)), 6, (192, 57, 43), 2, cv2.LINE_AA)
    graph = read(picture, lines)
    places = {station.name: np.array(station.xy) for station in graph.stations}
    assert set(places) == set(SPOTS)
    assert all(np.hypot(*(places[name] - at)) < 3 for name, at in SPOTS.items())
    assert edges(graph) == {frozenset(road) for road in ROADS}


def test_plans_of_houses_are_no_line() -> None:
    picture, lines = town(14)
    for number, (x, y) in enumerate(np.random.default_rng(3).integers(10, 360, (24, 2))):
        x = int(x) + 300 * (number % 2)
        if (picture[y - 8 : y + 30, x - 8 : x + 40] == 255).any():
            continue
        cv2.rectangle(picture, (x, int(y)), (x + 22, int(y) + 12), HOUSE, -1)
        cv2.rectangle(picture, (x, int(y)), (x + 9, int(y) + 20), HOUSE, -1)
    strokes = find_strokes(picture, TextReading(tuple(lines), "drawn"))
    assert [np.abs(np.subtract(layer.color, WHITE)).max() < 8 for layer in strokes.layers] == [True]


def house(picture: Rgb, at: Point) -> None:
    x, y = round(at[0]), round(at[1])
    cv2.rectangle(picture, (x - 14, y - 4), (x + 14, y + 14), WALL, -1)
    roof = np.array([(x - 18, y - 4), (x, y - 18), (x + 18, y - 4)], np.int32)
    cv2.fillPoly(picture, [roof], ROOF, cv2.LINE_AA)


def tree(picture: Rgb, at: Point) -> None:
    x, y = round(at[0]), round(at[1])
    cv2.rectangle(picture, (x - 2, y + 8), (x + 2, y + 18), BROWN, -1)
    crown = np.array([(x - 13, y + 8), (x, y - 18), (x + 13, y + 8)], np.int32)
    cv2.fillPoly(picture, [crown], GREEN, cv2.LINE_AA)


def test_pictures_on_wide_paths_are_the_stations_and_other_trees_are_none() -> None:
    picture = canvas(680, 400, (187, 217, 163))
    for one, other in ROADS:
        stroke(picture, (SPOTS[one], SPOTS[other]), (254, 247, 230), 14)
    for number, at in enumerate(SPOTS.values()):
        (house, tree)[number % 2](picture, at)
    for x in range(40, 640, 90):
        tree(picture, (x, 370))
        tree(picture, (x + 20, 36))
    lines = [label(name, (x + 26, y - 24), 16.0) for name, (x, y) in SPOTS.items()]
    graph = read(picture, lines)
    assert {station.name for station in graph.stations} == set(SPOTS)
    assert edges(graph) == {frozenset(road) for road in ROADS}


def test_numbered_spots_are_told_from_badges() -> None:
    def panels(texts: str) -> frozenset[int]:
        found = [Panel(k, (40.0 * k, 10.0, 40.0 * k + 24, 34.0), 0) for k in range(len(texts))]
        lines = tuple(label(text, (40.0 * k + 8, 22.0)) for k, text in enumerate(texts))
        scene = build_scene(canvas(), TextReading(lines, "drawn"), Strokes(()))
        return numbered_panels(scene, found)

    assert panels("12345") == frozenset(range(5))
    assert panels("11223") == frozenset()
    assert panels("12") == frozenset()
