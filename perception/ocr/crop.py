"""Cutting a text line out of a picture, turned upright."""

from __future__ import annotations

import cv2
import numpy as np

from perception.ocr.engine import Quad, RgbArray


def crop_quad(rgb: RgbArray, quad: Quad, *, scale: float = 1.0) -> RgbArray:
    """Return the quadrilateral as an upright array.

    Parameters
    ----------
    rgb : numpy.ndarray, shape (H, W, 3), uint8
        Picture.
    quad : numpy.ndarray, shape (4, 2)
        Corners in px, in reading order.
    scale : float
        Px of the crop per px of the picture.

    Returns
    -------
    numpy.ndarray, shape (h, w, 3), uint8
        At least 1 x 1; outside the picture the border colour is repeated.
    """
    along = max(np.linalg.norm(quad[1] - quad[0]), np.linalg.norm(quad[2] - quad[3]))
    across = max(np.linalg.norm(quad[3] - quad[0]), np.linalg.norm(quad[2] - quad[1]))
    width = max(round(float(along) * scale), 1)
    height = max(round(float(across) * scale), 1)
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    matrix = cv2.getPerspectiveTransform(quad.astype(np.float32), target)
    cropped = cv2.warpPerspective(
        rgb,
        matrix,
        (width, height),
        flags=cv2.INTER_CUBIC,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(cropped, np.uint8)
