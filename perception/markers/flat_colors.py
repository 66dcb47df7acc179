"""The flat colours of a picture, and which of them each pixel has."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from perception.colors import to_lab as picture_to_lab
from perception.stages import Mask

Rgb = NDArray[np.uint8]

# CIE76 distances in Lab: colours nearer than SAME are one flat colour; a pixel farther than
# _REACH from all of them is a blend at a border.
SAME = 12.0
SAME_TEXTURED = 20.0
_REACH = 20.0
_FLAT_RANGE = 12
# Distances count whole from this mean lightness on, and this part of them at black.
_DARK = 40.0
_LEAST_WEIGHT = 0.4
# Share of the lesser of two colours' pixels that is a valley between them.
_VALLEY = 0.5
_MOST_COLORS = 40
_FEWEST_PIXELS = 24
# Of a colour without flat pixels, such a share is left when its border is taken off.
_CORE = 0.2
# Lightness and chroma of blacks are less.
_BLACK, _NEUTRAL = 35.0, 20.0


def flat_colors(
    rgb: Rgb,
    known: tuple[tuple[int, int, int], ...],
    same: float = SAME,
    flat: Mask | None = None,
) -> tuple[Rgb, NDArray[np.int16]]:
    """Find the flat colours of a picture and label its pixels.

    Parameters
    ----------
    rgb : (h, w, 3) uint8 array
        sRGB.
    known : tuple of sRGB colours
        Taken as they are, first.
    same : float
        Lab distance below which two colours are one.
    flat : (h, w) bool array, optional
        The `flat_pixels` of the picture, where they are known.

    Returns
    -------
    colors : (K, 3) uint8 array
        `known`, then the others, most pixels first.
    labels : (h, w) int16 array
        Index of the nearest colour; -1 where none is near.
    """
    coarse = rgb >> 3
    bins = (
        (coarse[..., 0].astype(np.uint16) << 10)
        | (coarse[..., 1].astype(np.uint16) << 5)
        | coarse[..., 2]
    )
    flat = flat_pixels(rgb) if flat is None else flat
    counts = np.bincount(bins[flat], minlength=1 << 15)
    codes = np.arange(1 << 15, dtype=np.uint16)
    centres = np.stack([(codes >> 10) & 31, (codes >> 5) & 31, codes & 31], axis=1)
    lab = to_lab((centres * 8 + 4).astype(np.uint8))
    # colours fall on both sides of a bin's border: count each bin with its neighbours
    votes = _with_neighbours(counts)
    chosen = [to_lab(np.array([color], np.uint8))[0] for color in known]
    homes = [_bin_of(color) for color in known]

    def is_new(code: int, votes: NDArray[np.float64]) -> bool:
        far = _distance(np.array(chosen), lab[code]) if chosen else np.array([np.inf])
        nearest = int(far.argmin())
        if same <= far[nearest] < _REACH:
            return _stands_apart(votes, code, homes[nearest])
        return bool(far[nearest] >= same)

    free = np.flatnonzero(votes >= _FEWEST_PIXELS)
    free = free[np.argsort(-votes[free], kind="stable")]
    for code in free:
        if len(chosen) >= len(known) + _MOST_COLORS:
            break
        if is_new(int(code), votes):
            chosen.append(lab[code])
            homes.append(int(code))
    # thin lettering and outlines have no flat pixels: take the commonest dark and light colour
    every = np.bincount(bins.ravel(), minlength=1 << 15)
    all_votes = _with_neighbours(every)
    for extreme in (lab[:, 0] < 30.0, lab[:, 0] > 92.0):
        code = int(np.where(extreme, every, 0).argmax())
        if every[code] >= _FEWEST_PIXELS and is_new(code, all_votes):
            chosen.append(lab[code])
            homes.append(code)
    table = _nearest(lab, chosen)
    missed = _missed(lab, bins, table, len(known) + _MOST_COLORS - len(chosen))
    if missed:
        chosen += missed
        table = _nearest(lab, chosen)
    as_rgb = cv2.cvtColor(np.array(chosen, np.float32)[None], cv2.COLOR_LAB2RGB)[0]
    return np.clip(np.rint(as_rgb * 255), 0, 255).astype(np.uint8), table.take(bins)


def _missed(
    lab: NDArray[np.float32], bins: NDArray[np.integer[Any]], table: NDArray[np.int16], most: int
) -> list[NDArray[np.float32]]:
    """Return colours that hardly have flat pixels, as compression leaves small marks, (3,) each.

    Of such a colour there is more than borders, unlike of the blends that are no colour's either.

    Parameters
    ----------
    lab : (32768, 3) float32 array
        Colour of each bin.
    bins : (h, w) integer array
        Bin of each pixel.
    table : (32768,) int16 array
        Number of the flat colour of each bin; -1 where none is near.
    most : int
        So many colours at most.
    """
    square = np.ones((3, 3), np.uint8)

    def cores(mask: Mask) -> Mask:
        return np.asarray(cv2.erode(mask.view(np.uint8), square), np.bool_)

    left = np.asarray(table[bins] < 0, np.bool_)
    votes = _with_neighbours(np.bincount(bins[cores(left)], minlength=1 << 15))
    free = np.flatnonzero(votes >= _FEWEST_PIXELS)
    found: list[NDArray[np.float32]] = []
    for code in free[np.argsort(-votes[free], kind="stable")]:
        if len(found) >= most:
            break
        if found and _distance(np.array(found), lab[code]).min() < _REACH:
            continue
        own = left & (_distance(lab, lab[code]) < _REACH)[bins]
        if np.count_nonzero(cores(own)) >= _CORE * np.count_nonzero(own):
            found.append(lab[code])
    return found


def _nearest(lab: NDArray[np.float32], chosen: list[NDArray[np.float32]]) -> NDArray[np.int16]:
    """Return the index of the chosen colour nearest to each colour, -1 where none is near."""
    table = np.full(len(lab), -1, np.int16)
    best = np.full(len(lab), _REACH, np.float32)
    for index, centre in enumerate(chosen):
        distance = _distance(lab, centre)
        closer = distance < best
        table[closer] = index
        best[closer] = distance[closer]
    return table


def _distance(lab: NDArray[np.float32], other: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the distance of colours from one, less where both are dark.

    Lab spreads what is nearly black: the grain of one black disc would be several colours.
    """
    light = (lab[:, 0] + other[0]) / 2.0
    weight = np.clip(light / _DARK, _LEAST_WEIGHT, 1.0)
    return np.asarray(np.linalg.norm(lab - other, axis=1) * weight, np.float32)


