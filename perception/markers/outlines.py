"""Closed outlines that are stations themselves: numbered circles, boxes and ovals round a name.

On line drawings lines and outlines share one ink, so a station is a piece of ground that a thin
stroke closes off: round, or a box round a text.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from shapely.geometry import MultiPoint

from perception.markers.blobs import Blob
from perception.markers.candidate import Candidate, grow
from perception.markers.scene import Scene
from perception.text_reading import TextItem

# An outline is at most this share of the shape's shorter side.
_THIN = 0.25
_MOST_LINES = 4
# A wall all round that is this much thinner than the lines whose colours it has is an outline.
_CLOSED = 0.95
_SEEN = 0.5
_EVEN = 0.6
_SOLID, _NOISY = 0.93, 0.82
# A name fills this share of its box.
_TIGHT = 0.35
# The outline of such a box is at most this share of its shorter side.
_FINE = 0.1
# Beyond so many text heights a wall is a loop of roads round a name.
_HEAVIEST = 0.35
# An ellipse fills that much more or less of its rectangle than it should; a name that much of it.
_OVAL = 0.07
_IN_OVAL = 0.2
# So many px beyond it, less than this share is line again.
_BEYOND = 3.0
_OPEN = 0.4
_STEPS = 120
# A table has so many cells, and at least that share of all boxes are cells: they share so much of a
# side with another, so many px and a rim apart at most.
_FEWEST_CELLS = 4
_MOST_CELLS = 0.7
_SHARED = 0.5
_WALL = 3.0
# A circle is at most so many text heights wide; beyond it is a loop of a line.
_WIDEST_CIRCLE = 4.0


def find_outlines(scene: Scene, blobs: Sequence[Blob]) -> list[Candidate]:
    """Find the circles and boxes drawn with thin outlines."""
    found = []
    middles = np.array([np.mean(item.polygon, axis=0) for item in scene.lines]).reshape(-1, 2)
    for blob in blobs:
        long, short = blob.sides
        # noise may eat into a box that its name fills
        tight = blob.under_text >= _TIGHT and 0 < blob.wall <= _FINE * blob.sides[1]
        tight = tight and _is_thin(scene, blob)
        if blob.color != scene.background or not blob.layers:
            continue
        if blob.solidity < (_NOISY if tight else _SOLID):
            continue
        usual = float(scene.widths[list(blob.layers)].min())
        drawn = blob.rim >= 1.0 and blob.rim_color not in (-1, scene.background)
        outline = blob.rim if drawn else usual
        even = not drawn and blob.enclosed >= _CLOSED and 0 < blob.wall <= _EVEN * usual
        even = even and _is_thin(scene, blob)
        wall = blob.wall if even else outline
        if not (blob.enclosed >= (_SEEN if tight else 0.75) or drawn) or wall > _THIN * short:
            continue
        fill = blob.size**2 / (long * short)
        names = [scene.lines[k] for k in _held(blob, middles)]
        circle = long < 1.2 * short and 0.7 < fill < 0.87
        circle = circle and long < _WIDEST_CIRCLE * scene.text_height and outline <= _THIN * short
        one = drawn or even or tight or len(blob.layers) == 1
        oval = abs(fill - np.pi / 4) < _OVAL and blob.under_text >= _IN_OVAL
        box = one and (fill > 0.86 or oval)
        box = box and 0 < len(names) <= _MOST_LINES and _central(blob, names)
        box = box and wall <= _HEAVIEST * scene.text_height
        if not circle and not box:
            continue
        found.append(
            Candidate(
                centre=blob.centre,
                kind="box" if box else "ring",
                size=blob.size,
                outline=grow(blob.contour, blob.centre, (wall if box else outline) + 1.0),
                layers=blob.layers,
                color=blob.color,
                rim_color=blob.rim_color if drawn else blob.layers[0],
                rim=wall if box else outline,
                elongation=long / short,
                belief=0.75 if box else 0.6,
            )
        )
    return _without_cells(found)


def _without_cells(found: list[Candidate]) -> list[Candidate]:
    """Return the shapes without boxes that stand wall to wall, where most do: a table's cells."""
    boxes = [c for c in found if c.kind == "box"]
    if len(boxes) < _FEWEST_CELLS:
        return found
    low = np.array([box.outline.min(axis=0) for box in boxes])
    high = np.array([box.outline.max(axis=0) for box in boxes])
    gaps = np.maximum(low[:, None] - high[None], low[None] - high[:, None])
    wall = np.array([_WALL + box.rim for box in boxes])[:, None]
    sides = np.minimum(high - low, (high - low)[:, None])
    beside = [
        (gaps[..., axis] <= wall) & (gaps[..., 1 - axis] <= -_SHARED * sides[..., 1 - axis])
        for axis in (0, 1)
    ]
    cells = ((beside[0] | beside[1]) & ~np.eye(len(boxes), dtype=bool)).any(axis=1)
    if cells.mean() < _MOST_CELLS:
        return found
    table = {id(box) for box, cell in zip(boxes, cells.tolist(), strict=True) if cell}
    return [c for c in found if id(c) not in table]


def _is_thin(scene: Scene, blob: Blob) -> bool:
    """Tell whether ground follows close outside what encloses a shape, as round a thin outline."""
    ring = MultiPoint(blob.hull).convex_hull.buffer(blob.wall + _BEYOND).boundary
    points = np.array(
        [ring.interpolate(k / _STEPS, normalized=True).coords[0] for k in range(_STEPS)]
    )
    xs = np.clip(np.rint(points[:, 0]).astype(int), 0, scene.shape[1] - 1)
    ys = np.clip(np.rint(points[:, 1]).astype(int), 0, scene.shape[0] - 1)
    return bool((scene.layer[ys, xs] >= 0).mean() < _OPEN)


def _central(blob: Blob, names: Sequence[TextItem]) -> bool:
    """Tell whether a name stands in the middle of a shape."""
    low, high = blob.contour.min(axis=0), blob.contour.max(axis=0)
    corners = np.concatenate([np.asarray(item.polygon) for item in names])
    off = np.abs((corners.min(axis=0) + corners.max(axis=0)) / 2 - (low + high) / 2)
    lettered = any(c.isalpha() for item in names for c in item.text)
    return bool(lettered and (off < 0.2 * (high - low)).all())


def _held(blob: Blob, points: NDArray[np.float64]) -> list[int]:
    """Return which of the points, (N, 2), lie in the box of a shape."""
    low, high = blob.contour.min(axis=0), blob.contour.max(axis=0)
    held: list[int] = np.flatnonzero(((low < points) & (points < high)).all(axis=1)).tolist()
    return held
