"""Discs that only gaps of their line tell."""

from __future__ import annotations

from dataclasses import replace

import cv2
import pytest

from perception.markers.families import are_faint
from perception.markers.find import find_candidates
from perception.markers.scene import build_scene
from tests.perception.drawn import NO_TEXT, RED, canvas, stroke
from tests.perception.test_markers import WHITE, disc, layers_of, near, scene_of


@pytest.mark.parametrize("radius", [4, 5])
@pytest.mark.parametrize("ground", [(255, 255, 255), (244, 238, 226)])
def test_discs_of_a_lines_own_colour_in_gaps_of_it_are_marks(
    ground: tuple[int, int, int], radius: int
) -> None:
    picture = canvas(760, 300, ground)
    places = [(60, 150), (150, 150), (260, 150), (330, 150), (450, 150), (600, 150), (700, 150)]
    stroke(picture, [places[0], places[-1]], RED, 9)
    for at in places:
        cv2.circle(picture, at, radius + 3, (255, 255, 255), -1, cv2.LINE_AA)
        cv2.circle(picture, at, radius, RED, -1, cv2.LINE_AA)
    found = find_candidates(build_scene(picture, NO_TEXT, layers_of(picture, RED, width=9)))
    assert all(near(found, at, 2.0) for at in places)
    dashed = canvas(760, 300, ground)
    for x in range(40, 740, 30):
        stroke(dashed, [(x, 150), (x + 4, 150)], RED, 9)
    strokes = layers_of(dashed, RED, width=9)
    found = find_candidates(build_scene(dashed, NO_TEXT, strokes))
    assert all(mark.kind in ("gap", "tick") for mark in found)


def test_a_gap_like_the_discs_of_a_map_is_one_of_them() -> None:
    picture = canvas(760, 300)
    stroke(picture, [(20, 150), (740, 150)], RED, 12)
    for x in range(60, 720, 110):
        disc(4, WHITE)(picture, (x, 150))
    found = [c for c in find_candidates(scene_of(picture, RED)) if c.kind != "tick"]
    assert len(found) >= 6
    like = replace(found[0], kind="gap", centre=(700.0, 150.0))
    wide = replace(like, size=2 * like.size)
    assert are_faint([*found, like, wide]).tolist() == [False] * len(found) + [False, True]
