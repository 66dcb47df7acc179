"""Dotted strokes: chains of dots of one size, evenly apart."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from perception.strokes.pieces import Piece

# A dot fills so much of its box, which is at most so many times (and a px) longer than wide.
_FILLED = 0.6
_ROUND = 1.5
_LARGEST = 2.5
# A short dash is so much longer than wide at most, and so even; a dot is hardly longer.
DASH = 4.0
_EVEN = 1.3
# Of one size: within this factor of the usual area. So many dots make a chain, and a line.
_ALIKE = 2.2
_CHAIN = 6
_FEWEST = 12
# Dots are so many diameters apart at most; what is this much farther than usual is no neighbour.
_APART = 3.2
_NEAR = 1.5
# So many of the dots have one neighbour or two, and so many of those with two go straight on.
_SHARE = 0.7
_STRAIGHT = np.cos(np.radians(130.0))
_UNDER_TEXT = 0.5


def dotted_among(
    own: list[Piece], usual: float | None = None, longest: float = _ROUND
) -> list[Piece]:
    """Return the pieces of one colour that are the dots of dotted strokes.

    Parameters
    ----------
    own : list of Piece
        All pieces of the colour.
    usual : float, optional
        Usual stroke width of the picture, px, where it is known: dots are not much larger.
    longest : float
        How many times longer than wide they are at most, about: `DASH` for short dashes.
    """
    dots = [p for p in own if _is_dot(p, longest)]
    dots = [p for p in dots if usual is None or p.widest <= _LARGEST * usual]
    if len(dots) < _FEWEST:
        return []
    area = float(np.median([p.area for p in dots]))
    dots = [p for p in dots if area / _ALIKE <= p.area <= area * _ALIKE]
    if len(dots) < _FEWEST:
        return []
    places = np.array([_middle(p) for p in dots])
    tree = cKDTree(places)
    nearest = np.asarray(tree.query(places, k=2)[0], np.float64)[:, 1]
    usually = float(np.median(nearest))
    if usually > _APART * float(np.sqrt(area)):
        return []
    near = [
        [k for k in found if k != n]
        for n, found in enumerate(tree.query_ball_point(places, _NEAR * usually))
    ]
    chains = _chains(near)
    kept = [n for chain in chains if len(chain) >= _CHAIN for n in chain]
    if len(kept) < _FEWEST:
        return []
    few = [n for n in kept if len(near[n]) <= 2]
    turns = [_cosine(places, n, near[n]) for n in few if len(near[n]) == 2]
    if len(few) < _SHARE * len(kept) or not turns:
        return []
    if sum(turn <= _STRAIGHT for turn in turns) < _SHARE * len(turns):
        return []
    return [dots[n] for n in sorted(kept)]


def _is_dot(piece: Piece, longest: float) -> bool:
    if piece.under_text >= _UNDER_TEXT:
        return False
    x0, y0, x1, y1 = piece.box
    short, long = sorted((x1 - x0, y1 - y0))
    if long <= _ROUND * short + 1 and piece.area >= _FILLED * short * long:
        return True
    # a dash may be slanted, so that its box tells nothing
    return piece.elongation <= longest - 1.0 and piece.widest <= _EVEN * piece.width


def _middle(piece: Piece) -> tuple[float, float]:
    x0, y0, x1, y1 = piece.box
    return (x0 + x1) / 2.0, (y0 + y1) / 2.0


def _chains(near: list[list[int]]) -> list[list[int]]:
    """Return the connected groups of dots."""
    left = set(range(len(near)))
    chains = []
    while left:
        chain, waiting = [], [min(left)]
        left.discard(waiting[0])
        while waiting:
            dot = waiting.pop()
            chain.append(dot)
            for other in near[dot]:
                if other in left:
                    left.discard(other)
                    waiting.append(other)
        chains.append(chain)
    return chains


def _cosine(places: NDArray[np.float64], dot: int, near: list[int]) -> float:
    a, b = places[near[0]] - places[dot], places[near[1]] - places[dot]
    return float(a @ b / max(float(np.hypot(*a) * np.hypot(*b)), 1e-6))
