"""The picture as the marker detectors see it: flat colours, layers and text in one frame.

Large pictures are reduced first; every coordinate inside a scene is scene px, and `Scene.scale`
leads back to image px.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from perception.markers.raster import components, dilate, fill_polygons
from perception.stages import Mask, Strokes
from perception.text_reading import TextItem, TextReading

Rgb = NDArray[np.uint8]

MAX_PIXELS = 5_000_000

# CIE76 distances in Lab: colours nearer than _SAME are one flat colour; a pixel farther than
# _REACH from all of them is a blend at a border.
_SAME = 12.0
_SAME_TEXTURED = 20.0
_REACH = 20.0
_FLAT_RANGE = 12
# Below this share of flat pixels the ground is textured (paper, a photograph) and is smoothed.
_TEXTURED = 0.6
_MOST_COLORS = 40
_FEWEST_PIXELS = 24

# What recognisers make of rings, discs and capsules.
_ROUND = frozenset("0OoQDCcGe〇口")
_ALMOST_ROUND = frozenset("89B")


@dataclass(frozen=True, slots=True)
class Scene:
    """One picture, prepared for the marker detectors.

    Attributes
    ----------
    rgb : (h, w, 3) uint8 array
        sRGB, reduced to at most `MAX_PIXELS`.
    scale : float
        Scene px per image px.
    colors : (K, 3) uint8 array
        The flat colours, sRGB.
    labels : (h, w) int16 array
        Index of the flat colour of each pixel; -1 for blends.
    layer : (h, w) int16 array
        Index of the stroke layer of each pixel; -1 where there is none.
    layer_ids : tuple of str
        Ids of the layers, by index.
    widths : (L,) float array
        Usual stroke width of each layer, scene px.
    present : (L,) bool array
        Which layers have strokes; those that turned out to be ticks have none.
    width : float
        Usual stroke width over all layers, scene px.
    text : (h, w) bool array
        Inside the box of a text line.
    lines : tuple of TextItem
        The text lines, in scene px.
    background : int
        Index of the background's flat colour.
    ink : (h, w) int16 array
        Index of the flat colour of the lettering in the text box there; -1 outside text.
    """

    rgb: Rgb
    scale: float
    colors: Rgb
    labels: NDArray[np.int16]
    layer: NDArray[np.int16]
    layer_ids: tuple[str, ...]
    widths: NDArray[np.float64]
    present: NDArray[np.bool_]
    width: float
    text: Mask
    lines: tuple[TextItem, ...]
    text_height: float
    background: int
    ink: NDArray[np.int16]

    @property
    def shape(self) -> tuple[int, int]:
        """Height and width, scene px."""
        return self.labels.shape[0], self.labels.shape[1]


def build_scene(rgb: Rgb, reading: TextReading, strokes: Strokes) -> Scene:
    """Bring picture, text and strokes into one frame.

    Parameters
    ----------
    rgb : (H, W, 3) uint8 array
        sRGB.
    reading : TextReading
        Text lines, image px.
    strokes : Strokes
        Layers with masks of shape (H, W).
    """
    height, width = rgb.shape[:2]
    scale = min(1.0, float(np.sqrt(MAX_PIXELS / (height * width))))
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    if scale < 1.0:
        rgb = np.asarray(cv2.resize(rgb, size, interpolation=cv2.INTER_AREA), np.uint8)
    textured = bool(_flat(rgb).mean() < _TEXTURED)
    if textured:
        rgb = np.asarray(cv2.bilateralFilter(rgb, 9, 45.0, 4.0), np.uint8)
    layer = np.full((size[1], size[0]), -1, np.int16)
    # The first layers are the largest; later ones are drawn over them and keep their pixels.
    for index, stroke in enumerate(strokes.layers):
        mask = stroke.mask.view(np.uint8)
        if scale < 1.0:
            mask = (cv2.resize(mask * 255, size, interpolation=cv2.INTER_AREA) > 127).view(np.uint8)
        layer[mask.view(bool)] = index
    for index in _mark_layers(layer, strokes, scale):
        layer[layer == index] = -1
    lines = tuple(scale_item(item, scale) for item in reading.lines)
    colors, labels = flat_colors(
        rgb,
        (*(stroke.color for stroke in strokes.layers), strokes.background),
        _SAME_TEXTURED if textured else _SAME,
    )
    lettering = [item for item in lines if is_lettering(item)]
    text = fill_polygons(layer.shape, [item.polygon for item in lettering])
    widths = np.array([stroke.width * scale for stroke in strokes.layers], np.float64)
    return Scene(
        rgb=rgb,
        scale=scale,
        colors=colors,
        labels=labels,
        layer=layer,
        layer_ids=tuple(stroke.id for stroke in strokes.layers),
        widths=widths,
        present=np.array([bool((layer == i).any()) for i in range(len(widths))], np.bool_),
        width=_usual_width(layer, widths),
        text=text,
        lines=lines,
        text_height=float(np.median([item.height for item in lines])) if lines else 0.0,
        background=len(strokes.layers),
        ink=_inks(labels, lettering, colors),
    )


def _mark_layers(layer: NDArray[np.int16], strokes: Strokes, scale: float) -> list[int]:
    """Return the layers that are ticks: short bars that each touch another line."""
    ticks = []
    for index, stroke in enumerate(strokes.layers):
        parts = components(layer == index, connectivity=8)
        width = max(1.0, stroke.width * scale)
        sides = parts.boxes[1:, 2:]
        real = parts.areas[1:] >= 0.3 * width * width
        if not real.any():
            continue
        short = np.hypot(sides[:, 0], sides[:, 1]) < 6.0 * width
        others = dilate((layer >= 0) & (layer != index), 2 * round(0.3 * width) + 5)
        touching = np.bincount(parts.labels[others], minlength=parts.count)[1:] > 0
        areas = parts.areas[1:] * real
        if real.sum() >= 5 and areas[short & touching].sum() > 0.7 * areas.sum():
            ticks.append(index)
    return ticks


def _inks(labels: NDArray[np.int16], lines: list[TextItem], colors: Rgb) -> NDArray[np.int16]:
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


def scale_item(item: TextItem, factor: float) -> TextItem:
    """Return a text item with all its px multiplied by a factor."""
    if factor == 1.0:
        return item
    return TextItem(
        text=item.text,
        polygon=tuple((x * factor, y * factor) for x, y in item.polygon),
        angle=item.angle,
        confidence=item.confidence,
        height=item.height * factor,
        pieces=tuple(scale_item(piece, factor) for piece in item.pieces),
    )


def flat_colors(
    rgb: Rgb, known: tuple[tuple[int, int, int], ...], same: float = 12.0
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
    counts = np.bincount(bins[_flat(rgb)], minlength=1 << 15)
    codes = np.arange(1 << 15, dtype=np.uint16)
    centres = np.stack([(codes >> 10) & 31, (codes >> 5) & 31, codes & 31], axis=1)
    lab = to_lab((centres * 8 + 4).astype(np.uint8))
    # colours fall on both sides of a bin's border: count each bin with its neighbours
    votes = (
        ndimage.uniform_filter(
            counts.reshape(32, 32, 32).astype(np.float64), size=3, mode="constant"
        ).ravel()
        * (counts > 0)
        * 27
    )
    chosen = [to_lab(np.array([color], np.uint8))[0] for color in known]
    free = np.flatnonzero(votes >= _FEWEST_PIXELS)
    free = free[np.argsort(-votes[free], kind="stable")]
    for code in free:
        if len(chosen) >= len(known) + _MOST_COLORS:
            break
        near = [float(np.linalg.norm(lab[code] - other)) for other in chosen]
        if not near or min(near) >= same:
            chosen.append(lab[code])
    # thin lettering and outlines have no flat pixels: take the commonest dark and light colour
    every = np.bincount(bins.ravel(), minlength=1 << 15)
    for extreme in (lab[:, 0] < 30.0, lab[:, 0] > 92.0):
        code = int(np.where(extreme, every, 0).argmax())
        near = [float(np.linalg.norm(lab[code] - other)) for other in chosen]
        if every[code] >= _FEWEST_PIXELS and min(near, default=np.inf) >= same:
            chosen.append(lab[code])
    table = np.full(1 << 15, -1, np.int16)
    best = np.full(1 << 15, _REACH, np.float32)
    for index, centre in enumerate(chosen):
        distance = np.linalg.norm(lab - centre, axis=1)
        closer = distance < best
        table[closer] = index
        best[closer] = distance[closer]
    as_rgb = cv2.cvtColor(np.array(chosen, np.float32)[None], cv2.COLOR_LAB2RGB)[0]
    return np.clip(np.rint(as_rgb * 255), 0, 255).astype(np.uint8), table[bins]


def _flat(rgb: Rgb) -> Mask:
    """Return the pixels whose 3 x 3 neighbourhood has one colour."""
    kernel = np.ones((3, 3), np.uint8)
    spread = cv2.subtract(cv2.dilate(rgb, kernel), cv2.erode(rgb, kernel)).max(axis=2)
    return np.asarray(spread <= _FLAT_RANGE, np.bool_)


def to_lab(colors: Rgb) -> NDArray[np.float32]:
    """Return sRGB colours, (K, 3) uint8, as CIE Lab (L 0 to 100)."""
    scaled = colors[None].astype(np.float32) / 255.0
    return np.asarray(cv2.cvtColor(scaled, cv2.COLOR_RGB2LAB)[0], np.float32)


def is_lettering(item: TextItem) -> bool:
    """Tell text from rings, capsules and dots that a recogniser took for letters."""
    signs = [c for c in item.text if c.isalnum()]
    if len(signs) < 2:
        # a single sign may be a mark that was taken for a letter
        return False
    odd = [c for c in signs if c not in _ROUND]
    return bool(odd) and not (len(signs) > 2 and all(c in _ALMOST_ROUND for c in odd))


def _usual_width(layer: NDArray[np.int16], widths: NDArray[np.float64]) -> float:
    if not len(widths):
        return 0.0
    pixels = np.bincount(layer[layer >= 0].ravel(), minlength=len(widths))
    length = pixels / np.maximum(widths, 1.0)
    order = np.argsort(widths, kind="stable")
    running = np.cumsum(length[order])
    return float(widths[order][np.searchsorted(running, running[-1] / 2.0)])
