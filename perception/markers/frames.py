"""Frames round names: boxes that no line enters, beside the mark that the name belongs to."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from shapely.geometry import MultiPoint

from perception.markers.candidate import Candidate
from perception.markers.scene import Scene
from perception.raster import components

# A mark this near to a frame, in heights of a text line, may be the one that it names.
_BESIDE = 2.5
_MARK = 0.3


def find_frames(scene: Scene, candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return the boxes that only frame a name: no stroke leaves them, and a mark is beside them."""
    boxes = [c for c in candidates if c.kind == "box"]
    marks = [c for c in candidates if c.kind != "box" and c.layers and c.belief > _MARK]
    if not boxes or not marks:
        return []
    parts = components(scene.layer >= 0, connectivity=8)
    shapes = [MultiPoint(mark.outline).convex_hull for mark in marks]
    frames = []
    for box in boxes:
        low, high = box.outline.min(axis=0), box.outline.max(axis=0)
        x0, y0 = np.maximum(np.floor(low - 1).astype(int), 0)
        x1, y1 = np.ceil(high + 2).astype(int)
        met = np.unique(parts.labels[y0:y1, x0:x1])
        spans = parts.boxes[met[met > 0]]
        spare = max(3.0, scene.width)
        leaves = (spans[:, :2] < low - spare).any() or (
            spans[:, :2] + spans[:, 2:] > high + spare
        ).any()
        outline = MultiPoint(box.outline).convex_hull
        reach = _BESIDE * scene.text_height
        if not leaves and any(outline.distance(shape) <= reach for shape in shapes):
            frames.append(box)
    return frames
