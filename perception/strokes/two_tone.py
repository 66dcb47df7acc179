"""Lines of two tones: a stripe or a row of fields along their middle is no line and no mark.

Such a line is two thin sides with another colour between (a paler stripe), or a ladder: sides,
rungs, and fields of the ground between them, as railways are drawn.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from perception.colors import Palette
from perception.raster import Components, components, dilate
from perception.stages import Mask, StrokeLayer
from perception.strokes.pieces import stroke_width, tight_fill

# Share of a stripe that lies between the sides of its line, and there or at its soft borders, of
# so many px; gaps of so many stripe widths, or widths of one side, are closed.
_INSIDE, _ALONG = 0.5, 0.85
_BORDER = 2
_REACH = 1.5
_BETWEEN = 2.6
# A stripe is at most this long, in lengths of its line, and this wide, in widths of one side.
_LONGEST = 1.3
_WIDEST = 3.5
# Where a stripe is no layer: share of what lies between the sides that has its colour, share of
# that colour that lies there, and share of the line's own pixels.
_ONE_COLOR, _NOWHERE_ELSE, _LEAST = 0.6, 0.45, 0.25
# A picture's ladders of one colour have so many fields in all, and in their longest row; as large
# within a share, and so far apart in lengths of a field: links of a chain are nearer.
_FIELDS, _ROW = 8, 4
_SAME_SIZE = 1.4
_NEAR, _APART = 1.45, 2.8
# A colour that covers such a share of what lies so many field lengths around is an area.
_AROUND, _AREA = 3.0, 0.65
_LARGEST_FIELD, _SMALLEST_FIELD = 40, 2
# Fields so long, px, are so cornered; a disc is 0.89, a square 1.41.
_CLEAR, _ANGULAR = 6.0, 1.12


def join_stripes(
    layers: list[StrokeLayer], labels: NDArray[np.int16]
) -> tuple[list[StrokeLayer], Mask]:
    """Return the layers with each stripe joined to the line whose middle it runs along.

    Parameters
    ----------
    layers : list of StrokeLayer
        All layers of one picture.
    labels : (H, W) int16 array
        Flat colour of every pixel, 0 that of the ground, -1 blends.

    Returns
    -------
    layers : list of StrokeLayer
        Those that are lines.
    stripes : (H, W) bool array
        What was joined to one.
    """
    left = list(layers)
    joined = np.zeros(labels.shape, np.bool_)
    sizes = {layer.id: int(np.count_nonzero(layer.mask)) for layer in layers}
    areas = dict(sizes)
    for stripe in sorted(layers, key=lambda layer: sizes[layer.id]):
        window = _window(stripe.mask, int(_REACH * stripe.width) + 3)
        around = next(
            (
                line
                for line in left
                if _is_within(stripe, line, sizes[stripe.id], areas[line.id], window)
            ),
            None,
        )
        if around is None:
            continue
        mask = _closed(around.mask, _REACH * stripe.width) & (stripe.mask | (labels < 0))
        left = [
            _widened(line, mask) if line is around else line for line in left if line is not stripe
        ]
        areas |= {
            line.id: int(np.count_nonzero(line.mask)) for line in left if line.id == around.id
        }
        joined |= mask
    for place, line in enumerate(left):
        stripe_mask = _stripe_between(line, labels)
        if stripe_mask is not None:
            left[place] = _widened(line, stripe_mask)
            joined |= stripe_mask
    return left, joined


def fill_ladders(palette: Palette, text: Mask) -> tuple[Palette, Mask]:
    """Return the palette with the fields of ladders in the colour round them, and these fields.

    Parameters
    ----------
    palette : Palette
        Of the picture.
    text : (H, W) bool array
        Inside text boxes: the holes of letters are no fields.
    """
    labels = palette.labels
    filled = np.zeros(labels.shape, np.bool_)
    for mode in range(1, len(palette.rgb)):
        fields = _fields(labels == mode, text)
        if fields is not None:
            if not filled.any():
                labels = labels.copy()
            labels[fields] = mode
            filled |= fields
    return (replace(palette, labels=labels) if filled.any() else palette), filled


def _widened(line: StrokeLayer, more: Mask) -> StrokeLayer:
    mask = line.mask | more
    return replace(line, mask=mask, width=stroke_width(mask))


def _closed(mask: Mask, reach: float) -> Mask:
    side = 2 * round(reach / 2) + 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
    return np.asarray(cv2.morphologyEx(mask.view(np.uint8), cv2.MORPH_CLOSE, kernel), np.bool_)


def _window(mask: Mask, pad: int) -> tuple[slice, slice]:
    """Return the rows and columns of a mask's box with a margin, px."""
    x, y, across, down = cv2.boundingRect(mask.view(np.uint8))
    return (
        slice(max(y - pad, 0), max(y + down - 1 + pad, 0)),
        slice(max(x - pad, 0), max(x + across - 1 + pad, 0)),
    )


def _near(mask: Mask, reach: float) -> Mask:
    """Return what lies within a square of what `_closed` may close: more than that, and sooner."""
    side = 2 * round(reach / 2) + 1
    return np.asarray(cv2.dilate(mask.view(np.uint8), np.ones((side, side), np.uint8))) > 0


