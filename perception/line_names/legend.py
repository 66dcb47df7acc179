"""Rows of a legend: a sample of a line's colour with the name beside it, above or below.

Samples are bars, discs, squares or pieces of dashed and hatched strokes. One row alone proves
little, as a mark with its name looks the same; rows of one manner that are set in one column or
row, each of another line, are a legend.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import networkx as nx
import numpy as np
from numpy.typing import NDArray

from perception.line_names.claim import Box, Claim, bounds
from perception.line_names.forms import is_line_name, tidy
from perception.line_names.series import fill_series
from perception.markers.raster import components
from perception.text_reading import TextItem

# All lengths in heights of the text. Sides of a sample; how far a name may be from it.
_SHORT, _LONG, _HIGH = 0.5, 9.0, 1.8
_THIN = 0.12
_BESIDE, _FAR_BESIDE, _OVER = 2.6, 8.0, 1.3
_LEVEL = 0.5
# Rows of one manner: samples as large and as far from their names within these shares and heights.
_SAME_SIZE = 1.35
_SAME_GAP = 0.5
_FLUSH = 0.6
_SAME_HEIGHT = 1.35
# Share of its box that a sample fills; of the strip between it and the name that is plain.
_FILLED = 0.3
_PLAIN = 0.9
# Gaps of a sample's strokes that are closed, in stroke widths.
_CLOSED = 1.3
_WORD_GAP = 1.2
# A legend has so many rows of one colour, in the mean, at most.
_ROWS_A_COLOR = 1.5
_ROWS, _SAMPLED, _ONE_ROW = 4.0, 2.0, 0.8


@dataclass(frozen=True, slots=True)
class _Row:
    """A sample with a text: index of the line's colour, of the text, side, and their boxes."""

    color: int
    text: int
    side: str
    sample: Box
    box: Box
    gap: float
    height: float


def legend_claims(
    lines: Sequence[TextItem],
    nearest: NDArray[np.int8],
    layers: Sequence[str],
    width: float,
    names: frozenset[int],
) -> list[Claim]:
    """Return the claims of legend rows.

    Parameters
    ----------
    lines : sequence of TextItem
        Text lines, px.
    nearest : (H, W) int8 array
        Which layer's colour each pixel has.
    layers : sequence of str
        Their ids.
    width : float
        Usual stroke width, px.
    names : frozenset of int
        Lines that name stations of the network: no rows.
    """
    boxes, samples, rows = _all_rows(lines, nearest, len(layers), width, names)
    claims: list[Claim] = []
    spent: set[int] = set()
    used: set[tuple[int, Box]] = set()
    for family in sorted(_families(rows), key=_worth, reverse=True):
        left = [r for r in family if r.text not in spent and (r.color, r.sample) not in used]
        several = _is_legend(left)
        called = [_whole_row(row, lines, boxes) for row in left]
        if several:
            claims += _unread_rows(left, called, samples, layers)
        for row, name in zip(left, called, strict=True):
            weight = _ROWS if several else _ONE_ROW
            if not several and not is_line_name(name):
                continue
            of_color = len({other.text for other in left if other.color == row.color})
            weight /= of_color
            claims.append(Claim(layers[row.color], name, "legend", weight, _centre(row.box)))
        if several:
            spent |= {row.text for row in left}
            used |= {(row.color, row.sample) for row in left}
    return claims


def _is_legend(family: Sequence[_Row]) -> bool:
    """Tell whether rows name several lines, each once: numbered stops have many of one colour."""
    colors = len({row.color for row in family})
    return colors > 1 and len({row.text for row in family}) <= _ROWS_A_COLOR * colors


def find_legend(
    lines: Sequence[TextItem], nearest: NDArray[np.int8], count: int, width: float
) -> list[tuple[int, str, Box]]:
    """Return the rows that are a legend's without doubt: index of the colour, text, sample box.

    Most of the names are such as lines have, and each colour has about one.

    Parameters
    ----------
    lines, nearest, width
        As in `legend_claims`.
    count : int
        How many colours there are.
    """
    boxes, _, rows = _all_rows(lines, nearest, count, width, frozenset())
    found: list[tuple[int, str, Box]] = []
    spent: set[int] = set()
    for family in sorted(_families(rows), key=_worth, reverse=True):
        left = [row for row in family if row.text not in spent]
        named = sum(is_line_name(_whole_row(row, lines, boxes)) for row in left)
        if not _is_legend(left) or 2 * named <= len(left):
            continue
        found += [(row.color, lines[row.text].text, row.sample) for row in left]
        spent |= {row.text for row in left}
    return found


def _all_rows(
    lines: Sequence[TextItem],
    nearest: NDArray[np.int8],
    count: int,
    width: float,
    names: frozenset[int],
) -> tuple[list[Box], list[tuple[int, NDArray[np.int64]]], list[_Row]]:
    """Return the boxes of the texts, all samples, and all texts with a sample beside them."""
    boxes = [bounds(item) for item in lines]
    usable = [
        i
        for i, item in enumerate(lines)
        if i not in names and abs(item.angle) < 20 and any(c.isalnum() for c in item.text)
    ]
    if not usable or not count:
        return boxes, [], []
    samples = _samples(nearest, count, width, max(lines[i].height for i in usable))
    plain = _plain_between(nearest, boxes)
    rows: list[_Row] = []
    for i in usable:
        rows += _beside(i, boxes[i], lines[i].height, samples)
    return boxes, samples, [row for row in rows if plain(row)]


