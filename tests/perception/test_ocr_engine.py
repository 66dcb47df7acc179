"""Models, what goes into them and comes out, and the recogniser on drawn text."""

from __future__ import annotations

import importlib.util
import socket
from pathlib import Path

import cv2
import numpy as np
import onnxruntime
import pytest
import yaml
from PIL import Image, ImageDraw, ImageFont

from perception.errors import OcrUnavailable
from perception.ocr import weights
from perception.ocr.cache_folder import cache_folder
from perception.ocr.engine import OcrEngine, RgbArray
from perception.ocr.official import engine_of
from perception.ocr.ppocr import (
    DETECTOR_MEAN,
    DETECTOR_SPREAD,
    detector_input,
    load_small,
    recogniser_input,
)
from perception.ocr.text_boxes import BoxConfig, text_boxes
from perception.ocr.weights import DETECTOR, RECOGNISER, weights_file
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


def test_a_missing_wheel_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(OcrUnavailable, match="pip install"):
        weights.wheel_models_folder()


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


def test_a_broken_model_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / RECOGNISER.file_name).write_bytes(b"cut off")
    (tmp_path / DETECTOR.file_name).write_bytes(b"cut off")
    monkeypatch.setattr(weights, "wheel_models_folder", lambda: tmp_path)
    with pytest.raises(OcrUnavailable, match=DETECTOR.file_name):
        load_small()


def downloaded(folder: Path, model: Path, post: dict[str, object]) -> Path:
    """Write a model folder as PaddleOCR downloads it."""
    folder.mkdir()
    (folder / "inference.onnx").symlink_to(model)
    (folder / "inference.yml").write_text(yaml.safe_dump({"PostProcess": post}), "utf-8")
    return folder


@pytest.mark.ocr
def test_downloaded_models_are_read_as_their_settings_say(
    engine: OcrEngine, tmp_path: Path
) -> None:
    recogniser = weights_file(RECOGNISER)
    session = onnxruntime.InferenceSession(str(recogniser), providers=["CPUExecutionProvider"])
    characters = session.get_modelmeta().custom_metadata_map["character"].split("\n")
    boxes = downloaded(tmp_path / "det", weights_file(DETECTOR), {"box_thresh": 0.6})
    none = downloaded(tmp_path / "strict", weights_file(DETECTOR), {"box_thresh": 1.1})
    reader = downloaded(tmp_path / "rec", recogniser, {"character_dict": characters})
    page = drawn("Harbour Street")
    assert lines(page, engine_of("own", boxes, reader)) == lines(page, engine)
    assert lines(page, engine_of("own", none, reader)) == ()
    short = downloaded(tmp_path / "short", recogniser, {"character_dict": characters[1:]})
    with pytest.raises(OcrUnavailable, match="classes"):
        engine_of("own", boxes, short)


@pytest.mark.ocr
def test_boxes_are_those_of_paddlex() -> None:
    from paddlex.inference.models.text_detection.processors import DBPostProcess

    random = np.random.default_rng(0)
    config = BoxConfig()
    theirs = DBPostProcess(
        thresh=config.threshold,
        box_thresh=config.least_score,
        max_candidates=config.most,
        unclip_ratio=config.growth,
    )
    found = 0
    for _ in range(6):
        page = np.zeros((320, 416), np.float32)
        for _ in range(30):
            center = (int(random.integers(416)), int(random.integers(320)))
            size = (int(random.integers(1, 90)), int(random.integers(1, 20)))
            cv2.ellipse(page, center, size, int(random.integers(180)), 0, 360, (1.0,), -1)
        page = np.asarray(cv2.GaussianBlur(page, (5, 5), 0), np.float32)
        page *= random.uniform(0.8, 1.0, page.shape).astype(np.float32)
        quads, scores = theirs([page[None, None]], [np.array([*page.shape, 1.0, 1.0])])
        own = text_boxes(page, config)
        assert [region.quad.tolist() for region in own] == np.asarray(quads[0]).tolist()
        assert [region.score for region in own] == pytest.approx(scores[0], abs=0)
        found += len(own)
    assert found > 20


@pytest.mark.ocr
def test_networks_get_what_paddlex_would_give_them() -> None:
    from paddlex.inference.models.text_detection.processors import NormalizeImage
    from paddlex.inference.models.text_recognition.processors import OCRReisizeNormImg

    random = np.random.default_rng(0)
    picture = random.integers(0, 256, (64, 96, 3), np.uint8)
    normalise = NormalizeImage(
        mean=DETECTOR_MEAN, std=DETECTOR_SPREAD, scale="1./255.", order="hwc"
    )
    theirs = normalise([picture[..., ::-1]])[0].transpose(2, 0, 1)[None]
    assert np.array_equal(detector_input(picture), theirs)
    resize = OCRReisizeNormImg(rec_image_shape=[3, 48, 320]).resize_norm_img
    for height, width, padded in ((20, 31, 96), (90, 10, 32), (48, 320, 320), (7, 700, 4800)):
        crop = random.integers(0, 256, (height, width, 3), np.uint8)
        theirs = resize(np.ascontiguousarray(crop[..., ::-1]), padded / 48)
        assert np.array_equal(recogniser_input(crop, padded), theirs)


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
