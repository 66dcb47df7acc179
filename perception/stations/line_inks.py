"""Names printed in the colour of a line: where several stand at one interchange, whose each is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from perception.markers.flat_colors import to_lab
from perception.markers.scene import Scene
from perception.raster import fill_polygons
from perception.text.colors import lengths, two_colors
from perception.text_reading import TextItem, piece_of

NEUTRAL = -1
"""Ink of no line: black, grey, or a colour that several lines have."""

# Lettering with less chroma (CIE Lab, against its ground) is neutral; hues this near are one, and
# the next line's hue is farther off by so much, degrees.
_CHROMA = 18.0
_SAME_HUE = 22.0
_NEXT_HUE = 12.0
# What differs from the ground by this (sRGB) is drawn; so much of it has the hue, within degrees.
_DRAWN = 60.0
_SAME_TINT = 40.0
_MOSTLY = 0.7
# Words of so many letters show a change of colour, seen so many signs inside them.
_LETTERS = 4
_WITHIN = 0.5


def line_inks(scene: Scene, items: Sequence[TextItem]) -> list[int]:
    """Return, for each text, the index of the layer whose colour it is printed in, or `NEUTRAL`.

    Thin lettering is a blend with its ground, so hues are compared and not colours.

    Parameters
    ----------
    scene : Scene
        The picture.
    items : sequence of TextItem
        Single lines, scene px.
    """
    count = len(scene.layer_ids)
    if not count:
        return [NEUTRAL] * len(items)
    lines = to_lab(scene.colors[:count]).astype(np.float64)[:, 1:]
    return [_ink(scene, item, lines) for item in items]


def part_inks(scene: Scene) -> Scene:
    """Return the scene with texts that change their colour taken apart: they are two names.

    Parameters
    ----------
    scene : Scene
        With the lines as read.
    """
    parted = [_parted(scene, item) for item in scene.lines]
    lines = tuple(piece for pieces in parted for piece in pieces)
    return replace(scene, lines=lines) if len(lines) > len(scene.lines) else scene


def _parted(scene: Scene, item: TextItem) -> list[TextItem]:
    text = item.text
    borders = [0, *(k + 1 for k, sign in enumerate(text) if sign == " "), len(text)]
    words = [(a, b) for a, b in pairwise(borders) if sum(map(str.isalpha, text[a:b])) >= _LETTERS]
    if len(words) < 2 or item.pieces:
        return [item]
    middles = [
        piece_of(item, text[a:b], (a + _WITHIN) / len(text), (b - 1 - _WITHIN) / len(text))
        for a, b in words
    ]
    inks = line_inks(scene, middles)
    cuts = [
        after[0]
        for (_, after), (one, other) in zip(pairwise(words), pairwise(inks), strict=True)
        if one != other
    ]
    if len(cuts) != 1:
        return [item]
    at = cuts[0]
    share = (at - 0.5) / len(text)
    pieces = [piece_of(item, text[:at], 0.0, share), piece_of(item, text[at:], share, 1.0)]
    one, other = line_inks(scene, pieces)
    return pieces if one != other else [item]


def _ink(scene: Scene, item: TextItem, lines: NDArray[np.float64]) -> int:
    corners = np.asarray(item.polygon)
    x0, y0 = np.maximum(np.floor(corners.min(axis=0)).astype(int), 0)
    x1, y1 = np.ceil(corners.max(axis=0)).astype(int) + 1
    window = scene.rgb[y0:y1, x0:x1]
    inside = fill_polygons(window.shape[:2], [corners - np.array([x0, y0])])
    inside &= scene.layer[y0:y1, x0:x1] < 0
    pixels = window[inside]
    colors = two_colors(pixels[:, None])
    if colors is None:
        return NEUTRAL
    both = np.clip(np.rint(np.stack(colors)), 0, 255).astype(np.uint8)
    ground, ink = to_lab(both).astype(np.float64)[:, 1:]
    if np.hypot(*(ink - ground)) < _CHROMA:
        return NEUTRAL
    off = _angles(ink - ground, lines - ground)
    off[np.hypot(*(lines - ground).T) < _CHROMA] = 180.0
    order = np.argsort(off, kind="stable")
    nearest = float(off[order[0]])
    if nearest > _SAME_HUE or (len(order) > 1 and off[order[1]] - nearest < _NEXT_HUE):
        return NEUTRAL
    # something in the line's colour beside black letters
    drawn = pixels[lengths(pixels - colors[0]) > _DRAWN]
    tints = to_lab(drawn).astype(np.float64)[:, 1:] - ground
    same = (_angles(ink - ground, tints) < _SAME_TINT) & (np.hypot(*tints.T) > _CHROMA / 2)
    return int(order[0]) if same.mean() >= _MOSTLY else NEUTRAL


def _angles(one: NDArray[np.float64], others: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the angles between a vector, (2,), and others, (N, 2), degrees."""
    turned = np.arctan2(others[:, 1], others[:, 0]) - np.arctan2(one[1], one[0])
    return np.asarray(np.abs(np.degrees((turned + np.pi) % (2 * np.pi) - np.pi)))
