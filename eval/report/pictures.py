"""The map pictures of a report, small enough for a browser."""

from __future__ import annotations

import base64
import hashlib
import io
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from perception.errors import BadPicture
from perception.picture import load_picture

LONGEST_SIDE = 2600
"""Px; larger pictures are reduced. Positions stay in px of the picture as it is."""
_AS_IT_IS = {"PNG": "png", "JPEG": "jpg", "WEBP": "webp", "GIF": "gif"}
_MOST_BYTES = 6_000_000
_QUALITY = 85
_ORIENTATION = 0x0112


@dataclass(frozen=True, slots=True)
class WebPicture:
    """A picture as the page shows it.

    Attributes
    ----------
    data : bytes
        The file's content.
    suffix : str
        Its file type, without the dot.
    width, height : int
        Of the original, px.
    """

    data: bytes
    suffix: str
    width: int
    height: int

    @property
    def name(self) -> str:
        """A file name by its content."""
        return f"{hashlib.sha256(self.data).hexdigest()[:16]}.{self.suffix}"

    @property
    def url(self) -> str:
        """The picture as a data URL."""
        kind = "jpeg" if self.suffix == "jpg" else self.suffix
        return f"data:image/{kind};base64,{base64.b64encode(self.data).decode('ascii')}"


def web_picture(path: Path) -> WebPicture:
    """Return a map picture for the page: as it is where a browser takes it, else reduced.

    Raises
    ------
    BadPicture
        If it cannot be read.
    """
    try:
        with Image.open(path) as image:
            kind, size, turned = image.format, image.size, image.getexif().get(_ORIENTATION, 1)
        fits = max(size) <= LONGEST_SIDE and path.stat().st_size <= _MOST_BYTES
        if fits and turned == 1 and kind in _AS_IT_IS:
            return WebPicture(path.read_bytes(), _AS_IT_IS[kind], *size)
    except (OSError, ValueError, Image.DecompressionBombError):
        pass  # the stricter reader says what is wrong
    picture = load_picture(path)
    reduced = Image.fromarray(picture.rgb)
    reduced.thumbnail((LONGEST_SIDE, LONGEST_SIDE), Image.Resampling.LANCZOS)
    out = io.BytesIO()
    try:
        reduced.save(out, "JPEG", quality=_QUALITY, subsampling=0)
    except OSError as error:
        raise BadPicture(f"cannot be reduced ({error})", file=str(path)) from None
    return WebPicture(out.getvalue(), "jpg", picture.width, picture.height)
