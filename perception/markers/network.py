"""Marks off the network: samples in a legend, dots on signs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from perception.markers.candidate import Candidate
from perception.markers.scene import Scene
from perception.raster import Components, components, dilate, fill_polygons
from perception.stages import Mask

# Gaps of up to twice this many stroke widths are bridged; a piece is a sample where its extent is
# at most so many stroke widths and such a share of the largest piece.
_BRIDGED = 1.5
# What runs up to lettering is so near to it, px (odd, across).
_UP_TO = 7
_SAMPLE_WIDTHS = 14.0
_SAMPLE_SHARE = 0.12


def find_strays(scene: Scene, candidates: Sequence[Candidate]) -> NDArray[np.bool_]:
    """Return which marks stand on a small piece of stroke that joins nothing else.

    Pieces are joined over short gaps and through marks, as dashes and cut lines are.
    """
    strays = np.zeros(len(candidates), bool)
    if not len(scene.widths) or not candidates:
        return strays
    marks = fill_polygons(scene.shape, [c.outline for c in candidates if c.belief > 0.3])
    reach = 2 * round(_BRIDGED * scene.width) + 1
    drawn = (scene.layer >= 0) | marks
    near = components(dilate(drawn, reach), connectivity=8)
    # lettering may hide what joins two pieces that run up to it
    under = components(dilate(drawn, _UP_TO) | scene.text, connectivity=8)
    part_of = _joined(near, under, drawn)
    extent = _extents(part_of[near.labels], drawn, near.count)
    small = extent <= min(_SAMPLE_WIDTHS * scene.width, _SAMPLE_SHARE * float(extent.max()))
    for index, candidate in enumerate(candidates):
        x, y = (round(v) for v in candidate.centre)
        part = int(part_of[near.labels[min(y, scene.shape[0] - 1), min(x, scene.shape[1] - 1)]])
        strays[index] = part == 0 or bool(small[part])
    return strays


def _joined(near: Components, under: Components, drawn: Mask) -> NDArray[np.intp]:
    """Return the part that each component of `near` belongs to, those that `under` joins as one."""
    pairs = np.unique(np.stack([near.labels[drawn], under.labels[drawn]], axis=1), axis=0)
    links = coo_array(
        (np.ones(len(pairs)), (pairs[:, 0], near.count + pairs[:, 1])),
        shape=(near.count + under.count,) * 2,
    )
    parts = connected_components(links, directed=False)[1][: near.count]
    # the outside, which holds nothing drawn, is no part
    renumbered = np.unique(parts[1:], return_inverse=True)[1].ravel() + 1
    return np.concatenate([[0], renumbered]).astype(np.intp)


def _extents(labels: NDArray[np.intp], drawn: Mask, count: int) -> NDArray[np.float64]:
    """Return the diagonal of what is drawn of each piece, px."""
    ys, xs = np.nonzero(drawn)
    piece = labels[ys, xs]
    low = np.full((count, 2), np.inf)
    high = np.full((count, 2), -np.inf)
    for axis, values in enumerate((xs, ys)):
        np.minimum.at(low[:, axis], piece, values)
        np.maximum.at(high[:, axis], piece, values)
    span = np.where(np.isfinite(low), high - low, 0.0)
    return np.asarray(np.hypot(span[:, 0], span[:, 1]), np.float64)
