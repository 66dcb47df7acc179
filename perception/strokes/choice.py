"""Which pieces of a colour are strokes of lines, and which are badges, rivers, roads or frames."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from perception.colors import Palette
from perception.stages import Mask
from perception.strokes.dotting import dotted_among
from perception.strokes.pieces import Box, Piece, Pieces, weighted_median

# A stroke is at least this many times longer than wide; a bar (a dash, or a stroke between two
# markers) this many, if it is evenly wide and another stroke continues it within so many widths.
ELONGATED = 8.0
_BAR = 1.4
_EVEN = 1.5
_LONE_BAR = 3.0
_REACH = 6.0
_LONG_REACH = 10.0
# Widths of strokes of one colour, over their usual one.
_NARROWEST = 0.5
WIDEST = 1.9
WIDEST_BRIGHT = 2.8
_BRIGHT = 40.0
# A piece with this share under text may be lettering, if the colour is the ink of text: this share
# of all its pixels is under text.
UNDER_TEXT = 0.6
_INK = 0.15
# A box that words fill is that far under text at least.
_HOLDS_TEXT = 0.2
# Greys have a Lab chroma below this, and are no lines beside coloured ones when so much thinner;
# no colour's strokes are thinner than the second share.
GREY = 12.0
_THIN_GREY = 0.6
_HAIR = 0.18
# Which strokes may tell how wide lines are, in the order in which they are believed.
KINDS = ("saturated", "bright", "all")
# A colour this near to the background (CIE76) is pale, as rivers are.
_PALE = 36.0
# So many widths across is an area.
_BROAD = 5.0
_RIVER_ELONGATION = 4.0
# So much of what is wider than lines runs off the picture, over gaps of up to twice so many widths.
_OFF_PICTURE = 0.5
_CROSSED = 1.0
# A badge is so many widths across at least, fills so much of its box, and is this compact.
_BADGE_SIDE = 1.5
_BADGE_LARGEST = 8.0
_BADGE_FILL = 0.75
_BADGE_ASPECT = 4.0
# The outline of a marker or icon is at most so many usual widths large.
_OUTLINE_SIDE = 4.0
# Dots are so large at least (of the usual width), fill so much of their box, and so many of them
# (with areas that differ by so much) that stand so many sides apart are marks.
_DOT_SIDE = 0.8
_DOT_FILL = 0.6
_FEWEST_DOTS = 5
_DOT_ALIKE = 0.25
_DOT_APART = 2.5
# Unread letters are as small, and thinner than this share; a dash fills so much of its box.
_LETTER_SIDE = 6.0
_LETTER_WIDTH = 0.45
_DASH_FILL = 0.7


def usual_width(pieces: list[Piece], palette: Palette, kind: str = "saturated") -> float:
    """Return the usual width of the strokes and bars of a kind, px; 0 where there are none.

    Parameters
    ----------
    pieces : list of Piece
        All pieces.
    palette : Palette
        Their colours.
    kind : str
        One of `KINDS`: of saturated colours that stand out from the ground, of saturated ones, of
        all. What is pale is no bar: parks are as bright, and hardly longer than wide.
    """
    chroma = np.hypot(palette.lab[:, 1], palette.lab[:, 2])
    contrast = np.linalg.norm(palette.lab - palette.lab[0], axis=1)
    plain = (chroma > 2 * GREY) & (contrast >= _PALE)
    of_kind = {"saturated": plain, "bright": chroma > 2 * GREY}.get(kind, chroma >= 0)
    shape = palette.labels.shape
    of_mode: dict[int, list[Piece]] = {}
    for piece in pieces:
        of_mode.setdefault(piece.mode, []).append(piece)
    dots = {p.label for own in of_mode.values() for p in dotted_among(own)}
    chosen = [
        p
        for p in pieces
        if of_kind[p.mode]
        and (p.elongation >= ELONGATED or (_is_bar(p) and plain[p.mode]) or p.label in dots)
        and p.under_text < UNDER_TEXT
        and p.width <= 0.05 * min(shape)
        and not at_border(p, shape)
        and not (p.under_text >= _HOLDS_TEXT and _is_panel(p, palette.labels))
    ]
    if not chosen:
        return 0.0
    # Of all strokes, rivers are few and wide.
    weights = [p.length if kind == "all" else float(p.area) for p in chosen]
    return weighted_median([p.width for p in chosen], weights)


def widest_strokes(palette: Palette, mode: int) -> float:
    """Return the greatest width of strokes of a colour, in usual widths: bright ones are no water.

    The usual width is less than that of whole lines where others are hatched or of two tones.
    """
    bright = float(np.hypot(*palette.lab[mode, 1:])) > _BRIGHT
    contrast = float(np.linalg.norm(palette.lab[mode] - palette.lab[0]))
    return WIDEST_BRIGHT if bright and contrast > 1.3 * _PALE else WIDEST


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
        if (p.elongation >= ELONGATED or _is_bar(p))
        and p.under_text < UNDER_TEXT
        and _HAIR * usual <= p.width <= widest * usual
    }
    seeds = [
        p
        for p in strokes.values()
        if not (grey and _is_outline(p, usual, labels))
        and (p.elongation >= ELONGATED or _is_continued(p, strokes, labels))
    ]
    if not seeds:
        return []
    width = weighted_median([p.width for p in seeds], [float(p.area) for p in seeds])
    seeds = [
        p
        for p in seeds
        if _NARROWEST * width <= p.width <= WIDEST * width and not _is_badge(p, width, labels)
    ]
    if sum(p.length for p in seeds) < 10 * max(width, 0.6 * usual):
        return []
    # Once the colour is a line's, a lone bar may be a stroke between two markers far off.
    known = {p.label for p in seeds}
    seeds += [
        p
        for p in strokes.values()
        if p.label not in known
        and p.elongation >= _LONE_BAR
        and _NARROWEST * width <= p.width <= max(WIDEST * width, 1.3 * usual)
        and not _is_badge(p, max(width, usual), labels)
    ]
    dots = _alike_dots(own, usual) if grey else set()
    kept = _with_near(seeds, [p for p in own if p.label not in dots], width, labels)
    return [] if _is_lettering(kept, usual, labels) else kept


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
    middles = np.array([((p.box[0] + p.box[2]) / 2, (p.box[1] + p.box[3]) / 2) for p in alike])
    away = np.linalg.norm(middles[:, None] - middles[None], axis=2)
    np.fill_diagonal(away, np.inf)
    apart = float(np.median(away.min(axis=1))) >= _DOT_APART * usual_area**0.5
    return {p.label for p in alike} if len(alike) >= _FEWEST_DOTS and apart else set()


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
        and not _is_badge(p, width, labels)
    ]
    kept, reached = list(seeds), list(seeds)
    while reached and waiting:
        boxes = np.array([p.box for p in reached])
        near = [bool(box_gaps(boxes, p.box).min() <= reach) for p in waiting]
        reached = [p for p, close in zip(waiting, near, strict=True) if close]
        waiting = [p for p, close in zip(waiting, near, strict=True) if not close]
        kept += reached
    return kept


def box_gaps(boxes: NDArray[np.int64], box: Box) -> NDArray[np.float64]:
    """Return the distances, px, from boxes, (N, 4), to a box."""
    dx = np.maximum(np.maximum(boxes[:, 0] - box[2], box[0] - boxes[:, 2]), 0)
    dy = np.maximum(np.maximum(boxes[:, 1] - box[3], box[1] - boxes[:, 3]), 0)
    return np.asarray(np.hypot(dx, dy), np.float64)


def _is_bar(piece: Piece) -> bool:
    return piece.elongation >= _BAR and piece.widest <= _EVEN * piece.width


def _is_continued(bar: Piece, strokes: dict[int, Piece], labels: NDArray[np.int32]) -> bool:
    """Tell whether another stroke of the colour goes on where a bar ends."""
    x0, y0, x1, y1 = bar.box
    ys, xs = np.nonzero(labels[y0:y1, x0:x1] == bar.label)
    cloud = np.stack([xs + x0, ys + y0], axis=1).astype(np.float64)
    centre = cloud.mean(axis=0)
    along = np.linalg.eigh(np.cov(cloud.T))[1][:, 1]
    half = float(np.abs((cloud - centre) @ along).max())
    steps = np.arange(half + 1.0, half + max(_REACH * bar.width, 1.5 * half))
    across = np.array([-along[1], along[0]])
    for way in (along, -along):
        for swerve in (-0.3, -0.15, 0.0, 0.15, 0.3):
            ray = centre + steps[:, None] * way + (swerve * (steps - half))[:, None] * across
            cells = np.rint(ray).astype(np.intp)
            inside = (cells >= 0).all(axis=1) & (cells < labels.shape[::-1]).all(axis=1)
            met = np.unique(labels[cells[inside, 1], cells[inside, 0]]).tolist()
            if any(label != bar.label and label in strokes for label in met):
                return True
    return False


def _is_outline(piece: Piece, usual: float, labels: NDArray[np.int32]) -> bool:
    """Tell whether a piece is the outline of a small box or disc."""
    x0, y0, x1, y1 = piece.box
    small = max(x1 - x0, y1 - y0) <= _OUTLINE_SIDE * usual
    return small and _is_badge(piece, piece.width, labels)


def _is_lettering(kept: list[Piece], usual: float, labels: NDArray[np.int32]) -> bool:
    """Tell whether the pieces of a colour are letters that were not read: small, thin, crooked."""
    areas = [float(p.area) for p in kept]
    if weighted_median([p.width for p in kept], areas) >= _LETTER_WIDTH * usual:
        return False
    crooked = sum(p.area for p in kept if _is_small_and_crooked(p, usual, labels))
    return crooked > 0.5 * sum(areas)


def _is_small_and_crooked(piece: Piece, usual: float, labels: NDArray[np.int32]) -> bool:
    x0, y0, x1, y1 = piece.box
    if max(x1 - x0, y1 - y0) > _LETTER_SIDE * usual:
        return False
    ys, xs = np.nonzero(labels[y0:y1, x0:x1] == piece.label)
    sides = cv2.minAreaRect(np.stack([xs, ys], axis=1).astype(np.float32))[1]
    return piece.area < _DASH_FILL * (sides[0] + 1.0) * (sides[1] + 1.0)


def _is_badge(piece: Piece, width: float, labels: NDArray[np.int32]) -> bool:
    """Tell whether a piece is a filled box or disc, with or without a sign cut out of it."""
    x0, y0, x1, y1 = piece.box
    if not _BADGE_SIDE * width <= min(x1 - x0, y1 - y0) <= 1.5 * _BADGE_LARGEST * width:
        return False
    own = (labels[y0:y1, x0:x1] == piece.label).astype(np.uint8)
    outlines, _ = cv2.findContours(own, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    outline = max(outlines, key=len)
    sides = sorted(side + 1.0 for side in cv2.minAreaRect(outline)[1])
    filled = np.zeros_like(own)
    cv2.drawContours(filled, [outline], -1, (1,), -1)
    return (
        _BADGE_SIDE * width <= sides[0] <= _BADGE_LARGEST * width
        and sides[1] <= _BADGE_ASPECT * sides[0]
        and float(filled.sum()) >= _BADGE_FILL * sides[0] * sides[1]
    )


def _is_panel(piece: Piece, modes: NDArray[np.int16]) -> bool:
    """Tell whether a piece is a filled box round words, whose letters make it look thin."""
    x0, y0, x1, y1 = piece.box
    own = (modes[y0:y1, x0:x1] == piece.mode).astype(np.uint8)
    outlines, _ = cv2.findContours(own, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    outline = max(outlines, key=len)
    low, high = sorted(side + 1.0 for side in cv2.minAreaRect(outline)[1])
    filled = np.zeros_like(own)
    cv2.drawContours(filled, [outline], -1, (1,), -1)
    return low >= _BADGE_SIDE * piece.width and float(filled.sum()) >= _BADGE_FILL * low * high


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
    if not _HAIR * usual <= width <= widest_strokes(palette, mode) * usual:
        return True
    # A lake and its rivers, a park and its border: mostly areas.
    broad = sum(p.area for p in own if p.widest > _BROAD * width)
    if area < 0.4 * (area + broad):
        return True
    contrast = float(np.linalg.norm(palette.lab[mode] - palette.lab[0]))
    drawn = [p for p in own if p.under_text < UNDER_TEXT]
    if contrast < _PALE:
        whole = sum(p.area for p in drawn)
        off_picture = sum(p.area for p in drawn if at_border(p, palette.labels.shape))
        return off_picture > 0.15 * whole or width > 1.3 * usual
    return width > 1.3 * usual and _share_off_picture(pieces.mask(drawn), width) > _OFF_PICTURE


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
            contrast[p.mode] < _PALE
            and p.width > WIDEST * usual
            and p.elongation >= _RIVER_ELONGATION
        )
    ]


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
    unread = not kept and stripes and _is_lettering(stripes, usual, labels)
    return [] if unread else stripes


def at_border(piece: Piece, shape: tuple[int, ...]) -> bool:
    """Tell whether a piece touches the border of a picture of some shape."""
    x0, y0, x1, y1 = piece.box
    return x0 <= 2 or y0 <= 2 or x1 >= shape[1] - 2 or y1 >= shape[0] - 2