def sampled_claims(
    lines: Sequence[TextItem],
    legend: Sequence[tuple[str, str, Box]],
    names: frozenset[int],
) -> list[Claim]:
    """Return the claims of the bars that the stroke stage took for samples.

    Parameters
    ----------
    lines : sequence of TextItem
        Text lines, px.
    legend : sequence of (str, str, tuple of float)
        Layer id, text beside the sample, box of the sample; see `Strokes`.
    names : frozenset of int
        Lines that name stations of the network.
    """
    boxes = [bounds(item) for item in lines]
    claims = []
    for layer, text, sample in legend:
        level = [
            i
            for i, (item, box) in enumerate(zip(lines, boxes, strict=True))
            if item.text == text and is_beside(box, sample, item.height)
        ]
        nearest = min(level, key=lambda i: _apart(boxes[i], sample), default=None)
        if nearest is None or nearest in names:
            continue
        box, height = boxes[nearest], max(lines[nearest].height, 1.0)
        side = "right" if sample[0] > box[2] - height else "left"
        gap = max(box[0] - sample[2], sample[0] - box[2], 0.0)
        row = _Row(0, nearest, side, sample, box, gap / height, height)
        name = _whole_row(row, lines, boxes)
        claims.append(Claim(layer, name, "legend", _SAMPLED, _centre(box)))
    return claims


def _samples(
    nearest: NDArray[np.int8], count: int, width: float, height: float
) -> list[tuple[int, NDArray[np.int64]]]:
    """Return, by colour, the boxes (x0, y0, x1, y1) of pieces that may be samples, px."""
    side = 2 * round(_CLOSED * width / 2) + 1
    found = []
    for color in range(count):
        mask = (nearest == color).view(np.uint8)
        if side > 1:
            mask = np.asarray(
                cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((side, side), np.uint8)), np.uint8
            )
        parts = components(mask > 0, connectivity=8)
        x, y, w, h = parts.boxes.T
        fits = (w <= _LONG * height) & (h <= _HIGH * height) & (parts.areas >= _FILLED * w * h)
        fits[0] = False
        found.append((color, np.stack([x, y, x + w, y + h], axis=1)[fits]))
    return found


def _beside(
    text: int, box: Box, height: float, samples: list[tuple[int, NDArray[np.int64]]]
) -> list[_Row]:
    """Return the nearest sample of each side of a text."""
    x0, y0, x1, y1 = box
    h = max(min(height, y1 - y0), 1.0)
    best: dict[str, _Row] = {}
    for color, boxes in samples:
        if not len(boxes):
            continue
        a0, b0, a1, b1 = boxes.T.astype(float)
        w, t = a1 - a0, b1 - b0
        sized = (w >= _SHORT * h) & (w <= _LONG * h) & (t >= _THIN * h) & (t <= _HIGH * h)
        level = sized & (np.abs((b0 + b1) - (y0 + y1)) / 2 <= _LEVEL * h)
        middle = np.abs((a0 + a1) - (x0 + x1)) / 2 <= np.maximum((x1 - x0) / 2, _LEVEL * h)
        sides = {
            "left": (x0 - a1, level, _BESIDE),
            "right": (a0 - x1, level, _FAR_BESIDE),
            "above": (y0 - b1, sized & middle, _OVER),
            "below": (b0 - y1, sized & middle, _OVER),
        }
        for side, (gap, fits, most) in sides.items():
            fits = fits & (gap >= -0.35 * h) & (gap <= most * h)
            for k in np.flatnonzero(fits):
                if side not in best or gap[k] < best[side].gap * h:
                    sample = (float(a0[k]), float(b0[k]), float(a1[k]), float(b1[k]))
                    best[side] = _Row(color, text, side, sample, box, float(gap[k]) / h, h)
    return list(best.values())


def _plain_between(nearest: NDArray[np.int8], boxes: Sequence[Box]) -> Callable[[_Row], bool]:
    """Return what tells whether nothing is drawn or printed between a sample and its text."""
    every = np.array(boxes)

    def plain(row: _Row) -> bool:
        (a0, b0, a1, b1), (x0, y0, x1, y1) = row.sample, row.box
        if row.side in ("left", "right"):
            left, right = (a1, x0) if row.side == "left" else (x1, a0)
            top, bottom = max(b0, y0), min(b1, y1)
        else:
            top, bottom = (b1, y0) if row.side == "above" else (y1, b0)
            left, right = max(a0, x0), min(a1, x1)
        if right - left <= 2 or bottom - top <= 2:
            return True
        over = (
            (every[:, 0] < right - 1)
            & (every[:, 2] > left + 1)
            & (every[:, 1] < bottom - 1)
            & (every[:, 3] > top + 1)
        )
        over[row.text] = False
        window = nearest[round(top) : round(bottom), round(left) + 1 : round(right) - 1]
        return not over.any() and (not window.size or bool((window < 0).mean() >= _PLAIN))

    return plain


