"""The parts of the text stage that need no recogniser."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely.geometry import Polygon

from perception.ocr.engine import Quad, Transcript
from perception.text.junk import without_junk
from perception.text.line import Gap, LineReading
from perception.text.quad import angle_of, part, reading_orders, rectangle, sides
from perception.text.rivals import _conflict, _worth, without_rivals
from perception.text.script import SIMPLIFIED, TRADITIONAL, han_standard, in_standard
from perception.text.spacing import SpacingConfig, label_ends, parted_at_columns, spaced
from perception.text.transcript import without_capital_i
from perception.text_reading import TextItem


def box(x: float, y: float, width: float, height: float, angle: float = 0.0) -> Quad:
    direction = np.radians(angle)
    along = np.array([np.cos(direction), -np.sin(direction)])
    across = np.array([-along[1], along[0]])
    origin = np.array([x, y], float)
    return np.array(
        [
            origin,
            origin + width * along,
            origin + width * along + height * across,
            origin + height * across,
        ]
    )


def transcript(text: str, score: float = 0.99) -> Transcript:
    n = len(text)
    return Transcript(text, score, tuple((i + 0.5) / n for i in range(n)), (score,) * n, ((),) * n)


@given(
    st.floats(-100, 100),
    st.floats(-100, 100),
    st.floats(30, 200),
    st.floats(5, 25),
    st.floats(-89, 89),
)
def test_a_rectangle_is_its_own_rectangle(
    x: float, y: float, width: float, height: float, angle: float
) -> None:
    quad = box(x, y, width, height, angle)
    assert np.allclose(rectangle(quad), quad, atol=1e-6)
    assert angle_of(quad) == pytest.approx(angle, abs=1e-6)
    assert sides(quad) == pytest.approx((width, height))
    assert np.allclose(part(quad, 0, 0, width / height, 1), quad, atol=1e-6)


def test_tall_boxes_are_read_upwards_and_downwards_never_upside_down() -> None:
    angles = [angle_of(order) for order in reading_orders(box(0, 0, 20, 100))]
    assert sorted(angles) == [-90, 90]
    assert [angle_of(order) for order in reading_orders(box(0, 0, 100, 20, 45))] == [
        pytest.approx(45)
    ]


@settings(deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(0, 60), st.integers(1, 30), st.sampled_from((0.7, 0.9, 0.99))),
        min_size=1,
        max_size=8,
    )
)
def test_the_kept_readings_are_the_best_set_without_overlap(
    spans: list[tuple[int, int, float]],
) -> None:
    readings = [
        LineReading(box(10 * x, 0, 10 * n, 20), transcript("a" * n, score)) for x, n, score in spans
    ]

    def free(chosen: tuple[int, ...]) -> bool:
        return not any(
            _conflict(
                readings[i].quad,
                readings[j].quad,
                Polygon(readings[i].quad),
                Polygon(readings[j].quad),
            )
            for i, j in itertools.combinations(chosen, 2)
        )

    best = max(
        sum(_worth(readings[i]) for i in chosen)
        for size in range(len(readings) + 1)
        for chosen in itertools.combinations(range(len(readings)), size)
        if free(chosen)
    )
    assert sum(map(_worth, without_rivals(readings))) == pytest.approx(best)


def test_a_map_keeps_to_one_chinese_standard() -> None:
    printed = transcript("國圖館車龍鳳樹鎮漁廈" * 3)
    odd = Transcript("红樹林", 0.9, (), (0.9, 0.9, 0.9), ((("紅", 0.1),), (), ()))
    standard = han_standard([printed])
    assert standard == TRADITIONAL
    assert in_standard(odd, TRADITIONAL).text == "紅樹林"
    assert in_standard(printed, TRADITIONAL) is printed
    assert han_standard([transcript("国图馆车龙凤树镇渔厦" * 3)]) == SIMPLIFIED


def test_a_rare_local_character_and_an_undecided_map_stay() -> None:
    assert (
        in_standard(Transcript("鰂", 0.9, (), (0.9,), ((("鯽", 0.1),),)), TRADITIONAL).text == "鰂"
    )
    assert han_standard([transcript("山水")]) is None


def gapped(text: str, wide: dict[int, float], usual: float = 0.1) -> LineReading:
    """Return a line whose characters are 0.5 box heights wide, with the given gaps after some."""
    n = len(text)
    places = [i for i, char in enumerate(text) if char != " "]
    gaps = tuple(
        Gap(a, b, a / 2, b / 2 + 0.1, wide.get(a, usual)) for a, b in itertools.pairwise(places)
    )
    return LineReading(box(0, 0, 10 * n, 20), transcript(text), gaps)


def test_a_gap_of_a_words_width_becomes_a_space() -> None:
    config = SpacingConfig()
    assert spaced(gapped("GreenPark", {4: 0.6}), config).text == "Green Park"
    assert spaced(gapped("SilkInstitute", {3: 0.2}), config).text == "Silk Institute"
    assert spaced(gapped("McGill", {1: 0.12}), config).text == "McGill"
    assert spaced(gapped("MONK", {}, usual=0.6), config).text == "MONK"
    assert spaced(gapped("东四北", {0: 0.6, 1: 0.6}), config).text == "东四北"


def test_a_gap_wider_than_any_word_ends_a_label() -> None:
    line = gapped("Park Fort", {3: 2.0})
    ends = label_ends(line, SpacingConfig())
    assert [piece.text for piece in line.cut(ends, 0.1)] == ["Park", "Fort"]


def test_two_labels_in_a_row_part_at_a_space_unusual_for_the_map() -> None:
    usual = [gapped("Green Park", {4: 0.4}) for _ in range(8)]
    row = gapped("Mettuguda Tarnaka", {8: 0.65})
    parted = parted_at_columns([*usual, row], SpacingConfig())
    assert [line.text for line in parted[8:]] == ["Mettuguda", "Tarnaka"]
    assert len(parted_at_columns([row], SpacingConfig())) == 1


def test_a_capital_i_in_a_word_is_an_l_where_the_recogniser_doubted() -> None:
    doubted = Transcript("StigI", 0.9, (), (1, 1, 1, 1, 0.6), ((), (), (), (), (("l", 0.39),)))
    assert without_capital_i(doubted).text == "Stigl"
    assert without_capital_i(transcript("McIntosh")).text == "McIntosh"


def item(text: str, confidence: float, height: float = 20) -> TextItem:
    return TextItem(text, ((0, 0), (90, 0), (90, 20), (0, 20)), 0.0, confidence, height)


def test_rings_and_ornament_are_no_text() -> None:
    words = [item("Harbour", 0.99) for _ in range(5)]
    junk = [item("OO8", 0.93), item("8", 0.99, height=60), item("·", 0.99), item("3RT", 0.82)]
    kept = without_junk([*words, *junk, item("8", 0.99), item("嗔哩岸", 0.8)], 0.6)
    assert [line.text for line in kept] == ["Harbour"] * 5 + ["8", "嗔哩岸"]


def test_an_unknown_alphabet_yields_no_words() -> None:
    lines = [item("HEBCKM NPOCNEKT", 0.85), item("KY4MHO", 0.75), item("OCTPOB", 0.975)]
    assert without_junk([*lines, item("41", 0.92)], 0.6) == (item("41", 0.92),)
