"""Choosing and cleaning readings: what is read already, and lines of foreign scripts."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perception.ocr.engine import Quad, TextRegion, Transcript
from perception.ocr.writing_systems import FOREIGN, LATIN, system_named
from perception.text.coverage import apart, not_yet_read
from perception.text.foreign import unread_places
from perception.text.line import LineReading
from perception.text.mixed_line import trimmed, with_numbers
from perception.text.rereading import is_plausible
from perception.text.striped import is_striped

CYRILLIC, HANGUL = FOREIGN[0], FOREIGN[1]


def box(x: float, y: float, width: float, height: float = 20.0) -> Quad:
    return np.array([[x, y], [x + width, y], [x + width, y + height], [x, y + height]])


def reading(text: str, score: float = 1.0, quad: Quad | None = None) -> LineReading:
    places = tuple((k + 0.5) / len(text) for k in range(len(text)))
    quad = box(0, 0, 10.0 * len(text)) if quad is None else quad
    return LineReading(quad, Transcript(text, score, places, (score,) * len(text)))


def test_a_region_within_a_sure_line_is_not_read_again() -> None:
    line = reading("Harbour Street")
    width = float(line.quad[1][0])
    regions = [
        TextRegion(box(-6, -8, width + 12, 36), 0.9),
        TextRegion(box(40, 0, 50), 0.9),
        TextRegion(box(0, 0, width + 60), 0.9),
        TextRegion(box(0, 60, width), 0.9),
        TextRegion(np.roll(box(-6, -8, width + 12, 36), 1, axis=0), 0.9),
    ]
    assert not_yet_read(regions, [line]) == [2, 3]
    assert not_yet_read(regions, [reading("Harbour Street", 0.9)]) == [0, 1, 2, 3, 4]


@given(st.lists(st.tuples(st.integers(0, 200), st.integers(0, 200)), max_size=12))
def test_places_apart_cover_every_box(corners: list[tuple[int, int]]) -> None:
    quads = [box(x, y, 60) for x, y in corners]

    def shared(one: Quad, other: Quad) -> float:
        low = np.maximum(one.min(axis=0), other.min(axis=0))
        high = np.minimum(one.max(axis=0), other.max(axis=0))
        return float(np.prod(np.clip(high - low, 0, None))) / (60 * 20)

    kept = apart(quads)
    assert all(shared(quads[i], quads[j]) <= 0.3 for i in kept for j in kept if i < j)
    gone = set(range(len(quads))) - set(kept)
    assert all(any(shared(quads[i], quads[k]) > 0.3 for k in kept if k < i) for i in gone)


def test_unread_places_count_once() -> None:
    regions = [TextRegion(box(0, 100 * k, 120), 0.9) for k in range(4)]
    regions.append(TextRegion(box(2, 1, 121), 0.8))
    lines = [[], [reading("Old Mill", quad=box(0, 100, 120))], [reading("нъ", 0.7)], [], []]
    places, share = unread_places(regions, lines)
    assert len(places) == 3
    assert share == pytest.approx(0.75)


def test_pictograms_beside_a_name_go_and_numbers_stay() -> None:
    cases = {
        "} ПАРНАС «250 - 36": "ПАРНАС - 36",
        "ПАРНАС 555: |": "ПАРНАС",
        "' ОЗЕРКИ": "ОЗЕРКИ",
        "65 - САДОВАЯ (центр)": "65 - САДОВАЯ (центр)",
        "Площадь Ленина-2": "Площадь Ленина-2",
    }
    for read, name in cases.items():
        assert trimmed(reading(read), CYRILLIC).text == name
    assert trimmed(reading("을 지 로 입구"), HANGUL).text == "을지로입구"
    assert trimmed(reading("서울역 앞 광장"), HANGUL).text == "서울역 앞 광장"


def test_numbers_come_from_the_first_reading() -> None:
    second = reading("САДОВАЯ - $5")
    assert with_numbers(second, [reading("CAAOBAR - 65")], CYRILLIC).text == "САДОВАЯ - 65"
    assert with_numbers(second, [reading("CAAOBAR - 65", 0.8)], CYRILLIC).text == "САДОВАЯ - $5"
    front = reading("6$ - САДОВАЯ")
    assert with_numbers(front, [reading("65 - CAAOBAR")], CYRILLIC).text == "65 - САДОВАЯ"


def test_station_codes_come_from_the_first_reading() -> None:
    second = reading("А09 Саларьево")
    assert with_numbers(second, [reading("A09 CaлapbeBo")], CYRILLIC).text == "A09 Саларьево"
    alone = reading("A09", quad=box(0, 0, 30.0))
    assert with_numbers(second, [alone], CYRILLIC).text == "A09 Саларьево"
    behind = reading("Фили С04")
    beside = reading("C04", quad=box(50, 0, 30.0))
    assert with_numbers(behind, [beside], CYRILLIC).text == "Фили C04"
    unsure = with_numbers(second, [reading("A09", 0.8, box(0, 0, 30.0))], CYRILLIC)
    assert unsure.text == second.text


def test_a_reading_is_plausible_in_its_own_script_only() -> None:
    assert is_plausible(reading("Озерки 5", 0.9), CYRILLIC)
    assert not is_plausible(reading("Озерки 5", 0.65), CYRILLIC)
    assert not is_plausible(reading("Ozerki", 0.99), CYRILLIC)
    assert not is_plausible(reading("О12", 0.99), CYRILLIC)


def test_legibility_is_of_whole_words() -> None:
    def legibility(text: str) -> float:
        return CYRILLIC.legibility(reading(text).transcript)

    assert legibility("Чёрная речка 7") == 1.0
    assert legibility("Ч ё р на") == 0.0
    assert 0.3 < legibility("Чёрная @#%&*!") < 0.7
    assert LATIN.legibility(reading("Чёрная").transcript) == 0.0
    assert system_named("Fraktur") is None


@given(st.integers(4, 12), st.integers(6, 20), st.integers(60, 220))
def test_stripes_across_a_line_are_no_writing(long: int, count: int, grey: int) -> None:
    crop = np.full((14, 2 * long * count, 3), 255, np.uint8)
    for k in range(count):
        crop[:, 2 * long * k : 2 * long * k + long] = (0, grey, 0)
    assert is_striped(crop)


@pytest.mark.parametrize("word", ["Hamilton", "Mill Hill", "Llanelli", "Innsbruck", "11-17"])
def test_words_are_not_striped(word: str) -> None:
    crop = np.full((28, 20 + 16 * len(word), 3), 255, np.uint8)
    cv2.putText(crop, word, (8, 21), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (0, 0, 0), 2, cv2.LINE_AA)
    assert not is_striped(crop)
