"""Pencil strokes: ink too thin to have a flat colour, found by how dark it is on its ground.

A stroke of one or two px has no flat middle, so that its pixels go to several colours. Where the
ink is grey or nearly so, it is one colour here, whatever shades its pixels have.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from perception.colors import Palette, Rgb, to_lab
from perception.stages import Mask
from perception.text_reading import TextReading

# Such strokes are at most so wide, px; so much darker than the ground (CIE L*), at their middle and
# at their borders, at least; so many times the usual unevenness of the ground.
_WIDEST = 5
_DARKER = 12.0
_SOFT = 7.0
_TIMES = 5.0
# Ink of a greater Lab chroma, or so much more of it than its ground, is a colour.
_CHROMA = 22.0
# Small pictures are at most so many text heights large.
_PICTURE = 5.0


def with_thin_ink(picture: Rgb, palette: Palette, lettered: Mask, reading: TextReading) -> Palette:
    """Return the palette with all thin grey ink as a last colour; the same where there is none.

    Parameters
    ----------
    picture : (H, W, 3) uint8 array
        sRGB.
    palette : Palette
        Its flat colours.
    lettered : (H, W) bool array
        Inside text boxes: letters are as thin.
    reading : TextReading
        Tells how large small pictures are, whose outlines are no strokes.
    """
    lab = to_lab(picture)
    ink = thin_ink(lab) & (palette.labels != 0) & ~lettered
    if reading.lines:
        high = float(np.median([line.height for line in reading.lines]))
        drawn = (palette.labels != 0) & ~lettered
        ink &= ~_pictures(drawn, ink, _PICTURE * high) & ~_rims(lab, drawn, _PICTURE * high)
    if not ink.any():
        return palette
    mode = len(palette.rgb)
    labels = np.where(ink, np.int16(mode), palette.labels)
    # Blends of thin strokes that were taken for another colour are no pieces of that colour.
    colour = np.median(lab[ink], axis=0).astype(np.float32)
    rgb = np.median(picture[ink], axis=0).astype(np.uint8)
    return Palette(
        np.concatenate([palette.lab, colour[None]]),
        np.concatenate([palette.rgb, rgb[None]]),
        labels,
    )


def _pictures(drawn: Mask, ink: Mask, largest: float) -> Mask:
    """Return where broad things of at most some size are, with their outlines."""
    broad = _opened(drawn & ~ink, _WIDEST) | _opened(drawn, _WIDEST + 2)
    return _grown(broad, largest, _WIDEST + 2)


def _rims(lab: NDArray[np.float32], drawn: Mask, largest: float) -> Mask:
    """Return where the soft rims of small things in a colour are, which are paler than they."""
    ground = np.median(lab[~drawn], axis=0) if not drawn.all() else np.zeros(3)
    colour = drawn & (np.hypot(*np.moveaxis(lab[..., 1:] - ground[1:], 2, 0)) >= _CHROMA)
    return _grown(_opened(colour, 3), largest, 7)


def _opened(mask: Mask, side: int) -> Mask:
    field = np.ones((side, side), np.uint8)
    return np.asarray(cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, field)) > 0


def _grown(mask: Mask, largest: float, side: int) -> Mask:
    """Return the parts of a mask that are at most so large, px, grown by a square field."""
    _, parts, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=8)
    small = stats[:, 2:4].max(axis=1) <= largest
    small[0] = False
    chosen = small[parts].astype(np.uint8)
    return np.asarray(cv2.dilate(chosen, np.ones((side, side), np.uint8))) > 0


def thin_ink(lab: NDArray[np.float32]) -> Mask:
    """Return where thin dark strokes of hardly any colour are, (H, W), in a Lab picture."""
    light = np.ascontiguousarray(lab[..., 0], np.float32)
    field = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * _WIDEST - 1,) * 2)
    ground = np.asarray(cv2.morphologyEx(light, cv2.MORPH_CLOSE, field))
    depth = ground - light
    uneven = float(np.median(depth))
    least = max(_DARKER, _TIMES * uneven)
    grey = np.hypot(lab[..., 1], lab[..., 2]) < _CHROMA
    soft = ((depth >= _SOFT / _DARKER * least) & grey).astype(np.uint8)
    count, parts = cv2.connectedComponents(soft, connectivity=8)
    sure = np.zeros(count, bool)
    sure[np.unique(parts[(depth >= least) & (soft > 0)])] = True
    sure[0] = False
    return np.asarray(sure[parts], np.bool_)
