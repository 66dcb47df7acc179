"""Marks of every kind are found where they are drawn."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perception.markers.bulges import find_bulges
from perception.markers.candidate import Candidate
from perception.markers.find import find_candidates
from perception.markers.mixed_blobs import find_mixed_blobs
from perception.markers.scene import Scene, build_scene
from perception.markers.ticks import find_ticks
from perception.stages import StrokeLayer, Strokes
from perception.stations.find import find_stations
from perception.strokes.find import find_strokes
from perception.text_reading import TextItem, TextReading
from tests.perception.drawn import BLUE, NO_TEXT, RED, Rgb, canvas, label, ring, stroke

WHITE, BLACK, ORANGE = (255, 255, 255), (20, 20, 20), (240, 165, 80)
WIDTH = 12
Draw = Callable[[Rgb, tuple[int, int]], None]


def layers_of(picture: Rgb, *colors: tuple[int, int, int], width: float = WIDTH) -> Strokes:
    """Strokes by exact colour: what was drawn, less what was drawn over it."""
    found = []
    for index, color in enumerate(colors):
        mask = (np.abs(picture.astype(int) - color).max(axis=2) < 12).astype(bool)
        found.append(StrokeLayer(f"L{index}", color, mask, width))
    return Strokes(tuple(found), (255, 255, 255))


def scene_of(picture: Rgb, *colors: tuple[int, int, int], text: TextReading = NO_TEXT) -> Scene:
    return build_scene(picture, text, layers_of(picture, *colors))


def disc(radius: int, color: tuple[int, int, int], rim: int = 0) -> Draw:
    def draw(picture: Rgb, at: tuple[int, int]) -> None:
        cv2.circle(picture, at, radius, color, -1, cv2.LINE_AA)
        if rim:
            cv2.circle(picture, at, radius, BLACK, rim, cv2.LINE_AA)

    return draw


def square(picture: Rgb, at: tuple[int, int]) -> None:
    low, high = (at[0] - 7, at[1] - 7), (at[0] + 7, at[1] + 7)
    cv2.rectangle(picture, low, high, WHITE, -1)
    cv2.rectangle(picture, low, high, BLACK, 1)


def bar_beside(picture: Rgb, at: tuple[int, int]) -> None:
    cv2.rectangle(picture, (at[0] - 5, at[1] - 18), (at[0] + 5, at[1] - 7), ORANGE, -1)


MARKS = {
    "white dot on the line": disc(4, WHITE),
    "ring": disc(9, WHITE, rim=2),
    "black disc": disc(9, BLACK),
    "square": square,
    "bar of another colour": bar_beside,
}


def near(found: list[Candidate], at: tuple[int, int], within: float = 4.0) -> list[Candidate]:
    return [c for c in found if np.hypot(c.centre[0] - at[0], c.centre[1] - at[1]) <= within]


@pytest.mark.parametrize("kind", sorted(MARKS))
def test_marks_along_a_line_are_found(kind: str) -> None:
    picture = canvas(600, 200)
    stroke(picture, [(40, 100), (560, 100)], RED, WIDTH)
    places = [(x, 100) for x in range(80, 560, 80)]
    for at in places:
        MARKS[kind](picture, at)
    found = find_candidates(scene_of(picture, RED))
    within = 14.0 if kind == "bar of another colour" else 2.0
    for at in places:
        best = max(near(found, at, within), key=lambda c: c.belief, default=None)
        assert best is not None and best.belief > 0.4, at
    assert len([c for c in found if c.belief > 0.4]) == len(places)


def test_narrow_soft_cuts_in_a_line_are_marks() -> None:
    picture = canvas(600, 200)
    stroke(picture, [(40, 100), (560, 110)], RED, 10)
    places = [(x, round(100 + (x - 40) / 52)) for x in range(80, 560, 60)]
    for x, y in places:
        cv2.line(picture, (x, y - 9), (x, y + 9), WHITE, 3, cv2.LINE_AA)
    cut = (np.abs(picture.astype(int) - RED).max(axis=2) < 12)[85:125]
    soft = cv2.GaussianBlur(picture, (0, 0), 1.0)
    layer = np.zeros(picture.shape[:2], np.bool_)
    layer[85:125] = cut & (np.abs(soft[85:125].astype(int) - RED).max(axis=2) < 90)
    strokes = Strokes((StrokeLayer("L0", RED, layer, 10.0),), (255, 255, 255))
    found = find_candidates(build_scene(np.asarray(soft, np.uint8), NO_TEXT, strokes))
    for at in places:
        assert any(c.belief > 0.5 for c in near(found, at, 3.0)), at


def test_a_plain_line_with_corners_has_no_marks() -> None:
    picture = canvas(600, 400)
    stroke(picture, [(40, 60), (300, 60), (300, 300), (420, 300), (540, 180)], RED, WIDTH)
    assert not [c for c in find_candidates(scene_of(picture, RED)) if c.belief > 0.4]


def test_a_crossing_is_no_mark() -> None:
    picture = canvas(400, 300)
    stroke(picture, [(40, 150), (360, 150)], RED, WIDTH)
    stroke(picture, [(200, 30), (200, 270)], BLUE, WIDTH)
    assert not [c for c in find_candidates(scene_of(picture, RED, BLUE)) if c.belief > 0.4]


def test_ground_between_two_lines_is_no_mark() -> None:
    picture = canvas(500, 300)
    for y in (140, 158):
        stroke(picture, [(40, y), (460, y)], RED if y == 140 else BLUE, WIDTH)
    stroke(picture, [(120, 40), (120, 260)], (20, 150, 70), WIDTH)
    stroke(picture, [(380, 40), (380, 260)], (20, 150, 70), WIDTH)
    found = find_candidates(scene_of(picture, RED, BLUE, (20, 150, 70)))
    assert not [c for c in found if c.belief > 0.4]


def test_letters_printed_over_a_line_are_no_marks() -> None:
    picture = canvas(500, 200)
    stroke(picture, [(40, 100), (460, 100)], RED, WIDTH)
    cv2.putText(picture, "BADEN", (200, 112), cv2.FONT_HERSHEY_SIMPLEX, 1.0, BLACK, 2, cv2.LINE_AA)
    box = TextItem("BADEN", ((196, 84), (312, 84), (312, 118), (196, 118)), height=34.0)
    scene = scene_of(picture, RED, text=TextReading((box,), "drawn"))
    assert not [c for c in find_candidates(scene) if c.belief > 0.4]


@settings(max_examples=25, deadline=None)
@given(
    angle=st.floats(0, np.pi),
    more=st.floats(1.2, 3.0),
    offset=st.tuples(st.floats(-0.5, 0.5), st.floats(-0.5, 0.5)),
)
def test_a_dot_hardly_wider_than_its_line_is_measured(
    angle: float, more: float, offset: tuple[float, float]
) -> None:
    """Radius and place of a dot in the line's colour, at any angle, to half a pixel."""
    half, scale = 7.0, 8
    centre = np.array([150.0, 150.0]) + offset
    large = np.full((300 * scale, 300 * scale, 3), 255, np.uint8)
    along = np.array([np.cos(angle), np.sin(angle)]) * 120
    ends = [
        tuple(np.rint((centre + s * along + 0.5) * scale).astype(int).tolist()) for s in (1, -1)
    ]
    cv2.line(large, ends[0], ends[1], RED, int(2 * half * scale))
    spot = tuple(np.rint((centre + 0.5) * scale).astype(int).tolist())
    cv2.circle(large, spot, round((half + more) * scale), RED, -1)
    picture = np.asarray(cv2.resize(large, (300, 300), interpolation=cv2.INTER_AREA), np.uint8)
    strokes = layers_of(picture, RED, width=2 * half)
    inner = [
        b
        for b in find_bulges(build_scene(picture, NO_TEXT, strokes))
        if np.hypot(*(np.array(b.centre) - centre)) < 60
    ]
    assert len(inner) == 1
    assert np.hypot(*(np.array(inner[0].centre) - centre)) < 2.0
    assert abs(inner[0].radius - (half + more)) < 0.6
    assert inner[0].arms == 2


