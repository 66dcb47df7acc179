"""Discs in the colour of a line that lie in gaps of it, as wide as it is.

Their rims have the colour of the ground, or nearly, so that nothing shows but a piece of stroke
between two others; a dash looks like that too, but has other dashes beside it.
"""

from __future__ import annotations

import numpy as np

from perception.markers.blobs import Blob
from perception.markers.scene import Scene
from perception.raster import components

# Beside such a disc a piece of the line reaches so many sizes of the disc away.
_PIECE = 3.0
# Its form; how much of one that ends a line may lie in lettering.
_ROUND = 1.25
_SOLID = 0.88
_FILL = (0.7, 0.87)
_LETTERING = 0.3


def is_disc_in_line(scene: Scene, blob: Blob, own: int) -> bool:
    """Tell whether a blob in the colour of a layer is a disc that parts or ends its line.

    Parameters
    ----------
    scene : Scene
        The picture.
    blob : Blob
        One blob.
    own : int
        The layer whose colour it has; -1 where none has.
    """
    long, short = blob.sides
    if own not in blob.layers or short < float(scene.widths[own]) or long > _ROUND * short:
        return False
    if blob.solidity < _SOLID or not _FILL[0] < blob.size**2 / (long * short) < _FILL[1]:
        return False
    parts = is_opposite(blob)
    if not parts and (len(blob.arcs) != 1 or blob.under_text > _LETTERING):
        return False
    reach = int(_PIECE * long) + 1
    x, y = (round(v) for v in blob.centre)
    top, left = max(0, y - reach), max(0, x - reach)
    pieces = components(scene.layer[top : y + reach + 1, left : x + reach + 1] == own)
    middle = np.array([y - top, x - left])
    far = 0
    for number in range(1, pieces.count):
        if number != pieces.labels[tuple(middle)]:
            away = np.argwhere(pieces.labels == number) - middle
            far += bool(np.hypot(away[:, 0], away[:, 1]).max() > 0.9 * reach)
    return far > (1 if parts else 0)


def is_opposite(blob: Blob) -> bool:
    """Tell whether lines leave a blob on opposite sides."""
    directions = [centre for centre, _ in blob.arcs]
    if any(span >= 1.2 * np.pi for _, span in blob.arcs):
        return True
    return any(
        abs((a - b + np.pi) % (2 * np.pi) - np.pi) > 0.6 * np.pi
        for i, a in enumerate(directions)
        for b in directions[:i]
    )
