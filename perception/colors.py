"""The flat colours of a picture, and which pixel has which.

Maps are drawn in few flat colours; anti-aliasing and JPEG noise mix them at their borders. The
modes are therefore counted over flat pixels only, and every pixel is then given to the nearest
mode, if one is near enough.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from perception.color_modes import assign_modes, find_modes, lab_bins
from perception.lab_distance import squared_distance
from perception.shades import core_share, split_ground
from perception.stages import Mask

Rgb = NDArray[np.uint8]

# Distances are CIE76 in Lab: about 2.3 is just visible, 10 two shades of a colour.
_FLAT = 5.0
# A border colour: its own core is at most this share of it, this share of it lies within reach of
# its parents; a blend is at most so far (sRGB) off the line between them, a casing so much thinner.
_BORDER_CORE = 0.4
_BORDER_SHARE = 0.7
_BORDER_REACH = 3
_BORDER_OFF = 24.0
_BORDER_WIDTH = 0.4
# Wider than this share of the picture's smaller side is an area.
_WIDEST_STROKE = 0.05
# Greys have a Lab chroma below this; two are one ink when this share of one touches the other.
_GREY = 8.0
_SAME_INK = 0.6


@dataclass(frozen=True, slots=True)
class Palette:
    """The flat colours of one picture.

    Attributes
    ----------
    lab : (K, 3) float32 array
        Mode centres, CIE Lab (L 0 to 100), most pixels first.
    rgb : (K, 3) uint8 array
        The same in sRGB.
    labels : (H, W) int16 array
        Index of the mode of every pixel; -1 where none is near.
    """

    lab: NDArray[np.float32]
    rgb: NDArray[np.uint8]
    labels: NDArray[np.int16]


def to_lab(picture: Rgb) -> NDArray[np.float32]:
    """Return the picture, (H, W, 3) sRGB uint8, as CIE Lab float32 (L 0 to 100)."""
    scaled = picture.astype(np.float32) / 255.0
    return np.asarray(cv2.cvtColor(scaled, cv2.COLOR_RGB2LAB), np.float32)


def flat_pixels(lab: NDArray[np.float32], tolerance: float = _FLAT) -> Mask:
    """Return where a pixel is flat: like its eight neighbours, or the middle of a thin stroke.

    Pixels of a stroke too thin for a flat 3 x 3 field count when they agree with both neighbours
    along one direction and no flat field is near (else they would be anti-aliased borders).
    """
    height, width = lab.shape[:2]
    padded = np.stack([np.pad(lab[..., axis], 1, mode="edge") for axis in range(3)])
    planes = np.moveaxis(padded, 0, -1)
    limit = tolerance * tolerance

    def like_both(dy: int, dx: int) -> Mask:
        # A pixel is as far from the next as the next from it: each pair is compared once.
        left = max(-dx, 0)
        one = planes[: height + 2 - dy, left : width + 2 + min(-dx, 0)]
        other = planes[dy:, left + dx : width + 2 + min(-dx, 0) + dx]
        like = squared_distance(other, one) <= limit
        ahead = like[1 : 1 + height, 1 - left : 1 - left + width]
        behind = like[1 - dy : 1 - dy + height, 1 - dx - left : 1 - dx - left + width]
        return np.asarray(ahead & behind, np.bool_)

    field = np.ones((height, width), bool)
    along = np.zeros((height, width), bool)
    for dy, dx in ((0, 1), (1, 0), (1, 1), (1, -1)):
        both = like_both(dy, dx)
        field &= both
        along |= both
    near = cv2.dilate(field.astype(np.uint8), np.ones((5, 5), np.uint8)).astype(bool)
    return np.asarray(field | (along & ~near), np.bool_)


def find_palette(picture: Rgb, ignore: Mask | None = None) -> Palette:
    """Find the flat colours and assign the pixels.

    Parameters
    ----------
    picture : (H, W, 3) uint8 array
        sRGB.
    ignore : (H, W) bool array, optional
        Pixels that do not vote (text).
    """
    lab = to_lab(picture)
    tolerance = _FLAT
    flat = flat_pixels(lab, tolerance)
    while flat.mean() < 0.5 and tolerance < 2 * _FLAT:
        tolerance *= 1.4
        flat = flat_pixels(lab, tolerance)
    votes = flat if ignore is None else flat & ~ignore
    centres = find_modes(lab[votes], at_least=max(40.0, 0.08 * sum(lab.shape[:2])))
    bins = lab_bins(lab)
    labels = assign_modes(bins, centres)
    pure = pure_modes(centres, labels)
    if not pure.all():
        labels = assign_modes(bins, centres, pure)
        centres = centres[pure]
    centres, labels = _join_inks(centres, labels)
    centres, labels = split_ground(lab, votes, centres, labels)
    counts = np.bincount(labels[labels >= 0].ravel(), minlength=len(centres))
    order = np.argsort(-counts, kind="stable")
    rank = np.empty(len(order) + 1, np.int16)
    rank[order] = np.arange(len(order), dtype=np.int16)
    rank[-1] = -1
    centres = centres[order]
    rgb = np.clip(np.rint(to_rgb(centres)), 0, 255).astype(np.uint8)
    return Palette(centres, rgb, rank[labels])


def _join_inks(
    centres: NDArray[np.float32], labels: NDArray[np.int16]
) -> tuple[NDArray[np.float32], NDArray[np.int16]]:
    """Make one colour of greys that lie in the same thin strokes: the ink and its soft edge.

    Strokes of one or two px have no flat middle, so that neither is seen to be a blend.
    """
    masks = [(labels == mode).astype(np.uint8) for mode in range(len(centres))]
    grey = [
        mode
        for mode in range(len(centres))
        if np.hypot(*centres[mode, 1:]) < _GREY and core_share(masks[mode]) <= _BORDER_CORE
    ]
    field = np.ones((5, 5), np.uint8)
    gone: set[int] = set()
    for one, other in combinations(sorted(grey, key=lambda m: -int(masks[m].sum())), 2):
        if one in gone or other in gone:
            continue
        near = np.asarray(cv2.dilate(masks[one], field)) > 0
        if near[masks[other] > 0].mean() >= _SAME_INK:
            labels = np.where(labels == other, np.int16(one), labels)
            masks[one] |= masks[other]
            gone.add(other)
    if not gone:
        return centres, labels
    kept = [mode for mode in range(len(centres)) if mode not in gone]
    renumber = np.full(len(centres) + 1, -1, np.int16)
    renumber[kept] = np.arange(len(kept), dtype=np.int16)
    return centres[kept], renumber[labels]


def to_rgb(centres: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return Lab colours, (K, 3), as sRGB in 0 to 255."""
    if not len(centres):
        return centres
    return np.asarray(cv2.cvtColor(centres[None], cv2.COLOR_LAB2RGB)[0] * 255.0, np.float32)


