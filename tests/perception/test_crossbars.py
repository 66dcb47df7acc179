"""Bars across a line in its own colour, on drawn lines."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from perception.markers.crossbars import find_crossbars
from perception.markers.find import find_candidates
from perception.markers.scene import Scene, build_scene
from tests.perception.drawn import NO_TEXT, RED, Point, Rgb, canvas, stroke
from tests.perception.test_markers import layers_of

PLACES = [80.0, 190.0, 300.0, 410.0, 520.0]


def scene_of(picture: Rgb, width: float = 11) -> Scene:
    return build_scene(picture, NO_TEXT, layers_of(picture, RED, width=width))


def bar(picture: Rgb, at: Point, angle: float, reach: float, thick: int) -> None:
    across = np.array([-np.sin(angle), np.cos(angle)])
    stroke(picture, [tuple(at - reach * across), tuple(at + reach * across)], RED, thick)


def turned(x: float, angle: float) -> Point:
    middle = np.array([300.0, 300.0])
    return tuple(middle + (x - 300.0) * np.array([np.cos(angle), np.sin(angle)]))


@pytest.mark.parametrize("angle", [0.0, 0.3, np.pi / 4, 1.4])
@pytest.mark.parametrize(("width", "reach", "thick"), [(6, 8, 3), (11, 12, 4)])
def test_bars_across_a_line_in_its_colour_are_found_and_each_is_one(
    angle: float, width: int, reach: int, thick: int
) -> None:
    picture = canvas(600, 600)
    stroke(picture, [turned(40, angle), turned(560, angle)], RED, width)
    places = [turned(x, angle) for x in PLACES]
    for at in places:
        bar(picture, at, angle, reach, thick)
    found = find_crossbars(scene_of(picture, width))
    assert len(found) == len(places)
    for at in places:
        assert min(np.hypot(*np.subtract(f.centre, at)) for f in found) < 3.0
    marks = [c for c in find_candidates(scene_of(picture, width)) if c.kind == "tick"]
    assert len(marks) == len(places)


def test_a_bar_across_the_end_of_a_line_is_one() -> None:
    picture = canvas(600, 300)
    stroke(picture, [(60, 150), (540, 150)], RED, 11)
    for x in (60, 540):
        bar(picture, (x, 150), 0.0, 13, 5)
    found = find_crossbars(scene_of(picture))
    assert sorted(round(f.centre[0] / 20) for f in found) == [3, 27]


def test_a_thick_ring_in_the_colour_of_lines_is_no_bar() -> None:
    picture = canvas(600, 500)
    for y in (300, 350, 400, 450):
        stroke(picture, [(40, y), (560, y)], RED, 11)
    cv2.circle(picture, (300, 150), 50, RED, 21, cv2.LINE_AA)
    assert not find_crossbars(scene_of(picture))


def corner(picture: Rgb) -> None:
    stroke(picture, [(60, 250), (300, 250), (300, 40)], RED, 11)
    cv2.circle(picture, (300, 250), 7, RED, -1)


def crossing(picture: Rgb) -> None:
    stroke(picture, [(60, 150), (540, 150)], RED, 11)
    stroke(picture, [(300, 40), (300, 260)], RED, 11)


def fork(picture: Rgb) -> None:
    stroke(picture, [(60, 150), (540, 150)], RED, 11)
    stroke(picture, [(300, 150), (420, 270)], RED, 11)


def discs(picture: Rgb) -> None:
    stroke(picture, [(60, 150), (540, 150)], RED, 11)
    for k, x in enumerate(PLACES):
        cv2.circle(picture, (round(x), 150), 8 + k, RED, -1, cv2.LINE_AA)


def rings(picture: Rgb) -> None:
    stroke(picture, [(60, 150), (540, 150)], RED, 11)
    for x in PLACES:
        cv2.circle(picture, (round(x), 150), 10, RED, -1, cv2.LINE_AA)
        cv2.circle(picture, (round(x), 150), 6, (255, 255, 255), -1, cv2.LINE_AA)


@pytest.mark.parametrize("draw", [corner, crossing, fork, discs, rings])
def test_what_else_is_wide_is_no_bar(draw) -> None:  # type: ignore[no-untyped-def]
    picture = canvas(600, 300)
    draw(picture)
    assert not find_crossbars(scene_of(picture))