def _families(rows: Sequence[_Row]) -> list[list[_Row]]:
    """Return rows of one manner that hang together, each in one column or row with another."""
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(len(rows)))
    for i, one in enumerate(rows):
        for k in range(i):
            if _alike(one, rows[k]):
                graph.add_edge(i, k)
    return [[rows[i] for i in sorted(part)] for part in nx.connected_components(graph)]


def _alike(one: _Row, other: _Row) -> bool:
    h = max(one.height, other.height)
    if one.side != other.side or h > _SAME_HEIGHT * min(one.height, other.height):
        return False
    for axis in (0, 1):
        a = one.sample[axis + 2] - one.sample[axis]
        b = other.sample[axis + 2] - other.sample[axis]
        if max(a, b) > _SAME_SIZE * min(a, b) + 2:
            return False
    column = abs(one.sample[0] - other.sample[0]) <= _FLUSH * h
    row = abs(one.sample[1] - other.sample[1]) <= _FLUSH * h
    far = one.side == "right" and column
    return (column or row) and (far or abs(one.gap - other.gap) <= _SAME_GAP)


def _worth(family: Sequence[_Row]) -> tuple[int, int, float]:
    """Return what orders families: lines, rows, nearness."""
    gap = sum(row.gap for row in family) / len(family)
    return len({row.color for row in family}), len(family), -gap


def _unread_rows(
    family: Sequence[_Row],
    names: Sequence[str],
    samples: list[tuple[int, NDArray[np.int64]]],
    layers: Sequence[str],
) -> list[Claim]:
    """Return claims for samples of a family without a text: the names of the others tell theirs."""
    one = family[0]
    for axis in (0, 1):
        flush = [abs(row.sample[axis] - one.sample[axis]) <= _FLUSH * one.height for row in family]
        if not all(flush):
            continue
        size = [one.sample[k + 2] - one.sample[k] for k in (0, 1)]
        taken = {(row.color, row.sample) for row in family}
        entries = [
            (row.sample[1 - axis], row.color, name) for row, name in zip(family, names, strict=True)
        ]
        steps = np.diff(sorted(entry[0] for entry in entries))
        for color, boxes in samples:
            for box in boxes.astype(float):
                sides = box[2:] - box[:2]
                known = (color, (box[0], box[1], box[2], box[3])) in taken
                alike = bool((np.abs(sides - size) <= (_SAME_SIZE - 1.0) * max(size) + 2).all())
                if not known and alike and abs(box[axis] - one.sample[axis]) <= _FLUSH * one.height:
                    entries.append((float(box[1 - axis]), color, ""))
        entries.sort()
        gaps = np.diff([entry[0] for entry in entries])
        if len(steps) and gaps.min() > 0.6 * steps.min() and gaps.max() < 1.5 * steps.min():
            full = fill_series([name for _, _, name in entries])
            return [
                Claim(layers[color], name, "legend", _ONE_ROW, _centre(one.sample))
                for (_, color, read), name in zip(entries, full, strict=True)
                if name and not read
            ]
    return []


def is_beside(box: Box, sample: Box, height: float) -> bool:
    """Tell whether a text is level with a sample, or straight above or below it, and near."""
    dx = max(box[0] - sample[2], sample[0] - box[2], 0.0)
    dy = max(box[1] - sample[3], sample[1] - box[3], 0.0)
    level = abs(box[1] + box[3] - sample[1] - sample[3]) / 2 < max(height, 1.0)
    return (level and dx < _FAR_BESIDE * height) or (dx == 0 and dy <= _OVER * height)


def _apart(one: Box, other: Box) -> float:
    (a, b), (x, y) = _centre(one), _centre(other)
    return abs(a - x) + abs(b - y)


def _centre(box: Box) -> tuple[float, float]:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def _whole_row(row: _Row, lines: Sequence[TextItem], boxes: Sequence[Box]) -> str:
    """Return the text of a row with the words that follow it or, right of it, go before."""
    _, y0, x1, y1 = row.box
    level = sorted(
        (box[0], box[2], item.text)
        for item, box in zip(lines, boxes, strict=True)
        if abs((box[1] + box[3]) - (y0 + y1)) / 2 < 0.6 * row.height
        and item.height < 1.5 * row.height
    )
    place = next(i for i, piece in enumerate(level) if piece[:2] == (row.box[0], x1))
    words = [level[place][2]]
    steps = range(place + 1, len(level)) if row.side != "right" else range(place - 1, -1, -1)
    last = place
    for i in steps:
        before, after = sorted((last, i))
        gap = level[after][0] - level[before][1]
        if gap > _WORD_GAP * row.height or gap > max(row.gap, 0.3) * row.height:
            break
        words.append(level[i][2])
        last = i
    return tidy(" ".join(words if row.side != "right" else words[::-1]))
