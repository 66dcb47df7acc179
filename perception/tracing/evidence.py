"""What speaks for and against each traced edge, in numbers that mean the same on every map."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from perception.stages import StationCandidate, StrokeLayer, Strokes
from perception.text_reading import TextItem, TextReading
from perception.traced_edge import TracedEdge

Floats = NDArray[np.float64]

EDGE_FEATURES = (
    "hidden",
    "bare",
    "longest_hidden",
    "longest_bare",
    "sharpest_turn",
    "detour",
    "length",
    "bulge",
    "passed_markers",
    "brushed_markers",
    "free_names",
    "triangle",
    "branches",
    "weakest_end",
    "nameless_ends",
    "layer_doubt",
    "dashed",
    "not_taken",
)
"""Names of the columns of `edge_evidence`; more of each speaks against an edge."""

# Off the stroke by this share of its width is still on it.
_ON_STROKE = 0.6
# A name nearer to a stroke than this, in heights of its letters, stands at it.
_AT_STROKE = 1.0
# Directions are taken over this many stroke widths.
_TURN_OVER = 2.0
# A marker this many widths off the middle of a stroke is brushed by it.
_BRUSHED = 0.5


def edge_evidence(
    edges: Sequence[TracedEdge],
    stations: Sequence[StationCandidate],
    strokes: Strokes,
    reading: TextReading | None = None,
    among: Sequence[TracedEdge] | None = None,
) -> Floats:
    """Measure each edge.

    Parameters
    ----------
    edges : sequence of TracedEdge
        Of all layers.
    stations : sequence of StationCandidate
        Their ends.
    strokes : Strokes
        The layers, same frame.
    reading : TextReading, optional
        All text; that which names no station may tell of one that was missed.
    among : sequence of TracedEdge, optional
        The edges that were taken, where `edges` are such as were not.

    Returns
    -------
    (N, F) float64 array
        Columns as `EDGE_FEATURES`.
    """
    found = np.zeros((len(edges), len(EDGE_FEATURES)))
    taken = edges if among is None else among
    layers = {layer.id: layer for layer in strokes.layers}
    ways = [_resampled(edge.polyline) for edge in edges]
    lengths = _lengths(taken or edges)
    overall = float(np.median([n for _, n in lengths])) if lengths else 1.0
    usual = {
        layer: float(np.median([n for other, n in lengths if other == layer] or [overall]))
        for layer in {edge.layer for edge in edges}
    }
    marks = np.array([m.xy for s in stations for m in s.markers], np.float64).reshape(-1, 2)
    radii = np.array([m.radius for s in stations for m in s.markers], np.float64)
    owner = np.array([i for i, s in enumerate(stations) for _ in s.markers], np.intp)
    tree = cKDTree(marks) if len(marks) else None
    farthest = float(radii.max()) if len(radii) else 0.0
    borders = [_border(item) for item in _free_names(stations, reading)]
    near = _neighbours([*taken, *edges])
    fields = {identity: _Field(layers[identity], strokes) for identity in usual}
    for row, (edge, way) in enumerate(zip(edges, ways, strict=True)):
        layer = layers[edge.layer]
        width = max(layer.width, 1.0)
        ends = [stations[edge.source], stations[edge.target]]
        between = _between_ends(way, ends, width)
        hidden, bare, long_hidden, long_bare, bulge = fields[edge.layer].measure(between)
        brushed = set()
        if tree is not None and len(between):
            reach = farthest + _BRUSHED * width
            hits = np.asarray(tree.query_ball_point(between, reach), object).tolist()
            brushed = {
                int(owner[k])
                for k in sorted({int(k) for hit in hits for k in hit})
                if owner[k] not in (edge.source, edge.target)
                and stations[owner[k]].label is not None
                and np.hypot(*(between - marks[k]).T).min() <= radii[k]
            }
        side = near[edge.layer]
        third = side[edge.source] & side[edge.target]
        chord = float(np.hypot(*(way[-1] - way[0])))
        found[row] = (
            hidden,
            bare,
            np.log1p(long_hidden),
            np.log1p(long_bare),
            _sharpest_turn(way, _TURN_OVER * width + 2.0) / 90.0,
            np.log(max(len(way) / max(chord, 1.0), 1.0)),
            max(np.log(len(way) / (0.5 * usual[edge.layer] + 0.5 * overall)), 0.0),
            bulge,
            min(edge.passed, 3),
            min(len(brushed), 2),
            min(_names_at(between, borders, width), 2),
            float(bool(third)),
            max(len(side[edge.source]) - 2, 0) + max(len(side[edge.target]) - 2, 0),
            1.0 - min(station.confidence for station in ends),
            sum(station.label is None for station in ends),
            1.0 - layer.confidence,
            float(layer.dashed),
            float(among is not None),
        )
    return found


def _lengths(edges: Sequence[TracedEdge]) -> list[tuple[str, float]]:
    """Return layer and length, px, of each edge."""
    return [(e.layer, float(len(_resampled(e.polyline)))) for e in edges]


class _Field:
    """Where a layer's strokes are, cut to their box, with a margin."""

    def __init__(self, layer: StrokeLayer, strokes: Strokes) -> None:
        rows = np.flatnonzero(layer.mask.any(axis=1))
        columns = np.flatnonzero(layer.mask.any(axis=0))
        margin = int(2 * layer.width) + 4
        self._y = max(int(rows[0]) - margin, 0)
        self._x = max(int(columns[0]) - margin, 0)
        window = np.s_[self._y : int(rows[-1]) + margin, self._x : int(columns[-1]) + margin]
        mask = layer.mask[window].astype(np.uint8)
        self._width = max(layer.width, 1.0)
        self._away = cv2.distanceTransform(1 - mask, cv2.DIST_L2, 3)
        self._depth = cv2.distanceTransform(mask, cv2.DIST_L2, 3)
        self._ground = None if strokes.ground is None else strokes.ground[window]

    def measure(self, way: Floats) -> tuple[float, float, float, float, float]:
        """Return what share of a way is hidden and what bare, the longest run of each, a bulge.

        Runs are in stroke widths; a bulge is how much wider the stroke gets than its median.
        """
        if not len(way):
            return 0.0, 0.0, 0.0, 0.0, 0.0
        x = np.clip(np.rint(way[:, 0]).astype(np.intp) - self._x, 0, self._away.shape[1] - 1)
        y = np.clip(np.rint(way[:, 1]).astype(np.intp) - self._y, 0, self._away.shape[0] - 1)
        off = self._away[y, x] > max(_ON_STROKE * self._width, 1.5)
        open_ground = off & self._ground[y, x] if self._ground is not None else off
        depth = self._depth[y, x][~off]
        bulge = 0.0
        if len(depth) > 4:
            usual = float(np.median(depth))
            bulge = float(np.clip(np.quantile(depth, 0.97) / max(usual, 1.0) - 1.2, 0.0, 1.0))
        return (
            float((off & ~open_ground).mean()),
            float(open_ground.mean()),
            _longest_run(off) / self._width,
            _longest_run(open_ground) / self._width,
            bulge,
        )


