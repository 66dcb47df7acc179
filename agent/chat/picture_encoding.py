"""A map picture as a chat message carries it: a data URL, encoded once per picture."""

from __future__ import annotations

import base64
import hashlib
import io
import math
import threading
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from agent.chat.options import PictureOptions
from perception.picture import Picture, load_picture

SENT_AS_IS = {"PNG": "image/png", "JPEG": "image/jpeg", "WEBP": "image/webp"}
EXIF_ORIENTATION = 0x0112
JPEG_LONGEST_SIDE = 65_500


@dataclass(frozen=True, slots=True)
class EncodedPicture:
    """A picture as it is sent.

    Attributes
    ----------
    url : str
        `data:` URL.
    sha256 : str
        Of the bytes sent.
    width, height : int
        Px, as sent.
    """

    url: str
    sha256: str
    width: int
    height: int


def target_size(width: int, height: int, options: PictureOptions) -> tuple[int, int]:
    """Return the size in px that a picture of this size is sent at.

    Examples
    --------
    >>> target_size(4000, 1000, PictureOptions(max_pixels=1_000_000))
    (2000, 500)
    >>> target_size(4000, 1000, PictureOptions(square=448))
    (448, 448)
    """
    if options.square is not None:
        width = height = options.square
    scale = min(
        1.0,
        math.sqrt(options.max_pixels / (width * height)),
        JPEG_LONGEST_SIDE / max(width, height),
    )
    # A side that cannot shrink below 1 px leaves the whole budget to the other.
    return (
        min(max(1, int(width * scale)), options.max_pixels),
        min(max(1, int(height * scale)), options.max_pixels),
    )


def encode_picture(
    path: Path, options: PictureOptions, box: tuple[int, int, int, int] | None = None
) -> EncodedPicture:
    """Read a picture and encode it, or a part of it, for sending.

    Parameters
    ----------
    path : Path
        A picture file.
    options : PictureOptions
        Size and encoding.
    box : tuple of 4 ints, optional
        Left, top, width, height of the part, image px, within the picture.

    Raises
    ------
    perception.errors.BadPicture
        The file is missing, corrupt or too large to decode.
    """
    picture = load_picture(path)
    rgb = picture.rgb
    if box is not None:
        left, top, width, height = box
        rgb = rgb[top : top + height, left : left + width]
    size = target_size(rgb.shape[1], rgb.shape[0], options)
    if box is None and size == (picture.width, picture.height) and not options.always_jpeg:
        kept = _file_as_is(path, picture)
        if kept is not None:
            return kept
    image = Image.fromarray(rgb)
    if size != image.size:
        image = image.resize(size, Image.Resampling.LANCZOS)
    buffer = io.BytesIO()
    subsampling = "4:2:0" if options.chroma_subsampling else "4:4:4"
    image.save(buffer, format="JPEG", quality=options.quality, subsampling=subsampling)
    return _encoded(buffer.getvalue(), "image/jpeg", size)


def _file_as_is(path: Path, picture: Picture) -> EncodedPicture | None:
    """Return the file's own bytes, None where a model might see another picture in them."""
    data = path.read_bytes()
    with Image.open(io.BytesIO(data)) as image:
        media = SENT_AS_IS.get(image.format or "")
        turned = image.getexif().get(EXIF_ORIENTATION, 1) != 1
        animated = getattr(image, "n_frames", 1) > 1
        plain = image.mode in ("RGB", "L", "P", "1") and not image.has_transparency_data
    if media is None or turned or animated or not plain:
        return None
    return _encoded(data, media, (picture.width, picture.height))


def _encoded(data: bytes, media: str, size: tuple[int, int]) -> EncodedPicture:
    url = f"data:{media};base64,{base64.b64encode(data).decode('ascii')}"
    return EncodedPicture(url, hashlib.sha256(data).hexdigest(), *size)


class PictureEncoder:
    """Encodes pictures and keeps the last few, since many questions share a map.

    Parameters
    ----------
    options : PictureOptions
        Size and encoding.
    keep : int
        How many encoded pictures stay in memory.
    """

    def __init__(self, options: PictureOptions, keep: int = 8) -> None:
        self._options = options
        self._keep = keep
        self._kept: OrderedDict[tuple[object, ...], EncodedPicture] = OrderedDict()
        self._lock = threading.Lock()

    def encode(self, path: Path, box: tuple[int, int, int, int] | None = None) -> EncodedPicture:
        """Encode a picture or a part of it, or return it as encoded before.

        Raises
        ------
        perception.errors.BadPicture
            The file is missing, corrupt or too large to decode.
        """
        # One thread encodes while the others wait: a large map takes far longer to encode than
        # the wait, and two decoded copies of it would need twice the memory.
        with self._lock:
            try:
                status = path.stat()
            except OSError:
                return encode_picture(path, self._options, box)  # which names what is wrong
            key = (path, status.st_mtime_ns, status.st_size, box)
            found = self._kept.get(key)
            if found is None:
                found = self._kept[key] = encode_picture(path, self._options, box)
                if len(self._kept) > self._keep:
                    self._kept.popitem(last=False)
            self._kept.move_to_end(key)
            return found
