"""Rivers, roads, parks and frames among the pieces of a colour."""

from __future__ import annotations

import cv2
import numpy as np

from perception.colors import Palette
from perception.stages import Mask
from perception.strokes.piece_shapes import at_border
from perception.strokes.pieces import Piece, Pieces, stroke_width, weighted_median
from perception.strokes.usual_width import (
    GREY,
    HAIR,
    PALE,
    UNDER_TEXT,
    WIDEST,
    widest_strokes,
)

# Greys are no lines beside coloured ones when so much thinner.
_THIN_GREY = 0.6
# So many widths across is an area.
_BROAD = 5.0
_RIVER_ELONGATION = 4.0
# So much of what is wider than lines runs off the picture, over gaps of up to twice so many widths.
_OFF_PICTURE = 0.5
_CROSSED = 1.0
# Holes in an area that grain makes are at most so many of the widths that it leaves.
_GRAIN = 0.3


def is_scenery(
    kept: list[Piece], own: list[Piece], usual: float, palette: Palette, pieces: Pieces
) -> bool:
    """Tell whether the strokes of one colour are rivers, roads, frames or marker outlines.

    Parameters
    ----------
    kept : list of Piece
        What `lines_among` chose; at least one.
    own : list of Piece
        All pieces of the colour.
    usual : float
        Usual stroke width of the picture, px.
    palette : Palette
        Colours of the picture.
    pieces : Pieces
        Of all colours.
    """
    mode = kept[0].mode
    width = weighted_median([p.width for p in kept], [float(p.area) for p in kept])
    area = sum(p.area for p in kept)
    if np.hypot(*palette.lab[mode, 1:]) < GREY and width < _THIN_GREY * usual:
        return True
    if not HAIR * usual <= width <= widest_strokes(palette, mode) * usual:
        return True
    # A lake and its rivers, a park and its border: mostly areas.
    broad = sum(p.area for p in own if p.widest > _BROAD * width)
    if area < 0.4 * (area + broad):
        return True
    contrast = float(np.linalg.norm(palette.lab[mode] - palette.lab[0]))
    drawn = [p for p in own if p.under_text < UNDER_TEXT]
    if contrast < PALE:
        if _closed_width(pieces.mask(kept), width) > widest_strokes(palette, mode) * usual:
            return True
        whole = sum(p.area for p in drawn)
        off_picture = sum(p.area for p in drawn if at_border(p, palette.labels.shape))
        return off_picture > 0.15 * whole or width > 1.3 * usual
    return width > 1.3 * usual and _share_off_picture(pieces.mask(drawn), width) > _OFF_PICTURE


def _closed_width(strokes: Mask, width: float) -> float:
    """Return the usual width of strokes, px, whose holes are shut: grain makes areas look thin."""
    size = 2 * round(_GRAIN * width) + 1
    field = np.ones((size, size), np.uint8)
    closed = cv2.morphologyEx(strokes.view(np.uint8), cv2.MORPH_CLOSE, field)
    return stroke_width(np.asarray(closed > 0, np.bool_))


def _share_off_picture(strokes: Mask, width: float) -> float:
    """Return which share of strokes runs off the picture, over what crosses them."""
    reach = 2 * round(_CROSSED * width) + 1
    near = cv2.dilate(strokes.astype(np.uint8), np.ones((reach, reach), np.uint8))
    labels = np.asarray(cv2.connectedComponents(near, connectivity=8)[1])
    edges = (np.s_[:3], np.s_[-3:], np.s_[:, :3], np.s_[:, -3:])
    off = np.unique(np.concatenate([labels[edge][strokes[edge]] for edge in edges]))
    return float(np.isin(labels[strokes], off).mean()) if strokes.any() else 0.0


def areas_among(pieces: list[Piece], usual: float, palette: Palette) -> list[Piece]:
    """Return the pieces that hide no stroke: parks, water, panels, and rivers under the lines."""
    contrast = np.linalg.norm(palette.lab - palette.lab[0], axis=1)
    return [
        p
        for p in pieces
        if p.widest > _BROAD * usual
        or (
            contrast[p.mode] < PALE
            and p.width > WIDEST * usual
            and p.elongation >= _RIVER_ELONGATION
        )
    ]
