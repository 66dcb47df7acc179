"""The size of a picture, read from its header."""

from __future__ import annotations

import warnings
from functools import lru_cache
from pathlib import Path

from PIL import Image

from perception.picture import load_picture

_EXIF_ORIENTATION = 0x0112
_ON_ITS_SIDE = frozenset({5, 6, 7, 8})


def picture_size(image: Path) -> tuple[int, int]:
    """Return width and height of a picture, px, turned as its EXIF orientation says.

    Raises
    ------
    BadPicture
        The picture cannot be read.
    """
    try:
        status = image.stat()
    except OSError:
        picture = load_picture(image)  # which names what is wrong
        return picture.width, picture.height
    return _size(image, status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=64)
def _size(image: Path, changed: int, length: int) -> tuple[int, int]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(image) as opened:
                width, height = opened.size
                turned = opened.getexif().get(_EXIF_ORIENTATION) in _ON_ITS_SIDE
    except Exception:
        picture = load_picture(image)
        return picture.width, picture.height
    return (height, width) if turned else (width, height)
