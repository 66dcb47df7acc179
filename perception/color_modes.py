"""Modes of a histogram of Lab colours, and the nearest mode of every pixel."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from perception.lab_distance import squared_distance
from perception.stages import Mask

# Distances are CIE76 in Lab: about 2.3 is just visible, 10 two shades of a colour.
_BIN = 4
_MERGE = 11.0
_NEAR = 20.0
# Between two modes are so many of the colours (CIE76) round the rarer one.
_ROUND = 3.0
_VALLEY = 0.3
# Makes the Lab axes a and b positive.
_SHIFT = np.array([0, 128, 128], np.float32)
# Bins of the table in which colours are given to modes, and their size.
_TABLE = (51, 128, 128)
_STEP = 2.0


def find_modes(colours: NDArray[np.float32], at_least: float) -> NDArray[np.float32]:
    """Return the modes of a set of Lab colours, (N, 3), as (K, 3).

    The commonest come first. A rare colour beside a common one has no peak of its own among all
    colours, but has one among those that are far from all that were found.
    """
    kept = _peaks(colours, at_least)
    if not len(kept):
        return kept
    far = np.ones(len(colours), bool)
    for mode in kept:
        far &= squared_distance(colours, mode) >= _MERGE * _MERGE
    for mode in _peaks(colours[far], at_least):
        nearest = kept[np.linalg.norm(kept - mode, axis=1).argmin()]
        if np.linalg.norm(nearest - mode) >= _MERGE and _is_parted(colours, mode, nearest):
            kept = np.concatenate([kept, mode[None]])
    return kept


def _is_parted(
    colours: NDArray[np.float32], mode: NDArray[np.float32], other: NDArray[np.float32]
) -> bool:
    """Tell whether far fewer colours lie between two modes than round the first of them."""

    def about(place: NDArray[np.float32]) -> int:
        return int(np.count_nonzero(squared_distance(colours, place) <= _ROUND * _ROUND))

    between = min(about(mode + np.float32(share) * (other - mode)) for share in (0.4, 0.5, 0.6))
    return between < _VALLEY * about(mode)


def _peaks(colours: NDArray[np.float32], at_least: float) -> NDArray[np.float32]:
    """Return where the histogram of Lab colours, (N, 3), has its peaks, (K, 3)."""
    if not len(colours):
        return np.zeros((0, 3), np.float32)
    shape = (100 // _BIN + 1, 256 // _BIN, 256 // _BIN)
    flat_index = _bin_index(colours, shape, lambda axis: axis / np.float32(_BIN))
    size = int(np.prod(shape))
    counts = np.bincount(flat_index, minlength=size).astype(np.float32)
    sums = [np.bincount(flat_index, colours[:, c], minlength=size) for c in range(3)]
    box = np.ones((3, 3, 3), np.float32)
    total = ndimage.convolve(counts.reshape(shape), box, mode="constant")
    peak = (total == ndimage.maximum_filter(total, size=3)) & (total >= at_least)
    means = (
        np.stack(
            [ndimage.convolve(s.reshape(shape), box, mode="constant")[peak] for s in sums], axis=1
        )
        / total[peak][:, None]
    )
    order = np.argsort(-total[peak], kind="stable")
    kept: list[NDArray[np.float64]] = []
    for mean in means[order]:
        if all(np.linalg.norm(mean - other) >= _MERGE for other in kept):
            kept.append(mean)
    return np.asarray(kept, np.float32).reshape(-1, 3)


def _bin_index(
    lab: NDArray[np.float32],
    shape: tuple[int, int, int],
    scaled: Callable[[NDArray[np.float32]], NDArray[np.float32]],
) -> NDArray[np.int32]:
    """Return the index of the bin of colours, (..., 3), in a table of the given shape, (...,).

    Axis by axis: along a last axis of three NumPy is several times as slow.
    """
    index = np.zeros(lab.shape[:-1], np.int32)
    for axis, (extent, shift) in enumerate(zip(shape, _SHIFT, strict=True)):
        bins = scaled(lab[..., axis] + shift).astype(np.int32)
        np.clip(bins, 0, extent - 1, out=bins)
        index *= np.int32(extent)
        index += bins
    return index


def lab_bins(lab: NDArray[np.float32]) -> NDArray[np.int32]:
    """Return the bin of every pixel, (H, W), as `assign_modes` takes them."""
    return _bin_index(lab, _TABLE, lambda axis: np.rint(axis / np.float32(_STEP)))


def assign_modes(
    bins: NDArray[np.int32], centres: NDArray[np.float32], pure: Mask | None = None
) -> NDArray[np.int16]:
    """Give every pixel, by its bin, the nearest centre within reach, else -1; through a table.

    With `pure`, (K,), the pixels of the other centres go to the nearest pure one, however far:
    a border to the colour that it has most of. The labels count the pure centres alone.
    """
    shape = _TABLE
    axes = tuple(
        np.arange(extent) * _STEP - shift for extent, shift in zip(shape, _SHIFT, strict=True)
    )
    kept = np.ones(len(centres), bool) if pure is None else pure
    best = np.full(shape, _NEAR * _NEAR, np.float32)
    best_kept = np.full(shape, np.inf, np.float32)
    table = np.full(shape, -1, np.int16)
    table_kept = np.full(shape, -1, np.int16)
    number = 0
    for centre, keep in zip(centres, kept.tolist(), strict=True):
        light, red, blue = (
            np.square(axis.astype(np.float32) - value)
            for axis, value in zip(axes, centre, strict=True)
        )
        distance = (light[:, None] + red)[..., None] + blue
        closer = distance < best
        best[closer] = distance[closer]
        table[closer] = 0
        if keep:
            closer = distance < best_kept
            best_kept[closer] = distance[closer]
            table_kept[closer] = number
            number += 1
    nearest = np.where(table >= 0, table_kept, table).ravel()
    return np.asarray(nearest.take(bins), np.int16)
