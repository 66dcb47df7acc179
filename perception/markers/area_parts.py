"""Parts of parks and waters between roads, which are no marks however compact they are."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from perception.markers.candidate import Candidate
from perception.markers.scene import Scene
from perception.raster import components

# A part is so many stroke widths large, and the largest of its colour so many times as large.
_LARGE = 3.0
_TIMES = 4.0
# Marks of one colour are drawn in one size: so many within this ratio (log scale) are no parts.
_FAMILY = 4
_SAME_SIZE = 0.12


def without_area_parts(scene: Scene, found: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates but those that are a part of an area, cut off by roads.

    Discs may be printed in the colour of a park; they are many, and all of one size.

    Parameters
    ----------
    scene : Scene
        The picture.
    found : sequence of Candidate
        All candidates.
    """
    largest: dict[int, float] = {}
    kept = []
    for mark in found:
        if mark.color < 0 or mark.color == scene.background or mark.size <= _LARGE * scene.width:
            kept.append(mark)
            continue
        if mark.color not in largest:
            areas = components(scene.labels == mark.color).areas[1:]
            largest[mark.color] = float(np.max(areas)) if len(areas) else 0.0
        if largest[mark.color] < _TIMES * mark.size**2 or _has_family(mark, found):
            kept.append(mark)
    return kept


def _has_family(mark: Candidate, found: Sequence[Candidate]) -> bool:
    """Tell whether several marks have the colour and size of one."""
    alike = sum(
        other.color == mark.color and abs(math.log(other.size / mark.size)) < _SAME_SIZE
        for other in found
    )
    return alike >= _FAMILY
