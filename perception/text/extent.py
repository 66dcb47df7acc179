"""Which ink belongs to which characters, and so where a label begins and ends."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from perception.ocr.engine import Transcript
from perception.text.cleaning import MARKER_LOOKALIKES
from perception.text.ink import LineInk
from perception.text.transcript import printed

# A character may be this far from its glyph, box heights: the recogniser places it in steps of a
# sixth.
SLACK = 0.2
# Signs that a ring is read as, and how much taller than all letters it is at least.
ROUND = frozenset("0OoQCDG8°")
TALL = frozenset("bdfhklt1234579")
RING = 1.15
# Share of a label's characters that must stand on glyphs for its ink to be trusted.
EXPLAINED = 0.8
# Glyphs nearer than this share of the line's ink height belong to one word.
WORD_REACH = 0.22


@dataclass(frozen=True, slots=True)
class Extent:
    """A run of characters and the glyphs they stand on.

    Attributes
    ----------
    first, last : int
        Positions in the text.
    glyphs : numpy.ndarray, shape (n, 4)
        As in `LineInk`.
    whole : bool
        Whether every printed character of the run stands on a glyph.
    """

    first: int
    last: int
    glyphs: NDArray[np.float64]
    whole: bool


def extents(transcript: Transcript, width: float, ink: LineInk) -> list[Extent]:
    """Return the runs of characters that are print; what a marker was read as parts them.

    Parameters
    ----------
    transcript : Transcript
        Reading of the box that `ink` was found in.
    width : float
        Of that box, in box heights.
    ink : LineInk
        Its ink.

    Returns
    -------
    list of Extent
        In reading order; empty where the ink does not explain the characters, as under a stroke
        of the same colour, and where they do not run from left to right.
    """
    text, glyphs = transcript.text, ink.glyphs
    positions = printed(text)
    if not len(glyphs) or not positions:
        return []
    centers = np.array([transcript.centers[i] * width for i in positions])
    if (np.diff(centers) < -SLACK).any():
        # Arabic and Hebrew run from right to left.
        return []
    away = _distances(centers, glyphs)
    own, nearest = away.min(axis=1), away.argmin(axis=1)
    across = ink.foreign[(ink.foreign[:, 1] < 0.5) & (ink.foreign[:, 3] > 0.5)]
    other = _distances(centers, across).min(axis=1, initial=np.inf)
    # The glyph beside a character may be its neighbour's.
    taken = np.array([(own[nearest == n] <= 0).any() for n in nearest])
    marked = (own > 0.0) & ((other <= 0.0) | ((other <= SLACK) & taken))
    # A free ring beside a label is taller than its tall letters, and begins above them: the tail of
    # a Q only reaches below.
    heights, tops = (glyphs[:, 3] - glyphs[:, 1])[nearest], glyphs[nearest, 1]
    rounds = np.array([text[i] in ROUND for i in positions])
    tall = np.array([text[i].isupper() or text[i] in TALL for i in positions]) & ~rounds
    if rounds.any() and tall.any():
        tallest = heights[tall].max()
        above = tops < tops[tall].min() - 0.25 * (RING - 1.0) * tallest
        marked |= rounds & (own <= SLACK) & above & (heights > RING * tallest)
    standing = (own <= SLACK) & ~marked
    runs: list[list[int]] = [[]]
    for k, i in enumerate(positions):
        if marked[k] and text[i] in MARKER_LOOKALIKES:
            runs.append([])
        else:
            runs[-1].append(k)
    found = []
    for run in runs:
        while run and not standing[run[0]]:
            run.pop(0)
        while run and not standing[run[-1]]:
            run.pop()
        if not run:
            continue
        share = float(np.mean(standing[run]))
        if share < EXPLAINED:
            return []
        low, high = centers[run[0]] - SLACK, centers[run[-1]] + SLACK
        inside = (glyphs[:, 2] > low) & (glyphs[:, 0] < high)
        if not inside.any():
            return []
        found.append(
            Extent(positions[run[0]], positions[run[-1]], glyphs[inside], bool(share == 1.0))
        )
    kept = sum(extent.last - extent.first + 1 for extent in found)
    return found if 2 * kept >= len(positions) else []


def with_neighbours(extent: Extent, ink: LineInk) -> NDArray[np.float64]:
    """Return the glyphs of `extent` and those that continue its first and last word."""
    kept = extent.glyphs
    top, bottom = float(kept[:, 1].min()), float(kept[:, 3].max())
    reach = WORD_REACH * (bottom - top)
    others = ink.glyphs
    middle = (others[:, 1] + others[:, 3]) / 2
    fits = (others[:, 1] > top - 0.12) & (others[:, 3] < bottom + 0.12)
    fits &= (middle > top) & (middle < bottom)
    others = others[fits]
    while True:
        left, right = float(kept[:, 0].min()), float(kept[:, 2].max())
        after = (others[:, 0] >= right) & (others[:, 0] < right + reach)
        before = (others[:, 2] <= left) & (others[:, 2] > left - reach)
        if not (after | before).any():
            return kept
        kept = np.vstack([kept, others[after | before]])


def _distances(centers: NDArray[np.float64], pieces: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how far each centre is outside each piece, shape (centres, pieces)."""
    left = pieces[None, :, 0] - centers[:, None]
    right = centers[:, None] - pieces[None, :, 2]
    return np.asarray(np.maximum(left, right), np.float64)
