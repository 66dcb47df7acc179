"""Names without a drawn mark: a station is where such a name stands closest to a line."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from perception.markers.candidate import Candidate
from perception.markers.network import find_strays
from perception.markers.scene import Scene
from perception.stations.label import Label
from perception.stations.path_nodes import path_nodes

# How far such a name may be from the line, and a station from the next one, in line heights.
_FARTHEST = 1.0
_APART = 1.5
_SAME_HEIGHT = 1.25
# A fork or end of a stroke may be so much farther.
_NODE = 1.2
# Worth and strain of what is surely a name.
_NAME = 1.5
_SURE_JOIN = 0.6
_BELIEF = 0.25
_AS_NEAR = 1.5


def found_stations(
    scene: Scene,
    labels: Sequence[Label],
    used: Collection[int],
    taken: Collection[int],
    marks: Sequence[Candidate],
) -> list[tuple[Candidate, int]]:
    """Return marks for names that are set as the others are and stand at a line without a mark.

    Parameters
    ----------
    scene : Scene
        The picture.
    labels : sequence of Label
        Label candidates.
    used : collection of int
        Indices of the labels that name a station.
    taken : collection of int
        Lines of the reading that are used up.
    marks : sequence of Candidate
        Marks of all stations.

    Returns
    -------
    list of (Candidate, int)
        The mark, of kind "bend", and its label.
    """
    if not used or not len(scene.widths):
        return []
    usual = _usual_height(labels, used)
    nearest = nearest_stroke(scene)
    nodes: NDArray[np.float64] | None = None
    free = [
        k for k in usual_lettering(scene, labels, used) if not set(labels[k].lines) & set(taken)
    ]
    found: list[tuple[Candidate, int]] = []
    spent: set[int] = set()
    centres = [np.array(mark.centre) for mark in marks]
    # longer names first: a line alone is less likely than the name it is part of
    for k in sorted(free, key=lambda k: (-len(labels[k].lines), labels[k].strain, k)):
        label = labels[k]
        if spent & set(label.lines):
            continue
        spot, away = nearest(border(label))
        if away > _FARTHEST * usual:
            continue
        layer = int(scene.layer[int(spot[1]), int(spot[0])])
        nodes = path_nodes(scene) if nodes is None else nodes
        spot = _at_node(spot, away, border(label), nodes, usual)
        if any(np.linalg.norm(centre - spot) < _APART * usual for centre in centres):
            continue
        found.append((bend(spot, layer, float(scene.widths[layer])), k))
        centres.append(spot)
        spent |= set(label.lines)
    strays = find_strays(scene, [*marks, *(mark for mark, _ in found)])[len(marks) :]
    return [pair for pair, stray in zip(found, strays, strict=True) if not stray]


def _at_node(
    spot: NDArray[np.float64],
    away: float,
    points: NDArray[np.float64],
    nodes: NDArray[np.float64],
    usual: float,
) -> NDArray[np.float64]:
    """Return the fork or end of a stroke that a name stands at nearly as close, or the spot."""
    if not len(nodes):
        return spot
    apart = np.hypot(*np.moveaxis(nodes[:, None] - points[None], 2, 0)).min(axis=1)
    best = int(apart.argmin())
    return nodes[best] if apart[best] <= away + _NODE * usual else spot


def usual_lettering(scene: Scene, labels: Sequence[Label], used: Collection[int]) -> list[int]:
    """Return the labels that are surely names, set as those in use are."""
    usual = _usual_height(labels, used)
    ink = _ink(scene, [labels[k] for k in used])
    return [
        k
        for k, label in enumerate(labels)
        if label.worth >= _NAME
        and label.strain < _SURE_JOIN
        and 1 / _SAME_HEIGHT < label.line_height / usual < _SAME_HEIGHT
        and _ink(scene, [label]) == ink
    ]


def sure_names(labels: Sequence[Label]) -> list[int]:
    """Return the labels that are surely names, however they are set."""
    return [k for k, x in enumerate(labels) if x.worth >= _NAME and x.strain < _SURE_JOIN]


def _usual_height(labels: Sequence[Label], used: Collection[int]) -> float:
    return float(np.median([labels[k].line_height for k in used]))


def nearest_stroke(
    scene: Scene,
) -> Callable[[NDArray[np.float64]], tuple[NDArray[np.float64], float]]:
    """Return a function that gives, for points (N, 2), the nearest point of a stroke, and how far.

    The scene has at least one stroke.
    """
    off = (scene.layer < 0).astype(np.uint8)
    far, nearest = cv2.distanceTransformWithLabels(
        off, cv2.DIST_L2, cv2.DIST_MASK_5, labelType=cv2.DIST_LABEL_PIXEL
    )
    ys, xs = np.nonzero(off == 0)
    place = np.zeros((int(nearest.max()) + 1, 2), np.float64)
    place[nearest[ys, xs]] = np.stack([xs, ys], axis=1)

    def find(points: NDArray[np.float64]) -> tuple[NDArray[np.float64], float]:
        inside = np.clip(np.rint(points).astype(int), 0, np.array(scene.shape[::-1]) - 1)
        distances = far[inside[:, 1], inside[:, 0]]
        # Of points that are equally near, as along the side of a box, the middle one.
        near = np.flatnonzero(distances <= distances.min() + _AS_NEAR)
        middle = inside[near].mean(axis=0)
        best = int(near[np.linalg.norm(inside[near] - middle, axis=1).argmin()])
        spot = place[nearest[inside[best, 1], inside[best, 0]]]
        return np.asarray(spot, np.float64), float(distances[best])

    return find


def bend(spot: NDArray[np.float64], layer: int, width: float) -> Candidate:
    """Return a mark of kind "bend" at a point of a stroke."""
    angles = np.arange(16) / 16 * 2 * np.pi
    circle = np.stack([np.cos(angles), np.sin(angles)], axis=1) * max(width, 3.0)
    return Candidate(
        centre=(float(spot[0]), float(spot[1])),
        kind="bend",
        size=width,
        outline=spot + circle,
        layers=(layer,),
        color=layer,
        rim_color=-1,
        rim=0.0,
        elongation=1.0,
        belief=_BELIEF,
    )


def border(label: Label) -> NDArray[np.float64]:
    """Return points along the border of a label's box, (N, 2)."""
    down = label.down
    steps = np.linspace(-0.5, 0.5, 21)[:, None]
    u, v = label.along * label.length, down * label.height
    sides = [u * steps + v / 2, u * steps - v / 2, v * steps + u / 2, v * steps - u / 2]
    return np.asarray(label.origin + np.concatenate(sides), np.float64)


def _ink(scene: Scene, labels: Sequence[Label]) -> int:
    """Return the usual flat colour of the lettering of some labels; -1 where none is known."""
    colors = []
    for label in labels:
        x, y = np.rint(label.origin).astype(int)
        y, x = np.clip(y, 0, scene.shape[0] - 1), np.clip(x, 0, scene.shape[1] - 1)
        if scene.ink[y, x] >= 0:
            colors.append(int(scene.ink[y, x]))
    return int(np.bincount(colors).argmax()) if colors else -1
