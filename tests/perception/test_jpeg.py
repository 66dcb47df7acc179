"""Hard JPEG compression: told from the pixels, undone where it did harm, else left alone."""

from __future__ import annotations

from io import BytesIO

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from numpy.typing import NDArray
from PIL import Image

from perception.jpeg.coding import (
    from_waves,
    halve,
    quantisation,
    stored_chroma,
    to_waves,
)
from perception.jpeg.damage import find_damage
from perception.jpeg.undoing import undo_compression

Rgb = NDArray[np.uint8]

_INKS = ((200, 30, 30), (20, 110, 200), (30, 140, 40), (240, 150, 20))


def _map(width: int = 400, height: int = 320) -> Rgb:
    """Draw lines with ringed stops and lettering on a pale ground."""
    picture = np.full((height, width, 3), (242, 246, 248), np.uint8)
    for place, ink in enumerate(_INKS):
        y = 40 + 70 * place
        cv2.line(picture, (20, y), (width - 20, y + 20), ink, 9, cv2.LINE_AA)
        for x in range(40, width - 20, 60):
            centre = (x, y + round(20 * (x - 20) / (width - 40)))
            cv2.circle(picture, centre, 9, (28, 28, 28), -1, cv2.LINE_AA)
            cv2.circle(picture, centre, 6, (255, 255, 255), -1, cv2.LINE_AA)
            cv2.putText(
                picture,
                f"Stop {x}",
                (x, y - 14),
                cv2.FONT_HERSHEY_SIMPLEX,
                0.4,
                (20, 20, 20),
                1,
                cv2.LINE_AA,
            )
    return picture


def _compressed(picture: Rgb, quality: int, subsampling: int = 2) -> Rgb:
    written = BytesIO()
    Image.fromarray(picture).save(written, "JPEG", quality=quality, subsampling=subsampling)
    return np.asarray(Image.open(written).convert("RGB"))


@pytest.mark.parametrize("quality", [20, 40, 60])
@pytest.mark.parametrize("subsampling", [2, 0])
def test_the_quality_is_told_from_the_pixels(quality: int, subsampling: int) -> None:
    found = find_damage(_compressed(_map(), quality, subsampling))
    assert found is not None
    assert abs(found - quality) <= 1


def test_a_picture_without_damage_is_returned_itself() -> None:
    noise = np.random.default_rng(3).integers(0, 256, (200, 200, 3)).astype(np.uint8)
    flat = np.full((64, 64, 3), 200, np.uint8)
    tiny = np.zeros((16, 300, 3), np.uint8)
    for picture in (_map(), _compressed(_map(), 92), noise, flat, tiny):
        same, notes = undo_compression(picture)
        assert same is picture
        assert notes == ()


@pytest.mark.parametrize(("size", "subsampling"), [((240, 170), 2), ((229, 163), 0)])
def test_undoing_gives_each_ink_one_colour(size: tuple[int, int], subsampling: int) -> None:
    drawn = _map(*size)
    decoded = _compressed(drawn, 40, subsampling)
    before = decoded.copy()
    undone, notes = undo_compression(decoded)
    assert notes
    assert undone.shape == drawn.shape
    assert (decoded == before).all()
    # Two px from every border, one colour is left.
    field = np.ones((5, 5), np.uint8)
    inside = (cv2.dilate(drawn, field) == cv2.erode(drawn, field)).all(axis=2)
    for ink in ((242, 246, 248), *_INKS[:2]):
        own = inside & (drawn == ink).all(axis=2)
        assert own.any()
        _, decoded_counts = np.unique(decoded[own], axis=0, return_counts=True)
        colors, counts = np.unique(undone[own], axis=0, return_counts=True)
        assert counts.max() >= 0.95 * own.sum() > decoded_counts.max()
        assert np.abs(colors[counts.argmax()].astype(int) - ink).max() <= 12


def test_a_pale_area_beside_the_ground_keeps_its_colour() -> None:
    drawn = _map()
    drawn[200:320, 200:400] = np.where(
        (drawn[200:320, 200:400] == (242, 246, 248)).all(axis=2)[..., None],
        np.array((214, 232, 205), np.uint8),
        drawn[200:320, 200:400],
    )
    undone, _ = undo_compression(_compressed(drawn, 40))
    off = np.abs(undone.astype(int) - drawn).max(axis=2)
    assert (off[290:310, 210:390] <= 4).mean() > 0.9
    assert (off[290:310, 10:190] <= 4).mean() > 0.9


@settings(max_examples=30, deadline=None)
@given(
    arrays.arrays(np.float32, (16, 24), elements=st.floats(-128, 127, width=32)),
)
def test_the_transform_is_that_of_the_standard(plane: NDArray[np.float32]) -> None:
    waves = to_waves(plane)
    assert np.allclose(from_waves(waves), plane, atol=1e-3)
    by_block = waves.reshape(2, 8, 3, 8)
    for row in range(2):
        for column in range(3):
            block = plane[8 * row : 8 * row + 8, 8 * column : 8 * column + 8]
            assert np.allclose(by_block[row, :, column], cv2.dct(block.copy()), atol=1e-2)


@pytest.mark.parametrize("quality", [10, 40, 50, 75, 95])
def test_the_steps_are_those_that_writers_use(quality: int) -> None:
    written = BytesIO()
    Image.new("RGB", (16, 16)).save(written, "JPEG", quality=quality)
    tables = Image.open(written).quantization  # type: ignore[attr-defined]
    for index, steps in enumerate(quantisation(quality)):
        assert sorted(tables[index]) == sorted(steps.ravel().astype(int).tolist())


def test_halved_chroma_is_got_back_from_what_a_decoder_makes_of_it() -> None:
    stored = np.random.default_rng(1).uniform(-60, 60, (24, 40)).astype(np.float32)
    shown = np.asarray(cv2.resize(stored, (80, 48), interpolation=cv2.INTER_LINEAR), np.float32)
    assert np.abs(halve(shown) - stored).mean() > 10
    assert np.abs(stored_chroma(shown) - stored).mean() < 1


@pytest.mark.parametrize("size", [(16, 16), (17, 45), (20, 600), (150, 100)])
def test_compressed_pictures_that_are_no_maps_come_back_whole(size: tuple[int, int]) -> None:
    height, width = size
    noise = np.random.default_rng(5).integers(0, 256, (height, width, 3)).astype(np.uint8)
    across, down = np.meshgrid(np.linspace(0, 255, width), np.linspace(0, 255, height))
    sky = np.stack([across, down, (across + down) / 2], axis=2).astype(np.uint8)
    for drawn in (noise, sky, np.full((height, width, 3), 90, np.uint8)):
        undone, _ = undo_compression(_compressed(drawn, 15))
        assert undone.shape == drawn.shape
        assert undone.dtype == np.uint8
