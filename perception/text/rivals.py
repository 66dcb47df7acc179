"""Choosing among overlapping readings of the same place.

Two scales, overlapping tiles and two turns read much text more than once, as a whole, in parts, or
glued to a neighbour. The set of readings that do not overlap and explain most characters is kept.
"""

from __future__ import annotations

import re

import numpy as np
from shapely.geometry import Polygon
from shapely.strtree import STRtree

from perception.ocr.engine import Quad
from perception.ocr.writing_systems import is_foreign
from perception.text.line import LineReading
from perception.text.quad import angle_of, axes, sides

# A character counts with its score less this, so that doubtful ones count against a reading.
SCORE_FLOOR = 0.6
# Every reading costs this much: one whole line beats its two halves.
COST = 0.5
# Share of the smaller box that two lines at an angle may have in common.
SHARED = 0.3
# Lines within this many degrees are parallel.
PARALLEL = 10.0
# What a row of markers beside a label is read as; it is worth nothing.
_RINGS = re.compile(r"(?<!\S)(?=\d*[OoQ@])[OoQ@0-9()]{2,}(?!\S)")
# Largest group of rivals that is solved exactly; larger ones, rare, take the best first.
EXACT = 14


def without_rivals(readings: list[LineReading]) -> list[LineReading]:
    """Return the best set of readings that do not overlap, in their order."""
    polygons = [Polygon(reading.quad) for reading in readings]
    worth = [_worth(reading) for reading in readings]
    usable = [i for i, polygon in enumerate(polygons) if polygon.is_valid]
    tree = STRtree([polygons[i] for i in usable])
    rivals: dict[int, set[int]] = {i: set() for i in usable}
    for i in usable:
        for j in (usable[k] for k in tree.query(polygons[i])):
            if j > i and _conflict(readings[i].quad, readings[j].quad, polygons[i], polygons[j]):
                rivals[i].add(j)
                rivals[j].add(i)
    kept: list[int] = []
    seen: set[int] = set()
    for i in usable:
        if i not in seen:
            group = _group(i, rivals)
            seen |= group
            kept += _best_set(sorted(group), rivals, worth)
    return [readings[i] for i in sorted(kept)]


def _worth(reading: LineReading) -> float:
    transcript = reading.transcript
    # Tesseract reads pictograms beside a name as numbers.
    second = any(is_foreign(char) for char in transcript.text)
    rings = {place for found in _RINGS.finditer(transcript.text) for place in range(*found.span())}
    scores = [
        score - SCORE_FLOOR
        for k, (char, score) in enumerate(zip(transcript.text, transcript.scores, strict=True))
        if (char.isalpha() if second else char.isalnum() or char in "-/&") and k not in rings
    ]
    # Without a rival even a doubtful reading is kept; its confidence tells.
    return max(sum(scores) - COST, 1e-3)


def _conflict(one: Quad, other: Quad, first: Polygon, second: Polygon) -> bool:
    """Tell whether two boxes hold some of the same characters."""
    shared = first.intersection(second).area
    if shared == 0.0:
        return False
    smaller = min(first.area, second.area)
    if abs(angle_of(one) - angle_of(other)) > PARALLEL:
        return bool(shared > SHARED * smaller)
    # Lines of one label, set tightly, overlap by up to half of their boxes; on one line of
    # writing even a small overlap means the same characters.
    along, across = axes(one)
    height = min(sides(one)[1], sides(other)[1])
    apart = abs(float((one.mean(axis=0) - other.mean(axis=0)) @ across))
    spans = [np.sort(quad @ along)[[0, -1]] for quad in (one, other)]
    common = float(min(spans[0][1], spans[1][1]) - max(spans[0][0], spans[1][0]))
    same_line = apart < 0.5 * height and common > 0.6 * height
    return bool(same_line or shared > 2 * SHARED * smaller)


def _group(start: int, rivals: dict[int, set[int]]) -> set[int]:
    group, waiting = {start}, [start]
    while waiting:
        for other in rivals[waiting.pop()] - group:
            group.add(other)
            waiting.append(other)
    return group


def _best_set(group: list[int], rivals: dict[int, set[int]], worth: list[float]) -> list[int]:
    """Return the members of `group` without rivals among them that are worth most together."""
    ranked = sorted(group, key=lambda i: (-worth[i], i))
    if len(group) > EXACT:
        chosen: list[int] = []
        for i in ranked:
            if not rivals[i] & set(chosen):
                chosen.append(i)
        return chosen

    def best(candidates: tuple[int, ...]) -> tuple[float, tuple[int, ...]]:
        if not candidates:
            return 0.0, ()
        first, rest = candidates[0], candidates[1:]
        value, taken = best(tuple(i for i in rest if i not in rivals[first]))
        included = (value + worth[first], (first, *taken))
        if not rivals[first] & set(rest):
            return included
        return max(included, best(rest), key=lambda pair: pair[0])

    return list(best(tuple(ranked))[1])
