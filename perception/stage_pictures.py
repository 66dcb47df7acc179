"""A picture of what each stage found, so that a person sees which stage went wrong."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from perception.overlay import draw_overlay, washed_out
from perception.perceive import map_of
from perception.shapes import Shapes
from perception.text_reading import TextItem

Color = tuple[int, int, int]

_TEXT = (0, 90, 200)
_MARK = (20, 20, 20)
_DOUBTFUL = (214, 0, 147)
_SPARE = (150, 150, 150)
_DOUBT = 0.6
_UNNAMED = (200, 90, 0)


def draw_stages(shapes: Shapes, fonts: Sequence[Path] = ()) -> dict[str, NDArray[np.uint8]]:
    """Draw one picture for each stage.

    Parameters
    ----------
    shapes : Shapes
        What the stages found.
    fonts : sequence of Path, optional
        As in `draw_overlay`.

    Returns
    -------
    dict of str to (h, w, 3) uint8 array
        sRGB at the working size, by name: "picture" as the stages see it; "text", its lines boxed,
        magenta below a confidence of 0.6; "strokes", the pixels of each layer alone; "markers",
        their outlines; "association", markers joined to the text taken as their name, orange where
        there is none; "tracing", the edges, grey where they are spare. "graph" has the picture's
        own size.
    """
    return {
        "picture": shapes.rgb,
        "text": _text(shapes),
        "strokes": _strokes(shapes),
        "markers": _markers(shapes),
        "association": _association(shapes),
        "tracing": _tracing(shapes),
        "graph": draw_overlay(shapes.picture, map_of(shapes).graph, fonts),
    }


def _text(shapes: Shapes) -> NDArray[np.uint8]:
    image, draw, width = _canvas(shapes)
    for line in shapes.lettering.lines:
        _box(draw, line, _TEXT if line.confidence >= _DOUBT else _DOUBTFUL, width)
    return np.asarray(image, np.uint8)


def _strokes(shapes: Shapes) -> NDArray[np.uint8]:
    # White and pale lines are seen on grey.
    drawn = np.full_like(shapes.rgb, 225)
    for layer in reversed(shapes.strokes.layers):
        drawn[layer.mask] = layer.color
    return drawn


def _markers(shapes: Shapes) -> NDArray[np.uint8]:
    image, draw, width = _canvas(shapes)
    for station in shapes.stations:
        for marker in station.markers:
            color = _MARK if marker.confidence >= _DOUBT else _DOUBTFUL
            _outline(draw, marker.outline, color, width)
            x, y = marker.xy
            draw.text((x + marker.radius, y - marker.radius), marker.kind, fill=color, anchor="lb")
    return np.asarray(image, np.uint8)


def _association(shapes: Shapes) -> NDArray[np.uint8]:
    image, draw, width = _canvas(shapes)
    for station in shapes.stations:
        color = _UNNAMED if station.label is None else _MARK
        if station.label is not None and station.confidence < _DOUBT:
            color = _DOUBTFUL
        for marker in station.markers:
            _outline(draw, marker.outline, color, width)
        for one, other in zip(station.markers, station.markers[1:], strict=False):
            draw.line([one.xy, other.xy], fill=color, width=width)
        if station.label is not None:
            _box(draw, station.label, color, width)
            draw.line([station.markers[0].xy, _middle(station.label)], fill=color, width=width)
    return np.asarray(image, np.uint8)


def _tracing(shapes: Shapes) -> NDArray[np.uint8]:
    image, draw, width = _canvas(shapes)
    colors = {layer.id: layer.color for layer in shapes.strokes.layers}
    for edge in shapes.traced.spare:
        draw.line(edge.polyline, fill=_SPARE, width=width)
    for edge in shapes.traced.edges:
        draw.line(edge.polyline, fill=_MARK, width=width * 4)
        draw.line(edge.polyline, fill=colors[edge.layer], width=width * 2)
    for station in shapes.stations:
        for marker in station.markers:
            _outline(draw, marker.outline, _MARK, width)
    return np.asarray(image, np.uint8)


def _canvas(shapes: Shapes) -> tuple[Image.Image, ImageDraw.ImageDraw, int]:
    """Return a washed-out picture, its pen and the width of a line on it."""
    image = Image.fromarray(washed_out(shapes.rgb))
    return image, ImageDraw.Draw(image), max(1, round(float(np.hypot(*image.size)) / 1000.0))


def _box(
    draw: ImageDraw.ImageDraw, item: TextItem, color: tuple[int, int, int], width: int
) -> None:
    for piece in item.pieces or (item,):
        _outline(draw, piece.polygon, color, width)


def _outline(
    draw: ImageDraw.ImageDraw,
    points: Iterable[tuple[float, float]],
    color: Color,
    width: int,
) -> None:
    ring = list(points)
    if len(ring) > 1:
        draw.line([*ring, ring[0]], fill=color, width=width)


def _middle(item: TextItem) -> tuple[float, float]:
    xs, ys = zip(*item.polygon, strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)
