"""Parts of parks and waters between roads, which are no marks however compact they are."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from perception.markers.candidate import Candidate
from perception.markers.raster import components
from perception.markers.scene import Scene

# A part is so many stroke widths large, and the largest of its colour so many times as large.
_LARGE = 3.0
_TIMES = 4.0


def without_area_parts(scene: Scene, found: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates but those that are a part of an area, cut off by roads.

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
        if largest[mark.color] < _TIMES * mark.size**2:
            kept.append(mark)
    return kept
