"""Tesseract as the second recogniser: its output, its lines, and scripts told from a picture."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from perception.errors import OcrUnavailable
from perception.ocr import tesseract
from perception.ocr.engine import RgbArray
from perception.ocr.many_scripts import ManyScriptEngine
from perception.ocr.ppocr import load_small
from perception.ocr.tesseract import (
    MARGIN,
    TesseractLines,
    TesseractProgram,
    confidence_of,
    find_program,
    score_of,
    transcripts,
)
from perception.ocr.writing_systems import COMMON, FOREIGN, system_named
from perception.picture import Picture
from perception.text.read import read_text

REPO = Path(__file__).resolve().parents[2]
# OpenCV's wheel brings this font; it has Cyrillic, Hebrew, Georgian and Armenian letters.
FONT = Path(cv2.__file__).parent / "qt" / "fonts" / "DejaVuSans.ttf"
RUSSIAN = ("Гражданский проспект", "Чёрная речка", "Площадь Ленина", "Удельная", "Озерки")
ENGLISH = ("Harbour Street", "Old Mill", "Kingfisher Quay", "Westgate", "Thornsea")


@pytest.fixture(scope="module")
def program() -> TesseractProgram:
    try:
        return find_program()
    except OcrUnavailable as error:
        pytest.skip(str(error))


@pytest.fixture(scope="module")
def auto(program: TesseractProgram) -> ManyScriptEngine:
    needed(program, "rus")
    few = tuple({"eng", "heb", "osd", "rus"} & set(program.languages))
    return ManyScriptEngine("auto", load_small(), replace(program, languages=few))


def needed(program: TesseractProgram, language: str) -> None:
    if language not in program.languages:
        pytest.skip(f"the tesseract language {language} is not installed")
    if not FONT.is_file():
        pytest.skip(f"no font {FONT.name} in this OpenCV wheel")


def line_of(text: str, *, size: int = 26, colors: tuple[str, str] = ("black", "white")) -> RgbArray:
    font = ImageFont.truetype(FONT, size)
    left, top, right, bottom = (int(v) for v in font.getbbox(text))
    tile = Image.new("RGB", (right - left + 12, bottom - top + 12), colors[1])
    ImageDraw.Draw(tile).text((6 - left, 6 - top), text, fill=colors[0], font=font)
    return np.asarray(tile, np.uint8)


def page_of(*columns: tuple[str, ...]) -> Picture:
    page = Image.new("RGB", (60 + 420 * len(columns), 70 * max(map(len, columns)) + 60), "white")
    for k, names in enumerate(columns):
        for i, name in enumerate(names):
            page.paste(Image.fromarray(line_of(name)), (40 + 420 * k, 40 + 70 * i))
    rgb = np.asarray(page, np.uint8)
    return Picture("drawn", rgb, page.width, page.height, "")


def hocr(*words: tuple[int, list[tuple[str, int, int]]]) -> str:
    spans = "".join(
        f"<span class='ocrx_word' title='bbox 0 0 9 9; x_wconf {confidence}'>"
        + "".join(
            f"<span class='ocrx_cinfo' title='x_bboxes {left} 0 {right} 9; x_conf 99.1'>{c}</span>"
            for c, left, right in letters
        )
        + "</span>"
        for confidence, letters in words
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE html PUBLIC "-//W3C//DTD" "there">'
        f'<html xmlns="http://www.w3.org/1999/xhtml"><body><div class="ocr_page">{spans}</div>'
        '<div class="ocr_page"></div></body></html>'
    )


def test_output_becomes_characters_with_places_and_scores() -> None:
    page = hocr((90, [("А", 12, 32), ("б", 32, 52)]), (40, [("7", 92, 112)]))
    line, empty = transcripts(page, [100 + 2 * MARGIN, 50])
    assert line.text == "Аб 7"
    assert line.centers == pytest.approx((0.1, 0.3, 0.55, 0.9))
    assert [confidence_of(score) for score in line.scores] == pytest.approx([0.9, 0.9, 0.4, 0.4])
    assert (empty.text, empty.confidence) == ("", 0.0)


def test_clusters_of_a_script_without_spaces_are_one_word_and_gaps_part_words() -> None:
    letters = [("บ", 12, 30), ("า", 32, 44), ("ง", 46, 60), ("น", 84, 100), ("า", 102, 112)]
    line, _ = transcripts(hocr(*((90, [letter]) for letter in letters)), [140, 50])
    assert line.text == "บาง นา"
    assert len(line.centers) == len(line.scores) == len(line.text)
    thai = next(system for system in COMMON if system.name == "Thai")
    assert thai.legibility(line) > 0.4


def test_scores_keep_the_order_of_confidences() -> None:
    scores = [score_of(c) for c in (0.0, 0.3, 0.9, 1.0)]
    assert scores == sorted(scores)
    assert scores[-1] == 1.0
    assert confidence_of(score_of(0.3)) == pytest.approx(0.3)


def test_the_package_list_holds_every_common_script() -> None:
    lines = (REPO / "apt.txt").read_text(encoding="utf-8").splitlines()
    packages = {line for line in lines if line.startswith("tesseract")}
    assert {system.package for system in COMMON} <= packages
    known = {f"tesseract-ocr-{language}" for system in FOREIGN for language in system.languages}
    assert packages - known == {"tesseract-ocr", "tesseract-ocr-eng", "tesseract-ocr-osd"}
    assert system_named("Korean") == system_named("Hangul")


def test_absent_program_and_language_say_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(tesseract, "PROGRAM", "no-such-program")
    with pytest.raises(OcrUnavailable, match="apt-get install"):
        find_program()
    bare = TesseractProgram(tmp_path / "tesseract", "5.3.0", tmp_path, ("eng",))
    with pytest.raises(OcrUnavailable, match="tesseract-ocr-tel"):
        TesseractLines(bare, "tel")


@pytest.mark.ocr
@pytest.mark.parametrize(
    ("language", "name"),
    [
        ("rus", "Площадь Мужества"),
        ("ell", "Άγιος Ελευθέριος"),
        ("heb", "תחנה מרכזית"),
        ("kat", "ვაგზლის"),
    ],
)
def test_a_line_is_read_in_any_colours(program: TesseractProgram, language: str, name: str) -> None:
    needed(program, language)
    crops = [line_of(name), line_of(name, colors=("white", "#204090")), line_of(name, size=60)]
    for line in TesseractLines(program, language).transcribe(crops):
        assert line.text.replace("\u200f", "").replace("\u200e", "").strip() == name
        assert line.confidence > 0.9


@pytest.mark.ocr
def test_each_name_of_a_mixed_map_is_read_in_its_script(auto: ManyScriptEngine) -> None:
    reading = read_text(page_of(RUSSIAN, ENGLISH), auto)
    assert {line.text for line in reading.lines} == {*RUSSIAN, *ENGLISH}
    assert json.loads(reading.engine)["read_by"].endswith("(rus)")
    assert reading.notes == ()


@pytest.mark.ocr
def test_names_beside_station_codes_are_read_and_no_third_script_is_told(
    auto: ManyScriptEngine, program: TesseractProgram
) -> None:
    needed(program, "tha")
    needed(program, "bul")
    names = (*RUSSIAN, "Политехническая", "Академическая", "Выборгская", "Царицыно")
    coded = tuple(f"D{k:02d} {name}" for k, name in enumerate(names, 1))
    few = replace(program, languages=("bul", "ell", "eng", "rus", "tha"))
    engine = ManyScriptEngine("auto", auto.first, few)
    reading = read_text(page_of(coded), engine)
    assert {line.text.partition(" ")[2] for line in reading.lines} == set(names)
    assert json.loads(reading.engine)["read_by"].endswith("(rus)")


@pytest.mark.ocr
def test_greek_with_its_accents_is_read(auto: ManyScriptEngine, program: TesseractProgram) -> None:
    needed(program, "ell")
    names = ("Άνω Πατήσια", "Μοναστηράκι", "Σύνταγμα", "Ευαγγελισμός", "Περιστέρι")
    others = ("Ηλιούπολη", "Πανεπιστήμιο", "Κατεχάκη")
    few = replace(program, languages=("ell", "eng", "rus"))
    reading = read_text(page_of(names + others, ENGLISH), ManyScriptEngine("auto", auto.first, few))
    assert {line.text for line in reading.lines} == {*names, *others, *ENGLISH}
    assert json.loads(reading.engine)["read_by"].endswith("(ell)")


@pytest.mark.ocr
def test_an_english_map_asks_no_second_reader(
    auto: ManyScriptEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise AssertionError("Tesseract was asked")

    monkeypatch.setattr(TesseractLines, "transcribe", refused)
    reading = read_text(page_of(ENGLISH), auto)
    assert {line.text for line in reading.lines} == set(ENGLISH)
    assert json.loads(reading.engine)["read_by"] == "ppocr-v6-small"


@pytest.mark.ocr
def test_an_unreadable_script_is_told(auto: ManyScriptEngine, program: TesseractProgram) -> None:
    needed(program, "osd")
    without = replace(program, languages=("eng", "osd"))
    names = (*RUSSIAN, "Политехническая", "Академическая", "Выборгская")
    reading = read_text(page_of(names), ManyScriptEngine("auto", auto.first, without))
    assert reading.lines == ()
    (note,) = reading.notes
    assert "Cyrillic" in note
    assert "tesseract-ocr-rus" in note
    nothing = read_text(page_of(names), ManyScriptEngine("auto", auto.first, None))
    assert "tesseract is not installed" in nothing.notes[0]


@pytest.mark.ocr
def test_tesseract_alone_reads_both_alphabets(auto: ManyScriptEngine) -> None:
    engine = ManyScriptEngine("tesseract", auto.first, auto.program, only_second=True)
    reading = read_text(page_of(RUSSIAN, ENGLISH), engine)
    assert {line.text for line in reading.lines} == {*RUSSIAN, *ENGLISH}
    assert json.loads(reading.engine)["read_by"].startswith("tesseract-")
