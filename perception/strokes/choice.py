"""Which pieces of a colour are strokes of lines."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from perception.strokes.piece_shapes import (
    ELONGATED,
    box_gaps,
    is_badge,
    is_bar,
    is_lettering,
    is_outline,
)
from perception.strokes.pieces import Piece, weighted_median
from perception.strokes.usual_width import HAIR, UNDER_TEXT, WIDEST

# A bar that no other stroke of its colour continues within so many widths is so much longer.
_LONE_BAR = 3.0
_REACH = 6.0
_LONG_REACH = 10.0
# A bar goes on behind a box of so many widths in one as wide within this factor.
_BEHIND_BOX = 13.0
_ALIKE = 1.2
# Widths of strokes of one colour, over their usual one.
_NARROWEST = 0.5
# Strokes are at least so many widths long together; one that text covers is longer far from it.
_LEAST_LENGTH = 10.0
_LEAST_CLEAR = 3.0
# A colour is the ink of text if this share of all its pixels is under text.
_INK = 0.15
# Dots are so large at least (of the usual width), fill so much of their box, and so many of them
# (with areas that differ by so much) that stand so many sides apart are marks.
_DOT_SIDE = 0.8
_DOT_FILL = 0.6
_FEWEST_DOTS = 5
_DOT_ALIKE = 0.25
_DOT_APART = 2.5


def lines_among(
    own: list[Piece],
    usual: float,
    labels: NDArray[np.int32],
    grey: bool,
    widest: float = WIDEST,
) -> list[Piece]:
    """Choose the pieces of one colour that are strokes of lines.

    Elongated pieces are, and bars that others continue; so are small ones near them (between two
    markers, say).

    Parameters
    ----------
    own : list of Piece
        Of the colour, legend samples left out.
    usual : float
        Usual stroke width of the picture, px.
    labels : (H, W) int32 array
        Component numbers.
    grey : bool
        Whether the colour is black, grey or white, as the outlines of markers and icons are.
    widest : float
        Greatest width of its strokes, in usual widths.
    """
    strokes = {
        p.label: p
        for p in own
        if (p.elongation >= ELONGATED or is_bar(p))
        and (p.under_text < UNDER_TEXT or _goes_on_beyond_text(p, usual))
        and HAIR * usual <= p.width <= widest * usual
    }
    seeds = [
        p
        for p in strokes.values()
        if not (grey and is_outline(p, usual, labels))
        and (p.elongation >= ELONGATED or _is_continued(p, strokes, labels))
    ]
    if not seeds:
        return []
    width = weighted_median([p.width for p in seeds], [float(p.area) for p in seeds])
    seeds = [
        p
        for p in seeds
        if _NARROWEST * width <= p.width <= WIDEST * width and not is_badge(p, width, labels)
    ]
    if sum(p.length for p in seeds) < _LEAST_LENGTH * max(width, 0.6 * usual):
        return []
    # Once the colour is a line's, a lone bar may be a stroke between two markers far off.
    known = {p.label for p in seeds}
    seeds += [
        p
        for p in strokes.values()
        if p.label not in known
        and p.elongation >= _LONE_BAR
        and _NARROWEST * width <= p.width <= max(WIDEST * width, 1.3 * usual)
        and not is_badge(p, max(width, usual), labels)
    ]
    dots = _alike_dots(own, usual) if grey else set()
    kept = _with_near(seeds, [p for p in own if p.label not in dots], width, labels)
    return [] if is_lettering(kept, usual, labels) else kept


def _goes_on_beyond_text(piece: Piece, usual: float) -> bool:
    """Tell whether what text leaves of a piece is a stroke: a line whose marks hold lettering."""
    return piece.clear * piece.length >= _LEAST_CLEAR * max(piece.width, 0.6 * usual)


def _alike_dots(own: list[Piece], usual: float) -> set[int]:
    """Return the labels of dots of one size that stand apart: marks, not what is left of lines."""
    found = []
    for piece in own:
        x0, y0, x1, y1 = piece.box
        low, high = sorted((x1 - x0, y1 - y0))
        if low >= max(_DOT_SIDE * usual, 0.7 * high) and piece.area >= _DOT_FILL * low * high:
            found.append(piece)
    if len(found) < _FEWEST_DOTS:
        return set()
    usual_area = float(np.median([p.area for p in found]))
    alike = [p for p in found if abs(p.area - usual_area) <= _DOT_ALIKE * usual_area]
    if len(alike) < _FEWEST_DOTS:
        return set()
    middles = np.array([((p.box[0] + p.box[2]) / 2, (p.box[1] + p.box[3]) / 2) for p in alike])
    away = np.linalg.norm(middles[:, None] - middles[None], axis=2)
    np.fill_diagonal(away, np.inf)
    apart = float(np.median(away.min(axis=1))) >= _DOT_APART * usual_area**0.5
    return {p.label for p in alike} if apart else set()


def _with_near(
    seeds: list[Piece], own: list[Piece], width: float, labels: NDArray[np.int32]
) -> list[Piece]:
    # Where little of the colour is under text, it is not the ink of text but lies beneath it.
    ink = sum(p.area * p.under_text for p in own) > _INK * sum(p.area for p in own)
    reach = (_REACH if ink else _LONG_REACH) * width
    chosen = {p.label for p in seeds}
    waiting = [
        p
        for p in own
        if p.label not in chosen
        and not (ink and p.under_text >= UNDER_TEXT)
        and (0.5 if p.under_text >= UNDER_TEXT else 0.2) * width <= p.widest <= 1.6 * width
        and p.area >= 0.08 * width * width
        and not is_badge(p, width, labels)
    ]
    kept, reached = list(seeds), list(seeds)
    while reached and waiting:
        boxes = np.array([p.box for p in reached])
        near = [bool(box_gaps(boxes, p.box).min() <= reach) for p in waiting]
        reached = [p for p, close in zip(waiting, near, strict=True) if close]
        waiting = [p for p, close in zip(waiting, near, strict=True) if not close]
        kept += reached
    return kept


def _is_continued(bar: Piece, strokes: dict[int, Piece], labels: NDArray[np.int32]) -> bool:
    """Tell whether another stroke of the colour goes on where a bar ends."""
    x0, y0, x1, y1 = bar.box
    ys, xs = np.nonzero(labels[y0:y1, x0:x1] == bar.label)
    cloud = np.stack([xs + x0, ys + y0], axis=1).astype(np.float64)
    centre = cloud.mean(axis=0)
    along = np.linalg.eigh(np.cov(cloud.T))[1][:, 1]
    half = float(np.abs((cloud - centre) @ along).max())
    across = np.array([-along[1], along[0]])

    def met(way: NDArray[np.float64], swerve: float, reach: float) -> list[Piece]:
        steps = np.arange(half + 1.0, half + reach)
        ray = centre + steps[:, None] * way + (swerve * (steps - half))[:, None] * across
        cells = np.rint(ray).astype(np.intp)
        inside = (cells >= 0).all(axis=1) & (cells < labels.shape[::-1]).all(axis=1)
        found = np.unique(labels[cells[inside, 1], cells[inside, 0]]).tolist()
        return [strokes[label] for label in found if label != bar.label and label in strokes]

    near = max(_REACH * bar.width, 1.5 * half)
    for way in (along, -along):
        if any(met(way, swerve, near) for swerve in (-0.3, -0.15, 0.0, 0.15, 0.3)):
            return True
    # Straight on behind a wide box, another such bar.
    if bar.elongation < _LONE_BAR:
        return False
    far = _BEHIND_BOX * bar.width
    others = [other for way in (along, -along) for other in met(way, 0.0, far)]
    return any(
        other.elongation >= _LONE_BAR
        and max(other.width, bar.width) <= _ALIKE * min(other.width, bar.width)
        for other in others
    )


def stripes_among(
    own: list[Piece], kept: list[Piece], usual: float, labels: NDArray[np.int32]
) -> list[Piece]:
    """Return the small pieces of one colour that could be the stripes of hatched strokes."""
    taken = {piece.label for piece in kept if piece.elongation >= ELONGATED}
    stripes = [
        p
        for p in own
        if p.label not in taken and p.widest <= 1.2 * usual and p.under_text < UNDER_TEXT
    ]
    unread = not kept and stripes and is_lettering(stripes, usual, labels)
    return [] if unread else stripes
