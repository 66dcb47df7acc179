"""Which regions are read already, so that no line is read once for each time it was found."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from shapely.geometry import Polygon
from shapely.strtree import STRtree

from perception.ocr.engine import Quad, TextRegion
from perception.text.line import LineReading
from perception.text.quad import angle_of, axes, sides

# A reading of this confidence and length stands; others are worth a second region.
SURE, LETTERS = 0.97, 3
# Degrees within which a region runs like the line in it.
ALIGNED = 8.0
# How far a region may reach beyond the box of the reading in it: along the line, where a letter
# could stand, and across it, where detectors leave room; box heights.
ALONG, ACROSS = 0.5, 0.6
# Share of the smaller box from which two are boxes of one place.
SHARED = 0.3
# What was read of a region is this long at least, of its length, where nothing more is in it.
FILLED = 0.6


def not_yet_read(
    regions: Sequence[TextRegion], readings: Sequence[LineReading], least: float = SURE
) -> list[int]:
    """Return which of the regions hold more than the readings of confidence `least` tell."""
    sure = [
        reading.quad
        for reading in readings
        if reading.transcript.confidence >= least and sum(map(str.isalnum, reading.text)) >= LETTERS
    ]
    tree = STRtree([Polygon(quad) for quad in sure])
    return [
        index
        for index, region in enumerate(regions)
        if not any(_holds(sure[int(k)], region.quad) for k in tree.query(Polygon(region.quad)))
    ]


def _holds(line: Quad, region: Quad) -> bool:
    """Tell whether `region` lies within `line` but for some room around."""
    difference = abs((angle_of(line) - angle_of(region) + 90.0) % 180.0 - 90.0)
    # Of a box about as long as high, the direction says nothing.
    if difference > ALIGNED and abs(difference - 90.0) > ALIGNED:
        return False
    height = sides(line)[1]
    along, across = axes(line)
    for axis, room in ((along, ALONG * height), (across, ACROSS * height)):
        inner, outer = np.sort(region @ axis), np.sort(line @ axis)
        if inner[0] < outer[0] - room or inner[-1] > outer[-1] + room:
            return False
    return True


def apart(quads: Sequence[Quad], taken: Sequence[Quad] = ()) -> list[int]:
    """Return which of the quads share little with `taken` and with those before them."""
    shapes = [Polygon(quad) for quad in (*taken, *quads)]
    tree = STRtree(shapes)
    first = len(taken)
    kept = set(range(first))
    for i in range(first, len(shapes)):
        if not shapes[i].is_valid or shapes[i].area == 0:
            continue
        near = (int(j) for j in tree.query(shapes[i]))
        if not any(
            shapes[i].intersection(shapes[j]).area > SHARED * min(shapes[i].area, shapes[j].area)
            for j in near
            if j in kept and shapes[j].is_valid
        ):
            kept.add(i)
    return [i - first for i in sorted(kept) if i >= first]


def fills(lines: Sequence[LineReading], region: TextRegion) -> bool:
    """Tell whether a region holds little but what was read: not a code and a name without it."""
    read = sum(max(sides(line.quad)) for line in lines)
    return read >= FILLED * max(sides(region.quad))
