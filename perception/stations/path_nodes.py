"""Where strokes fork and end: there a name without a mark has its place rather than along a way."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy import ndimage
from skimage.morphology import skeletonize

from perception.markers.scene import Scene, layer_windows
from perception.stages import Mask

# Arms of a fork, and strokes that end, are at least so many widths long.
_LONG = 3.0


def path_nodes(scene: Scene) -> NDArray[np.float64]:
    """Return where the strokes of one layer fork or end, (N, 2), scene px."""
    found = []
    for _, width, mask, (rows, columns) in layer_windows(scene, 0.0, 2):
        nodes = _nodes(mask, width).astype(np.uint8)
        middles = cv2.connectedComponentsWithStats(nodes, connectivity=8)[3][1:]
        found += [(x + columns.start, y + rows.start) for x, y in middles.tolist()]
    return np.array(found, np.float64).reshape(-1, 2)


def _nodes(mask: Mask, width: float) -> Mask:
    field = np.ones((3, 3), np.uint8)
    thin = skeletonize(mask)
    neighbours = ndimage.convolve(thin.astype(np.uint8), field, mode="constant") - 1
    forks = np.asarray(cv2.dilate((thin & (neighbours > 2)).astype(np.uint8), field)) > 0
    _, arms, stats, _ = cv2.connectedComponentsWithStats((thin & ~forks).astype(np.uint8))
    long = stats[:, cv2.CC_STAT_AREA] >= _LONG * width
    long[0] = False
    # Spurs at corners make forks of two long arms; those are none.
    number, labels = cv2.connectedComponents((thin & forks).astype(np.uint8), connectivity=8)
    around = np.asarray(cv2.dilate(labels.astype(np.float32), field)).astype(np.int32)
    touching = (around > 0) & (arms > 0)
    pairs = np.unique(np.stack([around[touching], arms[touching]], axis=1), axis=0)
    degree = np.bincount(pairs[long[pairs[:, 1]], 0], minlength=number)
    real = degree >= 3
    real[0] = False
    ends = thin & (neighbours <= 1) & long[arms]
    side = 2 * int(np.ceil(width)) + 1
    nodes = (real[labels] | ends).astype(np.uint8)
    return np.asarray(cv2.dilate(nodes, np.ones((side, side), np.uint8))) > 0
