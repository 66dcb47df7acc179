"""Cased strokes: roads between two thin lines of another colour, which are no lines of the map."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from perception.colors import Palette
from perception.stages import Mask
from perception.strokes.pieces import Piece, Pieces, find_components, weighted_median

# The pieces of a road are so many times longer than wide, one at least of them so many times, and
# all where it has the colour of the ground, as long boxes have; at least so many px wide, and where
# roads meet at most so many times as wide as usual.
_ELONGATED = 3.0
_LONG = 8.0
_LONG_GROUND = 12.0
_NARROWEST = 3.0
_EVEN = 3.0
_UNDER_TEXT = 0.1
# A casing is at most so wide, in widths of its road, and lies along so much of the road's border.
_CASING = 0.45
_ALONG = 0.7
# Casings are twice as long as their roads; these are so long at least, over all lines like casings.
_SHARE = 0.25
# So many px lie between a casing and its road; so much of a piece of the casing lies at the road.
_SOFT = 2
_AT_ROAD = 0.6
# Wider than this share of the picture's smaller side is an area.
_WIDEST = 0.05


def take_off_casings(palette: Palette, pieces: Pieces, text: Mask) -> tuple[Palette, Pieces]:
    """Leave out casings, and give a colour of its own to the ground between two of them.

    Parameters
    ----------
    palette : Palette
        Colours of the picture.
    pieces : Pieces
        Their components.
    text : (H, W) bool array
        Inside text boxes.

    Returns
    -------
    tuple of (Palette, Pieces)
        The same where nothing is cased; else with a last colour for cased ground, if there is any.
    """
    palette, pieces = _with_cased_ground(palette, pieces, text)
    casings: set[int] = set()
    for own in pieces.of_mode.values():
        casings |= _casings(own, pieces, palette)
    if not casings:
        return palette, pieces
    kept = {
        mode: [piece for piece in own if piece.label not in casings]
        for mode, own in pieces.of_mode.items()
    }
    return palette, Pieces(pieces.labels, kept)


def _with_cased_ground(palette: Palette, pieces: Pieces, text: Mask) -> tuple[Palette, Pieces]:
    """Add the ribbons of ground that are cased as pieces of a further colour."""
    mode, offset = len(palette.rgb), int(pieces.labels.max())
    found = find_components(palette.labels == 0, text)
    ribbons = [
        piece
        for piece in found.pieces(mode, offset)
        if _is_ribbon(piece, text.shape) and piece.elongation >= _LONG_GROUND
    ]
    if not ribbons:
        return palette, pieces
    chosen = np.zeros(found.count + 1, bool)
    chosen[[piece.label - offset for piece in ribbons]] = True
    road = chosen.take(found.numbers)
    labels, modes = pieces.labels.copy(), palette.labels.copy()
    labels.ravel()[found.places[road]] = found.numbers[road] + offset
    modes.ravel()[found.places[road]] = mode
    more = Pieces(labels, {**pieces.of_mode, mode: ribbons})
    if not _casings(ribbons, more, palette):
        return palette, pieces
    return (
        Palette(
            np.concatenate([palette.lab, palette.lab[:1]]),
            np.concatenate([palette.rgb, palette.rgb[:1]]),
            modes,
        ),
        more,
    )


def _is_ribbon(piece: Piece, shape: tuple[int, ...]) -> bool:
    return (
        piece.elongation >= _ELONGATED
        and piece.under_text < _UNDER_TEXT
        and _NARROWEST <= piece.width <= _WIDEST * min(shape)
        and piece.widest <= _EVEN * piece.width
    )


def _casings(own: list[Piece], pieces: Pieces, palette: Palette) -> set[int]:
    """Return the numbers of the pieces that case the strokes of one colour; none if it is bare."""
    ribbons = [piece for piece in own if _is_ribbon(piece, pieces.labels.shape)]
    if not any(piece.elongation >= _LONG for piece in ribbons):
        return set()
    width = weighted_median([p.width for p in ribbons], [float(p.area) for p in ribbons])
    thin = np.zeros(int(pieces.labels.max()) + 1, bool)
    thin[[p.label for p in pieces.all() if p.width <= _CASING * width]] = True
    strokes = np.asarray(pieces.mask(ribbons), np.uint8)
    small = np.ones((3, 3), np.uint8)
    border = (strokes - cv2.erode(strokes, small)) > 0
    reach = _SOFT + int(np.ceil(_CASING * width))
    around = np.asarray(cv2.dilate(strokes, np.ones((2 * reach + 1,) * 2, np.uint8)))
    places = np.flatnonzero((around > 0) & (strokes == 0))
    places = places[thin.take(pieces.labels.ravel().take(places))]
    modes = palette.labels.ravel().take(places)
    modes, places = modes[modes >= 0], places[modes >= 0]
    if not len(modes):
        return set()
    mode = int(np.bincount(modes).argmax())
    at_road = np.zeros(strokes.shape, np.uint8)
    at_road.ravel()[places[modes == mode]] = 1
    field = np.ones((2 * _SOFT + 1,) * 2, np.uint8)
    along = np.asarray(cv2.dilate(at_road, field)) > 0
    if along[border].mean() < _ALONG:
        return set()
    drawn = [p for p in pieces.of_mode[mode] if thin[p.label]]
    if sum(p.length for p in ribbons) < _SHARE * sum(p.length for p in drawn):
        return set()
    size = len(thin)
    casing = (palette.labels == mode) & thin.take(pieces.labels) & (strokes == 0)
    whole = np.bincount(pieces.labels[casing], minlength=size)
    near = np.bincount(pieces.labels[at_road > 0], minlength=size)
    cased: NDArray[np.intp] = np.flatnonzero((whole > 0) & (near >= _AT_ROAD * whole))
    return set(cased.tolist()) - {piece.label for piece in own}