def _longest_run(flags: NDArray[np.bool_]) -> int:
    edges = np.flatnonzero(np.diff(np.concatenate([[0], flags.astype(np.int8), [0]])))
    return int((edges[1::2] - edges[::2]).max()) if len(edges) else 0


def _resampled(polyline: Sequence[tuple[float, float]]) -> Floats:
    """Return points one px apart along a polyline, (N, 2), at least two."""
    points = np.asarray(polyline, np.float64).reshape(-1, 2)
    steps = np.hypot(*np.diff(points, axis=0).T)
    at = np.concatenate([[0.0], np.cumsum(steps)])
    wanted = np.linspace(0.0, at[-1], max(int(at[-1]) + 1, 2))
    axes = [np.interp(wanted, at, points[:, axis]) for axis in (0, 1)]
    return np.asarray(np.stack(axes, axis=1), np.float64)


def _between_ends(way: Floats, ends: Sequence[StationCandidate], width: float) -> Floats:
    """Cut away what lies on the markers of either end."""
    keep = np.ones(len(way), np.bool_)
    for station in ends:
        for marker in station.markers:
            keep &= np.hypot(*(way - marker.xy).T) > marker.radius + 0.5 * width
    return np.asarray(way[keep], np.float64)


def _sharpest_turn(way: Floats, over: float) -> float:
    """Return the sharpest turn of a way, degrees, between directions taken over a length, px."""
    step = max(int(over), 2)
    if len(way) < 2 * step + 1:
        return 0.0
    before = way[step:-step] - way[: -2 * step]
    after = way[2 * step :] - way[step:-step]
    cross = before[:, 0] * after[:, 1] - before[:, 1] * after[:, 0]
    return float(np.degrees(np.abs(np.arctan2(cross, (before * after).sum(axis=1)))).max())


def _neighbours(edges: Sequence[TracedEdge]) -> dict[str, dict[int, set[int]]]:
    near: dict[str, dict[int, set[int]]] = {}
    for edge in edges:
        side = near.setdefault(edge.layer, {})
        side.setdefault(edge.source, set()).add(edge.target)
        side.setdefault(edge.target, set()).add(edge.source)
    return near


def _free_names(
    stations: Sequence[StationCandidate], reading: TextReading | None
) -> list[TextItem]:
    """Return the text lines that look like names and name no station."""
    if reading is None:
        return []
    named = [station.label for station in stations if station.label is not None]
    used = [piece for label in named for piece in (label.pieces or (label,))]
    if not used:
        return []
    usual = float(np.median([piece.height for piece in used]))
    tree = cKDTree([_centre(piece) for piece in used])
    return [
        item
        for item in reading.lines
        if sum(char.isalpha() for char in item.text) >= 2
        and 0.7 < item.height / max(usual, 1.0) < 1.4
        and tree.query(_centre(item))[0] > 0.5 * item.height
    ]


def _centre(item: TextItem) -> Floats:
    return np.asarray(np.mean(item.polygon, axis=0), np.float64)


def _border(item: TextItem) -> tuple[Floats, float]:
    """Return points along the border of a text's box, (N, 2), and its height."""
    corners = np.asarray(item.polygon, np.float64)
    following = np.roll(corners, -1, axis=0)
    steps = np.linspace(0.0, 1.0, 9)[:-1, None, None]
    return (corners + steps * (following - corners)).reshape(-1, 2), item.height


def _names_at(way: Floats, borders: Sequence[tuple[Floats, float]], width: float) -> int:
    """Count the names that stand at a way."""
    if not len(way) or not borders:
        return 0
    low, high = way.min(axis=0), way.max(axis=0)
    count = 0
    tree: cKDTree | None = None
    for border, height in borders:
        reach = _AT_STROKE * height + width / 2
        if (border.max(axis=0) < low - reach).any() or (border.min(axis=0) > high + reach).any():
            continue
        tree = tree or cKDTree(way)
        count += bool(np.min(tree.query(border)[0]) <= reach)
    return count