def pure_modes(centres: NDArray[np.float32], labels: NDArray[np.int16]) -> Mask:
    """Tell which modes, (K,), are colours of their own and not the border of another colour.

    A border is so thin that little is left when its own border is taken off, and nearly all of it
    touches two colours that it lies between in sRGB (a blend), or one that is much wider (a
    casing, a halo). The thinnest are judged first; what was dismissed or is thinner
    still is no parent.
    """
    rgb = to_rgb(centres)
    count = len(rgb)
    masks = [(labels == mode).astype(np.uint8) for mode in range(count)]
    small = np.ones((3, 3), np.uint8)
    inner = [cv2.erode(m, small) for m in masks]
    cores = [
        cv2.countNonZero(i) / max(cv2.countNonZero(m), 1) for i, m in zip(inner, masks, strict=True)
    ]
    widths = [_mean_width(mask) for mask in masks]
    # What lies in an area, such as a path in a park, is not its border.
    most = _BORDER_WIDTH * _WIDEST_STROKE * min(labels.shape)
    field = np.ones((2 * _BORDER_REACH + 1,) * 2, np.uint8)
    around = [np.asarray(cv2.dilate(m, field)).view(np.bool_).ravel() for m in masks]
    # What is near the body of a colour: its anti-aliased fringes round other things do not count.
    body_field = np.ones((2 * _BORDER_REACH + 3,) * 2, np.uint8)
    near_body = [np.asarray(cv2.dilate(i, body_field)).view(np.bool_).ravel() for i in inner]
    pure = np.ones(count, bool)
    for mode in sorted(range(count), key=lambda m: (cores[m], m)):
        if cores[mode] > _BORDER_CORE:
            break
        pixels = np.flatnonzero(masks[mode].view(np.bool_))
        others = [
            o for o in range(count) if o != mode and pure[o] and cores[o] > cores[mode] - 0.03
        ]
        touch = {other: around[other].take(pixels) for other in others}
        wider = [o for o in others if widths[mode] <= _BORDER_WIDTH * widths[o] <= most]
        pure[mode] = not (
            any(_share(near_body[other].take(pixels)) >= _BORDER_SHARE for other in wider)
            or any(
                _share(touch[one] & touch[other]) >= _BORDER_SHARE
                for one, other in combinations(others, 2)
                if lies_between(rgb[mode], rgb[one], rgb[other])
            )
        )
    return pure


def _share(mask: Mask) -> float:
    """Return which share of a mask is set; NaN of none."""
    return float(np.count_nonzero(mask)) / len(mask) if len(mask) else float("nan")


def _mean_width(mask: NDArray[np.uint8]) -> float:
    """Return the mean width of what a mask holds, px: four times its mean depth, less its rim."""
    x, y, width, height = cv2.boundingRect(mask)
    if not width:
        return 0.0
    mask = mask[y : y + height, x : x + width]
    depth = np.asarray(cv2.distanceTransform(np.pad(mask, 1), cv2.DIST_L2, 3))[1:-1, 1:-1]
    return 4.0 * float(depth[mask > 0].mean()) - 2.0


def lies_between(rgb: NDArray[Any], one: NDArray[Any], other: NDArray[Any]) -> bool:
    """Tell whether a colour, (3,), lies between two others in sRGB."""
    span = other - one
    share = float(np.dot(rgb - one, span) / np.dot(span, span))
    off = float(np.linalg.norm(one + share * span - rgb))
    return 0.08 < share < 0.92 and off <= _BORDER_OFF
