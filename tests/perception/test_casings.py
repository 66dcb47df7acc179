"""Roads: pale strokes between thin casings, on ground of nearly their own colour."""

from __future__ import annotations

from itertools import pairwise

import cv2
import numpy as np
import pytest

from perception.colors import find_palette
from perception.strokes.find import find_strokes
from tests.perception.drawn import NO_TEXT, Point, Rgb, canvas, stroke

GREY = (140, 140, 140)
WAYS: list[list[Point]] = [
    [(40, 60), (380, 60), (520, 200), (520, 360)],
    [(40, 330), (300, 330), (380, 60)],
    [(40, 60), (40, 330)],
]


def roads(ground: tuple[int, int, int], fill: tuple[int, int, int], width: int = 9) -> Rgb:
    picture = canvas(600, 400, ground)
    for way in WAYS:
        stroke(picture, way, GREY, width + 4)
    for way in WAYS:
        stroke(picture, way, fill, width)
    return picture


def along(ways: list[list[Point]]) -> tuple[np.ndarray, np.ndarray]:
    points = [np.linspace(a, b, 40) for way in ways for a, b in pairwise(way)]
    cells = np.rint(np.concatenate(points)).astype(int)
    return cells[:, 1], cells[:, 0]


@pytest.mark.parametrize("fill", [(255, 255, 255), (255, 242, 176), (238, 240, 230)])
@pytest.mark.parametrize("quality", [0, 80])
def test_cased_roads_are_the_lines_and_their_casings_are_none(
    fill: tuple[int, int, int], quality: int
) -> None:
    picture = roads((238, 240, 230), fill)
    if quality:
        _, data = cv2.imencode(".jpg", picture[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, quality])
        picture = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)[..., ::-1]
    strokes = find_strokes(picture, NO_TEXT)
    assert len(strokes.layers) == 1
    rows, columns = along(WAYS)
    assert strokes.layers[0].mask[rows, columns].mean() > 0.95
    assert 6 <= strokes.layers[0].width <= 12


def test_edges_between_long_boxes_stay_lines() -> None:
    picture = canvas(600, 400)
    boxes = [(40, 40), (40, 180), (40, 320), (330, 40), (330, 180), (330, 320)]
    for x, y in boxes:
        cv2.rectangle(picture, (x, y), (x + 200, y + 26), GREY, 2, cv2.LINE_AA)
    edges: list[list[Point]] = [
        [(140, 66), (140, 180)], [(140, 206), (140, 320)], [(430, 66), (430, 180)],
        [(240, 53), (330, 53)], [(240, 193), (330, 193)], [(430, 206), (430, 320)],
    ]  # fmt: skip
    for edge in edges:
        stroke(picture, edge, GREY, 3)
    strokes = find_strokes(picture, NO_TEXT)
    rows, columns = along(edges)
    assert max(layer.mask[rows, columns].mean() for layer in strokes.layers) > 0.9


def test_a_road_hardly_paler_than_the_ground_has_its_own_colour() -> None:
    picture = canvas(600, 400, (238, 240, 230))
    stroke(picture, WAYS[0], (255, 255, 255), 12)
    palette = find_palette(picture)
    assert len(palette.rgb) == 2
    assert (palette.labels[along(WAYS[:1])] == 1).mean() > 0.95


@pytest.mark.parametrize("spread", [4, 12])
def test_uneven_ground_is_one_colour(spread: int) -> None:
    shades = np.linspace(-spread, spread, 600)[None, :, None]
    noise = np.random.default_rng(1).normal(0, 1.5, (400, 600, 1))
    picture = np.clip(np.full((400, 600, 3), 225.0) + shades + noise, 0, 255).astype(np.uint8)
    assert len(find_palette(picture).rgb) == 1


def test_a_saturated_sign_does_not_tell_how_wide_pale_paths_are() -> None:
    picture = canvas(800, 600, (185, 215, 160))
    for way in WAYS:
        stroke(picture, way, (254, 247, 230), 12)
    cv2.polylines(
        picture,
        [np.array([(700, 500), (740, 500), (720, 470), (720, 530)])],
        False,
        (40, 70, 160),
        4,
    )
    strokes = find_strokes(picture, NO_TEXT)
    rows, columns = along(WAYS)
    assert strokes.layers[0].mask[rows, columns].mean() > 0.95


@pytest.mark.parametrize("quality", [75, 85, 92])
def test_parks_and_rivers_of_a_jpeg_are_whole_and_no_strokes(quality: int) -> None:
    picture = canvas(900, 700, (243, 239, 230))
    cv2.ellipse(picture, (600, 500), (160, 110), 0.0, 0.0, 360.0, (216, 236, 200), -1)
    stroke(picture, [(0, 400), (300, 370), (600, 430), (900, 350)], (207, 230, 245), 22)
    for x, color in ((200, (228, 0, 43)), (420, (0, 160, 200)), (640, (141, 182, 0))):
        stroke(picture, [(x, 60), (x, 400), (x + 80, 640)], color, 9)
    _, data = cv2.imencode(".jpg", picture[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, quality])
    read = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)[..., ::-1]
    strokes = find_strokes(read, NO_TEXT)
    assert len(strokes.layers) == 3
    assert all(max(layer.color) - min(layer.color) > 100 for layer in strokes.layers)
