"""Bars across a stroke in its own colour, told by how far the colour reaches on both sides.

A bar of two or three px is too thin for the circles inside a stroke to grow by; across the stroke
its colour reaches farther than the stroke's, on both sides and over a short way only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components
from scipy.spatial import cKDTree
from shapely.geometry import MultiPoint, Point

from perception.markers.blends import blend_shares
from perception.markers.bulges import Bulge, fill_small_holes
from perception.markers.scene import Scene, layer_windows
from perception.markers.ticks import Tick
from perception.raster import inner_distance, local_maximum
from perception.stages import Mask

_Mark = TypeVar("_Mark", Tick, Bulge)
Floats = NDArray[np.float64]

# A bar reaches beyond the border of its stroke by so much on each side (share of half its width),
# at least so many px, and not farther than so many widths. Along the stroke it is at most so many
# widths long, and so many times less than across it: a dot is as long.
_BEYOND = 0.4
_LEAST_PX = 1.2
_FARTHEST = 2.2
_LONGEST = 1.3
_SLENDER = 2.4
# The direction of a stroke shows in the ridge this near, widths, nearer at a bend; so straight at
# least.
_ALONG = (3.0, 2.0, 1.5)
_STRAIGHT = 0.85
# The ridge is parted at a bar over so many widths to either side.
_PARTED = 1.0
_STEP = 0.5
# So many widths beyond a bar its stroke goes on as wide as usual; at an end both sides are as long.
_AHEAD = 0.8
_EVEN = 1.4
_BEHIND = 3.0
_WITHIN = 0.2
_SWERVE = 0.4
_TIP = 0.85
_TAPERED = 1.5
_DISC = np.array([(x, y) for x in (-1.0, 0.0, 1.0) for y in (-1.0, 0.0, 1.0)])
# Px from which on a stroke is broad.
_BROAD = 8.0


def find_crossbars(scene: Scene) -> list[Tick]:
    """Find the bars across the strokes of all layers."""
    bars = []
    for index, width, mask, window in layer_windows(scene, 0.0, 3):
        bars += _of_layer(scene, mask, index, width, window)
    return bars


def outside_bars(others: Sequence[_Mark], bars: Sequence[Tick]) -> list[_Mark]:
    """Return what is no part of a bar, of the ticks and bulges that were found on its stroke."""
    boxes = [(bar.layer, MultiPoint(bar.contour).convex_hull.buffer(1.0)) for bar in bars]
    return [
        other
        for other in others
        if not any(
            layer == other.layer and box.contains(Point(other.centre)) for layer, box in boxes
        )
    ]


@dataclass(frozen=True, slots=True)
class _Stroke:
    """A layer with the points along its middle, in the frame of its window.

    `sides` (N, 2) is how far its colour reaches at each point to either side, `beyond` how much
    farther than usual.
    """

    scene: Scene
    index: int
    window: tuple[slice, slice]
    mask: Mask
    width: float
    points: Floats
    along: Floats
    sides: Floats
    beyond: Floats

    def across(self, point: int) -> Floats:
        """Return the unit vector across it at a point, (2,)."""
        x, y = self.along[point]
        return np.array([-y, x])


def _of_layer(
    scene: Scene, mask: Mask, index: int, width: float, window: tuple[slice, slice]
) -> list[Tick]:
    points, along = _middle(mask, width)
    if len(points) < 2 * width:
        return []
    across = np.stack([-along[:, 1], along[:, 0]], axis=1)
    sides = _reaches(scene, index, window, points, across, _FARTHEST * width + 1.0)
    usual = np.median(sides, axis=0)
    beyond = sides - usual
    stroke = _Stroke(scene, index, window, mask, width, points, along, sides, beyond)
    least = max(_BEYOND * float(usual.mean()), _LEAST_PX)
    wide = np.flatnonzero((beyond >= least).all(axis=1) & (sides < _FARTHEST * width).all(axis=1))
    runs = _runs(points[wide], max(2.0, 0.5 * width))
    return [bar for run in runs if (bar := _bar(stroke, wide[run])) is not None]


def _middle(mask: Mask, width: float) -> tuple[Floats, Floats]:
    """Return points along the middle of a stroke, (N, 2), and its directions there."""
    solid = fill_small_holes(mask, width)
    distance = inner_distance(solid)
    ridge = (distance >= local_maximum(distance, 3) - 1e-3) & (distance >= 0.3 * width)
    if ridge.sum() < 2 * width:
        return np.zeros((0, 2)), np.zeros((0, 2))
    half = float(np.median(distance[ridge]))
    ys, xs = np.nonzero(ridge & (distance >= 0.7 * half))
    # The ridge of an even stroke is two px wide; half of it will do.
    taken = (xs + ys) % 2 == 0 if width >= _BROAD else np.ones(len(xs), np.bool_)
    points = np.stack([xs, ys], axis=1).astype(np.float64)[taken]
    along = np.zeros_like(points)
    known = np.zeros(len(points), np.bool_)
    for reach in _ALONG:
        found, straight = _directions(points, reach * width)
        along = np.where((straight & ~known)[:, None], found, along)
        known |= straight
    return _on_through_bars(points[known], along[known], solid, width)


def _bar(stroke: _Stroke, members: NDArray[np.intp]) -> Tick | None:
    """Return the bar that some neighbouring points of a stroke lie in, if it is one."""
    beyond, width = stroke.beyond, stroke.width
    best = int(members[beyond[members].sum(axis=1).argmax()])
    along, across = stroke.along[best], stroke.across(best)
    up, down = stroke.sides[best]
    middle = stroke.points[members].mean(axis=0)
    # as long as it is at half of its reach: a disc is longer there than at its tips
    near = np.hypot(*(stroke.points - middle).T) < _FARTHEST * width
    inside = near & (beyond.min(axis=1) >= 0.5 * beyond[members].min(axis=1).max())
    # a thicker stretch that bends is far from its own mean
    if not inside.any():
        return None
    way = float(np.ptp((stroke.points[inside] - middle) @ along)) + 1.0
    if way > min(_LONGEST * width, (up + down) / _SLENDER):
        return None
    # the rim of a disc with a filling reaches as far
    core = middle + _WITHIN * width * _DISC
    if not _own(stroke.scene, stroke.index, stroke.window, core).all():
        return None
    if not _stands_at_a_stroke(stroke, middle, best, way):
        return None
    # at a fork its tips would lie within another arm
    tips = middle + _TIP * np.stack([-across * up, across * down])
    reach = _reaches(stroke.scene, stroke.index, stroke.window, tips, along[None], 2.0 * way + 4.0)
    if reach.sum(axis=1).max() > _TAPERED * way + 3.0:
        return None
    lead = along * max(way, 2.0) / 2
    outline = middle + np.stack(
        [-across * up - lead, across * down - lead, across * down + lead, -across * up + lead]
    )
    outline = outline + np.array([stroke.window[1].start, stroke.window[0].start])
    x, y = outline.mean(axis=0)
    size = float(np.sqrt((up + down) * max(way, 2.0)))
    return Tick((float(x), float(y)), outline, size, stroke.index, crosses=True)


def _stands_at_a_stroke(stroke: _Stroke, middle: Floats, best: int, way: float) -> bool:
    """Tell whether a bar stands across the end of a stroke or within one, not at a corner."""
    width, across = stroke.width, stroke.across(best)
    usual = float((stroke.sides - stroke.beyond)[0].sum())
    ahead = (way / 2 + _AHEAD * width) * stroke.along[best]
    swerve = np.array([-1.0, 0.0, 1.0])[:, None] * _SWERVE * width * across
    tried = np.concatenate([middle - ahead + swerve, middle + ahead + swerve])
    farthest = _FARTHEST * width + 1.0
    met = _reaches(stroke.scene, stroke.index, stroke.window, tried, across[None], farthest)
    met = met.sum(axis=1).reshape(2, 3)
    goes_on = ((met > 0.6 * usual) & (met <= 1.3 * usual + 2.0)).any(axis=1)
    if goes_on.all() or not goes_on.any():
        return bool(goes_on.all())
    up, down = stroke.sides[best]
    behind = ahead * (1 if goes_on[0] else -1)
    even = max(up, down) <= _EVEN * min(up, down)
    return even and not _drawn(stroke.mask, middle, behind, width)


def _drawn(mask: Mask, start: Floats, ahead: Floats, width: float) -> bool:
    """Tell whether the stroke goes on farther ahead, behind what parts it."""
    step = ahead / np.hypot(*ahead)
    far = start + ahead + np.arange(_BEHIND * width)[:, None] * step
    xs, ys = np.rint(far).astype(int).T
    inside = (xs >= 0) & (ys >= 0) & (xs < mask.shape[1]) & (ys < mask.shape[0])
    return bool(mask[ys[inside], xs[inside]].any())


def _on_through_bars(
    points: Floats, along: Floats, solid: Mask, width: float
) -> tuple[Floats, Floats]:
    """Return points of a ridge and their directions, with those where a bar parts it or ends it."""
    steps = np.arange(-np.ceil(_PARTED * width), np.ceil(_PARTED * width) + 1.0)
    order = np.argsort(np.abs(steps), kind="stable")
    at = np.rint(points[None] + steps[order][:, None, None] * along[None]).astype(np.intp)
    at = np.clip(at, 0, np.array(solid.shape[::-1]) - 1).reshape(-1, 2)
    ways = np.tile(along, (len(steps), 1))
    _, first = np.unique(at[:, 1] * solid.shape[1] + at[:, 0], return_index=True)
    first = first[solid[at[first, 1], at[first, 0]]]
    return at[first].astype(np.float64), ways[first]


def _directions(points: Floats, reach: float) -> tuple[Floats, NDArray[np.bool_]]:
    """Return the direction of the ridge at each of its points, (N, 2), and where it has one."""
    tree = cKDTree(points)
    near = tree.sparse_distance_matrix(tree, reach, output_type="coo_matrix")
    ones = csr_array((np.ones(len(near.data)), (near.row, near.col)), shape=near.shape)
    count = np.maximum(np.asarray(ones.sum(axis=1)).ravel(), 1.0)
    mean = (ones @ points) / count[:, None]
    products = np.stack([points[:, 0] ** 2, points[:, 0] * points[:, 1], points[:, 1] ** 2], axis=1)
    xx, xy, yy = ((ones @ products) / count[:, None]).T
    xx, xy, yy = xx - mean[:, 0] ** 2, xy - mean[:, 0] * mean[:, 1], yy - mean[:, 1] ** 2
    angle = 0.5 * np.arctan2(2 * xy, xx - yy)
    spread = np.hypot(xx - yy, 2 * xy)
    straight = (spread >= _STRAIGHT * np.maximum(xx + yy, 1e-9)) & (count >= 3)
    return np.stack([np.cos(angle), np.sin(angle)], axis=1), straight


def _reaches(
    scene: Scene,
    index: int,
    window: tuple[slice, slice],
    points: Floats,
    across: Floats,
    farthest: float,
) -> Floats:
    """Return how far a layer's colour reaches from points, (N, 2): against `across`, and along."""
    steps = np.arange(0.0, farthest + _STEP, _STEP)
    found = []
    for sign in (-1.0, 1.0):
        at = points[:, None] + sign * steps[None, :, None] * across[:, None]
        inside = _own(scene, index, window, at)
        first = np.where(inside.all(axis=1), len(steps), (~inside).argmax(axis=1))
        found.append(first * _STEP)
    return np.stack(found, axis=1)


def _own(scene: Scene, index: int, window: tuple[slice, slice], at: Floats) -> NDArray[np.bool_]:
    """Tell at which points, (..., 2), the picture has a layer's colour, or mostly."""
    rgb = scene.rgb[window]
    xs = np.clip(np.rint(at[..., 0]).astype(int), 0, rgb.shape[1] - 1)
    ys = np.clip(np.rint(at[..., 1]).astype(int), 0, rgb.shape[0] - 1)
    return blend_shares(scene, index, rgb[ys, xs], most=np.inf) > 0.5


def _runs(points: Floats, gap: float) -> list[NDArray[np.intp]]:
    """Return the runs of points that are nearer to each other than a gap."""
    if not len(points):
        return []
    pairs = cKDTree(points).query_pairs(gap, output_type="ndarray")
    graph = csr_array(
        (np.ones(len(pairs)), (pairs[:, 0], pairs[:, 1])), shape=(len(points), len(points))
    )
    count, runs = connected_components(graph, directed=False)
    return [np.flatnonzero(runs == k) for k in range(count)]
