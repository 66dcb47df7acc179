"""Codes at the names and numbers in the marks, on drawn pictures and made lines."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from perception.markers.scene import build_scene
from perception.stations.code_marks import with_code_marks
from perception.stations.index_numbers import without_indices
from perception.stations.label import make_label
from perception.stations.labels import label_candidates
from perception.stations.station_codes import find_codes, with_capitals, with_codes, with_one_code
from perception.strokes.text_in_marks import part_at_marks
from perception.text_reading import TextItem, TextReading
from tests.perception.drawn import BLUE, RED, Rgb, canvas, label, stroke
from tests.perception.test_markers import layers_of

TOWNS = ("Arden", "Bolton", "Corby", "Dover", "Epsom", "Fleet", "Goole", "Hythe")
WHITE = (255, 255, 255)
FONT = cv2.FONT_HERSHEY_SIMPLEX


def written(picture: Rgb, text: str, left: int, base: int, color: tuple[int, int, int]) -> None:
    cv2.putText(picture, text, (left, base), FONT, 0.6, color, 2, cv2.LINE_AA)


def texts(picture: Rgb, item: TextItem) -> list[str]:
    return [line.text for line in part_at_marks(picture, TextReading((item,), "drawn")).lines]


def box(text: str, left: float, right: float) -> TextItem:
    return TextItem(text, ((left, 88), (right, 88), (right, 112), (left, 112)), height=24.0)


def test_a_number_in_its_ring_is_parted_from_the_name_behind() -> None:
    picture = canvas()
    stroke(picture, [(60, 20), (60, 280)], RED)
    cv2.circle(picture, (60, 100), 22, (255, 255, 255), -1)
    cv2.circle(picture, (60, 100), 22, RED, 4)
    written(picture, "12", 48, 107, (0, 0, 0))
    written(picture, "Torresol", 92, 107, (0, 0, 0))
    assert texts(picture, box("12 Torresol", 46, 180)) == ["12", "Torresol"]


def test_a_number_in_its_ring_is_parted_from_the_name_before() -> None:
    picture = canvas()
    cv2.circle(picture, (200, 100), 22, BLUE, 4)
    written(picture, "Torresol", 80, 107, (0, 0, 0))
    written(picture, "12", 188, 107, (0, 0, 0))
    assert texts(picture, box("Torresol 12", 78, 216)) == ["Torresol", "12"]
    assert texts(picture, box("Torresol ⑫", 78, 216)) == ["Torresol", "12"]


def test_a_code_in_its_box_is_parted_from_the_name_however_it_was_read() -> None:
    picture = canvas()
    cv2.rectangle(picture, (38, 84), (110, 116), RED, -1)
    written(picture, "TA 07", 42, 107, (255, 255, 255))
    written(picture, "Torresol", 118, 107, (0, 0, 0))
    for read in ("TA 07 Torresol", "TA 07Torresol", "Ta 07 Torresol"):
        assert texts(picture, box(read, 42, 206))[1] == "Torresol"


@pytest.mark.parametrize("text", ["12 Torresol", "Torresol 12", "34 Street", "TA 07", "Torresol"])
def test_numbers_on_the_ground_of_their_name_stay(text: str) -> None:
    picture = canvas()
    written(picture, text, 42, 107, (0, 0, 0))
    assert texts(picture, box(text, 40, 42 + 11 * len(text))) == [text]


def labels_of(lines: list[TextItem]):  # type: ignore[no-untyped-def]
    worths = [2.0 * any(c.islower() for c in item.text) for item in lines]
    return label_candidates(lines, worths, [None] * len(lines))


def test_a_code_above_a_name_makes_its_label_reach_the_mark() -> None:
    lines = [label(town, (40.0 + 150 * i, 60.0)) for i, town in enumerate(TOWNS)]
    codes = [label(f"A{i + 10}", (60.0 + 150 * i, 42.0)) for i in range(len(TOWNS))]
    found = with_codes(
        labels_of([*lines, *codes]), find_codes([*lines, *codes], [*lines, *codes], [])
    )
    alone = labels_of([*lines, *codes])
    for coded, bare in zip(found, alone, strict=True):
        assert coded.item.text == bare.item.text
        top, bottom = coded.origin[1] - coded.height / 2, coded.origin[1] + coded.height / 2
        assert top == pytest.approx(35.0)
        assert bottom == pytest.approx(bare.origin[1] + bare.height / 2)


def test_two_names_in_a_row_with_a_code_each_are_two() -> None:
    lines = []
    for i, town in enumerate(TOWNS):
        x = 40.0 + 300 * (i // 2) + (i % 2) * (0.6 * 14 * len(TOWNS[i - 1]) + 6)
        lines += [label(town, (x, 60.0)), label(f"A{i + 10}", (x + 6, 42.0))]
    joined = [x for x in labels_of(lines) if len(x.lines) > 1]
    assert joined, "without codes they may be one"
    left = with_one_code(labels_of(lines), lines, find_codes(lines, lines, []))
    assert [x.item.text for x in left] == list(TOWNS)


def test_a_code_cut_from_a_name_stays_in_its_place() -> None:
    whole = [label(f"TA {i + 10} {town}", (40.0, 30.0 * i)) for i, town in enumerate(TOWNS)]
    cut = list(without_indices(whole))
    assert [item.text for item in cut] == list(TOWNS)
    bare = [make_label(item, (i,), 2.0, 0.0) for i, item in enumerate(cut)]
    for found, item in zip(with_codes(bare, find_codes(whole, cut, [])), whole, strict=True):
        ends = found.origin + found.along * found.length / 2 * np.array([[-1.0], [1.0]])
        assert np.allclose(ends[:, 0], [item.polygon[0][0], item.polygon[1][0]])


def test_numbers_here_and_there_are_no_codes() -> None:
    lines = [label(town, (40.0 + 150 * i, 60.0)) for i, town in enumerate(TOWNS)]
    numbers = [label(text, (60.0 + 400 * i, 42.0)) for i, text in enumerate(("3", "5", "3"))]
    assert not find_codes([*lines, *numbers], [*lines, *numbers], []).places


@pytest.mark.parametrize("glued", ["TA 15Epsom", "日TA 15Epsom", "Ta 15 Epsom"])
def test_a_code_is_cut_where_it_was_read_as_one_word_with_the_name(glued: str) -> None:
    printed = [f"TA {i + 11} {town}" for i, town in enumerate(TOWNS)]
    printed[4] = glued
    lines = [label(text, (20.0, 30.0 * row)) for row, text in enumerate(printed)]
    assert [item.text for item in without_indices(lines)] == list(TOWNS)


def test_codes_that_stand_alone_tell_that_others_are_codes() -> None:
    printed = [*(f"TA {i + 11}" for i in range(6)), *TOWNS[:6], "TA 18 Goole", "TA 19 Hythe"]
    lines = [label(text, (20.0, 30.0 * row)) for row, text in enumerate(printed)]
    assert [item.text for item in without_indices(lines)][-2:] == ["Goole", "Hythe"]


def test_codes_that_stand_alone_tell_others_where_names_are_in_two_scripts() -> None:
    names = ["明云大学", "盛里坪", "山华口", "红明庄", "柳石园", "北青路", "港桥村", "高浦街"]
    printed = [f"1-{i + 10} {name}" for i, name in enumerate(names[:3])]
    for i, name in enumerate(names[3:]):
        printed += [f"2-{i + 10}", name]
    printed += ["1-20 2-20 海万口", *(f"Station {town}" for town in TOWNS)]
    lines = [label(text, (20.0, 30.0 * row)) for row, text in enumerate(printed)]
    left = [item.text for item in without_indices(lines)]
    assert {*names, "海万口"} <= set(left)


def test_a_code_read_with_small_letters_is_one_of_its_line() -> None:
    texts = ("TC 01", "Tc 02", "TC 03", "Mo 12", "Arden")
    lines = [label(text, (20.0, 30.0 * row)) for row, text in enumerate(texts)]
    read = [item.text for item in with_capitals(lines)]
    assert read == ["TC 01", "TC 02", "TC 03", "Mo 12", "Arden"]


def test_the_second_line_of_a_name_may_be_set_below_its_code_and_first_line() -> None:
    lines = [label("A12", (40.0, 60.0)), label("Arden", (75.0, 60.0)), label("Road", (40.0, 78.0))]
    worths = [0.0, 2.0, 2.0]
    boxes = [None] * len(lines)
    strains = [
        {x.item.text: x.strain for x in label_candidates(lines, worths, boxes, (), codes)}
        for codes in ({}, {1: (lines[0].polygon,)})
    ]
    assert strains[1]["Arden Road"] < strains[0].get("Arden Road", 9.0) - 0.5


def pills(picture: Rgb, beside: float) -> list[TextItem]:
    """Draw a line with codes in white boxes on it, or beside it."""
    stroke(picture, [(20, 150), (1180, 150)], RED, 10)
    items = []
    for i in range(7):
        x, y = 100.0 + 160 * i, 150.0 + beside
        cv2.rectangle(
            picture, (round(x) - 32, round(y) - 14), (round(x) + 32, round(y) + 14), RED, -1
        )
        cv2.rectangle(
            picture, (round(x) - 30, round(y) - 12), (round(x) + 30, round(y) + 12), WHITE, -1
        )
        written(picture, f"A{i + 11}", round(x) - 18, round(y) + 7, (0, 0, 0))
        items.append(label(f"A{i + 11}", (x - 20, y), 16.0))
    return items


def test_codes_in_boxes_on_a_line_are_its_marks() -> None:
    picture = canvas(1200, 300)
    items = pills(picture, 0.0)
    scene = build_scene(picture, TextReading(tuple(items), "drawn"), layers_of(picture, RED))
    found = with_code_marks(scene, [])
    assert sorted(round(mark.centre[0] + 8) // 160 for mark in found) == list(range(7))
    assert all(mark.layers == (0,) for mark in found)


def test_codes_in_boxes_beside_a_line_are_no_marks() -> None:
    picture = canvas(1200, 300)
    items = pills(picture, 40.0)
    scene = build_scene(picture, TextReading(tuple(items), "drawn"), layers_of(picture, RED))
    assert not with_code_marks(scene, [])


def crossing_codes(picture: Rgb, *, joined: bool) -> list[TextItem]:
    """Draw two lines with codes in boxes of their colours, side by side where the lines cross."""
    stroke(picture, [(20, 200), (1180, 200)], RED, 8)
    stroke(picture, [(600, 20), (600, 380)], BLUE, 8)
    boxes = [(f"A{k + 1}", 100.0 + 125 * k - 34 * (k == 4), 200.0, RED) for k in range(9)]
    boxes += [(f"B{k + 1}", 600.0 + 34 * (k == 2), 40.0 + 80 * k, BLUE) for k in range(5)]
    items = []
    for text, x, y, color in boxes:
        cv2.rectangle(
            picture, (round(x) - 30, round(y) - 13), (round(x) + 30, round(y) + 13), color, -1
        )
        written(picture, text, round(x) - 15, round(y) + 7, WHITE)
        if not joined or text not in ("A5", "B3"):
            items.append(TextItem(text, corners(x - 16, x + 16, y), height=18.0))
    if joined:
        items.append(TextItem("A5B3", corners(537, 664, 200.0), height=18.0))
    return items


def corners(x0: float, x1: float, y: float) -> tuple[tuple[float, float], ...]:
    return ((x0, y - 9), (x1, y - 9), (x1, y + 9), (x0, y + 9))


@pytest.mark.parametrize("joined", [False, True])
def test_codes_of_two_lines_side_by_side_are_one_mark(joined: bool) -> None:
    picture = canvas(1200, 400)
    items = crossing_codes(picture, joined=joined)
    scene = build_scene(picture, TextReading(tuple(items), "drawn"), layers_of(picture, RED, BLUE))
    found = with_code_marks(scene, [])
    assert len(found) == 13
    shared = [mark for mark in found if len(mark.layers) == 2]
    assert len(shared) == 1
    assert np.hypot(*np.subtract(shared[0].centre, (600.0, 200.0))) <= 4


def test_codes_near_each_other_read_as_one_are_parted_at_the_gap() -> None:
    picture = canvas(1200, 400)
    items = [x for x in crossing_codes(picture, joined=False) if x.text not in ("A2", "A3")]
    picture[180:220, 190:390] = 255
    stroke(picture, [(180, 200), (400, 200)], RED, 8)
    for text, x in (("A2", 255), ("A3", 323)):
        cv2.rectangle(picture, (x - 30, 187), (x + 30, 213), RED, -1)
        written(picture, text, x - 15, 206, WHITE)
    items.append(TextItem("A2 A3", corners(225, 353, 200.0), height=18.0))
    scene = build_scene(picture, TextReading(tuple(items), "drawn"), layers_of(picture, RED, BLUE))
    assert len(with_code_marks(scene, [])) == 13


def test_codes_of_one_line_read_as_one_are_marks_of_their_own() -> None:
    picture = canvas(1200, 400)
    items = [x for x in crossing_codes(picture, joined=False) if x.text not in ("A2", "A3")]
    items.append(TextItem("A2 A3", corners(195, 380, 200.0), height=18.0))
    scene = build_scene(picture, TextReading(tuple(items), "drawn"), layers_of(picture, RED, BLUE))
    assert len(with_code_marks(scene, [])) == 13
