"""Flat colours made flat again after restoring: one colour for each ink of a drawn map.

Least variation leaves faint tints near borders, where colours bled: the black of a ring is reddish
on a red line. Those are told from inks of their own by where they are: a tint is found near
borders alone.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from perception.color_modes import assign_modes, find_modes, lab_bins
from perception.colors import flat_pixels, pure_modes, to_lab, to_rgb
from perception.jpeg.coding import UNIT

Rgb = NDArray[np.uint8]
Lab = NDArray[np.float32]

# Lab distance below which a colour is a tint of a commoner one, or of one that fills blocks.
_TINT = 20.0
# Colours that fill so many blocks each are told apart from this distance on.
_FEWEST_BLOCKS = 4
_APART = 8.0
# A block whose channels vary less was flat.
_FLAT_BLOCK = 6
# Strokes so thin that less than this share of an ink is left without its border have no colour
# that could be told from their soft edges.
_LEAST_CORE = 0.3


def flatten(restored: Rgb, decoded: Rgb) -> Rgb:
    """Return the restored picture with each ink in one colour.

    Thin strokes and soft borders stay as they are.

    Parameters
    ----------
    restored, decoded : (H, W, 3) uint8 array
        sRGB, after and before restoring; not changed.
    """
    lab = to_lab(restored)
    bins = lab_bins(lab)
    inks = _find_inks(lab, bins, decoded)
    labels = assign_modes(bins, inks)
    result = restored.copy()
    colors = np.clip(np.rint(to_rgb(inks)), 0, 255).astype(np.uint8)
    field = np.ones((3, 3), np.uint8)
    for ink, color in enumerate(colors):
        mask = labels == ink
        core = int(np.asarray(cv2.erode(mask.astype(np.uint8), field)).sum())
        if core >= _LEAST_CORE * max(int(mask.sum()), 1):
            result[mask] = color
    return result


def _find_inks(lab: Lab, bins: NDArray[np.int32], decoded: Rgb) -> Lab:
    """Return the colours of areas and strokes, (K, 3)."""
    areas = _area_colors(_flat_blocks(lab, decoded))
    flat = flat_pixels(lab)
    modes = find_modes(lab[flat], at_least=max(40.0, 0.04 * sum(lab.shape[:2])))
    labels = assign_modes(bins, modes)
    sizes = np.bincount(labels[flat & (labels >= 0)], minlength=len(modes))
    kept = list(areas)
    for mode in modes[np.argsort(-sizes, kind="stable")]:
        if min((float(np.linalg.norm(mode - other)) for other in kept), default=np.inf) >= _TINT:
            kept.append(mode)
    inks = np.asarray(kept, np.float32).reshape(-1, 3)
    own = pure_modes(inks, assign_modes(bins, inks))
    own[: len(areas)] = True
    return inks[own]


def _flat_blocks(lab: Lab, decoded: Rgb) -> Lab:
    """Return the colours, (N, 3), in the middle of the blocks that hold nothing drawn."""
    rows, columns = decoded.shape[0] // UNIT, decoded.shape[1] // UNIT
    whole = decoded[: rows * UNIT, : columns * UNIT].reshape(rows, UNIT, columns, UNIT, 3)
    flat = np.ptp(whole, axis=(1, 3)).max(axis=2) <= _FLAT_BLOCK
    middles = lab[UNIT // 2 :: UNIT, UNIT // 2 :: UNIT][:rows, :columns]
    return np.asarray(middles[flat], np.float32)


def _area_colors(blocks: Lab) -> list[Lab]:
    """Return the colours that several blocks have, commonest first."""
    if not len(blocks):
        return []
    bins = np.rint(blocks / (_APART / 2)).astype(int)
    _, owner, counts = np.unique(bins, axis=0, return_inverse=True, return_counts=True)
    kept: list[Lab] = []
    for each in np.argsort(-counts, kind="stable").tolist():
        color = np.asarray(blocks[owner.ravel() == each].mean(axis=0), np.float32)
        apart = [float(np.linalg.norm(color - other)) for other in kept]
        if counts[each] >= _FEWEST_BLOCKS and min(apart, default=np.inf) >= _APART:
            kept.append(color)
    return kept
