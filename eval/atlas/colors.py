"""Mixing of colours written `#rrggbb`."""

from __future__ import annotations

from PIL import ImageColor


def mix(one: str, other: str, share: float) -> str:
    """Return the colour `share` of the way from one to the other."""
    a, b = ImageColor.getrgb(one)[:3], ImageColor.getrgb(other)[:3]
    return "#" + "".join(f"{round(p + (q - p) * share):02x}" for p, q in zip(a, b, strict=True))


def is_dark(color: str) -> bool:
    """Return whether light text reads better on it than dark text."""
    r, g, b = ImageColor.getrgb(color)[:3]
    return 0.299 * r + 0.587 * g + 0.114 * b < 140