def test_ticks_in_the_lines_own_colour_are_found() -> None:
    picture = canvas(500, 200)
    stroke(picture, [(40, 100), (460, 100)], RED, WIDTH)
    places = [100, 200, 300, 400]
    for x in places:
        cv2.rectangle(picture, (x - 4, 84), (x + 4, 100), RED, -1)
    found = find_ticks(scene_of(picture, RED))
    assert sorted(round(t.centre[0]) for t in found) == places


@pytest.mark.parametrize("off", [12, 15, 18])
def test_a_disc_half_covered_by_another_is_found(off: int) -> None:
    picture = canvas(600, 200)
    stroke(picture, [(40, 100), (560, 100)], BLUE, 6)
    places = [(x, 100) for x in (80, 180, 280, 380, 480)]
    for x, y in [*places, (380 + off, 100)]:
        cv2.circle(picture, (x, y), 15, (255, 250, 240), -1, cv2.LINE_AA)
        cv2.circle(picture, (x, y), 11, (115, 65, 27), -1, cv2.LINE_AA)
    strokes = layers_of(picture, BLUE, width=6)
    found = find_candidates(build_scene(picture, NO_TEXT, strokes))
    for at in [*places, (380 + off, 100)]:
        assert near(found, at, 3.0), at


def test_boxes_with_names_and_numbered_circles_are_stations_of_a_line_drawing() -> None:
    grey = (120, 120, 120)
    picture = canvas(700, 300)
    texts = []
    for k, x in enumerate((60, 260, 460)):
        cv2.rectangle(picture, (x, 100), (x + 110, 150), grey, 2)
        texts.append(label(f"Hall {'ABC'[k]}", (x + 22, 125), 20))
    cv2.line(picture, (170, 125), (260, 125), grey, 2)
    cv2.line(picture, (370, 125), (460, 125), grey, 2)
    cv2.circle(picture, (315, 240), 24, grey, 2)
    cv2.line(picture, (315, 150), (315, 216), grey, 2)
    scene = build_scene(
        picture, TextReading(tuple(texts), "drawn"), layers_of(picture, grey, width=2)
    )
    found = find_candidates(scene)
    for at in ((115, 125), (315, 125), (515, 125)):
        assert [c.kind for c in near(found, at, 3.0)] == ["box"]
    assert [c.kind for c in near(found, (315, 240), 3.0)] == ["ring"]


