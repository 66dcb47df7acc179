"""Lettering: which readings are text at all, and the colour it is printed in."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from perception.markers.flat_colors import Rgb, to_lab
from perception.markers.raster import fill_polygons
from perception.text_reading import TextItem

# What recognisers make of rings, discs and capsules.
_ROUND = frozenset("0OoQDCcGe〇口")
_ALMOST_ROUND = frozenset("89B")


def is_lettering(item: TextItem) -> bool:
    """Tell text from rings, capsules and dots that a recogniser took for letters."""
    signs = [c for c in item.text if c.isalnum()]
    if len(signs) < 2:
        # a single sign may be a mark that was taken for a letter
        return False
    odd = [c for c in signs if c not in _ROUND]
    return bool(odd) and not (len(signs) > 2 and all(c in _ALMOST_ROUND for c in odd))


def text_inks(labels: NDArray[np.int16], lines: list[TextItem], colors: Rgb) -> NDArray[np.int16]:
    """Return the flat colour of the lettering at each pixel of a text box; -1 elsewhere.

    The ground of a box is its commonest colour; the ink is the one common to most texts where
    the box has enough of it, else the next commonest (a line may cross the box).
    """
    lab = to_lab(colors)
    apart = np.linalg.norm(lab[:, None] - lab[None], axis=2) > 30.0
    counted = []
    for item in lines:
        (x0, y0), (x1, y1) = (
            np.asarray(item.polygon).min(axis=0),
            np.asarray(item.polygon).max(axis=0),
        )
        window = (
            slice(max(0, int(y0)), max(0, int(y1)) + 1),
            slice(max(0, int(x0)), max(0, int(x1)) + 1),
        )
        corner = (window[1].start, window[0].start)
        inside = fill_polygons(labels[window].shape, [np.asarray(item.polygon) - corner])
        values = labels[window][inside]
        counts = np.bincount(values[values >= 0], minlength=len(colors)).astype(np.float64)
        counted.append((window, inside, counts * apart[int(counts.argmax())]))
    total = np.sum([counts / (counts.sum() + 1.0) for _, _, counts in counted], axis=0)
    inks = np.full(labels.shape, -1, np.int16)
    for window, inside, counts in counted:
        usual = int(np.argmax(total))
        ink = usual if counts[usual] > 0.08 * inside.sum() else int(counts.argmax())
        inks[window][inside] = ink
    return inks
