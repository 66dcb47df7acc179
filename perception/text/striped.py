"""Striped strokes, such as those of railways, which are no lines of writing."""

from __future__ import annotations

import numpy as np

from perception.ocr.engine import RgbArray

# Rows of this part of a crop, round its middle, see nothing but the stripes.
_MIDDLE = 0.35
# What the rows share explains so much of how they vary, and they vary so much (grey level).
_SHARED, _VARIED = 0.9, 15.0
# So many borders between stripes at least, in so even steps (spread over mean of every second).
_BORDERS, _EVEN = 5, 0.25


def is_striped(crop: RgbArray) -> bool:
    """Tell whether a crop shows a row of even stripes across it.

    Parameters
    ----------
    crop : numpy.ndarray, shape (h, w, 3), uint8
        A line as `crop_quad` cuts it, its long side across.
    """
    height = crop.shape[0]
    half = max(round(_MIDDLE * height / 2), 1)
    rows = crop[height // 2 - half : height // 2 + half].astype(np.float64).mean(axis=2)
    if not rows.size or rows.std() < _VARIED:
        return False
    profile = rows.mean(axis=0)
    if profile.var() < _SHARED * rows.var():
        return False
    dark = profile < (np.percentile(profile, 10) + np.percentile(profile, 90)) / 2
    borders = np.flatnonzero(dark[1:] != dark[:-1])
    if len(borders) < _BORDERS:
        return False
    # A stripe and the gap behind it are as long everywhere.
    steps = (borders[2:] - borders[:-2]).astype(np.float64)
    return bool(steps.std() <= _EVEN * steps.mean())