def test_boxes_round_names_are_found_where_noise_and_edges_of_another_ink_touch_them() -> None:
    picture = canvas(700, 240)
    items = []
    places = [(90 + 170 * k, 70 + 90 * (k % 2)) for k in range(4)]
    stroke(picture, places, (138, 138, 138), 3)
    for k, (x, y) in enumerate(places):
        cv2.rectangle(picture, (x - 48, y - 16), (x + 48, y + 16), (248, 250, 254), -1)
        cv2.rectangle(picture, (x - 48, y - 16), (x + 48, y + 16), (60, 100, 170), 2)
        cv2.putText(picture, f"Hall {k}x", (x - 36, y + 6), 0, 0.6, BLACK, 1, cv2.LINE_AA)
        items.append(label(f"Hall {k}x", (x - 36, y), 22.0))
    coded = cv2.imencode(".jpg", picture[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 85])[1]
    noisy = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)[..., ::-1].copy()
    reading = TextReading(tuple(items), "drawn")
    scene = build_scene(noisy, reading, find_strokes(noisy, reading))
    boxes = [c for c in find_candidates(scene) if c.kind == "box"]
    assert all(near(boxes, at, 4.0) for at in places)


def test_ground_between_lines_with_names_in_it_is_no_box() -> None:
    picture = canvas(500, 200)
    for y, color in ((60, RED), (130, BLUE)):
        stroke(picture, [(20, y), (480, y)], color, WIDTH)
    for x, color in ((200, RED), (320, BLUE)):
        stroke(picture, [(x, 20), (x, 180)], color, WIDTH)
    reading = TextReading(
        (label("Ashbourne", (212, 88), 16.0), label("Elm", (240, 108), 16.0)), "x"
    )
    found = find_candidates(scene_of(picture, RED, BLUE, text=reading))
    assert not [c for c in found if c.kind == "box"]


