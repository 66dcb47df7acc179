"""A map picture as decoded."""

from __future__ import annotations

import hashlib
import warnings
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from threading import Lock

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps

from perception.errors import BadPicture

# A 10,950 px square, 360 MB decoded; the largest published map we know has half as many.
MAX_PIXELS = 120_000_000
MIN_SIDE = 16
# Pillow keeps its own limit, which is not the one that is checked here, for all threads.
_LIMIT = Lock()


@dataclass(frozen=True, slots=True)
class Picture:
    """A decoded picture.

    Attributes
    ----------
    path : str
        As the caller named it.
    rgb : numpy.ndarray, shape (height, width, 3), uint8
        sRGB as stored, turned as its EXIF orientation says, transparency laid on white.
    width, height : int
        Px, after turning.
    sha256 : str
        Of the file's bytes.
    """

    path: str
    rgb: NDArray[np.uint8]
    width: int
    height: int
    sha256: str


def load_picture(path: str | Path, *, max_pixels: int = MAX_PIXELS) -> Picture:
    """Read a picture file.

    Parameters
    ----------
    path : str or Path
        Any format that Pillow reads.
    max_pixels : int
        Largest width x height that is decoded; the header is checked before anything is.

    Raises
    ------
    BadPicture
        The file is missing, empty, no picture, broken, truncated, too small or too large.
    """
    name = str(path)
    file = Path(path)
    try:
        data = file.read_bytes()
    except FileNotFoundError:
        raise BadPicture("no such file", file=name, mend="check the path") from None
    except IsADirectoryError:
        raise BadPicture("is a folder", file=name, mend="name a picture file") from None
    except OSError as error:
        raise BadPicture(
            f"cannot be read ({error.strerror})", file=name, mend="check its permissions"
        ) from error
    if not data:
        raise BadPicture("is empty (0 bytes)", file=name, mend="fetch or export it again")
    rgb = _decode(data, name, max_pixels)
    height, width = rgb.shape[:2]
    return Picture(name, rgb, width, height, hashlib.sha256(data).hexdigest())


def _decode(data: bytes, name: str, max_pixels: int) -> NDArray[np.uint8]:
    with warnings.catch_warnings():
        # Pillow warns from 89 MP on; the limit here is checked before any pixel is decoded.
        warnings.simplefilter("ignore", Image.DecompressionBombWarning)
        try:
            image = _opened(data)
        except Exception as error:
            raise BadPicture(
                f"{len(data)} bytes that no picture decoder knows",
                file=name,
                mend="name a PNG, JPEG or other picture file",
            ) from error
        with image:
            width, height = image.size
            if width * height > max_pixels:
                raise _too_large(name, width, height, max_pixels)
            if min(width, height) < MIN_SIDE:
                raise BadPicture(
                    f"{width} x {height} px, at least {MIN_SIDE} x {MIN_SIDE} is needed",
                    file=name,
                    mend="use the full-size picture",
                )
            try:
                return _to_rgb(image)
            except Exception as error:
                raise BadPicture(
                    f"{image.format} data of {width} x {height} px broken or cut off ({error})",
                    file=name,
                    mend="fetch or export it again",
                ) from error


def _opened(data: bytes) -> Image.Image:
    """Read the header, whatever size it tells: the size is checked by the caller."""
    with _LIMIT:
        own_limit, Image.MAX_IMAGE_PIXELS = Image.MAX_IMAGE_PIXELS, None
        try:
            return Image.open(BytesIO(data))
        finally:
            Image.MAX_IMAGE_PIXELS = own_limit


def _too_large(name: str, width: int, height: int, max_pixels: int) -> BadPicture:
    factor = (max_pixels / (width * height)) ** 0.5
    return BadPicture(
        f"{width} x {height} px, more than the {max_pixels / 1e6:g} million px that are decoded",
        file=name,
        mend=f"reduce it to at most {int(width * factor)} x {int(height * factor)} px",
    )


def _to_rgb(image: Image.Image) -> NDArray[np.uint8]:
    turned = ImageOps.exif_transpose(image)
    if turned.mode.startswith("I;16") or turned.mode in ("I", "F"):
        return _scaled_to_8_bits(turned)
    if turned.has_transparency_data:
        layer = turned.convert("RGBA")
        turned = Image.alpha_composite(Image.new("RGBA", layer.size, "white"), layer)
    return np.array(turned.convert("RGB"), np.uint8)


def _scaled_to_8_bits(image: Image.Image) -> NDArray[np.uint8]:
    """Return deep grey as RGB; Pillow's own conversion clips it at 255 instead."""
    values = np.asarray(image).astype(np.float64)
    # 16-bit formats use their full range; mode I and F hold what the writer put there.
    top = 65535.0 if values.max() > 255 else 255.0
    grey = np.clip(np.rint(values * (255.0 / top)), 0, 255).astype(np.uint8)
    return np.repeat(grey[..., None], 3, axis=2)
