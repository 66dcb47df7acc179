"""Town and park maps: rings on white roads, plans of houses, pictures as marks, numbered spots."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from perception.map_graph import MapGraph
from perception.markers.find import find_candidates
from perception.markers.scene import build_scene
from perception.perceive import perceive_shapes
from perception.picture import Picture
from perception.stages import Marker, StationCandidate, StrokeLayer, Strokes
from perception.stations.numbered_panels import numbered_panels
from perception.stations.panels import Panel
from perception.stations.picture_names import join_names_to_pictures
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


@pytest.mark.parametrize("rim", [1, 2])
def test_rings_as_wide_as_their_roads_are_the_stations(rim: int) -> None:
    picture, lines = town(14)
    for x, y in SPOTS.values():
        cv2.circle(picture, (int(x), int(y)), 6, WHITE, -1, cv2.LINE_AA)
        cv2.circle(picture, (int(x), int(y)), 6, (192, 57, 43), rim, cv2.LINE_AA)
    graph = read(picture, lines)
    places = {station.name: np.array(station.xy) for station in graph.stations}
    assert set(places) == set(SPOTS)
    assert all(np.hypot(*(places[name] - at)) < 3 for name, at in SPOTS.items())
    assert edges(graph) == {frozenset(road) for road in ROADS}


@pytest.mark.parametrize("color", [HOUSE, (150, 120, 100)])
def test_plans_of_houses_are_no_line(color: tuple[int, int, int]) -> None:
    picture, lines = town(10)
    for x, y in np.random.default_rng(3).integers(10, (640, 360), (40, 2)).tolist():
        if (picture[max(y - 8, 0) : y + 30, max(x - 8, 0) : x + 30] == 255).any():
            continue
        cv2.rectangle(picture, (x, y), (x + 22, y + 8), color, -1)
        cv2.rectangle(picture, (x, y), (x + 8, y + 22), color, -1)
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


@pytest.mark.parametrize(("width", "beside"), [(8, (26, -24)), (14, (-20, 30))])
def test_pictures_on_wide_paths_are_the_stations_and_other_trees_are_none(
    width: int, beside: tuple[int, int]
) -> None:
    picture = canvas(680, 400, (187, 217, 163))
    for one, other in ROADS:
        stroke(picture, (SPOTS[one], SPOTS[other]), (254, 247, 230), width)
    for number, at in enumerate(SPOTS.values()):
        (house, tree)[number % 2](picture, at)
    for x in range(40, 640, 90):
        tree(picture, (x, 370))
        tree(picture, (x + 20, 36))
    lines = [label(name, (x + beside[0], y + beside[1]), 16.0) for name, (x, y) in SPOTS.items()]
    graph = read(picture, lines)
    assert {station.name for station in graph.stations} == set(SPOTS)
    assert edges(graph) == {frozenset(road) for road in ROADS}


@pytest.mark.parametrize("off", [26, 32])
def test_plans_of_buildings_beside_the_roads_are_the_stations(off: int) -> None:
    picture = canvas(680, 400, WHITE)
    for one, other in ROADS:
        stroke(picture, (SPOTS[one], SPOTS[other]), (196, 196, 196), 10)
    lines = []
    for name, (x, y) in SPOTS.items():
        y += -off if y < 200 else off
        corners = [(-18, -14), (18, -14), (18, 4), (2, 4), (2, 14), (-18, 14)]
        plan = np.array([(x + dx, y + dy) for dx, dy in corners], np.int32)
        cv2.fillPoly(picture, [plan], (169, 187, 214))
        cv2.polylines(picture, [plan], True, (93, 109, 138), 1, cv2.LINE_AA)
        lines.append(label(name, (x + 24, y), 16.0))
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


@pytest.mark.parametrize(
    ("kind", "below", "width", "joined"),
    [
        ("picture", 22.0, 3.0, True),
        ("picture", 60.0, 3.0, False),
        ("picture", 22.0, 12.0, False),
        ("ring", 22.0, 3.0, False),
    ],
)
def test_a_name_close_to_its_picture_hides_the_thin_strokes_that_leave_there(
    kind: str, below: float, width: float, joined: bool
) -> None:
    square = ((90.0, 90.0), (110.0, 90.0), (110.0, 110.0), (90.0, 110.0))
    marker = Marker((100.0, 100.0), 10.0, kind, square, layers=("L0",))
    name = label("Mill", (83.0, 100.0 + below), 16.0)
    layer = StrokeLayer("L0", BROWN, np.zeros((200, 200), np.bool_), width)
    (found,) = join_names_to_pictures([StationCandidate((marker,), name)], Strokes((layer,)))
    outline = np.array(found.markers[0].outline)
    assert (outline[:, 1].max() > 100.0 + below) == joined
    assert (tuple(map(tuple, outline.tolist())) == square) != joined


def test_white_bars_across_lines_are_no_pictures_of_several_colours() -> None:
    night, red, blue, green = (20, 32, 44), (255, 90, 95), (79, 195, 247), (129, 199, 132)
    picture = canvas(900, 500, night)
    for y, color in ((120, red), (250, blue), (380, green)):
        stroke(picture, [(40, y), (860, y)], color, 12)
    stroke(picture, [(450, 40), (450, 460)], (255, 213, 79), 12)
    for y in (120, 250, 380):
        for x in (100, 210, 320, 580, 690, 800):
            corners = 16 * (
                np.array([(-2, -9.5), (3, -9.5), (3, 10.5), (-2, 10.5)]) + np.array((x, y))
            )
            cv2.fillPoly(picture, [corners.astype(np.int32)], (245, 245, 245), cv2.LINE_AA, 4)
    soft = np.asarray(cv2.GaussianBlur(picture, (7, 7), 1.0), np.uint8)
    reading = TextReading((label("Stop", (100, 60), 24.0),), "drawn")
    found = find_candidates(build_scene(soft, reading, find_strokes(soft, reading)))
    assert not [c for c in found if c.kind == "picture"]
    bars = [c.centre for c in found if c.belief > 0.4]
    for y in (120, 250, 380):
        for x in (100, 210, 320, 580, 690, 800):
            assert min(np.hypot(a - x, b - y) for a, b in bars) < 4.0
