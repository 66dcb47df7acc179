"""Pictures as they are sent: kept, reduced or stretched, never turned or emptied."""

from __future__ import annotations

import base64
import io
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from agent.chat.options import PICTURE_PRESETS, PictureOptions
from agent.chat.picture_encoding import (
    EncodedPicture,
    PictureEncoder,
    encode_picture,
    target_size,
)
from perception.errors import BadPicture

DEFAULT = PICTURE_PRESETS["default"]
RELEASED = PICTURE_PRESETS["released"]


def sent(picture: EncodedPicture) -> tuple[bytes, Image.Image]:
    head, data = picture.url.split(",", 1)
    raw = base64.b64decode(data)
    image = Image.open(io.BytesIO(raw))
    assert head == f"data:image/{str(image.format).lower()};base64"
    return raw, image


def save(path: Path, size: tuple[int, int] = (64, 48), **options: object) -> Path:
    x, y = np.meshgrid(np.arange(size[0]), np.arange(size[1]))
    pixels = np.stack([x * 3 % 256, y * 5 % 256, (x + y) % 256], axis=-1).astype(np.uint8)
    Image.fromarray(pixels).save(path, **options)  # type: ignore[arg-type]
    return path


@pytest.mark.parametrize("name", ["map.png", "map.jpg", "map.webp"])
def test_small_picture_goes_as_the_file_is(tmp_path: Path, name: str) -> None:
    file = save(tmp_path / name)
    raw, image = sent(encode_picture(file, DEFAULT))
    assert raw == file.read_bytes()
    assert image.size == (64, 48)


@pytest.mark.parametrize("name", ["map.bmp", "map.gif", "map.tiff"])
def test_formats_that_endpoints_do_not_take_become_jpeg(tmp_path: Path, name: str) -> None:
    file = save(tmp_path / name)
    _, image = sent(encode_picture(file, DEFAULT))
    assert (image.format, image.size) == ("JPEG", (64, 48))


def test_released_preset_always_encodes_jpeg_at_95(tmp_path: Path) -> None:
    file = save(tmp_path / "map.png")
    raw, image = sent(encode_picture(file, RELEASED))
    expected = io.BytesIO()
    with Image.open(file) as original:
        original.convert("RGB").save(expected, format="JPEG", quality=95)
    assert raw == expected.getvalue()
    assert image.format == "JPEG"


def test_large_picture_is_reduced_with_its_aspect(tmp_path: Path) -> None:
    file = save(tmp_path / "map.png", (400, 200))
    picture = encode_picture(file, PictureOptions(max_pixels=20_000))
    assert (picture.width, picture.height) == (200, 100)
    assert sent(picture)[1].size == (200, 100)


def test_square_stretches(tmp_path: Path) -> None:
    picture = encode_picture(save(tmp_path / "map.png"), PictureOptions(square=32))
    assert sent(picture)[1].size == (32, 32)


def test_limits_of_the_released_code() -> None:
    for options in (DEFAULT, RELEASED):
        assert options.max_pixels == 10_000_000
        assert options.quality == 95
        assert target_size(4000, 2500, options) == (4000, 2500)
        width, height = target_size(8000, 5000, options)
        assert width * height <= 10_000_000
        assert width / height == pytest.approx(1.6, rel=1e-3)


@given(
    st.integers(1, 60_000),
    st.integers(1, 60_000),
    st.integers(1, 10**8),
    st.none() | st.integers(1, 4000),
)
def test_size_never_exceeds_the_limit(
    width: int, height: int, limit: int, square: int | None
) -> None:
    wide, high = target_size(width, height, PictureOptions(max_pixels=limit, square=square))
    assert wide >= 1
    assert high >= 1
    assert wide * high <= limit
    if square is None:
        assert wide <= width
        assert high <= height


def test_turned_picture_is_sent_upright(tmp_path: Path) -> None:
    file = tmp_path / "map.jpg"
    exif = Image.Exif()
    exif[0x0112] = 6  # to be turned by 90 degrees
    Image.new("RGB", (60, 20), (0, 0, 200)).save(file, exif=exif)
    _, image = sent(encode_picture(file, DEFAULT))
    assert image.size == (20, 60)
    assert image.getexif().get(0x0112, 1) == 1


def test_transparent_ground_is_sent_white(tmp_path: Path) -> None:
    file = tmp_path / "map.png"
    Image.new("RGBA", (30, 20), (0, 0, 0, 0)).save(file)
    _, image = sent(encode_picture(file, DEFAULT))
    assert image.convert("RGB").getpixel((5, 5)) == (255, 255, 255)


@pytest.mark.parametrize("content", [b"", b"GIF89a", b"\x89PNG\r\n\x1a\n broken"])
def test_broken_picture_names_its_file(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "broken.png"
    file.write_bytes(content)
    with pytest.raises(BadPicture, match=r"broken\.png"):
        PictureEncoder(DEFAULT).encode(file)


def test_truncated_picture_is_refused(tmp_path: Path) -> None:
    file = save(tmp_path / "map.png")
    file.write_bytes(file.read_bytes()[:-200])
    with pytest.raises(BadPicture):
        encode_picture(file, DEFAULT)


def test_missing_picture_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadPicture, match=r"nowhere\.png"):
        PictureEncoder(DEFAULT).encode(tmp_path / "nowhere.png")


def test_encoder_sees_a_changed_file(tmp_path: Path) -> None:
    file = save(tmp_path / "map.png")
    encoder = PictureEncoder(DEFAULT, keep=1)
    first = encoder.encode(file)
    assert encoder.encode(file) is first
    save(file, (80, 48))
    assert encoder.encode(file).width == 80


def test_same_picture_same_bytes(tmp_path: Path) -> None:
    file = save(tmp_path / "map.png", (500, 400))
    options = PictureOptions(max_pixels=10_000)
    assert encode_picture(file, options) == encode_picture(file, options)
