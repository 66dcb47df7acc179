"""Which of two marks a name belongs to, told by how the map places its other names."""

from __future__ import annotations

import cv2
import numpy as np

from perception.markers.scene import build_scene
from perception.stations.code_colors import code_layers
from perception.stations.find import find_stations
from perception.stations.shared_boxes import without_wide_boxes
from perception.stations.station_codes import find_codes
from perception.text_reading import TextItem, TextReading
from tests.perception.drawn import BLUE, GREEN, RED, Rgb, canvas, label, ring, stroke
from tests.perception.test_markers import layers_of

SIZE = 20.0


def reading(*items: TextItem) -> TextReading:
    return TextReading(tuple(items), "drawn")


def wide(text: str, left: float, right: float, y: float) -> TextItem:
    top, low = y - SIZE / 2, y + SIZE / 2
    return TextItem(text, ((left, top), (right, top), (right, low), (left, low)), height=SIZE)


def places(picture: Rgb, items: list[TextItem], *colors: tuple[int, int, int]) -> dict[str, float]:
    """Return where along the line each name's mark is."""
    found = find_stations(picture, reading(*items), layers_of(picture, *colors))
    return {s.label.text: s.markers[0].xy[0] for s in found if s.label is not None}


def test_a_name_between_two_marks_is_placed_as_the_others_are() -> None:
    picture = canvas(1500, 300)
    stroke(picture, [(20, 150), (1480, 150)], RED, 10)
    xs = [100 + 100 * i for i in range(14)]
    for x in xs:
        ring(picture, (x, 150), 12)
    items = []
    for i, x in enumerate(xs):
        name = f"Station {chr(65 + i)}"
        if i in (4, 9, 11):  # centred far below
            items.append(wide(name, x - 90.0, x + 90.0, 202.0))
        elif i + 1 in (4, 9, 11):  # from the upper right of its mark to above the next
            items.append(wide(name, x + 18.0, x + 150.0, 122.0))
        elif i % 2:
            items.append(wide(name, x + 18.0, x + 78.0, 122.0))
        else:
            items.append(wide(name, x - 40.0, x + 40.0, 178.0))
    found = places(picture, items, RED)
    assert {name: round(x, -1) for name, x in found.items()} == {
        f"Station {chr(65 + i)}": x for i, x in enumerate(xs)
    }


def test_codes_in_the_colours_of_lines_tell_which_lines_a_name_is_on() -> None:
    picture = canvas(900, 600)
    lines = {RED: 100, GREEN: 300, BLUE: 500}
    items: list[TextItem] = []
    wanted = []
    for number, (color, y) in enumerate(lines.items()):
        stroke(picture, [(20, y), (880, y)], color, 10)
        for k in range(3):
            left = 60 + 280 * k
            cv2.rectangle(picture, (left, y + 30), (left + 50, y + 50), color, -1)
            items.append(wide(f"{'ABC'[number]}{k + 10}", left + 2.0, left + 48.0, y + 40.0))
            items.append(
                wide(f"Town {'ABC'[number]} {'xyz'[k]}", left + 58.0, left + 150, y + 40.0)
            )
            wanted.append((len(items) - 1, (number,)))
    scene = build_scene(picture, reading(*items), layers_of(picture, *lines))
    codes = find_codes(scene.lines, scene.lines, [])
    assert code_layers(scene, codes.boxes) == dict(wanted)
    bare = build_scene(np.full_like(picture, 255), reading(*items), layers_of(picture, *lines))
    assert code_layers(bare, codes.boxes) == {}


def test_two_codes_in_a_row_before_a_name_are_both_its_codes() -> None:
    towns = ("Arden", "Bolton", "Corby", "Dover", "Epsom", "Fleet", "Goole")
    lines: list[TextItem] = []
    for i, town in enumerate(towns):
        y = 40.0 + 60 * i
        lines += [wide(f"A{i + 10}", 40.0, 80.0, y), wide(f"B{i + 10}", 86.0, 126.0, y)]
        lines.append(wide(town, 132.0, 200.0, y))
    codes = find_codes(lines, lines, [])
    assert codes.boxes == {
        i: (lines[i - 2].polygon, lines[i - 1].polygon) for i in range(2, len(lines), 3)
    }


def test_a_box_that_holds_names_apart_is_no_names_box() -> None:
    lines = [label("Arden", (20, 30)), label("Bolton", (220, 30)), label("Corby", (20, 130))]
    lines.append(label("Dover", (20, 150)))
    park = ((0.0, 0.0), (400.0, 0.0), (400.0, 60.0), (0.0, 60.0))
    sign = ((0.0, 110.0), (100.0, 110.0), (100.0, 170.0), (0.0, 170.0))
    boxes = [(7, park), (7, park), (9, sign), (9, sign)]
    assert without_wide_boxes(lines, boxes) == [None, None, (9, sign), (9, sign)]