def join_blacks(colors: Rgb, labels: NDArray[np.int16], known: int) -> NDArray[np.int16]:
    """Return the labels with all shades of black made one: damage to thin black marks makes many.

    Parameters
    ----------
    colors : (K, 3) uint8 array
        Of `flat_colors`.
    labels : (h, w) int16 array
        Of `flat_colors`.
    known : int
        How many of the first colours stay as they are.
    """
    lab = to_lab(colors)
    black = (lab[:, 0] < _BLACK) & (np.hypot(lab[:, 1], lab[:, 2]) < _NEUTRAL)
    black[:known] = False
    if black.sum() < 2:
        return labels
    counts = np.bincount(labels[labels >= 0], minlength=len(colors))
    to = np.arange(len(colors), dtype=np.int16)
    to[black] = int(np.where(black, counts, -1).argmax())
    return np.asarray(np.append(to, -1)[labels], np.int16)


def _with_neighbours(counts: NDArray[np.intp]) -> NDArray[np.float64]:
    """Return the pixels of each bin that has any together with those of the bins next to it."""
    cube = counts.reshape(32, 32, 32).astype(np.float64)
    return ndimage.uniform_filter(cube, size=3, mode="constant").ravel() * (counts > 0) * 27


def _bin_of(color: tuple[int, int, int]) -> int:
    red, green, blue = (value >> 3 for value in color)
    return red << 10 | green << 5 | blue


def _stands_apart(votes: NDArray[np.float64], code: int, home: int) -> bool:
    """Tell whether fewer pixels have the colours between two bins: one colour has no valley.

    What compression and resampling do to one colour spreads it over many bins round its own.
    """
    ends = [np.array([(each >> 10) & 31, (each >> 5) & 31, each & 31]) for each in (code, home)]
    steps = int(np.abs(ends[1] - ends[0]).max())
    way = np.rint(np.linspace(ends[0], ends[1], steps + 1)).astype(int)[1:-1]
    between = votes[way[:, 0] << 10 | way[:, 1] << 5 | way[:, 2]]
    return bool(len(between) and between.min() < _VALLEY * min(votes[code], votes[home]))


def flat_pixels(rgb: Rgb) -> Mask:
    """Return the pixels whose 3 x 3 neighbourhood has one colour."""
    kernel = np.ones((3, 3), np.uint8)
    red, green, blue = cv2.split(cv2.subtract(cv2.dilate(rgb, kernel), cv2.erode(rgb, kernel)))
    spread = np.asarray(cv2.max(cv2.max(red, green), blue))
    return np.asarray(spread <= _FLAT_RANGE, np.bool_)


def to_lab(colors: Rgb) -> NDArray[np.float32]:
    """Return sRGB colours, (K, 3) uint8, as CIE Lab (L 0 to 100)."""
    return np.asarray(picture_to_lab(colors[None])[0], np.float32)
