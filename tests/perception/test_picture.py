"""Decoding picture files."""

from __future__ import annotations

import hashlib
import io
import struct
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from perception.errors import BadPicture
from perception.picture import load_picture

GREEN = (40, 160, 90)


def saved(image: Image.Image, path: Path, **options: Any) -> Path:
    image.save(path, **options)
    return path


def test_a_picture_keeps_its_pixels_size_and_hash(tmp_path: Path) -> None:
    path = saved(Image.new("RGB", (40, 30), GREEN), tmp_path / "map.png")
    picture = load_picture(path)
    assert (picture.width, picture.height) == (40, 30)
    assert picture.rgb.shape == (30, 40, 3) and picture.rgb.dtype == np.uint8
    assert (picture.rgb == GREEN).all()
    assert picture.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.mark.parametrize("mode", ["L", "LA", "P", "RGBA", "1", "CMYK"])
def test_every_mode_becomes_rgb(tmp_path: Path, mode: str) -> None:
    image = Image.new("RGB", (32, 32), "white").convert(mode)
    path = saved(image, tmp_path / ("map.tif" if mode == "CMYK" else "map.png"))
    assert (load_picture(path).rgb == 255).all()


def test_transparency_is_laid_on_white(tmp_path: Path) -> None:
    image = Image.new("RGBA", (32, 32), (0, 0, 0, 0))
    image.putpixel((3, 4), (*GREEN, 255))
    rgb = load_picture(saved(image, tmp_path / "map.png")).rgb
    assert tuple(rgb[4, 3]) == GREEN and tuple(rgb[0, 0]) == (255, 255, 255)


def test_deep_grey_is_scaled_and_not_clipped(tmp_path: Path) -> None:
    values = np.full((32, 32), 32768, np.uint16)
    path = saved(Image.fromarray(values), tmp_path / "map.png")
    assert set(np.unique(load_picture(path).rgb)) == {128}


def test_exif_orientation_is_applied(tmp_path: Path) -> None:
    image = Image.new("RGB", (40, 20), "white")
    exif = Image.Exif()
    exif[0x0112] = 6
    picture = load_picture(saved(image, tmp_path / "map.jpg", exif=exif))
    assert (picture.width, picture.height) == (20, 40)


def test_a_missing_file_a_folder_and_an_empty_file_are_named(tmp_path: Path) -> None:
    empty = tmp_path / "empty.png"
    empty.touch()
    for path, found in ((tmp_path / "no.png", "no such"), (tmp_path, "folder"), (empty, "empty")):
        with pytest.raises(BadPicture, match=found) as caught:
            load_picture(path)
        assert caught.value.file == str(path) and caught.value.mend


def test_text_is_no_picture(tmp_path: Path) -> None:
    path = tmp_path / "map.png"
    path.write_text("station_1,station_2\n")
    with pytest.raises(BadPicture, match="no picture decoder"):
        load_picture(path)


@pytest.mark.parametrize("suffix", ["png", "jpg"])
def test_a_truncated_picture_is_refused(tmp_path: Path, suffix: str) -> None:
    noise = np.random.default_rng(0).integers(0, 255, (64, 64, 3), np.uint8)
    path = saved(Image.fromarray(noise), tmp_path / f"map.{suffix}")
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    with pytest.raises(BadPicture, match="broken or cut off"):
        load_picture(path)


def test_a_decompression_bomb_is_refused_by_its_header(tmp_path: Path) -> None:
    def chunk(kind: bytes, data: bytes) -> bytes:
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    header = struct.pack(">IIBBBBB", 20_000, 20_000, 8, 2, 0, 0, 0)
    path = tmp_path / "bomb.png"
    # No pixel data at all: decoding would fail otherwise than by size.
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IEND", b""))
    with pytest.raises(
        BadPicture, match=r"20000 x 20000 px.*reduce it to at most 10954 x 10954 px"
    ):
        load_picture(path)


def test_the_limit_is_the_callers(tmp_path: Path) -> None:
    path = saved(Image.new("RGB", (100, 100)), tmp_path / "map.png")
    load_picture(path, max_pixels=10_000)
    with pytest.raises(BadPicture, match="100 x 100"):
        load_picture(path, max_pixels=9_999)


@pytest.mark.parametrize("size", [(1, 1), (20_000, 20 // 2)])
def test_what_is_too_thin_for_a_map_is_refused(tmp_path: Path, size: tuple[int, int]) -> None:
    with pytest.raises(BadPicture, match="at least"):
        load_picture(saved(Image.new("RGB", size), tmp_path / "map.png"))


def test_the_first_frame_of_an_animation_is_read(tmp_path: Path) -> None:
    frames = [Image.new("RGB", (40, 30), color) for color in (GREEN, (0, 0, 255))]
    path = saved(frames[0], tmp_path / "map.gif", save_all=True, append_images=frames[1:])
    assert (np.abs(load_picture(path).rgb.astype(int) - GREEN) <= 2).all()


def test_deep_colour_keeps_its_range(tmp_path: Path) -> None:
    import cv2

    deep = np.zeros((32, 32, 3), np.uint16)
    deep[..., 2] = 65535
    deep[..., 1] = 32896
    path = tmp_path / "map.png"
    cv2.imwrite(str(path), deep)
    assert tuple(load_picture(path).rgb[0, 0]) == (255, 128, 0)


def test_a_tiny_picture_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadPicture, match="at least"):
        load_picture(saved(Image.new("RGB", (4, 400)), tmp_path / "map.png"))


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_damaged_bytes_give_a_picture_or_bad_picture(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    buffer = io.BytesIO()
    Image.new("RGB", (32, 32), GREEN).save(buffer, "PNG")
    content = bytearray(buffer.getvalue())
    for _ in range(data.draw(st.integers(1, 6))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    path = tmp_path_factory.mktemp("damaged") / "map.png"
    path.write_bytes(bytes(content))
    try:
        assert load_picture(path).rgb.dtype == np.uint8
    except BadPicture as error:
        assert str(path) in str(error)
