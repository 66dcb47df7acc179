"""Strokes that run into a picture or disc of their own colour, parted from it.

A house in the grey of the paths that end at it makes one piece with them, too wide for a stroke.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from perception.colors import Palette
from perception.strokes.piece_shapes import ELONGATED
from perception.strokes.pieces import Piece, Pieces, find_components
from perception.strokes.usual_width import GREY, widest_strokes

# A piece is so many times longer than wide; what is wider than so many usual widths is cut off, if
# it is at most so many of them large; so many of them are left at least.
_ELONGATED = 4.0
_BROAD = 2.0
_LARGEST = 24.0
_LEFT = 10.0


def without_blobs(pieces: Pieces, palette: Palette, usual: float) -> Pieces:
    """Return the pieces, the strokes of those that are too wide for a stroke apart from the rest.

    Parameters
    ----------
    pieces : Pieces
        All components.
    palette : Palette
        Their colours.
    usual : float
        Usual stroke width of the picture, px.
    """
    labels, of_mode = pieces.labels, dict(pieces.of_mode)
    for mode, own in pieces.of_mode.items():
        widest = widest_strokes(palette, mode) * usual
        # Waters and roads of a colour have branches, too.
        grey = float(np.hypot(*palette.lab[mode, 1:])) < GREY
        parted: list[Piece] = []
        for piece in own:
            strokes = (
                _strokes_of(piece, labels, usual, int(labels.max()))
                if grey and piece.width > widest and piece.elongation >= _ELONGATED
                else None
            )
            if strokes is None:
                parted.append(piece)
                continue
            found, parts = strokes
            x0, y0, x1, y1 = piece.box
            labels = labels.copy() if labels is pieces.labels else labels
            window = labels[y0:y1, x0:x1]
            window[found > 0] = found[found > 0]
            parted += parts
        of_mode[mode] = parted
    return pieces if labels is pieces.labels else Pieces(labels, of_mode)


def _strokes_of(
    piece: Piece, labels: NDArray[np.int32], usual: float, last: int
) -> tuple[NDArray[np.int32], list[Piece]] | None:
    """Return the labels of the strokes in the box of a piece, and the strokes; None without any."""
    x0, y0, x1, y1 = piece.box
    own = np.pad((labels[y0:y1, x0:x1] == piece.label).astype(np.uint8), 1)
    field = np.ones((round(_BROAD * usual),) * 2, np.uint8)
    broad = np.asarray(cv2.morphologyEx(own, cv2.MORPH_OPEN, field))[1:-1, 1:-1]
    boxes = cv2.connectedComponentsWithStats(broad)[2][1:, :4]
    if len(boxes) and boxes[:, 2:].max() > _LARGEST * usual:
        return None
    blob = np.asarray(cv2.dilate(broad, np.ones((3, 3), np.uint8))) > 0
    thin = (own[1:-1, 1:-1] > 0) & ~blob
    found = find_components(thin, np.zeros_like(thin))
    long = [p for p in found.pieces(piece.mode, 0) if p.elongation >= ELONGATED]
    if sum(p.length for p in long) < _LEFT * usual:
        return None
    chosen = np.zeros(found.count + 1, np.int32)
    kept = []
    for number, part in enumerate(long, start=last + 1):
        chosen[part.label] = number
        bx0, by0, bx1, by1 = part.box
        box = (bx0 + x0, by0 + y0, bx1 + x0, by1 + y0)
        whole = replace(part, under_text=piece.under_text, clear=piece.clear)
        kept.append(replace(whole, label=number, box=box))
    parted = np.zeros(thin.size, np.int32)
    parted[found.places] = chosen[found.numbers]
    return parted.reshape(thin.shape), kept
