"""Colours that are hardly told from the ground: pale roads, parks, water."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from perception.lab_distance import squared_distance
from perception.stages import Mask

# Two colours of the ground are at least so far apart and have such a valley between their peaks,
# in a histogram of this bin size; a peak stands for so many bins.
_SHADE = 4.5
_FINE = 1.5
_VALLEY = 0.2
_PEAK_PX = 8.0
# Of a colour of its own, more than this share is left when its border is taken off.
_CORE = 0.4


def split_ground(
    lab: NDArray[np.float32],
    votes: Mask,
    centres: NDArray[np.float32],
    labels: NDArray[np.int16],
) -> tuple[NDArray[np.float32], NDArray[np.int16]]:
    """Give colours of their own to pale strokes that are hardly paler than the ground.

    Two colours of one mode are two where hardly any pixel lies between them; on textured ground
    and in shades there is no such valley.

    Parameters
    ----------
    lab : (H, W, 3) float32 array
        The picture, CIE Lab (L 0 to 100).
    votes : (H, W) bool array
        Flat pixels.
    centres : (K, 3) float32 array
        The modes.
    labels : (H, W) int16 array
        The mode of every pixel; the one of most is the ground.

    Returns
    -------
    tuple of ((K + N, 3) float32 array, (H, W) int16 array)
        The modes with those found in the ground, and the labels.
    """
    if not len(centres):
        return centres, labels
    ground = int(np.bincount(labels[labels >= 0].ravel(), minlength=len(centres)).argmax())
    chosen = labels == ground
    voters = np.flatnonzero(chosen & votes)
    if not len(voters):
        return centres, labels
    planes = [lab[..., axis].ravel().take(voters) for axis in range(3)]
    axes = [np.floor(plane / np.float32(_FINE)).astype(np.intp) for plane in planes]
    low = np.array([axis.min() for axis in axes], np.intp)
    bins = [axis - first for axis, first in zip(axes, low, strict=True)]
    shape = tuple(int(axis.max()) + 1 for axis in bins)
    index = (bins[0] * shape[1] + bins[1]) * shape[2] + bins[2]
    counts = np.bincount(index, minlength=int(np.prod(shape)))
    density = ndimage.gaussian_filter(counts.reshape(shape).astype(np.float64), 0.8)
    peaks = np.argwhere(
        (density == ndimage.maximum_filter(density, size=5))
        & (density * _PEAK_PX >= max(40.0, 0.08 * sum(lab.shape[:2])))
    )
    peaks = peaks[np.argsort(-density[tuple(peaks.T)], kind="stable")]
    kept: list[NDArray[np.intp]] = []
    for peak in peaks:
        if all(_parted(density, peak, other) for other in kept):
            kept.append(peak)
    if len(kept) < 2:
        return centres, labels
    found = ((np.array(kept) + low + 0.5) * _FINE).astype(np.float32)
    pixels = lab[chosen]
    nearest = np.zeros(len(pixels), np.int16)
    best = np.full(len(pixels), np.inf, np.float32)
    for number, color in enumerate(found):
        distance = squared_distance(pixels, color)
        nearest[distance < best] = number
        best = np.minimum(best, distance)
    # An area whose colour was no mode of its own may have gone to another that is hardly nearer.
    others = (labels >= 0) & ~chosen
    strange = lab[others]
    away = squared_distance(strange, centres[labels[others]])
    goes = np.zeros(len(strange), np.int16)
    for number, color in enumerate(found[1:], start=1):
        distance = squared_distance(strange, color)
        goes[distance < away] = number
        away = np.minimum(away, distance)
    labels = labels.copy()
    small = np.ones((3, 3), np.uint8)
    more: list[NDArray[np.float32]] = []
    for number in range(1, len(found)):
        mask = np.zeros(labels.shape, np.uint8)
        mask[chosen] = nearest == number
        mask[others] = goes == number
        # What is a px or two wide is the soft border of something else.
        mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, small), np.uint8)
        if core_share(mask) <= _CORE:
            continue
        labels[mask > 0] = len(centres) + len(more)
        more.append(found[number])
    if not more:
        return centres, labels
    return np.concatenate([centres, np.array(more, np.float32)]), labels


def _parted(density: NDArray[np.float64], one: NDArray[np.intp], other: NDArray[np.intp]) -> bool:
    """Tell whether two peaks of a histogram are apart and have a valley between them."""
    steps = float(np.linalg.norm(one - other))
    if steps * _FINE < _SHADE:
        return False
    shares = np.linspace(0.0, 1.0, int(2 * steps) + 1)[:, None]
    between = np.rint(one + shares * (other - one)).astype(np.intp)
    lowest = float(density[tuple(between.T)].min())
    return lowest <= _VALLEY * min(float(density[tuple(one)]), float(density[tuple(other)]))


def core_share(mask: NDArray[np.uint8]) -> float:
    """Return which share of a mask is left when its border is taken off."""
    return float(np.asarray(cv2.erode(mask, np.ones((3, 3), np.uint8))).sum()) / max(
        int(mask.sum()), 1
    )