@pytest.mark.parametrize("angle", [0.0, 35.0, 90.0])
def test_a_bar_across_the_end_of_a_line_is_a_mark(angle: float) -> None:
    picture = canvas(400, 400)
    along = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])
    across = np.array([-along[1], along[0]])
    near, far = np.array([200, 200]) - 120 * along, np.array([200, 200]) + 120 * along
    stroke(picture, [tuple(near.astype(int)), tuple(far.astype(int))], RED, WIDTH)
    for end in (near, far):
        bar = [tuple((end + by * across).astype(int)) for by in (-14, 14)]
        cv2.line(picture, bar[0], bar[1], ORANGE, WIDTH, cv2.LINE_AA)
    found = find_candidates(scene_of(picture, RED))
    for end in (near, far):
        assert any(np.linalg.norm(np.array(c.centre) - end) < 6 and c.belief > 0.4 for c in found)


@pytest.mark.parametrize("ground", [WHITE, (225, 235, 245)])
def test_capsules_across_lines_side_by_side_are_marks_of_all(ground: tuple[int, int, int]) -> None:
    colors = (RED, (70, 75, 80), BLUE)
    picture = np.full((160, 620, 3), ground, np.uint8)
    for row, color in enumerate(colors):
        stroke(picture, [(30, 60 + 14 * row), (590, 60 + 14 * row)], color, WIDTH)
    places = range(60, 600, 60)
    for x in places:
        cv2.line(picture, (x, 58), (x, 90), BLACK, 22, cv2.LINE_AA)
        cv2.line(picture, (x, 58), (x, 90), WHITE, 14, cv2.LINE_AA)
    found = find_candidates(scene_of(picture, *colors))
    for x in places:
        (mark,) = (c for c in near(found, (x, 74)) if c.belief > 0.5)
        assert set(mark.layers) == {0, 1, 2}


def test_short_pieces_of_lines_side_by_side_are_no_ticks_but_bars_across_are() -> None:
    picture = canvas(620, 160)
    stroke(picture, [(30, 60), (590, 60)], RED, WIDTH)
    for x in range(40, 560, 60):
        cv2.rectangle(picture, (x, 68), (x + 44, 79), BLUE, -1)
        cv2.rectangle(picture, (x + 20, 45), (x + 27, 66), ORANGE, -1)
    scene = scene_of(picture, RED, BLUE, ORANGE)
    assert scene.present.tolist() == [True, True, False]


def test_a_target_cut_by_a_cross_is_a_mark_of_both_lines() -> None:
    picture = canvas(400, 300)
    stroke(picture, [(40, 150), (360, 150)], RED, WIDTH)
    stroke(picture, [(200, 20), (200, 280)], BLUE, WIDTH)
    cv2.circle(picture, (200, 150), 24, BLACK, -1, cv2.LINE_AA)
    cv2.line(picture, (170, 150), (230, 150), WHITE, 5)
    cv2.line(picture, (200, 120), (200, 180), WHITE, 5)
    cv2.circle(picture, (200, 150), 17, WHITE, -1, cv2.LINE_AA)
    cv2.circle(picture, (200, 150), 11, BLACK, 2, cv2.LINE_AA)
    found = find_candidates(scene_of(picture, RED, BLUE))
    best = max(found, key=lambda mark: mark.belief)
    assert np.hypot(best.centre[0] - 200, best.centre[1] - 150) < 2
    assert set(best.layers) == {0, 1} and best.radius > 21


def test_a_disc_parted_between_three_lines_is_one_mark() -> None:
    picture = canvas(400, 300)
    stroke(picture, [(40, 150), (360, 150)], RED, WIDTH)
    stroke(picture, [(200, 20), (200, 280)], BLUE, WIDTH)
    stroke(picture, [(80, 30), (320, 270)], ORANGE, WIDTH)
    cv2.circle(picture, (200, 150), 23, WHITE, -1, cv2.LINE_AA)
    for start, color in ((5, RED), (125, BLUE), (245, ORANGE)):
        cv2.ellipse(picture, (200, 150), (20, 20), 0, start, start + 110, color, -1, cv2.LINE_AA)
    found = find_candidates(scene_of(picture, RED, BLUE, ORANGE))
    near = [m for m in found if np.hypot(m.centre[0] - 200, m.centre[1] - 150) < 20]
    assert len(near) == 1 and set(near[0].layers) == {0, 1, 2}


