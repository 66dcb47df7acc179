"""Ground of a picture: flat, paper or grass."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageColor

from eval.drawing.style import Style


def paint_background(size: tuple[int, int], style: Style) -> str | Image.Image:
    """Return the flat colour, or a textured picture of the given size (width, height) px.

    Raises
    ------
    ValueError
        If the style names an unknown texture.
    """
    if not style.texture:
        return style.background
    width, height = size
    rng = np.random.Generator(np.random.PCG64(style.texture_seed))
    if style.texture == "paper":
        relief = 0.65 * _clouds(rng, size, 90) + 0.35 * _clouds(rng, size, 14)
        relief += 0.25 * _clouds(rng, (width, height), 3)
        strength = 9.0
    elif style.texture == "grass":
        relief = _clouds(rng, size, 140)
        tufts = rng.random((height, width)) < 0.0012
        for dy, dx in ((0, 0), (-1, 0), (-2, 1), (-1, -2), (0, -2), (-2, -3)):
            relief -= 1.6 * np.roll(tufts, (dy, dx), axis=(0, 1))
        strength = 6.0
    else:
        raise ValueError(f"no texture {style.texture!r}; use '', 'paper' or 'grass'")
    base = np.array(ImageColor.getrgb(style.background), dtype=np.float64)
    pixels = base[None, None, :] + strength * relief[:, :, None]
    return Image.fromarray(np.clip(np.rint(pixels), 0, 255).astype(np.uint8), "RGB")


def _clouds(rng: np.random.Generator, size: tuple[int, int], grain: int) -> np.ndarray:
    """Return smooth noise of shape (height, width), float64 within about [-1, 1]."""
    width, height = size
    coarse = rng.random((height // grain + 3, width // grain + 3)).astype(np.float32) * 2 - 1
    large = Image.fromarray(coarse).resize(
        (coarse.shape[1] * grain, coarse.shape[0] * grain), Image.Resampling.BICUBIC
    )
    return np.asarray(large, dtype=np.float64)[grain : grain + height, grain : grain + width]