def _is_within(
    stripe: StrokeLayer, line: StrokeLayer, own: int, other: int, window: tuple[slice, slice]
) -> bool:
    """Tell whether a layer lies between the two sides of another.

    `own` and `other` are the pixels of the two, `window` the surroundings of the first.
    """
    if stripe.id == line.id or stripe.width > _WIDEST * line.width:
        return False
    if own / max(stripe.width, 1.0) > _LONGEST * other / max(line.width, 1.0):
        return False
    reach = _REACH * stripe.width
    sides = np.ascontiguousarray(line.mask[window])
    pixels = np.flatnonzero(stripe.mask[window])
    if np.count_nonzero(_near(sides, reach).ravel().take(pixels)) < _INSIDE * len(pixels):
        return False
    closed = _closed(sides, reach)
    if closed.ravel().take(pixels).mean() < _INSIDE:
        return False
    along = closed | dilate(sides, 2 * _BORDER + 1)
    return bool(along.ravel().take(pixels).mean() >= _ALONG)


def _stripe_between(line: StrokeLayer, labels: NDArray[np.int16]) -> Mask | None:
    """Return what lies between the sides of a line where it is a stripe of one colour."""
    reach = _BETWEEN * line.width
    window = _window(line.mask, 2 * round(reach) + 3)
    mask, colors = np.ascontiguousarray(line.mask[window]), labels[window]
    least = _LEAST * np.count_nonzero(mask)
    near = colors[_near(mask, reach) & ~mask]
    if np.bincount(near[near > 0], minlength=1).max() < least:
        return None
    between = _closed(mask, reach) & ~mask
    inside = colors[between]
    inside = inside[inside > 0]
    if not len(inside):
        return None
    color = int(np.bincount(inside).argmax())
    own = int((inside == color).sum())
    if own < least or own < _ONE_COLOR * np.count_nonzero(between):
        return None
    if own < _NOWHERE_ELSE * int((labels == color).sum()):
        return None
    stripe = np.zeros(labels.shape, np.bool_)
    stripe[window] = between & ((colors == color) | (colors < 0))
    return stripe


def _fields(mask: Mask, text: Mask) -> Mask | None:
    """Return the fields of the ladders that a colour draws."""
    if not mask.any():
        return None
    parts = components(~mask)
    sides = parts.boxes[:, 2:]
    small = (sides.max(axis=1) <= _LARGEST_FIELD) & (sides.min(axis=1) >= _SMALLEST_FIELD)
    small[0] = False
    places = np.flatnonzero(small)
    if len(places) < _FIELDS:
        return None
    centres = parts.centroids[places]
    cells = np.rint(centres).astype(int)
    free = ~text[cells[:, 1], cells[:, 0]]
    places, centres = places[free], centres[free]
    if len(places) < _FIELDS:
        return None
    areas = parts.areas[places].astype(float)
    lengths = np.hypot(*(parts.boxes[places, 2:].T)) / np.sqrt(2.0)
    tree = cKDTree(centres)
    links: dict[int, list[int]] = {}
    for one, other in tree.query_pairs(float(_APART * lengths.max())):
        apart = float(np.hypot(*(centres[one] - centres[other])))
        shorter, longer = sorted((lengths[one], lengths[other]))
        alike = max(areas[one], areas[other]) <= _SAME_SIZE * min(areas[one], areas[other])
        if alike and _NEAR * longer <= apart <= _APART * shorter:
            links.setdefault(one, []).append(other)
            links.setdefault(other, []).append(one)
    rows = _rows(links)
    longest = max(rows, key=len, default=[])
    if len(longest) < _ROW or sum(map(len, rows)) < _FIELDS:
        return None
    # The dashes of a path over land are no fields of a ladder that the land would be.
    reach = round(_AROUND * float(np.median(lengths[longest])))
    beside = cv2.blur(mask.astype(np.float32), (2 * reach + 1, 2 * reach + 1))
    if np.median(beside[tuple(np.rint(centres[longest]).astype(int).T[::-1])]) > _AREA:
        return None
    # Nor are the discs of stations that stand as near to each other.
    if float(np.median(lengths[longest])) >= _CLEAR:
        corners = [_cornered(parts, int(label)) for label in places[longest]]
        if np.median(corners) < _ANGULAR:
            return None
    usual = float(np.median(areas[longest]))
    chosen = [
        places[k]
        for row in rows
        for k in row
        if usual / _SAME_SIZE <= areas[k] <= _SAME_SIZE * usual
    ]
    wanted = np.zeros(parts.count, np.bool_)
    wanted[chosen] = True
    return np.asarray(wanted[parts.labels] & ~mask, np.bool_)


def _cornered(parts: Components, label: int) -> float:
    """Return how much of its tightest box a part fills, times its reach in roots of its area."""
    x, y, w, h = parts.boxes[label].tolist()
    ys, xs = np.nonzero(parts.labels[y : y + h, x : x + w] == label)
    angles = np.arange(0.0, np.pi, np.pi / 12)
    along = np.stack([xs, ys], axis=1) @ np.stack([np.cos(angles), np.sin(angles)])
    reach = float(np.ptp(along, axis=0).max()) + 1.0
    return tight_fill(parts.labels, label, (x, y, x + w, y + h)) * reach / float(np.sqrt(len(xs)))


def _rows(links: dict[int, list[int]]) -> list[list[int]]:
    """Return the fields that hang together and have at most two neighbours: rows, no grids."""
    slim = {k: others for k, others in links.items() if len(others) <= 2}
    rows, seen = [], set[int]()
    for start in slim:
        if start in seen:
            continue
        row, waiting = [], [start]
        while waiting:
            k = waiting.pop()
            if k in seen or k not in slim:
                continue
            seen.add(k)
            row.append(k)
            waiting += slim[k]
        rows.append(row)
    return rows
