"""Codes that stand on the strokes in boxes of their own: these boxes are the marks.

"A16" on the line is the station, its name stands beside it. That codes are marks shows in the
whole picture: no two are alike, and nearly all of them have strokes at their borders.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from perception.code_patterns import LETTERED_CODES, tell_apart
from perception.markers.candidate import Candidate
from perception.markers.scene import Scene
from perception.stations.label import Label, make_label
from perception.text_reading import TextItem

# Nearly all codes are at strokes, half of them on one that goes on.
_AT_STROKES = 0.8
_ON_STROKES = 0.5
# A box reaches so far beyond its text, in heights of the line; strokes meet it so far beyond that.
_BEYOND = 0.3
_MEETS = (0.35, 0.9)
# A stroke takes at most so much of the way round a box; those on two sides are so far apart (rad).
_ROUND = 0.5
_OPPOSITE = 2.0
_BELIEF = 0.9


def with_code_marks(scene: Scene, marks: list[Candidate]) -> list[Candidate]:
    """Return the marks, and with them the boxes of codes where these are the stations.

    Parameters
    ----------
    scene : Scene
        The picture.
    marks : sequence of Candidate
        Those that were found; what lies in such a box goes.
    """
    coded = [item for item in scene.lines if LETTERED_CODES.fullmatch(item.text)]
    if not tell_apart([item.text for item in coded]):
        return marks
    found = [mark for item in coded if (mark := _mark(scene, item)) is not None]
    through = sum(goes_on for _, goes_on in found)
    if len(found) < _AT_STROKES * len(coded) or through < _ON_STROKES * len(coded):
        return marks
    boxes = [box for box, _ in found]
    return [*boxes, *(m for m in marks if not any(_inside(m, box.outline) for box in boxes))]


def _mark(scene: Scene, item: TextItem) -> tuple[Candidate, bool] | None:
    """Return the box of a code as a mark, and whether strokes meet it on two sides."""
    label = make_label(item, (), 0.0, 0.0)
    beyond = _BEYOND * label.line_height
    layers: set[int] = set()
    through = True
    # at two distances: the rim of a box is met at one of them only
    for away in _MEETS:
        angles, met = _round(scene, label, beyond + away * label.line_height)
        drawn = met >= 0
        if not drawn.any() or drawn.mean() > _ROUND:
            return None
        layers |= {int(layer) for layer in np.unique(met[drawn])}
        apart = np.abs((angles[drawn][:, None] - angles[drawn] + np.pi) % (2 * np.pi) - np.pi)
        through = through and bool(apart.max() > _OPPOSITE)
    wide, high = label.length + 2 * beyond, label.height + 2 * beyond
    mark = Candidate(
        centre=(float(label.origin[0]), float(label.origin[1])),
        kind="capsule",
        size=float(np.sqrt(wide * high)),
        outline=label.corners(beyond),
        layers=tuple(sorted(layers)),
        color=scene.background,
        rim_color=-1,
        rim=0.0,
        elongation=max(wide, high) / max(min(wide, high), 1.0),
        belief=_BELIEF,
    )
    return mark, through


def _round(
    scene: Scene, label: Label, beyond: float
) -> tuple[NDArray[np.float64], NDArray[np.int16]]:
    """Return the layers on the way round a label's box, and in which directions they lie."""
    corners = label.corners(beyond)
    ways = np.roll(corners, -1, axis=0) - corners
    at = np.concatenate(
        [
            start + np.arange(0.0, 1.0, 1.0 / max(float(np.hypot(*way)), 1.0))[:, None] * way
            for start, way in zip(corners, ways, strict=True)
        ]
    )
    xs = np.clip(np.rint(at[:, 0]).astype(int), 0, scene.shape[1] - 1)
    ys = np.clip(np.rint(at[:, 1]).astype(int), 0, scene.shape[0] - 1)
    offset = at - label.origin
    return np.arctan2(offset[:, 1], offset[:, 0]), scene.layer[ys, xs]


def _inside(mark: Candidate, outline: NDArray[np.float64]) -> bool:
    """Tell whether the middle of a mark lies in a box."""
    low, high = outline.min(axis=0) - 2.0, outline.max(axis=0) + 2.0
    return bool((low <= mark.centre).all() and (mark.centre <= high).all())
