"""Compact blobs that a line runs into: dots, rings, squares, icons, numbered circles.

Every connected component of one flat colour is a candidate. It counts by its shape (compact) and
by what lies round it: a line's colour, a rim (a thin uniform outline), or a line that ends at it.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass

import numpy as np
from numpy.typing import NDArray

from perception.markers.scene import Scene
from perception.markers.surroundings import Surroundings, look_around
from perception.raster import (
    components,
    convex_hull,
    dilate,
    erode,
    fill_polygons,
    local_maximum,
    outer_contour,
    tight_sides,
)
from perception.stages import Mask

# Label, x, y, width, height.
_Part = tuple[int, ...]

_SMALLEST = 0.35
_THINNEST = 0.28
# Bits of stroke are so thick, in stroke widths.
_BLEND = 0.25
_LARGEST = 6.0
_LARGEST_TO_TEXT = 3.5
_LARGEST_BOX = 12.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Blob(Surroundings):
    """One compact region and its surroundings; all lengths in scene px.

    Attributes
    ----------
    centre : tuple of float
        Of its area.
    contour : (N, 2) float array
        Its outer border, without the rim.
    size : float
        Root of its filled area.
    sides : tuple of float
        Longer and shorter side of the tightest rectangle.
    solidity : float
        Filled area over the area of the convex hull.
    hull : (M, 2) float array
        Its convex hull.
    color : int
        Index of its flat colour.
    under_text : float
        Share of its pixels inside the box of a text line.
    ink : int
        Flat colour of that text; -1 where there is none.
    text_height : float
        Usual height of text lines in the picture.
    """

    centre: tuple[float, float]
    contour: NDArray[np.float64]
    size: float
    sides: tuple[float, float]
    solidity: float
    hull: NDArray[np.float64]
    color: int
    under_text: float
    ink: int
    text_height: float


def find_blobs(scene: Scene) -> list[Blob]:
    """Find the compact blobs on or near a stroke."""
    if not len(scene.widths):
        return []
    beside, largest = _beside_lines(scene), _largest(scene)
    near = np.flatnonzero(beside)
    strokes = _with_bare_bits(scene)
    blobs = []
    for color in range(len(scene.colors)):
        mask = scene.labels == color
        if not (mask & beside).any():
            continue
        limit = largest
        if color == scene.background:
            limit = max(largest, _LARGEST_BOX * scene.text_height)
        blobs += _of_color(scene, strokes, mask, color, near, limit)
    return blobs


def blobs_among(scene: Scene, drawn: Mask) -> list[Blob]:
    """Find the compact blobs on or near a stroke among some pixels, of whatever colour."""
    near = np.flatnonzero(_beside_lines(scene))
    return _of_color(scene, _with_bare_bits(scene), drawn, -1, near, _largest(scene))


def _largest(scene: Scene) -> float:
    return max(_LARGEST * scene.width, _LARGEST_TO_TEXT * scene.text_height)


def _beside_lines(scene: Scene) -> Mask:
    reach = int(np.ceil(max(scene.width + 3.0, 0.6 * scene.text_height))) * 2 + 1
    lines = (scene.layer >= 0) | (
        (scene.labels < len(scene.widths)) & (scene.labels >= 0) & ~scene.text
    )
    return dilate(lines, reach)


def _of_color(
    scene: Scene,
    strokes: NDArray[np.int16],
    mask: Mask,
    color: int,
    near: NDArray[np.intp],
    limit: float,
) -> list[Blob]:
    """Return the blobs of a mask, (h, w), no larger than a limit, px, at the pixels `near`."""
    width = scene.width
    labels, found, large = _components(mask, near, width, limit)
    blobs = []
    if large is not None:
        # a thin outline with holes lets a disc run out into the ground: cut the necks
        # and a line of the mark's own colour that runs into it
        for size in sorted({3, 2 * round(0.3 * width) + 1}):
            cut, more, _ = _components(erode(large, size), near, width, _largest(scene))
            if more:
                grown = local_maximum(cut.astype(np.float32), size).astype(np.int32)
                blobs += _described(scene, strokes, np.where(large, grown, 0), more, color)
    return blobs + _described(scene, strokes, labels, found, color)


def _components(
    mask: Mask, near: NDArray[np.intp], width: float, largest: float
) -> tuple[NDArray[np.int32], list[_Part], Mask | None]:
    """Return component labels, (label, x, y, w, h) of those of a marker's size, the larger ones.

    Of a marker's size are only those at one of the places `near`, indices of pixels. None where
    there are no larger ones.
    """
    parts = components(mask)
    w, h = parts.boxes[:, 2], parts.boxes[:, 3]
    small = (np.minimum(w, h) >= max(3.0, _THINNEST * width)) & (parts.areas >= 0.12 * w * h)
    fits = small & (np.maximum(w, h) <= largest)
    fits &= np.bincount(parts.labels.ravel().take(near), minlength=parts.count) > 0
    fits[0] = False
    large = small & (np.maximum(w, h) > largest)
    large[0] = False
    found = [(int(i), *map(int, parts.boxes[i])) for i in np.flatnonzero(fits)]
    return parts.labels, found, large.take(parts.labels) if large.any() else None


def _with_bare_bits(scene: Scene) -> NDArray[np.int16]:
    """Return the layer of each pixel, short bits that may be missing from their masks as well.

    What has a line's colour but is much thinner is a blend, at the rim of a mark say.
    """
    bare = (scene.layer < 0) & (scene.labels >= 0) & (scene.labels < len(scene.widths))
    bare &= ~scene.text
    kept = np.zeros(scene.shape, bool)
    for index, width in enumerate(scene.widths):
        own = scene.labels == index
        size = round(_BLEND * float(width))
        thick = dilate(erode(own & bare, size), size) if size > 1 else own
        # soft borders of what is in the mask
        kept |= own & (thick | dilate(scene.layer == index, 5))
    return np.where(bare & kept, scene.labels, scene.layer)


def _described(
    scene: Scene,
    strokes: NDArray[np.int16],
    labels: NDArray[np.int32],
    found: list[_Part],
    color: int,
) -> list[Blob]:
    blobs = (
        _describe(scene, strokes, labels, label, color, (x, y, w, h)) for label, x, y, w, h in found
    )
    return [blob for blob in blobs if blob is not None]


def _describe(
    scene: Scene,
    strokes: NDArray[np.int16],
    labels: NDArray[np.int32],
    label: int,
    color: int,
    box: tuple[int, int, int, int],
) -> Blob | None:
    x, y, w, h = box
    pad = int(np.ceil(max(0.8 * scene.width, 0.5 * float(np.sqrt(w * h))))) + 5
    x0, y0 = max(0, x - pad), max(0, y - pad)
    x1, y1 = min(scene.shape[1], x + w + pad), min(scene.shape[0], y + h + pad)
    window = (slice(y0, y1), slice(x0, x1))
    own = labels[window] == label
    contour = outer_contour(own)
    filled = fill_polygons(own.shape, [contour])
    area = int(filled.sum())
    if area < (_SMALLEST * scene.width) ** 2:
        return None
    hull = convex_hull(contour)
    solidity = area / float(fill_polygons(own.shape, [hull]).sum())
    if solidity < 0.5:
        return None
    ys, xs = np.nonzero(filled)
    centre = (float(xs.mean()), float(ys.mean()))
    around = look_around(scene, strokes[window], window, filled, centre, color)
    return Blob(
        centre=(centre[0] + x0, centre[1] + y0),
        contour=contour.astype(np.float64) + np.array([x0, y0]),
        size=float(np.sqrt(area)),
        sides=tight_sides(contour),
        solidity=solidity,
        hull=hull + np.array([x0, y0]),
        color=color,
        ink=_commonest(scene.ink[window][filled]),
        under_text=float(scene.text[window][filled].mean()),
        text_height=scene.text_height,
        **asdict(around),
    )


def _commonest(values: NDArray[np.int16]) -> int:
    known = values[values >= 0]
    return int(np.bincount(known).argmax()) if len(known) else -1
