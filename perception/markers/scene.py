"""The picture as the marker detectors see it: flat colours, layers and text in one frame.

Large pictures are reduced first; every coordinate inside a scene is scene px, and `Scene.scale`
leads back to image px.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from perception.markers.flat_colors import (
    SAME,
    SAME_TEXTURED,
    Rgb,
    flat_colors,
    flat_pixels,
    join_blacks,
)
from perception.markers.lettering import is_lettering, text_inks
from perception.markers.tick_layers import tick_layers
from perception.raster import components, fill_polygons
from perception.stages import Mask, Strokes
from perception.text_reading import TextItem, TextReading

MAX_PIXELS = 5_000_000

# So many dashes, at most so many widths long, make a dashed stroke; between two there are so many
# widths at most.
_FEWEST_DASHES = 12
_LONGEST_DASH = 8.0
_DASH_GAP = 2.0

# Below this share of flat pixels the ground is textured (paper, a photograph) and is smoothed.
_TEXTURED = 0.6


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
    dash_gaps : (L,) float array
        How far the dashes of each layer are apart at most, scene px; 0 where they are whole.
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
    dash_gaps: NDArray[np.float64]
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
    rgb = _one_toned(rgb, strokes)
    height, width = rgb.shape[:2]
    scale = min(1.0, float(np.sqrt(MAX_PIXELS / (height * width))))
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    if scale < 1.0:
        rgb = np.asarray(cv2.resize(rgb, size, interpolation=cv2.INTER_AREA), np.uint8)
    flat = flat_pixels(rgb)
    textured = bool(flat.mean() < _TEXTURED)
    if textured:
        rgb = np.asarray(cv2.bilateralFilter(rgb, 9, 45.0, 4.0), np.uint8)
        flat = flat_pixels(rgb)
    layer = np.full((size[1], size[0]), -1, np.int16)
    # The first layers are the largest; later ones are drawn over them and keep their pixels.
    for index, stroke in enumerate(strokes.layers):
        mask = stroke.mask.view(np.uint8)
        if scale < 1.0:
            mask = (cv2.resize(mask * 255, size, interpolation=cv2.INTER_AREA) > 127).view(np.uint8)
        layer[mask.view(bool)] = index
    for index in tick_layers(layer, strokes, scale):
        layer[layer == index] = -1
    lines = tuple(scale_item(item, scale) for item in reading.lines)
    colors, labels = flat_colors(
        rgb,
        (*(stroke.color for stroke in strokes.layers), strokes.background),
        SAME_TEXTURED if textured else SAME,
        flat,
    )
    labels = join_blacks(colors, labels, len(strokes.layers) + 1)
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
        dash_gaps=np.array([_dash_gap(layer == i, w) for i, w in enumerate(widths.tolist())]),
        present=np.array([bool((layer == i).any()) for i in range(len(widths))], np.bool_),
        width=_usual_width(layer, widths),
        text=text,
        lines=lines,
        text_height=float(np.median([item.height for item in lines])) if lines else 0.0,
        background=len(strokes.layers),
        ink=text_inks(labels, lettering, colors, len(strokes.layers) + 1),
    )


def _one_toned(rgb: Rgb, strokes: Strokes) -> Rgb:
    """Return the picture with lines of two tones in one: nothing inside them is a mark."""
    if strokes.inside is None:
        return rgb
    painted = rgb.copy()
    for layer in strokes.layers:
        painted[layer.mask & strokes.inside] = layer.color
    return painted


def layer_windows(
    scene: Scene, widths: float, px: int
) -> Iterator[tuple[int, float, Mask, tuple[slice, slice]]]:
    """Yield each layer that has strokes, cut out with a margin.

    Parameters
    ----------
    scene : Scene
        Its layers.
    widths, px : float, int
        The margin: so many stroke widths and px.

    Yields
    ------
    index, width, mask, window
        The layer, its stroke width, its pixels in the window, and the window's rows and columns.
    """
    for index, width in enumerate(scene.widths):
        mask = scene.layer == index
        x, y, across, down = cv2.boundingRect(mask.view(np.uint8))
        if not across:
            continue
        margin = int(np.ceil(widths * width)) + px
        rows = slice(max(0, y - margin), y + down + margin)
        columns = slice(max(0, x - margin), x + across + margin)
        yield index, float(width), mask[rows, columns], (rows, columns)


def _dash_gap(mask: Mask, width: float) -> float:
    """Return how far dashes of a stroke may be apart, px; 0 where hardly any of it is dashes."""
    parts = components(mask, connectivity=8)
    dashes = (parts.boxes[:, 2:].max(axis=1) <= _LONGEST_DASH * width) & (parts.areas >= width)
    dashes[0] = False
    dashed = dashes.sum() >= _FEWEST_DASHES and parts.areas[dashes].sum() >= 0.5 * mask.sum()
    return _DASH_GAP * width if dashed else 0.0


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


def _usual_width(layer: NDArray[np.int16], widths: NDArray[np.float64]) -> float:
    if not len(widths):
        return 0.0
    pixels = np.bincount(layer[layer >= 0].ravel(), minlength=len(widths))
    length = pixels / np.maximum(widths, 1.0)
    order = np.argsort(widths, kind="stable")
    running = np.cumsum(length[order])
    return float(widths[order][np.searchsorted(running, running[-1] / 2.0)])
