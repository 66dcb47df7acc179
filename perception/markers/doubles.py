"""One find for one mark: of several detectors, and of what lies inside a larger shape."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from shapely.geometry import MultiPoint

from perception.markers.candidate import Candidate

# Rings round a circle are part of its mark up to so many times its size; they share its centre.
_WIDEST_RINGS = 2.6
_CENTRED = 0.05
_ROUND = 1.1
# A mark so much believed in leaves remains of its stroke, at most so many px off.
_SURE = 0.4
_TOUCHING = 2.0
_BAR = 1.45
_CIRCLE = np.stack([f(np.arange(24) / 24 * 2 * np.pi) for f in (np.cos, np.sin)], axis=1)


def without_doubles(found: Sequence[Candidate]) -> list[Candidate]:
    """Keep one of several finds of the same mark."""
    order = sorted(found, key=lambda c: (-c.belief, c.centre))
    kept: list[Candidate] = []
    # A photograph has thousands of finds, so that the near ones are told all at once.
    centres, sizes = np.zeros((len(order), 2)), np.zeros(len(order))
    for candidate in order:
        double = False
        aparts = np.hypot(*np.subtract(candidate.centre, centres[: len(kept)]).T)
        reach = 0.5 * np.maximum(candidate.size, sizes[: len(kept)]) + 1.0
        for position in np.flatnonzero(aparts <= reach).tolist():
            other, apart = kept[position], float(aparts[position])
            if (candidate.elongation > 1.45) != (other.elongation > 1.45):
                long, short = sorted((candidate, other), key=lambda c: -c.elongation)
                if long.size > 1.3 * short.size:
                    continue  # a capsule and the circles inside it
            double = True
            if (
                candidate.size > other.size
                and apart < 0.25 * other.size + 1.0
                and candidate.size < 1.8 * other.size
            ):
                # a rim found as a region of its own: the mark reaches to its outside
                kept[position] = replace(
                    other,
                    outline=candidate.outline,
                    layers=tuple(sorted({*other.layers, *candidate.layers})),
                )
            break
        if not double:
            centres[len(kept)], sizes[len(kept)] = candidate.centre, candidate.size
            kept.append(candidate)
    return kept


def without_remains(ticks: Sequence[Candidate], found: Sequence[Candidate]) -> list[Candidate]:
    """Drop ticks that are what a mark leaves of its stroke where it covers half of it."""
    marks = [mark for mark in found if mark.kind != "bulge" and mark.belief >= _SURE]
    centres = np.array([mark.centre for mark in marks]).reshape(-1, 2)
    reaches = np.array([mark.radius for mark in marks])
    kept = []
    for tick in ticks:
        bar = tick.elongation > _BAR
        away = np.hypot(*(centres - tick.centre).T) - reaches
        shape = MultiPoint(tick.outline).convex_hull
        if not any(
            not (bar and marks[k].kind == "gap")  # the ground beside a bar
            and set(tick.layers) & set(marks[k].layers)
            and shape.distance(MultiPoint(marks[k].outline).convex_hull) <= _TOUCHING
            for k in np.flatnonzero(away <= tick.radius + _TOUCHING)
        ):
            kept.append(tick)
    return kept


def outside_shapes(outlines: Sequence[Candidate], found: Sequence[Candidate]) -> list[Candidate]:
    """Drop what lies inside a circle or box of a line drawing: its number or name."""
    lows = [shape.outline.min(axis=0) for shape in outlines]
    highs = [shape.outline.max(axis=0) for shape in outlines]
    return [
        c
        for c in found
        if not any(
            bool((low <= c.centre).all() and (c.centre <= high).all())
            for low, high in zip(lows, highs, strict=True)
        )
    ]


def without_same(outlines: Sequence[Candidate], wholes: Sequence[Candidate]) -> list[Candidate]:
    """Drop the circles of a line drawing that are marks of several parts."""
    return [
        shape
        for shape in outlines
        if shape.kind == "box"
        or all(
            np.hypot(*np.subtract(shape.centre, whole.centre)) > 0.25 * whole.size
            for whole in wholes
        )
    ]


def without_parts(found: Sequence[Candidate], wholes: Sequence[Candidate]) -> list[Candidate]:
    """Drop what is inside a mark of several parts, and not larger than it."""
    return [
        mark
        for mark in found
        if all(
            mark.size > 1.2 * whole.size
            or np.hypot(*np.subtract(mark.centre, whole.centre)) > 0.56 * whole.size
            for whole in wholes
        )
    ]


def with_rings(outlines: Sequence[Candidate], found: Sequence[Candidate]) -> list[Candidate]:
    """Let circles reach to the outermost of the rings that are drawn round them.

    A shape is believed as much as the blob inside it: that tells what lines do at it.
    """
    whole = []
    for shape in outlines:
        sizes = [
            c.size
            for c in found
            if shape.kind == "ring"
            and c.elongation < _ROUND
            and shape.size < c.size < _WIDEST_RINGS * shape.size
            and np.hypot(*np.subtract(c.centre, shape.centre)) < _CENTRED * c.size
        ]
        radius = max(sizes, default=0.0) / np.sqrt(np.pi) + 1.0
        if radius > shape.radius:
            shape = replace(shape, outline=np.array(shape.centre) + radius * _CIRCLE)
        believed = max((c.belief for c in found if _same_mark(shape, c)), default=0.0)
        whole.append(replace(shape, belief=max(shape.belief, believed)))
    return whole


def _same_mark(shape: Candidate, found: Candidate) -> bool:
    """Tell whether a blob is what an outline encloses, from rim to rim."""
    apart = float(np.hypot(*np.subtract(found.centre, shape.centre)))
    return apart < 0.15 * shape.size and 0.6 < found.size / shape.size < 1.6
