"""The few raster operations that stages share, typed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from perception.stages import Mask


@dataclass(frozen=True, slots=True)
class Components:
    """Connected components of a mask; 0 is the outside.

    Attributes
    ----------
    count : int
        With the outside.
    labels : (h, w) int32 array
        Component of each pixel.
    boxes : (count, 4) int array
        x, y, width, height, px.
    areas : (count,) int array
        Px.
    centroids : (count, 2) float array
        x, y, px.
    """

    count: int
    labels: NDArray[np.int32]
    boxes: NDArray[np.int64]
    areas: NDArray[np.int64]
    centroids: NDArray[np.float64]


def components(mask: Mask, connectivity: int = 4) -> Components:
    """Label the connected components of a mask."""
    count, labels, stats, centroids = cv2.connectedComponentsWithStats(
        mask.view(np.uint8), connectivity=connectivity
    )
    table = np.asarray(stats, np.int64)
    return Components(
        count,
        np.asarray(labels, np.int32),
        table[:, :4],
        table[:, 4],
        np.asarray(centroids, np.float64),
    )


def inner_distance(mask: Mask) -> NDArray[np.float32]:
    """Return the exact Euclidean distance of each pixel to the nearest one outside, px."""
    found = cv2.distanceTransform(mask.view(np.uint8), cv2.DIST_L2, cv2.DIST_MASK_PRECISE)
    return np.asarray(found, np.float32)


def dilate(mask: Mask, size: int) -> Mask:
    """Dilate by a square of the given odd size, px."""
    grown = cv2.dilate(mask.view(np.uint8), np.ones((size, size), np.uint8))
    return np.asarray(grown).view(np.bool_)


def erode(mask: Mask, size: int) -> Mask:
    """Erode by a square of the given odd size, px."""
    left = cv2.erode(mask.view(np.uint8), np.ones((size, size), np.uint8))
    return np.asarray(left).view(np.bool_)


def local_maximum(values: NDArray[np.float32], size: int) -> NDArray[np.float32]:
    """Return the greatest value in a square window of the given odd size."""
    return np.asarray(cv2.dilate(values, np.ones((size, size), np.uint8)), np.float32)


def outer_contour(mask: Mask) -> NDArray[np.int32]:
    """Return the longest outer border of a mask, (N, 2), px."""
    borders, _ = cv2.findContours(mask.view(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    longest = max((np.asarray(border) for border in borders), key=len)
    return np.asarray(longest[:, 0, :], np.int32)


def convex_hull(points: ArrayLike) -> NDArray[np.float64]:
    """Return the convex hull of points, (N, 2), px."""
    hull = cv2.convexHull(np.asarray(points, np.float32))
    return np.asarray(hull, np.float64)[:, 0, :]


def tight_sides(points: ArrayLike) -> tuple[float, float]:
    """Return longer and shorter side of the tightest rectangle round pixel centres, px."""
    (_, (a, b), _) = cv2.minAreaRect(np.asarray(points, np.float32))
    return max(a, b) + 1.0, min(a, b) + 1.0


def fill_polygons(shape: tuple[int, ...], polygons: Iterable[ArrayLike]) -> Mask:
    """Return a mask of the pixels inside any of the polygons, borders included."""
    mask = np.zeros(shape, np.uint8)
    for polygon in polygons:
        points = np.rint(np.asarray(polygon, np.float64)).astype(np.int32)
        cv2.fillPoly(mask, [points], (1.0,))
    return mask.view(np.bool_)
