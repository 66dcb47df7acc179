"""Marks off the network: samples in a legend, dots on signs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from perception.markers.candidate import Candidate
from perception.markers.raster import components, dilate, fill_polygons
from perception.markers.scene import Scene
from perception.stages import Mask

# Gaps of up to twice this many stroke widths are bridged; a piece is a sample where its extent is
# at most so many stroke widths and such a share of the largest piece.
_BRIDGED = 1.5
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
    # lettering may hide what joins two pieces
    parts = components(dilate(drawn, reach) | scene.text, connectivity=8)
    extent = _extents(parts.labels, drawn, parts.count)
    small = extent <= min(_SAMPLE_WIDTHS * scene.width, _SAMPLE_SHARE * float(extent.max()))
    for index, candidate in enumerate(candidates):
        x, y = (round(v) for v in candidate.centre)
        part = int(parts.labels[min(y, scene.shape[0] - 1), min(x, scene.shape[1] - 1)])
        strays[index] = part == 0 or bool(small[part])
    return strays


def _extents(labels: NDArray[np.int32], drawn: Mask, count: int) -> NDArray[np.float64]:
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
