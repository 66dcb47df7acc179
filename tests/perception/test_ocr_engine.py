"""Model folders, and the recogniser on drawn text."""

from __future__ import annotations

import importlib.util
import socket
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from perception.errors import OcrUnavailable
from perception.ocr import weights
from perception.ocr.cache_folder import cache_folder
from perception.ocr.engine import OcrEngine, RgbArray
from perception.ocr.ppocr import load_small
from perception.ocr.weights import DETECTOR, RECOGNISER, prepare_model_folder
from perception.picture import Picture
from perception.text.read import read_text
from perception.text_reading import TextItem

INK, GROUND = (30, 30, 30), (255, 255, 255)


def test_the_cache_folder_follows_the_environment(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("MAPCLEW_CACHE_DIR", str(tmp_path))
    assert cache_folder() == tmp_path
    assert cache_folder(tmp_path / "own") == tmp_path / "own"
    monkeypatch.delenv("MAPCLEW_CACHE_DIR")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_folder() == tmp_path / "mapclew"


def test_a_model_folder_is_made_once_and_mended(tmp_path: Path) -> None:
    folder = prepare_model_folder(DETECTOR, cache=tmp_path)
    model = folder / "inference.onnx"
    before = model.stat().st_mtime_ns
    assert prepare_model_folder(DETECTOR, cache=tmp_path) == folder
    assert model.stat().st_mtime_ns == before
    model.write_bytes(b"cut off")
    prepare_model_folder(DETECTOR, cache=tmp_path)
    assert model.stat().st_size > 1_000_000
    assert [path.name for path in (tmp_path / "ocr").iterdir()] == [folder.name]


def test_folders_made_at_once_are_one(tmp_path: Path) -> None:
    with ThreadPoolExecutor(4) as pool:
        made = list(pool.map(lambda _: prepare_model_folder(RECOGNISER, cache=tmp_path), range(4)))
    assert len(set(made)) == 1
    assert [path.name for path in (tmp_path / "ocr").iterdir()] == [made[0].name]


def test_a_missing_wheel_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(OcrUnavailable, match="pip install"):
        weights.wheel_models_folder()


def test_a_cache_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.touch()
    with pytest.raises(OcrUnavailable, match="MAPCLEW_CACHE_DIR"):
        prepare_model_folder(DETECTOR, cache=blocked)


@pytest.fixture(scope="module")
def engine() -> OcrEngine:
    return load_small()


def drawn(
    text: str,
    *,
    size: int = 24,
    angle: float = 0.0,
    ink: tuple[int, int, int] = INK,
    ground: tuple[int, int, int] = GROUND,
) -> RgbArray:
    font = ImageFont.load_default(size)
    left, top, right, bottom = (int(v) for v in font.getbbox(text))
    tile = Image.new("RGB", (right - left + 8, bottom - top + 8), ground)
    ImageDraw.Draw(tile).text((4 - left, 4 - top), text, fill=ink, font=font)
    tile = tile.rotate(angle, expand=True, fillcolor=ground, resample=Image.Resampling.BICUBIC)
    page = Image.new("RGB", (400, 400), ground)
    page.paste(tile, ((400 - tile.width) // 2, (400 - tile.height) // 2))
    return np.asarray(page, np.uint8)


def lines(rgb: RgbArray, engine: OcrEngine) -> tuple[TextItem, ...]:
    height, width = rgb.shape[:2]
    return read_text(Picture("drawn", rgb, width, height, ""), engine).lines


@pytest.mark.ocr
@pytest.mark.parametrize("angle", [0, 45, 90, -90])
def test_a_name_is_read_at_its_angle(engine: OcrEngine, angle: float) -> None:
    (line,) = lines(drawn("Harbour Street", angle=angle), engine)
    assert line.text == "Harbour Street"
    assert line.angle == pytest.approx(angle, abs=3)
    first, second = np.array(line.polygon[0]), np.array(line.polygon[1])
    along = (second - first) / np.linalg.norm(second - first)
    expected = [np.cos(np.radians(angle)), -np.sin(np.radians(angle))]
    assert along == pytest.approx(expected, abs=0.06)


@pytest.mark.ocr
@pytest.mark.parametrize(
    "name", ["Tower City - Public Square", "Trone / Troon", "St.-Quirin-Platz", "W.117th"]
)
def test_signs_and_spaces_are_exact(engine: OcrEngine, name: str) -> None:
    assert [line.text for line in lines(drawn(name), engine)] == [name]


@pytest.mark.ocr
def test_white_on_dark_and_small_print_are_read(engine: OcrEngine) -> None:
    dark = drawn("Old Mill", ink=(255, 255, 255), ground=(20, 40, 110))
    assert [line.text for line in lines(dark, engine)] == ["Old Mill"]
    assert [line.text for line in lines(drawn("Old Mill", size=12), engine)] == ["Old Mill"]


@pytest.mark.ocr
def test_markers_beside_a_name_are_no_letters_of_it(engine: OcrEngine) -> None:
    page = Image.fromarray(drawn("Francos"))
    draw = ImageDraw.Draw(page)
    right = max(x for x, _ in lines(np.asarray(page, np.uint8), engine)[0].polygon)
    for k in range(3):
        x = right + 4 + 26 * k
        draw.line((x + 13, 120, x + 13, 280), fill=(0, 130, 220), width=10)
        draw.ellipse((x, 187, x + 26, 213), fill="white", outline=INK, width=4)
    assert [line.text for line in lines(np.asarray(page, np.uint8), engine)] == ["Francos"]


@pytest.mark.ocr
def test_a_page_of_nothing_holds_no_text(engine: OcrEngine) -> None:
    assert lines(np.full((200, 300, 3), 255, np.uint8), engine) == ()


@pytest.mark.ocr
def test_reading_is_deterministic_and_needs_no_network(
    engine: OcrEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise AssertionError("a network was asked for")

    monkeypatch.setattr(socket.socket, "connect", refused)
    page = drawn("Harbour Street")
    assert lines(page, load_small()) == lines(page, engine)
    assert {len(w["sha256"]) for w in engine.describe()["weights"].values()} == {64}
