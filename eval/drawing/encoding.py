"""Pictures to bytes, the same bytes every time."""

from __future__ import annotations

from io import BytesIO

from PIL import Image


def encode_picture(image: Image.Image, suffix: str) -> bytes:
    """Return the file of a picture: lossless for ".png", quality 92 without subsampling for ".jpg".

    No date, no profile, no machine-dependent setting is written.
    """
    buffer = BytesIO()
    if suffix == ".png":
        image.save(buffer, format="PNG", optimize=True)
    elif suffix == ".jpg":
        image.save(buffer, format="JPEG", quality=92, subsampling=0, optimize=True)
    else:
        raise ValueError(f"cannot encode {suffix!r}; use .png or .jpg")
    return buffer.getvalue()
