"""Dots of dotted and dashed lines, which are no marks on them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from perception.markers.candidate import Candidate
from perception.markers.scene import Scene
from perception.raster import components

# A mark in the colour of a dashed line is more than so many times as large as its dashes.
_LARGER, _LONGER = 1.35, 0.75


def without_line_dots(scene: Scene, found: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates but those that are as small as the dots of their line.

    Parameters
    ----------
    scene : Scene
        The picture.
    found : sequence of Candidate
        All candidates.
    """
    usual: dict[int, float] = {}
    for layer in np.flatnonzero(scene.dash_gaps > 0.0).tolist():
        areas = components(scene.layer == layer, connectivity=8).areas[1:]
        usual[layer] = float(np.sqrt(np.quantile(areas, _LONGER)))
    return [
        mark
        for mark in found
        if mark.kind != "dot" or mark.color not in usual or mark.size > _LARGER * usual[mark.color]
    ]
