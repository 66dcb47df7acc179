"""Pictures made worse in the ways that published maps are: compressed, small, grey, askew.

Each degradation is a pure function of the pixels, together with the affine map that takes a point
of the picture to its place in the degraded one, so that a truth with places stays usable.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from io import BytesIO
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from perception.errors import ConfigError
from perception.map_graph import Point
from perception.picture import Picture
from perception.scoring.truth_score import MapTruth

Matrix = NDArray[np.float64]


class Frame(NamedTuple):
    """Size of a degraded picture, px, and the (2, 3) affine matrix that leads into it."""

    width: int
    height: int
    matrix: Matrix


@dataclass(frozen=True, slots=True)
class Degradation:
    """One way of making a picture worse.

    Attributes
    ----------
    name : str
        Key in `DEGRADATIONS`.
    apply : callable
        sRGB picture to sRGB picture.
    frame : callable
        (width, height) of the picture to the frame of the degraded one.
    """

    name: str
    apply: Callable[[Image.Image], Image.Image]
    frame: Callable[[int, int], Frame]


def degrade(picture: Picture, name: str) -> Picture:
    """Return a degraded copy of a picture.

    Parameters
    ----------
    picture : Picture
        Not changed.
    name : str
        One of `DEGRADATIONS`.

    Raises
    ------
    ConfigError
        There is no such degradation.
    """
    image = check_degradation(name).apply(Image.fromarray(picture.rgb))
    rgb = np.array(image.convert("RGB"), np.uint8)
    digest = hashlib.sha256(rgb.tobytes()).hexdigest()
    return Picture(picture.path, rgb, rgb.shape[1], rgb.shape[0], digest)


def degraded_truth(truth: MapTruth, name: str, width: int, height: int) -> MapTruth:
    """Return a truth with its places where they are in the degraded picture.

    Parameters
    ----------
    truth : MapTruth
        Of the picture as it was.
    width, height : int
        Of that picture, px.
    name : str
        One of `DEGRADATIONS`.
    """
    frame = check_degradation(name).frame(width, height)
    factor = width / truth.size[0] if truth.size else 1.0
    places = {
        station: tuple(_moved((x * factor, y * factor), frame.matrix) for x, y in points)
        for station, points in truth.places.items()
    }
    return replace(truth, places=places, size=(frame.width, frame.height))


def check_degradation(name: str) -> Degradation:
    """Return a degradation by its name.

    Raises
    ------
    ConfigError
        There is no such degradation.
    """
    if name not in DEGRADATIONS:
        raise ConfigError(
            f"no degradation {name!r}",
            field="--degrade",
            mend=f"use one of {', '.join(DEGRADATIONS)}",
        )
    return DEGRADATIONS[name]


def _moved(point: Point, matrix: Matrix) -> Point:
    x, y = matrix @ (point[0], point[1], 1.0)
    return float(x), float(y)


def _unmoved(width: int, height: int) -> Frame:
    return Frame(width, height, np.eye(2, 3))


def _compressed(quality: int) -> Degradation:
    def apply(image: Image.Image) -> Image.Image:
        written = BytesIO()
        image.save(written, format="JPEG", quality=quality)
        return Image.open(BytesIO(written.getvalue()))

    return Degradation(f"jpeg{quality}", apply, _unmoved)


def _resized(name: str, across: float, down: float) -> Degradation:
    def size(width: int, height: int) -> tuple[int, int]:
        return max(round(width * across), 1), max(round(height * down), 1)

    def apply(image: Image.Image) -> Image.Image:
        return image.resize(size(*image.size), Image.Resampling.LANCZOS)

    def frame(width: int, height: int) -> Frame:
        new_width, new_height = size(width, height)
        # Pixel centres lie half a px inside.
        x, y = new_width / width, new_height / height
        matrix = np.array([[x, 0.0, (x - 1.0) / 2.0], [0.0, y, (y - 1.0) / 2.0]])
        return Frame(new_width, new_height, matrix)

    return Degradation(name, apply, frame)


def _grey() -> Degradation:
    return Degradation("grey", lambda image: image.convert("L"), _unmoved)


def _rotated(degrees: int) -> Degradation:
    """Turn counter-clockwise on a canvas that holds all of it; the corners get the background."""

    def frame(width: int, height: int) -> Frame:
        angle = np.radians(degrees)
        turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        new_width, new_height = np.ceil(np.abs(turn) @ (width, height)).astype(int).tolist()
        middle = np.array([width - 1, height - 1]) / 2.0
        shift = np.array([new_width - 1, new_height - 1]) / 2.0 - turn @ middle
        return Frame(new_width, new_height, np.hstack([turn, shift[:, None]]))

    def apply(image: Image.Image) -> Image.Image:
        width, height, matrix = frame(*image.size)
        back = np.linalg.inv(np.vstack([matrix, (0.0, 0.0, 1.0)]))[:2]
        # Pillow counts from the corner of a pixel, not from its centre.
        back[:, 2] += 0.5 - back[:, :2] @ (0.5, 0.5)
        return image.transform(
            (width, height),
            Image.Transform.AFFINE,
            tuple(back.ravel().tolist()),
            Image.Resampling.BICUBIC,
            fillcolor=_background(image),
        )

    return Degradation(f"rotate{degrees}", apply, frame)


def _background(image: Image.Image) -> tuple[int, int, int]:
    """Return the commonest sRGB colour of a picture."""
    pixels = np.asarray(image.convert("RGB")).reshape(-1, 3).astype(np.uint32)
    codes = (pixels[:, 0] << 16) | (pixels[:, 1] << 8) | pixels[:, 2]
    found, counts = np.unique(codes, return_counts=True)
    code = int(found[counts.argmax()])
    return code >> 16, (code >> 8) & 255, code & 255


DEGRADATIONS: dict[str, Degradation] = {
    one.name: one
    for one in (
        _compressed(40),
        _resized("scale75", 0.75, 0.75),
        _resized("scale50", 0.5, 0.5),
        _grey(),
        _rotated(1),
        _resized("wide10", 1.1, 1.0),
    )
}
"""The degradations that the evaluation knows, by name."""
