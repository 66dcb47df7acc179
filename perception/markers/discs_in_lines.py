"""Discs in the colour of a line that lie in gaps of it, as wide as it is.

Their rims have the colour of the ground, or nearly, so that nothing shows but a piece of stroke
between two others; a dash looks like that too, but has other dashes beside it.
"""

from __future__ import annotations

import numpy as np

from perception.markers.blobs import Blob
from perception.markers.candidate import Candidate, grow
from perception.markers.scene import Scene
from perception.raster import components

# Its size in widths of the line, and its form; how much of one that ends a line may be lettering.
_SMALLEST, _LARGEST = 0.75, 2.0
_ROUND = 1.25
_SOLID = 0.88
_FILL = (0.7, 0.9)
_LETTERING = 0.3
# Beside it a piece of the line reaches so many sizes of the disc away, from so near to its border.
_PIECE = 3.0
_GAP = 0.6
# Pieces on two sides of it are so far apart, rad.
_OPPOSITE = 0.6 * np.pi
_PARTING, _ENDING = 0.8, 0.65


def disc_in_line(scene: Scene, blob: Blob, own: int) -> Candidate | None:
    """Return a blob in the colour of a layer as a mark, where it is a disc that parts or ends it.

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
    if own not in blob.layers or long > _ROUND * short:
        return None
    if not _SMALLEST <= short / float(scene.widths[own]) <= _LARGEST:
        return None
    if blob.solidity < _SOLID or not _FILL[0] < blob.size**2 / (long * short) < _FILL[1]:
        return None
    pieces = _pieces_beside(scene, blob, own)
    if not pieces or (len(pieces) == 1 and blob.under_text > _LETTERING):
        return None
    ways = [way for way, _ in pieces]
    parts = any(
        abs((a - b + np.pi) % (2 * np.pi) - np.pi) > _OPPOSITE
        for i, a in enumerate(ways)
        for b in ways[:i]
    )
    if len(pieces) > 1 and not parts:
        return None
    rim = max(blob.rim, min(gap for _, gap in pieces) - 0.5)
    return Candidate(
        centre=blob.centre,
        kind="ring",
        size=blob.size,
        outline=grow(blob.contour, blob.centre, rim + 0.5),
        layers=blob.layers,
        color=blob.color,
        rim_color=blob.rim_color if blob.rim_color >= 0 else scene.background,
        rim=rim,
        elongation=long / short,
        belief=_PARTING if parts else _ENDING,
    )


def _pieces_beside(scene: Scene, blob: Blob, own: int) -> list[tuple[float, float]]:
    """Return in which direction, rad, and how far off, px, long pieces of its line begin."""
    long = blob.sides[0]
    reach = int(_PIECE * long) + 1
    x, y = (round(v) for v in blob.centre)
    top, left = max(0, y - reach), max(0, x - reach)
    parts = components(scene.labels[top : y + reach + 1, left : x + reach + 1] == own)
    found = []
    for number in range(1, parts.count):
        away = np.argwhere(parts.labels == number)[:, ::-1] + (left, top) - np.array(blob.centre)
        far = np.hypot(away[:, 0], away[:, 1])
        gap = float(far.min()) - long / 2
        if far.max() > 0.9 * reach and 0.0 < gap <= _GAP * long:
            beginning = away[far <= far.min() + 2.0].mean(axis=0)
            found.append((float(np.arctan2(beginning[1], beginning[0])), gap))
    return found


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
