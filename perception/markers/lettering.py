"""Lettering: which readings are text at all, and the colour it is printed in."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from perception.markers.flat_colors import Rgb, to_lab
from perception.raster import fill_polygons
from perception.text_reading import TextItem

# What recognisers make of rings, discs and capsules.
_ROUND = frozenset("0OoQDCcGe〇口")
_ALMOST_ROUND = frozenset("89B")
# What they make of strokes side by side, and of bars across them; "11" may be a number.
_BARS = frozenset("Il|")
# Share of a text box that its lettering covers at least.
_INKED = 0.06


def is_lettering(item: TextItem) -> bool:
    """Tell text from rings, capsules and dots that a recogniser took for letters."""
    signs = [c for c in item.text if c.isalnum()]
    if len(signs) < 2:
        # a single sign may be a mark that was taken for a letter
        return False
    if set(signs) <= _BARS | {"1"} and not all(c == "1" for c in signs):
        return False
    odd = [c for c in signs if c not in _ROUND]
    return bool(odd) and not (len(signs) > 2 and all(c in _ALMOST_ROUND for c in odd))


def text_inks(
    labels: NDArray[np.int16], lines: list[TextItem], colors: Rgb, known: int
) -> NDArray[np.int16]:
    """Return the flat colour of the lettering at each pixel of a text box; -1 elsewhere.

    The ground of a box is its commonest colour. A line may cross the box, so the ink is a colour
    of no line and not the picture's ground, where the box has enough of one: the one common to
    most texts, else the commonest. Lettering in a box of its own may have any colour.

    Parameters
    ----------
    labels : (h, w) int16 array
        Index of the flat colour of each pixel.
    lines : list of TextItem
        Text lines, px.
    colors : (K, 3) uint8 array
        The flat colours, sRGB.
    known : int
        The first so many are the lines' and the ground's.
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
        counts *= apart[int(counts.argmax())]
        plain = counts.copy()
        plain[:known] = 0.0
        enough = plain.max() > _INKED * inside.sum()
        counted.append((window, inside, plain if enough else counts))
    total = np.sum([counts / (counts.sum() + 1.0) for _, _, counts in counted], axis=0)
    inks = np.full(labels.shape, -1, np.int16)
    for window, inside, counts in counted:
        usual = int(np.argmax(total))
        ink = usual if counts[usual] > _INKED * inside.sum() else int(counts.argmax())
        inks[window][inside] = ink
    return inks
