"""Label candidates: single text lines and runs of lines that may be one station's name."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

import numpy as np

from perception.stations.label import Label, Polygon, make_label
from perception.stations.line_inks import NEUTRAL
from perception.stations.scripts import main_script, script_of, translations
from perception.text.lines import joined
from perception.text_reading import TextItem

# Strain of naming a station by some lines of a box only.
_PART_OF_BOX = 0.8
# Strain of joining a line in a line's colour to one that is black.
_OTHER_INK = 1.0
# What a line is worth that is no part of the names; lines in parentheses are none, where they are
# at most this share of all.
_NO_NAME = 0.2
_ASIDE = re.compile(r"\s*[(（].*[)）]\s*")
_FEW_ASIDES = 0.5
# Texts whose middles are nearer than this, in line heights, stand in one row.
_SAME_ROW = 0.35
# Widest space between two words of a line, in line heights; Chinese has none.
_WORD_SPACE = 0.6


def label_candidates(
    lines: Sequence[TextItem],
    worths: Sequence[float],
    boxes: Sequence[tuple[int, Polygon] | None],
    inks: Sequence[int] = (),
    codes: Mapping[int, Sequence[Polygon]] = MappingProxyType({}),
) -> list[Label]:
    """Return single lines and plausible joins of up to three lines.

    Where names are printed in two scripts, the one in the main script is the name; the other one
    goes with it but cannot be a name of its own.

    Parameters
    ----------
    lines : sequence of TextItem
        Text lines.
    worths : sequence of float
        What each is worth as a label; lines worth nothing are left out.
    boxes : sequence of (id, polygon) or None
        The box each line stands in. Lines of one box are one name.
    inks : sequence of int, optional
        Of `line_inks`: lines in the colours of two lines of the map are two names.
    codes : mapping of int to sequence of polygons, optional
        Where the codes in a line's row are: the next line may be set below both.
    """
    usable = [i for i, worth in enumerate(worths) if worth > 0]
    if not usable:
        return []
    scripts = {i: script_of(lines[i].text) for i in usable}
    singles = {i: make_label(lines[i], (i,), worths[i], 0.0) for i in usable}
    centres = np.array([singles[i].origin for i in usable])
    reach = 2.5 * max(label.line_height for label in singles.values()) + 0.5 * max(
        label.length for label in singles.values()
    )
    follows: dict[int, list[tuple[int, float]]] = {i: [] for i in usable}
    for i in usable:
        near = np.flatnonzero(np.linalg.norm(centres - singles[i].origin, axis=1) < reach)
        for j in (usable[k] for k in near):
            if i != j and _box(boxes, i) == _box(boxes, j):
                strain = _stacked(singles[i], singles[j], scripts[i] == scripts[j])
                if i in codes and j not in codes:
                    held = _stacked(
                        singles[i].holding(codes[i]), singles[j], scripts[i] == scripts[j]
                    )
                    strain = min((s for s in (strain, held) if s is not None), default=None)
                if strain is not None and boxes[i] is not None:
                    strain = 0.0
                if strain is not None and inks and inks[i] != inks[j]:
                    two = NEUTRAL not in (inks[i], inks[j])
                    strain = None if two else strain + _OTHER_INK * (scripts[i] == scripts[j])
                if strain is not None:
                    follows[i].append((j, strain))
    follows = _prefer_nearest(follows, singles)
    main = main_script(singles, scripts, follows)
    doubles = translations(scripts, follows, main)
    asides = _asides({i: lines[i].text for i in usable})
    doubles |= asides & {j for after in follows.values() for j, _ in after}
    named_in = {i: i not in asides and main in ("", scripts[i]) for i in usable}
    worth = {i: worths[i] * (1.0 if named_in[i] else _NO_NAME) for i in usable}
    found = []
    for i in usable:
        box = boxes[i]
        place = box[1] if box is not None else None
        mates = sum(1 for k in usable if box is not None and _box(boxes, k) == box[0])
        lone = _PART_OF_BOX if mates > 1 else 0.0
        if i not in doubles:
            found.append(make_label(lines[i], (i,), worth[i], lone, place))
        for j, strain in follows[i]:
            chains: list[tuple[tuple[int, ...], float]] = [((i, j), strain)]
            chains += [((i, j, k), strain + more) for k, more in follows[j] if k != i]
            chains += [
                ((*parts, k), total + more)
                for parts, total in chains[1:]
                for k, more in follows[parts[-1]]
                if k in asides and k not in parts
            ]
            for parts, total in chains:
                if not _one_run([named_in[p] for p in parts]):
                    continue
                if doubles.issuperset(parts):
                    continue
                pieces = tuple(lines[p] for p in parts)
                named = tuple(lines[p] for p in parts if named_in[p])
                item = join_items(pieces, named or pieces)
                lone = _PART_OF_BOX if mates > len(parts) else 0.0
                value = sum(worth[p] for p in parts)
                found.append(make_label(item, parts, value, total + lone, place))
    return [replace(label, ink=_ink(inks, label.lines)) for label in found] if inks else found


def _asides(texts: dict[int, str]) -> set[int]:
    """Return the lines in parentheses, where names are not: what lies at a station."""
    aside = {i for i, text in texts.items() if _ASIDE.fullmatch(text)}
    return aside if len(aside) <= _FEW_ASIDES * len(texts) else set()


def _ink(inks: Sequence[int], lines: Sequence[int]) -> int:
    """Return the one colour that some lines have beside black and grey."""
    colors = {inks[i] for i in lines} - {NEUTRAL}
    return colors.pop() if len(colors) == 1 else NEUTRAL


def _prefer_nearest(
    follows: dict[int, list[tuple[int, float]]], singles: dict[int, Label]
) -> dict[int, list[tuple[int, float]]]:
    """Drop joins over a line between, strain those over a wider step than to another neighbour."""

    def step(i: int, j: int) -> float:
        offset = singles[j].origin - singles[i].origin
        along = singles[i].along
        return float(abs(offset[1] * along[0] - offset[0] * along[1]))

    direct = {
        i: [(j, s) for j, s in after if j not in {k for m, _ in after for k, _ in follows[m]}]
        for i, after in follows.items()
    }
    nearest: dict[int, float] = {}
    for i, after in direct.items():
        for j, _ in after:
            for end in (i, j):
                nearest[end] = min(nearest.get(end, np.inf), step(i, j))
    return {
        i: [
            (j, s + 0.8 * (step(i, j) - min(nearest[i], nearest[j])) / singles[i].line_height)
            for j, s in after
        ]
        for i, after in direct.items()
    }


def _one_run(flags: list[bool]) -> bool:
    """Tell whether the true flags lie in one run."""
    first = [i for i, flag in enumerate(flags) if flag]
    return not first or first[-1] - first[0] + 1 == len(first)


def _box(boxes: Sequence[tuple[int, Polygon] | None], line: int) -> int:
    box = boxes[line]
    return -1 if box is None else box[0]


def _stacked(upper: Label, lower: Label, same_script: bool) -> float | None:
    """Return the strain of reading `lower` after `upper`, below or beside it; None if it is not."""
    height = (upper.line_height + lower.line_height) / 2
    ratio = upper.line_height / max(lower.line_height, 1e-6)
    if not (0.7 < ratio < 1.45 if same_script else 0.4 < ratio < 2.5):
        return None
    if float(upper.along @ lower.along) < 0.985:
        return None
    down = upper.down
    offset = lower.origin - upper.origin
    step, shift = float(offset @ down), float(offset @ upper.along)
    gap = shift - (upper.length + lower.length) / 2
    space = _WORD_SPACE if upper.item.text[-1:].isascii() else _WORD_SPACE / 2
    if same_script and abs(step) < _SAME_ROW * height and -0.3 < gap / height < space:
        return 0.5 + 0.5 * max(0.0, gap) / height  # the next word of the same line
    if not 0.55 * height < step < 1.6 * height:
        return None
    half = (lower.length - upper.length) / 2
    misfit = min(abs(shift - half), abs(shift + half), abs(shift)) / height
    overlap = (upper.length + lower.length) / 2 - abs(shift)
    if overlap < 0.3 * min(upper.length, lower.length):
        return None
    strain = 0.35 * misfit + 0.8 * max(0.0, step / height - 0.8)
    if upper.item.text.rstrip().endswith(("-", "–", "/", "&")):
        return strain * 0.7
    return strain + 0.3 if same_script else strain


def join_items(pieces: tuple[TextItem, ...], named: tuple[TextItem, ...]) -> TextItem:
    """Join lines to one item.

    Parameters
    ----------
    pieces : tuple of TextItem
        All lines, for the place.
    named : tuple of TextItem
        Those that make the name; lines in parentheses after the first do not.
    """
    first, *others = named
    kept = [first, *(piece for piece in others if not piece.text.startswith(("(", "（")))]
    return replace(joined(pieces), text=joined(kept).text)
