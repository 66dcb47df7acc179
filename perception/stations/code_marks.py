"""Codes that stand on the strokes in boxes of their own: these boxes are the marks.

"A16" on the line is the station, its name stands beside it. That codes are marks shows in the
whole picture: no two are alike, and nearly all of them have strokes at their borders. Where lines
meet, the boxes of both stand side by side and are one mark.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from perception.code_patterns import tell_apart
from perception.markers.candidate import Candidate
from perception.markers.scene import Scene
from perception.stations.code_boxes import CodeBox, code_boxes

# Nearly all codes are at strokes, half of them on one that goes on.
_AT_STROKES = 0.8
_ON_STROKES = 0.5
# Strokes meet a box so far beyond it, in heights of the line.
_MEETS = (0.35, 0.9)
# A stroke takes at most so much of the way round a box; those on two sides are so far apart (rad).
_ROUND = 0.5
_OPPOSITE = 2.0
_BELIEF = 0.9
# Codes of one station stand so near side by side, heights of the line, and differ in their letters.
_BESIDE = 0.55
_LETTERS = re.compile("[A-Z]*")


def with_code_marks(scene: Scene, marks: list[Candidate]) -> list[Candidate]:
    """Return the marks, and with them the boxes of codes where these are the stations.

    Parameters
    ----------
    scene : Scene
        The picture.
    marks : sequence of Candidate
        Those that were found; what lies in such a box goes.
    """
    coded = [box for item in scene.lines for box in code_boxes(scene, item)]
    if not tell_apart([box.text for box in coded]):
        return marks
    stations = _together(coded)
    found = [mark for boxes in stations if (mark := _mark(scene, boxes)) is not None]
    through = sum(goes_on for _, goes_on in found)
    if len(found) < _AT_STROKES * len(stations) or through < _ON_STROKES * len(stations):
        return marks
    boxes = [box for box, _ in found]
    return [*boxes, *(m for m in marks if not any(_inside(m, box.outline) for box in boxes))]


def _together(coded: Sequence[CodeBox]) -> list[list[CodeBox]]:
    """Return the codes of each station."""
    height = float(np.median([box.line_height for box in coded]))
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(len(coded)))
    for i, one in enumerate(coded):
        for j, other in enumerate(coded[:i]):
            if _prefix(one) != _prefix(other) and one.gap(other) <= _BESIDE * height:
                graph.add_edge(i, j)
    return [
        [coded[i] for i in sorted(part)]
        for part in sorted(sorted(part) for part in nx.connected_components(graph))
    ]


def _prefix(box: CodeBox) -> str:
    found = _LETTERS.match(box.text)
    return found[0] if found and found[0] else box.text


def _mark(scene: Scene, boxes: Sequence[CodeBox]) -> tuple[Candidate, bool] | None:
    """Return the boxes of a station as a mark, and whether strokes meet it on two sides."""
    height = float(np.mean([box.line_height for box in boxes]))
    layers: set[int] = set()
    through = True
    # at two distances: the rim of a box is met at one of them only
    for away in _MEETS:
        corners = _corners(boxes, away * height)
        angles, met = _round(scene, corners)
        drawn = met >= 0
        if not drawn.any() or drawn.mean() > _ROUND:
            return None
        layers |= {int(layer) for layer in np.unique(met[drawn])}
        apart = np.abs((angles[drawn][:, None] - angles[drawn] + np.pi) % (2 * np.pi) - np.pi)
        through = through and bool(apart.max() > _OPPOSITE)
    outline = _corners(boxes, 0.0)
    sides = np.hypot(*(outline[1:3] - outline[:2]).T)
    centre = outline.mean(axis=0)
    mark = Candidate(
        centre=(float(centre[0]), float(centre[1])),
        kind="capsule",
        size=float(np.sqrt(sides.prod())),
        outline=outline,
        layers=tuple(sorted(layers)),
        color=scene.background,
        rim_color=-1,
        rim=0.0,
        elongation=float(sides.max() / max(sides.min(), 1.0)),
        belief=_BELIEF,
    )
    return mark, through


def _round(
    scene: Scene, corners: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.int16]]:
    """Return the layers on the way round a box, and in which directions they lie."""
    ways = np.roll(corners, -1, axis=0) - corners
    at = np.concatenate(
        [
            start + np.arange(0.0, 1.0, 1.0 / max(float(np.hypot(*way)), 1.0))[:, None] * way
            for start, way in zip(corners, ways, strict=True)
        ]
    )
    xs = np.clip(np.rint(at[:, 0]).astype(int), 0, scene.shape[1] - 1)
    ys = np.clip(np.rint(at[:, 1]).astype(int), 0, scene.shape[0] - 1)
    offset = at - corners.mean(axis=0)
    return np.arctan2(offset[:, 1], offset[:, 0]), scene.layer[ys, xs]


def _corners(boxes: Sequence[CodeBox], beyond: float) -> NDArray[np.float64]:
    """Return the corners of the box round some, (4, 2), moved outwards."""
    along = boxes[0].along
    frame = np.stack([along, [-along[1], along[0]]])
    inside = np.concatenate([box.corners for box in boxes]) @ frame.T
    u0, v0 = inside.min(axis=0) - beyond
    u1, v1 = inside.max(axis=0) + beyond
    return np.asarray(np.array([(u0, v0), (u1, v0), (u1, v1), (u0, v1)]) @ frame, np.float64)


def _inside(mark: Candidate, outline: NDArray[np.float64]) -> bool:
    """Tell whether the middle of a mark lies in a box."""
    low, high = outline.min(axis=0) - 2.0, outline.max(axis=0) + 2.0
    return bool((low <= mark.centre).all() and (mark.centre <= high).all())
