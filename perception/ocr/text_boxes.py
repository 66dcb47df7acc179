"""Boxes of text out of a detector's probability map, as PP-OCR's DB networks are published.

Differentiable Binarization (Liao et al., AAAI 2020, section 3.6): the network is trained on text
shrunk towards its middle, so each region above a threshold is grown again by
area x ratio / perimeter. The steps and numbers are those of PaddleX's `DBPostProcess`, to which
the tests compare; importing that takes longer than reading a small map.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
import pyclipper
from numpy.typing import NDArray

from perception.ocr.engine import TextRegion

# Shorter sides of a region as found and as grown, px, below which it is noise.
_LEAST_FOUND = 3.0
_LEAST_GROWN = 5.0


@dataclass(frozen=True, slots=True)
class BoxConfig:
    """How boxes are made.

    Attributes
    ----------
    threshold : float
        Probability from which a pixel is text.
    least_score : float
        Mean probability from which a region is text.
    most : int
        Regions looked at.
    growth : float
        How far a region is grown, in areas per perimeter.
    """

    threshold: float = 0.3
    least_score: float = 0.6
    most: int = 3000
    growth: float = 1.5


def text_boxes(
    probability: NDArray[np.float32], config: BoxConfig | None = None
) -> list[TextRegion]:
    """Return the regions of a probability map, shape (H, W), as rectangles.

    Returns
    -------
    list of TextRegion
        Corners in whole px within the map, the top left one first; in the order of their contours.
    """
    settings = config or BoxConfig()
    height, width = probability.shape
    bitmap = (probability > settings.threshold).astype(np.uint8) * 255
    contours, _ = cv2.findContours(bitmap, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    found = []
    for contour in contours[: settings.most]:
        quad, side = _rectangle(np.asarray(contour))
        if side < _LEAST_FOUND:
            continue
        score = _mean_inside(probability, quad)
        if score < settings.least_score:
            continue
        grown = _grown(quad, settings.growth)
        if grown is None:
            continue
        quad, side = _rectangle(grown)
        if side < _LEAST_GROWN:
            continue
        corners = np.clip(np.rint(quad), 0, (width, height)).astype(np.float64)
        found.append(TextRegion(corners, score))
    return found


def _rectangle(points: NDArray[np.int32]) -> tuple[NDArray[np.float32], float]:
    """Return the tightest rectangle, (4, 2), round points, and its shorter side."""
    box = cv2.minAreaRect(points)
    left, second, third, right = sorted(cv2.boxPoints(box), key=lambda corner: float(corner[0]))
    top_left, bottom_left = (left, second) if second[1] > left[1] else (second, left)
    top_right, bottom_right = (third, right) if right[1] > third[1] else (right, third)
    corners = np.array([top_left, top_right, bottom_right, bottom_left], np.float32)
    return corners, float(min(box[1]))


def _mean_inside(probability: NDArray[np.float32], quad: NDArray[np.float32]) -> float:
    """Return the mean probability of the pixels of a quadrilateral."""
    height, width = probability.shape
    low, high = quad.min(axis=0), quad.max(axis=0)
    x0, y0 = (
        max(0, min(math.floor(value), most - 1))
        for value, most in zip(low, (width, height), strict=True)
    )
    x1, y1 = (
        max(0, min(math.ceil(value), most - 1))
        for value, most in zip(high, (width, height), strict=True)
    )
    mask = np.zeros((y1 - y0 + 1, x1 - x0 + 1), np.uint8)
    inner = (quad - np.array([x0, y0], np.float32)).astype(np.int32)
    cv2.fillPoly(mask, [inner], (1.0,))
    return float(cv2.mean(probability[y0 : y1 + 1, x0 : x1 + 1], mask)[0])


def _grown(quad: NDArray[np.float32], growth: float) -> NDArray[np.int32] | None:
    """Return the points, (N, 2), of a quadrilateral whose sides are moved outwards.

    None where nothing is left of it on whole px.
    """
    distance = cv2.contourArea(quad) * growth / cv2.arcLength(quad, True)
    offset = pyclipper.PyclipperOffset()
    offset.AddPath(quad, pyclipper.JT_ROUND, pyclipper.ET_CLOSEDPOLYGON)
    paths = offset.Execute(distance)
    return np.array(paths[0], np.int32) if paths else None
