"""One drawn colour is one flat colour, however a file has spread it; two stay two."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from perception.markers.flat_colors import flat_colors, to_lab
from tests.perception.drawn import Rgb

GROUND = (254, 253, 251)
ORANGE, APRICOT = (242, 164, 82), (238, 176, 118)


def patches(*colors: tuple[int, int, int], spread: float = 0.0) -> Rgb:
    """Squares in turn of the given colours; each square is off its colour by `spread`, smoothly."""
    rng = np.random.default_rng(5)
    rgb = np.full((400, 600, 3), GROUND, np.uint8)
    for number in range(60):
        x, y = 20 + number % 10 * 58, 20 + number // 10 * 62
        off = rng.normal(0.0, spread, 3)
        square = np.clip(np.array(colors[number % len(colors)]) + off, 0, 255)
        rgb[y : y + 24, x : x + 24] = np.rint(square)
    return rgb


def names_of(rgb: Rgb, size: int = 24) -> list[int]:
    _, labels = flat_colors(rgb, (GROUND,))
    return [
        int(np.median(labels[y : y + size, x : x + size]))
        for y in range(20, 400 - size, 62)
        for x in range(20, 600 - size, 58)
    ]


@pytest.mark.parametrize("spread", [0.0, 4.0, 7.0])
def test_a_colour_that_a_file_has_spread_is_one(spread: float) -> None:
    assert set(names_of(patches(ORANGE, spread=spread))) == {1}


@pytest.mark.parametrize("spread", [0.0, 6.0, 10.0])
def test_what_is_nearly_black_is_one_colour(spread: float) -> None:
    assert len(set(names_of(patches((28, 28, 30), spread=spread)))) == 1


def test_dark_blue_and_black_are_two_colours() -> None:
    found = names_of(patches((16, 16, 16), (16, 24, 96)))
    assert set(found[::2]).isdisjoint(found[1::2])


@pytest.mark.parametrize("spread", [0.0, 2.0])
def test_two_like_colours_are_told_apart(spread: float) -> None:
    apart = np.linalg.norm(np.subtract(*to_lab(np.array([ORANGE, APRICOT], np.uint8))))
    assert 12.0 < apart < 25.0
    found = names_of(patches(ORANGE, APRICOT, spread=spread))
    assert set(found[::2]).isdisjoint(found[1::2])
    assert -1 not in found


def test_noise_does_not_split_the_ink_of_outlines() -> None:
    rng = np.random.default_rng(7)
    rgb = np.full((300, 300, 3), 253.0)
    for place in range(20, 280, 20):
        rgb[20:280, place : place + 5] = (30, 32, 28)
    noisy = np.clip(rgb + rng.normal(0.0, 5.0, rgb.shape), 0, 255).astype(np.uint8)
    colors, _ = flat_colors(noisy, (GROUND,))
    assert (to_lab(colors)[:, 0] < 40.0).sum() == 1


def test_small_marks_that_compression_left_no_flat_pixels_have_a_colour() -> None:
    ground, road, yellow = (213, 230, 195), (246, 240, 220), (243, 193, 75)
    rgb = np.full((420, 370, 3), ground, np.uint8)
    spots = [(60, 60), (180, 60), (300, 60), (60, 200), (180, 200), (300, 200), (180, 340)]
    cv2.line(rgb, (180, 20), (180, 400), road, 10)
    for x, y in spots:
        cv2.rectangle(rgb, (x - 5, y - 5), (x + 5, y + 5), (122, 46, 29), -1)
        cv2.rectangle(rgb, (x - 4, y - 4), (x + 4, y + 4), yellow, -1)
    file = cv2.imencode(".jpg", rgb[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 60])[1]
    seen = np.asarray(cv2.imdecode(file, cv2.IMREAD_COLOR)[..., ::-1], np.uint8).copy()
    colors, labels = flat_colors(seen, (road, ground))
    found = {int(np.median(labels[y - 2 : y + 3, x - 2 : x + 3])) for x, y in spots}
    assert len(found) == 1
    assert np.linalg.norm(to_lab(colors[list(found)]) - to_lab(np.array([yellow], np.uint8))) < 20
