"""Names of lines from legend rows and badges."""

from __future__ import annotations

import cv2

from perception.colors import Rgb
from perception.line_names.name_lines import name_lines
from perception.stages import Strokes
from perception.text_reading import TextItem, TextReading
from tests.perception.drawn import BLUE, RED, canvas, label, stroke
from tests.perception.test_markers import layers_of


def names_of(picture: Rgb, lines: tuple[TextItem, ...], strokes: Strokes) -> dict[str, str]:
    found = name_lines(picture, TextReading(lines, "drawn"), strokes)
    return {layer: name.text for layer, name in found.items()}


def badge(text: str, x: float, y: float) -> TextItem:
    return TextItem(text, ((x, y), (x + 24, y), (x + 24, y + 18), (x, y + 18)), height=18.0)


def test_a_legend_row_names_its_line_and_keeps_words_that_follow() -> None:
    picture = canvas(600, 300)
    stroke(picture, [(40, 100), (560, 100)], RED, 12)
    strokes = layers_of(picture, RED)
    sample = (("L0", "Harbour", (40.0, 234.0, 90.0, 246.0)),)
    strokes = Strokes(strokes.layers, strokes.background, sample)
    lines = (label("Harbour", (100, 240)), label("Line", (166, 240)), label("Fort", (400, 240)))
    assert names_of(picture, lines, strokes) == {"L0": "Harbour Line"}


def test_a_badge_in_a_lines_colour_names_it() -> None:
    picture = canvas(600, 300)
    for y, color in ((100, RED), (200, BLUE)):
        stroke(picture, [(80, y), (560, y)], color, 12)
        cv2.rectangle(picture, (20, y - 20), (64, y + 20), color, -1)
    lines = (badge("M2", 30, 91), badge("M7", 30, 191))
    found = names_of(picture, lines, layers_of(picture, RED, BLUE))
    assert found == {"L0": "M2", "L1": "M7"}


def test_a_short_name_that_a_line_crosses_is_no_badge() -> None:
    picture = canvas(600, 300)
    stroke(picture, [(80, 100), (560, 100)], RED, 8)
    lines = (badge("Elm", 300, 91),)
    assert names_of(picture, lines, layers_of(picture, RED)) == {}


def test_numbers_of_the_stops_do_not_name_the_line() -> None:
    picture = canvas(600, 300)
    stroke(picture, [(20, 100), (560, 100)], RED, 12)
    numbers = []
    for stop in range(6):
        x = 60 + 80 * stop
        cv2.circle(picture, (x + 12, 100), 26, RED, -1)
        numbers.append(badge(str(stop + 1), x, 91))
    layers = layers_of(picture, RED)
    assert names_of(picture, tuple(numbers), layers) == {}


def test_a_legend_goes_before_a_badge() -> None:
    picture = canvas(600, 300)
    stroke(picture, [(80, 100), (560, 100)], RED, 12)
    cv2.rectangle(picture, (20, 80), (64, 120), RED, -1)
    strokes = layers_of(picture, RED)
    sample = (("L0", "Red Line", (40.0, 234.0, 90.0, 246.0)),)
    lines = (badge("M2", 30, 91), label("Red Line", (100, 240)))
    strokes = Strokes(strokes.layers, strokes.background, sample)
    assert names_of(picture, lines, strokes) == {"L0": "Red Line"}