def test_discs_in_the_colour_of_a_park_are_marks() -> None:
    picture = canvas(700, 400)
    park = (150, 190, 140)
    cv2.rectangle(picture, (400, 150), (700, 400), park, -1)
    stroke(picture, [(60, 80), (640, 80)], RED, 6)
    places = [(60 + 116 * n, 80) for n in range(6)]
    for place in places:
        cv2.circle(picture, place, 16, WHITE, -1, cv2.LINE_AA)
        cv2.circle(picture, place, 12, park, -1, cv2.LINE_AA)
    found = find_candidates(build_scene(picture, NO_TEXT, layers_of(picture, RED, width=6)))
    for place in places:
        assert any(np.linalg.norm(np.array(c.centre) - place) < 3 for c in found)


def test_a_mark_that_covers_half_of_a_stroke_leaves_no_tick() -> None:
    picture = canvas(500, 200)
    stroke(picture, [(40, 100), (460, 100)], RED, 12)
    stroke(picture, [(40, 112), (460, 112)], BLUE, 12)
    places = [(x, 106) for x in range(90, 440, 60)]
    for at in places:
        cv2.circle(picture, at, 5, WHITE, -1, cv2.LINE_AA)
    found = find_candidates(scene_of(picture, RED, BLUE))
    assert all(len(near(found, at, within=14.0)) == 1 for at in places)


def test_a_disc_with_a_sign_that_lettering_touches_is_a_mark() -> None:
    picture = canvas(500, 240)
    stroke(picture, [(40, 120), (460, 120)], RED, WIDTH)
    stroke(picture, [(250, 20), (250, 220)], BLUE, WIDTH)
    cv2.circle(picture, (250, 120), 14, BLACK, -1, cv2.LINE_AA)
    cv2.line(picture, (244, 127), (256, 113), WHITE, 3, cv2.LINE_AA)
    cv2.putText(picture, "Central", (258, 142), cv2.FONT_HERSHEY_SIMPLEX, 0.7, BLACK, 3)
    text = TextItem("Central", ((258, 124), (345, 124), (345, 146), (258, 146)), 0.0, 0.95, 22.0)
    found = find_candidates(scene_of(picture, RED, BLUE, text=TextReading((text,), "drawn")))
    (mark,) = near(found, (250, 120), within=4.0)
    assert set(mark.layers) == {0, 1}


def test_a_sign_beside_a_line_is_no_mark_of_several_colours() -> None:
    picture = canvas(500, 200)
    stroke(picture, [(40, 100), (460, 100)], RED, WIDTH)
    cv2.rectangle(picture, (238, 66), (262, 90), BLUE, -1)
    cv2.circle(picture, (250, 78), 7, ORANGE, -1)
    assert not find_mixed_blobs(scene_of(picture, RED))


