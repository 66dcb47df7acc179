"""Names that are the marks themselves: strokes end at them, and nothing else is drawn there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy import ndimage
from scipy.spatial import cKDTree
from shapely import LineString, Point, Polygon, STRtree
from skimage.morphology import skeletonize

from perception.stages import Marker, Mask, StationCandidate, Strokes

# Kinds that are found at any stroke that ends, bends or narrows.
_WEAK = ("tick", "bend", "gap", "bulge")
# So many stations, and of them at least such a share, have weak marks only; as many of the ends of
# strokes lie within so many heights of a name and point at it, seen so many heights farther, and as
# many of the names have such an end.
_FEWEST = 4
_SHARE = 0.7
_AT_NAME = 1.0
_AHEAD = 1.0
_SLACK = 1.5
# A stroke is at least so many widths long.
_LONG = 4.0


def take_names_as_marks(
    stations: Sequence[StationCandidate], strokes: Strokes
) -> list[StationCandidate]:
    """Return the stations with their names as marks, where the map draws no others.

    Parameters
    ----------
    stations : sequence of StationCandidate
        As found, image px.
    strokes : Strokes
        The lines, same frame.
    """
    weak = [n for n, station in enumerate(stations) if _is_weak(station)]
    if len(weak) < max(_FEWEST, _SHARE * len(stations)):
        return list(stations)
    boxes = [_box(stations[n]) for n in weak]
    heights = [_height(stations[n]) for n in weak]
    ends = _stroke_ends(strokes)
    if not len(ends):
        return list(stations)
    tree = STRtree(boxes)
    places = [Point(end[:2]) for end in ends]
    near: NDArray[np.intp] = np.asarray(tree.nearest(places), np.intp)
    away: dict[int, list[float]] = {}
    for end, place, box in zip(ends, places, near.tolist(), strict=True):
        distance, height = float(boxes[box].distance(place)), heights[box]
        ahead = LineString([end[:2], end[:2] + (distance + _AHEAD * height) * end[2:]])
        if distance <= _AT_NAME * height and ahead.intersects(boxes[box]):
            away.setdefault(box, []).append(distance)
    held = sum(map(len, away.values()))
    if held < _SHARE * len(ends) or len(away) < _SHARE * len(weak):
        return list(stations)
    found = list(stations)
    for box, distances in away.items():
        found[weak[box]] = _marked(stations[weak[box]], boxes[box].buffer(max(distances) + _SLACK))
    return found


def _is_weak(station: StationCandidate) -> bool:
    return station.label is not None and all(m.kind in _WEAK for m in station.markers)


def _box(station: StationCandidate) -> Polygon:
    assert station.label is not None
    hull = cv2.convexHull(np.asarray(station.label.polygon, np.float32))[:, 0]
    return Polygon([(float(x), float(y)) for x, y in hull])


def _height(station: StationCandidate) -> float:
    assert station.label is not None
    pieces = station.label.pieces or (station.label,)
    return float(np.median([piece.height for piece in pieces]))


def _marked(station: StationCandidate, outline: Polygon) -> StationCandidate:
    x0, y0, x1, y1 = outline.bounds
    mark = Marker(
        xy=((x0 + x1) / 2.0, (y0 + y1) / 2.0),
        radius=max(x1 - x0, y1 - y0) / 2.0,
        kind="box",
        outline=tuple((float(x), float(y)) for x, y in outline.exterior.coords),
        layers=tuple(sorted({layer for m in station.markers for layer in m.layers})),
        confidence=max(m.confidence for m in station.markers),
    )
    return replace(station, markers=(mark,))


def _stroke_ends(strokes: Strokes) -> NDArray[np.float64]:
    """Return where strokes end, px, and the unit vectors in which they point, (N, 4)."""
    found = []
    for layer in strokes.layers:
        thin, ends = _centre_lines(layer.mask, layer.width)
        middles = cv2.connectedComponentsWithStats(ends.astype(np.uint8), connectivity=8)[3][1:]
        ys, xs = np.nonzero(thin)
        if not len(xs):
            continue
        line = np.stack([xs, ys], axis=1).astype(np.float64)
        around = cKDTree(line).query_ball_point(middles, _LONG * layer.width)
        for middle, near in zip(middles, around, strict=True):
            ahead = middle - line[near].mean(axis=0) if near else np.zeros(2)
            found.append((*middle, *(ahead / max(float(np.hypot(*ahead)), 1e-6))))
    return np.array(found, np.float64).reshape(-1, 4)


def _centre_lines(mask: Mask, width: float) -> tuple[Mask, Mask]:
    """Return the centre lines, and the ends of long ones; those of one corner melt into one."""
    field = np.ones((3, 3), np.uint8)
    thin = skeletonize(mask)
    neighbours = ndimage.convolve(thin.astype(np.uint8), field, mode="constant") - 1
    forks = np.asarray(cv2.dilate((thin & (neighbours > 2)).astype(np.uint8), field)) > 0
    # A bar or tick on a stroke is a short arm of a fork.
    _, arms, stats, _ = cv2.connectedComponentsWithStats((thin & ~forks).astype(np.uint8))
    long = stats[:, cv2.CC_STAT_AREA] >= _LONG * width
    long[0] = False
    ends = (thin & (neighbours <= 1) & long[arms]).astype(np.uint8)
    side = 2 * int(np.ceil(width)) + 1
    return thin, np.asarray(cv2.dilate(ends, np.ones((side, side), np.uint8))) > 0
