"""Codes that a map prints at its stations' names: no part of the name, but of the label.

"A16" above "Arena Park" is nearer to the mark than the name is, and two names that stand side by
side, each with a code of its own, are two. That texts are such codes shows in the whole picture:
they stand at the names in one manner, no two of them alike.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np

from perception.code_patterns import CODE_OR_NUMBER, FEWEST, tell_apart
from perception.markers.candidate import Candidate
from perception.stations.label import Label, Polygon, make_label
from perception.text_reading import TextItem

_CODE_IN_ANY_CASE = re.compile(r"([A-Z][A-Za-z]{0,2})[ -]?\d{1,3}")
# So many codes with the same letters are those of one line.
_SERIES = 2
# So many of the codes stand in the usual manner.
_USUAL = 0.6
# A code stands so near to its name, in heights of the name's line: in its row, above or below it.
_BESIDE = 1.0
_APART = 0.8
_SAME_ROW = 0.4
_PARALLEL = 0.985


@dataclass(frozen=True, slots=True)
class StationCodes:
    """The codes of a map's names.

    Attributes
    ----------
    places : dict of int to tuple of polygons
        Where the codes of a line of text are, with the line where they were read as one, px.
    boxes : dict of int to tuple of polygons
        Where these codes alone are, px.
    above : bool
        Whether they stand in rows of their own, above or below the names.
    """

    places: dict[int, tuple[Polygon, ...]]
    boxes: dict[int, tuple[Polygon, ...]]
    above: bool = False


def with_capitals(lines: Sequence[TextItem]) -> tuple[TextItem, ...]:
    """Return the lines, codes read with small letters ("Tc 02") as the others of their line."""
    codes = [m for item in lines if (m := _CODE_IN_ANY_CASE.fullmatch(item.text)) is not None]
    usual = Counter(m[1] for m in codes if m[1].isupper())
    return tuple(
        replace(item, text=item.text.upper())
        if (m := _CODE_IN_ANY_CASE.fullmatch(item.text)) is not None
        and not m[1].isupper()
        and usual[m[1].upper()] >= _SERIES
        else item
        for item in lines
    )


def find_codes(
    whole: Sequence[TextItem], lines: Sequence[TextItem], marks: Sequence[Candidate]
) -> StationCodes:
    """Find the codes of all names.

    Parameters
    ----------
    whole, lines : sequence of TextItem
        Text lines as read, and without the codes that stood in them, px.
    marks : sequence of Candidate
        Possible markers, the same px; numbers inside them are no codes beside names.
    """
    codes, above = _lone_codes(lines, marks)
    places = {i: tuple(lines[c].polygon for c in cs) for i, cs in codes.items()}
    boxes = dict(places)
    for i, (read, left) in enumerate(zip(whole, lines, strict=True)):
        if read.text != left.text:
            places[i] = (*places.get(i, ()), read.polygon)
            boxes[i] = (*boxes.get(i, ()), _beside(read, left))
    return StationCodes(places, boxes, above)


def _beside(read: TextItem, left: TextItem) -> Polygon:
    """Return the part of a line that was cut from it at its start or its end."""
    a, b, c, d = read.polygon
    e, f, g, h = left.polygon
    before = np.hypot(e[0] - a[0], e[1] - a[1]) > np.hypot(f[0] - b[0], f[1] - b[1])
    return (a, e, h, d) if before else (f, b, c, g)


def with_codes(
    labels: Sequence[Label],
    codes: StationCodes,
    layers: Mapping[int, tuple[int, ...]] = MappingProxyType({}),
) -> list[Label]:
    """Return the labels, each with the place of the codes at it as part of its own.

    Parameters
    ----------
    labels : sequence of Label
        All labels.
    codes : StationCodes
        The codes.
    layers : mapping of int to tuple of int, optional
        Of `code_layers`, by the lines' indices.
    """
    return [
        replace(
            # a part of a line stays as it is
            label
            if label.part
            else label.holding([p for i in label.lines for p in codes.places.get(i, ())]),
            served=tuple(sorted({k for i in label.lines for k in layers.get(i, ())})),
        )
        for label in labels
    ]


def with_one_code(
    labels: Sequence[Label], lines: Sequence[TextItem], codes: StationCodes
) -> list[Label]:
    """Return the labels without the runs of lines that have codes of their own."""
    found = []
    for label in labels:
        coded = [lines[i] for i in label.lines if i in codes.places]
        if len(coded) < 2 or not (codes.above or _in_one_row(coded)):
            found.append(label)
    return found


def _in_one_row(items: Sequence[TextItem]) -> bool:
    """Tell whether all of some lines stand in one row."""
    first, *others = (make_label(item, (), 0.0, 0.0) for item in items)
    down = first.down
    return all(
        abs(float((other.origin - first.origin) @ down)) < _SAME_ROW * first.line_height
        for other in others
    )


def _lone_codes(
    lines: Sequence[TextItem], marks: Sequence[Candidate]
) -> tuple[dict[int, tuple[int, ...]], bool]:
    """Return the codes that stand at each line, and whether they stand above the names."""
    coded = [
        i
        for i, item in enumerate(lines)
        if CODE_OR_NUMBER.fullmatch(item.text) and not _in_a_mark(item, marks)
    ]
    names = [i for i, item in enumerate(lines) if sum(c.isalpha() for c in item.text) > 1]
    names = sorted(set(names) - set(coded))
    if not tell_apart([lines[i].text for i in coded], len(names)):
        return {}, False
    boxes = {i: make_label(lines[i], (i,), 0.0, 0.0) for i in [*names, *coded]}
    origins = np.array([boxes[i].origin for i in names])
    by_side: dict[str, dict[int, tuple[float, int]]] = {"row": {}, "above": {}, "below": {}}
    for c in coded:
        reach = boxes[c].length + max(boxes[i].length for i in names) + 4 * boxes[c].line_height
        near = np.flatnonzero(np.linalg.norm(origins - boxes[c].origin, axis=1) < reach)
        for n in (names[k] for k in near):
            at = _side(boxes[c], boxes[n])
            if at is not None:
                side, gap = at
                by_side[side][c] = min(by_side[side].get(c, (np.inf, -1)), (gap, n))
    _add_further(by_side["row"], boxes, coded)
    side = max(by_side, key=lambda s: len(by_side[s]))
    if len(by_side[side]) < max(FEWEST, _USUAL * len(coded)):
        return {}, False
    found: dict[int, list[int]] = {}
    for c, (_, n) in by_side[side].items():
        found.setdefault(n, []).append(c)
    return {n: tuple(sorted(cs)) for n, cs in found.items()}, side != "row"


def _add_further(
    row: dict[int, tuple[float, int]], boxes: dict[int, Label], coded: Sequence[int]
) -> None:
    """Add to the codes in a name's row those that stand before or behind these in the same way."""
    added = list(row)
    while added:
        nearer = added.pop()
        for c in coded:
            at = _side(boxes[c], boxes[nearer]) if c not in row else None
            if at is not None and at[0] == "row":
                row[c] = (row[nearer][0] + at[1], row[nearer][1])
                added.append(c)


def _in_a_mark(item: TextItem, marks: Sequence[Candidate]) -> bool:
    """Tell whether the middle of a text lies in a round mark that could hold it."""
    middle = np.asarray(item.polygon).mean(axis=0)
    return any(
        mark.radius > 0.5 * item.height and np.hypot(*(middle - mark.centre)) < 0.5 * mark.radius
        for mark in marks
    )


def _side(code: Label, name: Label) -> tuple[str, float] | None:
    """Return where a code stands at a name, and how far off in line heights."""
    height = name.line_height
    if float(code.along @ name.along) < _PARALLEL:
        return None
    down = name.down
    offset = code.origin - name.origin
    u, v = float(offset @ name.along), float(offset @ down)
    beside = abs(u) - (code.length + name.length) / 2
    apart = abs(v) - (code.height + name.height) / 2
    if abs(v) < _SAME_ROW * height and -0.3 * height < beside < _BESIDE * height:
        return "row", beside / height
    if beside < -0.5 * min(code.length, name.length) and -0.5 * height < apart < _APART * height:
        return ("above" if v < 0 else "below"), apart / height
    return None
