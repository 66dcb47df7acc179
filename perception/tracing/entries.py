"""How strokes meet the outline of a marker: those that meet it across enter it."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from perception.stages import Mask

# A stroke that meets the outline at less than 60 degrees off its normal enters, and so does one
# that runs along it where the marker leaves no more than this share of it.
_ACROSS = 0.5
_CUT = 0.5


def entries_into(
    strokes: Mask,
    touching: Mask,
    body: NDArray[np.uint8],
    outline: NDArray[np.float64],
    width: float,
) -> Mask:
    """Return the way in of every stroke that meets an outline across, as bars of pixels.

    Parameters
    ----------
    strokes : (H, W) bool array
        Of one layer.
    touching : (H, W) bool array
        Where they meet the outline.
    body : (H, W) uint8 array
        1 inside the outline, 0 outside.
    outline : (N, 2) float array
        Of a marker, px of the window.
    width : float
        Stroke width, px.
    """
    count, labels = cv2.connectedComponents(touching.astype(np.uint8), connectivity=8)
    entered = np.zeros(touching.shape, np.uint8)
    ys, xs = np.nonzero(strokes & (body == 0))
    for label in range(1, count):
        py, px = np.nonzero(labels == label)
        at = np.array([px.mean(), py.mean()])
        axis = _nearest_on_axis(outline, at)
        close = np.hypot(xs - at[0], ys - at[1]) <= 1.5 * width + 1.0
        along = _direction(np.stack([xs[close], ys[close]], axis=1), width)
        inward = axis - at
        passes = (
            along is not None
            and abs(float(along @ inward)) < _ACROSS * float(np.hypot(*inward))
            and not _cuts(strokes & (body == 0), outline, axis, along, width)
        )
        if not passes:
            first, last = (tuple(int(v) for v in np.rint(point)) for point in (at, axis))
            cv2.line(entered, first, last, (1,), max(int(0.6 * width), 1))
    return entered.astype(bool)


def _direction(cloud: NDArray[np.int64], width: float) -> NDArray[np.float64] | None:
    """Return the unit direction, (2,), of the stroke pixels near a contact, (N, 2).

    None where they have none, as a short piece between two markers.
    """
    if len(cloud) < 4:
        return None
    values, vectors = np.linalg.eigh(np.cov(cloud.T.astype(np.float64)))
    # An even bar of this variance is so long.
    if float(np.sqrt(12.0 * values[1])) < 2.0 * width:
        return None
    return np.asarray(vectors[:, 1])


def _cuts(
    strokes: Mask,
    outline: NDArray[np.float64],
    centre: NDArray[np.float64],
    along: NDArray[np.float64],
    width: float,
) -> bool:
    """Tell whether a marker leaves at most half of the width of a stroke that runs along it."""
    across = np.array([-along[1], along[0]])
    extent = (outline - centre) @ along
    reach = float(np.abs((outline - centre) @ across).max()) + 1.2 * width
    span = np.arange(-reach, reach + 0.5, 0.5)

    def drawn(shift: float) -> int:
        line = np.rint(centre + shift * along + span[:, None] * across).astype(np.intp)
        inside = (line >= 0).all(axis=1) & (line < strokes.shape[::-1]).all(axis=1)
        return int(strokes[line[inside, 1], line[inside, 0]].sum())

    beyond = 0.5 * width + 1.0
    beside = max(drawn(extent.min() - beyond), drawn(extent.max() + beyond))
    return drawn(0.0) <= _CUT * beside


def _nearest_on_axis(outline: NDArray[np.float64], at: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the point nearest to `at` on the long axis of an outline (its centre, if round)."""
    corners = cv2.boxPoints(cv2.minAreaRect(outline.astype(np.float32))).astype(np.float64)
    centre = corners.mean(axis=0)
    sides = [corners[1] - corners[0], corners[2] - corners[1]]
    sides.sort(key=lambda side: float(np.hypot(*side)))
    short, long = (float(np.hypot(*side)) for side in sides)
    if long < 1e-6:
        return np.asarray(centre)
    axis = sides[1] / long
    half = max(long - short, 0.0) / 2.0
    along = float(np.clip((at - centre) @ axis, -half, half))
    return np.asarray(centre + along * axis)
