"""Pale roads in the colour of a river."""

from __future__ import annotations

from perception.strokes.piece_shapes import at_border
from perception.strokes.pieces import Piece, weighted_median

# Roads are so much narrower than the river, and so much of what does not run off the picture.
_NARROWER = 0.75
_MOSTLY = 0.7


def apart_from_water(kept: list[Piece], shape: tuple[int, ...]) -> list[Piece]:
    """Return the strokes that are narrower than those of their colour that run off the picture.

    None where all are as wide: that is a river which lines cross.

    Parameters
    ----------
    kept : list of Piece
        Strokes of one colour.
    shape : tuple of int
        Height and width of the picture, px.
    """
    off = [p for p in kept if at_border(p, shape)]
    rest = [p for p in kept if not at_border(p, shape)]
    if not off or not rest:
        return []
    river = weighted_median([p.width for p in off], [float(p.area) for p in off])
    roads = [p for p in rest if p.width <= _NARROWER * river]
    length = sum(p.length for p in roads)
    return roads if length >= _MOSTLY * sum(p.length for p in rest) else []
