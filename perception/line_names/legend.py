"""Legends: rows of a sample of a line's colour with its name.

One row alone proves little, as a mark with its name looks the same; rows of one manner that are set
in one column or row, each of another line, are a legend.
"""

from __future__ import annotations

from collections.abc import Sequence

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from perception.line_names.claim import Box, Claim, bounds, box_centre
from perception.line_names.forms import is_line_name
from perception.line_names.sample_rows import (
    SampleRow,
    Samples,
    is_beside,
    sample_rows,
    whole_text,
)
from perception.line_names.series import fill_series
from perception.text_reading import TextItem

# Rows of one manner: samples as large and as far from their names within these shares and heights.
_SAME_SIZE = 1.35
_SAME_GAP = 0.5
_FLUSH = 0.6
_SAME_HEIGHT = 1.35
# A legend has so many rows of one colour, in the mean, at most.
_ROWS_A_COLOR = 1.5
_ROWS, _SAMPLED, _ONE_ROW = 4.0, 2.0, 0.8


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
    boxes, samples, rows = sample_rows(lines, nearest, len(layers), width, names)
    claims: list[Claim] = []
    spent: set[int] = set()
    used: set[tuple[int, Box]] = set()
    for family in sorted(_families(rows), key=_worth, reverse=True):
        left = [r for r in family if r.text not in spent and (r.color, r.sample) not in used]
        several = _is_legend(left)
        called = [whole_text(row, lines, boxes) for row in left]
        if several:
            claims += _unread_rows(left, called, samples, layers)
        for row, name in zip(left, called, strict=True):
            weight = _ROWS if several else _ONE_ROW
            if not several and not is_line_name(name):
                continue
            of_color = len({other.text for other in left if other.color == row.color})
            weight /= of_color
            claims.append(Claim(layers[row.color], name, "legend", weight, box_centre(row.box)))
        if several:
            spent |= {row.text for row in left}
            used |= {(row.color, row.sample) for row in left}
    return claims


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
        row = SampleRow(0, nearest, side, sample, box, gap / height, height)
        name = whole_text(row, lines, boxes)
        claims.append(Claim(layer, name, "legend", _SAMPLED, box_centre(box)))
    return claims


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
    boxes, _, rows = sample_rows(lines, nearest, count, width, frozenset())
    found: list[tuple[int, str, Box]] = []
    spent: set[int] = set()
    for family in sorted(_families(rows), key=_worth, reverse=True):
        left = [row for row in family if row.text not in spent]
        named = sum(is_line_name(whole_text(row, lines, boxes)) for row in left)
        if not _is_legend(left) or 2 * named <= len(left):
            continue
        found += [(row.color, lines[row.text].text, row.sample) for row in left]
        spent |= {row.text for row in left}
    return found


def _is_legend(family: Sequence[SampleRow]) -> bool:
    """Tell whether rows name several lines, each once: numbered stops have many of one colour."""
    colors = len({row.color for row in family})
    return colors > 1 and len({row.text for row in family}) <= _ROWS_A_COLOR * colors


def _families(rows: Sequence[SampleRow]) -> list[list[SampleRow]]:
    """Return rows of one manner that hang together, each in one column or row with another."""
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(len(rows)))
    for i, one in enumerate(rows):
        for k in range(i):
            if _alike(one, rows[k]):
                graph.add_edge(i, k)
    return [[rows[i] for i in sorted(part)] for part in nx.connected_components(graph)]


def _alike(one: SampleRow, other: SampleRow) -> bool:
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


def _worth(family: Sequence[SampleRow]) -> tuple[int, int, float]:
    """Return what orders families: lines, rows, nearness."""
    gap = sum(row.gap for row in family) / len(family)
    return len({row.color for row in family}), len(family), -gap


def _unread_rows(
    family: Sequence[SampleRow],
    names: Sequence[str],
    samples: Samples,
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
                Claim(layers[color], name, "legend", _ONE_ROW, box_centre(one.sample))
                for (_, color, read), name in zip(entries, full, strict=True)
                if name and not read
            ]
    return []


def _apart(one: Box, other: Box) -> float:
    (a, b), (x, y) = box_centre(one), box_centre(other)
    return abs(a - x) + abs(b - y)
