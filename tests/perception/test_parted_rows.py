"""Names of one row that were read as one line, on drawn lettering."""

from __future__ import annotations

import cv2

from perception.markers.scene import Scene, build_scene
from perception.stations.parted_rows import part_rows
from perception.text_reading import TextItem, TextReading
from tests.perception.drawn import RED, canvas, stroke
from tests.perception.test_markers import layers_of

HEIGHT = 24


def line(text: str, left: float, right: float, y: float) -> TextItem:
    corners = ((left, y), (right, y), (right, y + HEIGHT), (left, y + HEIGHT))
    return TextItem(text, corners, height=float(HEIGHT))


def two_names(gap: int, *others: TextItem) -> Scene:
    """Return a scene with one line "Mettle Tarn" whose words stand `gap` px apart."""
    picture = canvas(600, 300)
    stroke(picture, [(40, 60), (560, 60)], RED, 12)
    for left, right in ((100, 294), (294 + gap, 450)):
        for x in range(left, right - 4, 9):
            cv2.rectangle(picture, (x, 154), (x + 4, 170), (20, 20, 20), -1)
    reading = TextReading((line("Mettle Tarn", 100, 450, 150), *others), "drawn")
    return build_scene(picture, reading, layers_of(picture, RED))


def texts(scene: Scene) -> list[str]:
    return [item.text for item in part_rows(scene).lines]


ABOVE = (line("梅特", 100, 180, 120), line("塔恩", 316, 390, 120))


def test_a_line_is_parted_where_the_script_above_parts() -> None:
    scene = part_rows(two_names(16, *ABOVE))
    assert [item.text for item in scene.lines] == ["Mettle", "Tarn", "梅特", "塔恩"]
    first, second = scene.lines[0].polygon, scene.lines[1].polygon
    assert first[1] == second[0]
    assert 294 <= first[1][0] / scene.scale <= 310


def test_a_line_alone_is_left_whole() -> None:
    assert texts(two_names(16)) == ["Mettle Tarn"]


def test_one_line_of_the_other_script_shows_one_name() -> None:
    assert texts(two_names(16, line("梅特塔恩", 100, 420, 120)))[0] == "Mettle Tarn"


def test_a_usual_space_is_no_parting() -> None:
    assert texts(two_names(6, *ABOVE))[0] == "Mettle Tarn"


def test_names_of_another_row_show_nothing() -> None:
    far = (line("梅特", 100, 180, 240), line("塔恩", 316, 390, 240))
    assert texts(two_names(16, *far))[0] == "Mettle Tarn"