@pytest.mark.parametrize("thick", [4, 5, 7])
def test_thin_stubs_that_stand_at_a_broad_line_are_marks(thick: int) -> None:
    picture = canvas(600, 300)
    stroke(picture, [(20, 150), (580, 150)], RED, 13)
    places = [(80 + 110 * k, 150 + (11 if k % 2 else -11)) for k in range(5)]
    for x, y in places:
        cv2.rectangle(picture, (x, y - 4), (x + thick - 1, y + 4), (32, 32, 32), -1)
    found = find_candidates(scene_of(picture, RED))
    for x, y in places:
        assert near(found, (x + thick // 2, y))


def test_a_box_whose_outline_something_covers_is_found_by_the_size_of_the_others() -> None:
    picture = canvas(900, 300)
    places = [(110 + 170 * k, 150) for k in range(5)]
    stroke(picture, [places[0], places[-1]], RED, 4)
    for x, y in places:
        corners = (x - 55, y - 20), (x + 55, y + 20)
        cv2.rectangle(picture, *corners, (255, 255, 255), -1)
        cv2.rectangle(picture, *corners, RED, 4)
    x, y = places[2]
    cv2.rectangle(picture, (x - 7, 124), (x + 7, 140), (255, 255, 255), -1)
    lines = tuple(label(f"Town{k}", (x - 21, y), 14.0) for k, (x, y) in enumerate(places))
    scene = build_scene(picture, TextReading(lines, "drawn"), layers_of(picture, RED, width=4))
    boxes = [mark for mark in find_candidates(scene) if mark.kind == "box"]
    assert len(boxes) == len(places)
    assert all(near(boxes, place) for place in places)


def test_narrow_cuts_are_marks_where_their_soft_borders_look_like_a_park() -> None:
    picture = canvas(600, 300)
    cv2.circle(picture, (90, 220), 60, (245, 225, 180), -1)
    orange = (240, 165, 40)
    stroke(picture, [(30, 60), (570, 110)], orange, 9)
    places = [(float(x), 60 + (x - 30) * 50 / 540) for x in (120, 210, 300, 390, 480)]
    for x, y in places:
        stroke(picture, [(x + 0.7, y - 8), (x - 0.7, y + 8)], WHITE, 2)
    soft = np.asarray(cv2.GaussianBlur(picture, (5, 5), 0.7), np.uint8)
    scene = build_scene(soft, NO_TEXT, find_strokes(soft, NO_TEXT))
    cuts = [c for c in find_candidates(scene) if c.kind == "gap"]
    assert len(cuts) == len(places)
    for place in places:
        assert min(np.hypot(*np.subtract(c.centre, place)) for c in cuts) < 3.0


@pytest.mark.parametrize(("width", "apart"), [(10, 60), (14, 80)])
def test_a_part_of_a_park_between_roads_is_no_mark(width: int, apart: int) -> None:
    picture = canvas(700, 500, (240, 240, 235))
    cv2.rectangle(picture, (40, 40), (660, 460), (180, 220, 160), -1)
    for at in (0, apart):
        stroke(picture, [(40, 150 + at), (660, 150 + at)], WHITE, width)
        stroke(picture, [(300 + at, 40), (300 + at, 460)], WHITE, width)
    scene = build_scene(picture, NO_TEXT, layers_of(picture, WHITE, width=width))
    assert not near(find_candidates(scene), (300 + apart // 2, 150 + apart // 2), 6.0)


@pytest.mark.parametrize("above", [35, 55])
def test_frames_round_names_are_no_stations_beside_the_rings_that_they_name(above: int) -> None:
    picture = canvas(700, 300)
    stroke(picture, [(40, 200), (660, 200)], RED, 8)
    lines = []
    for k in range(5):
        x, y = 90 + 130 * k, 200 - above
        ring(picture, (x, 200), 10)
        cv2.rectangle(picture, (x - 45, y - 14), (x + 45, y + 14), RED, 2)
        lines.append(label(f"Town{'ABCDE'[k]}", (x - 30, y), 16.0))
    reading = TextReading(tuple(lines), "drawn")
    stations = find_stations(picture, reading, find_strokes(picture, reading))
    assert [marker.kind for s in stations for marker in s.markers] == ["ring"] * 5


def test_the_core_of_a_cased_stroke_between_two_rings_is_no_mark() -> None:
    picture = canvas(600, 200, (246, 248, 242))
    blue, pale = (75, 145, 190), (165, 207, 230)
    stroke(picture, [(30, 100), (570, 100)], blue, 10)
    stroke(picture, [(30, 100), (570, 100)], pale, 5)
    for x in (40, 105, 190, 330, 560):
        cv2.circle(picture, (x, 100), 13, blue, -1, cv2.LINE_AA)
        cv2.circle(picture, (x, 100), 10, (255, 255, 255), -1, cv2.LINE_AA)
    found = find_candidates(scene_of(picture, blue))
    assert len([c for c in found if c.kind == "ring"]) == 5
    assert not [c for c in found if c.kind == "capsule"]
