"""The size at which the geometric stages work."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from perception.text_reading import TextReading
from perception.working_size import enlargement, hardened, working_picture
from tests.perception.drawn import NO_TEXT, RED, canvas, label


def names_of_height(height: float, count: int = 6) -> TextReading:
    lines = tuple(label("Alba", (10.0, 20.0 * (i + 1)), height) for i in range(count))
    return TextReading(lines, "drawn")


def test_large_pictures_are_reduced_to_the_limit() -> None:
    rgb, scale = working_picture(canvas(800, 600), NO_TEXT, 120_000)
    assert rgb.shape == (300, 400, 3)
    assert scale == pytest.approx(2.0)


def test_pictures_with_small_lettering_are_enlarged_within_the_limit() -> None:
    rgb, scale = working_picture(canvas(400, 300), names_of_height(10.0), 10_000_000)
    assert rgb.shape[1] > 600
    assert rgb.shape[1] * scale == pytest.approx(400, abs=1)
    limited, _ = working_picture(canvas(400, 300), names_of_height(10.0), 200_000)
    assert limited.shape[0] * limited.shape[1] == pytest.approx(200_000, rel=0.01)


def test_pictures_with_readable_lettering_stay_as_they_are() -> None:
    picture = canvas(400, 300)
    assert working_picture(picture, names_of_height(20.0), 10_000_000)[0] is picture
    assert enlargement(NO_TEXT) == 1.0
    # Two small words, a credit say, tell nothing about the map.
    assert enlargement(names_of_height(6.0, count=2)) == 1.0


def test_the_enlargement_is_by_the_usual_height_and_bounded() -> None:
    reading = names_of_height(12.0)
    odd = replace(reading.lines[0], height=300.0)
    assert enlargement(replace(reading, lines=(*reading.lines, odd))) == enlargement(reading)
    assert enlargement(names_of_height(1.0)) == enlargement(names_of_height(2.0))


def test_hardening_leaves_only_the_colours_that_were_drawn() -> None:
    drawn = canvas(120, 90)
    cv2.line(drawn, (10, 10), (110, 80), RED, 7)
    size = (240, 180)
    soft = np.asarray(cv2.resize(drawn, size, interpolation=cv2.INTER_LINEAR), np.uint8)
    flat = [(255, 255, 255), RED]

    def blended(rgb: np.ndarray) -> float:
        return 1.0 - float(np.mean(sum((rgb == color).all(axis=2) for color in flat)))

    assert blended(hardened(soft)) < 0.2 * blended(soft)
    # The border stays where it was.
    is_red = hardened(soft)[..., 1] < 140
    assert abs(int(is_red.sum()) - int((soft[..., 1] < 140).sum())) < 0.05 * is_red.sum()


def test_a_flat_picture_is_not_changed_by_hardening() -> None:
    flat = canvas(40, 30, RED)
    assert (hardened(flat) == flat).all()
