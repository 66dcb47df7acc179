"""Signs of lines on the map: short texts on a patch of a line's colour, or printed in it.

A hollow sign (a border of the colour) has the colour round its text; of a text in the colour what
it looks like decides whether it names the line or a station.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from perception.colors import Rgb
from perception.line_names.claim import Box, Claim, bounds
from perception.line_names.colored import SAME
from perception.line_names.forms import is_line_name, is_sign, tidy
from perception.markers.flat_colors import to_lab
from perception.text.colors import two_colors
from perception.text_reading import TextItem

# Share of the border of a text's box that has a badge's colour, and of the box itself.
_ROUND_ABOUT = 0.6
_WITHIN = 0.35
_BADGE, _PLAIN_BADGE, _INK = 1.0, 0.4, 0.5
# Thin letters are blends with their ground: their colour may be farther off, in Lab.
_BLEND = 26.0
_GREY = 14.0


def sign_claims(
    picture: Rgb,
    lines: Sequence[TextItem],
    nearest: NDArray[np.int8],
    layers: Sequence[tuple[str, tuple[int, int, int]]],
    names: frozenset[int],
) -> list[Claim]:
    """Return the claims of badges and coloured signs.

    Parameters
    ----------
    picture : (H, W, 3) uint8 array
        sRGB.
    lines : sequence of TextItem
        Text lines, px.
    nearest : (H, W) int8 array
        Which layer's colour each pixel has.
    layers : sequence of (str, tuple of int)
        Their ids and colours.
    names : frozenset of int
        Lines that name stations of the network: no signs.
    """
    colors = to_lab(np.array([color for _, color in layers], np.uint8).reshape(-1, 3))
    claims = []
    for index, item in enumerate(lines):
        named = is_line_name(item.text)
        if index in names or not (named or is_sign(item.text)):
            continue
        x0, y0, x1, y1 = box = bounds(item)
        at = ((x0 + x1) / 2, (y0 + y1) / 2)
        color = _ground(nearest, box, len(layers))
        if color is not None:
            weight = _BADGE if named else _PLAIN_BADGE
            claims.append(Claim(layers[color][0], tidy(item.text), "badge", weight, at))
        elif named and (color := _ink(picture, box, colors)) is not None:
            claims.append(Claim(layers[color][0], tidy(item.text), "ink", _INK, at))
    return claims


def _ground(nearest: NDArray[np.int8], box: Box, count: int) -> int | None:
    """Return the line whose colour a text stands on."""
    left, top, right, bottom = (round(v) for v in box)
    height, width = nearest.shape
    if left < 0 or top < 0 or right >= width or bottom >= height:
        return None
    window = nearest[top : bottom + 1, left : right + 1]
    border = np.concatenate([window[0], window[-1], window[:, 0], window[:, -1]])
    if not count or not (border >= 0).any():
        return None
    color = int(np.bincount(border[border >= 0], minlength=count).argmax())
    if (border == color).mean() < _ROUND_ABOUT or (window == color).mean() < _WITHIN:
        return None
    return color


def _ink(picture: Rgb, box: Box, colors: NDArray[np.float32]) -> int | None:
    """Return the line in whose colour a text is printed."""
    left, top, right, bottom = (max(round(v), 0) for v in box)
    found = two_colors(picture[top : bottom + 1, left : right + 1])
    if found is None or not len(colors):
        return None
    (ink,) = to_lab(np.clip(np.rint(found[1]), 0, 255).astype(np.uint8)[None])
    grey = float(np.hypot(*ink[1:])) < _GREY
    distance = np.linalg.norm(colors - ink, axis=1)
    order = np.argsort(distance, kind="stable")
    most = SAME if grey else _BLEND
    if distance[order[0]] > most:
        return None
    # of two lines nearly as near none is told
    if len(order) > 1 and distance[order[1]] - distance[order[0]] < 0.3 * SAME:
        return None
    return int(order[0])
