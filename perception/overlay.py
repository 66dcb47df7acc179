"""The graph drawn over its picture, so that a person sees a mistake at once."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from perception.map_graph import MapEdge, MapGraph, MapLine
from perception.picture import Picture

_SURE = (20, 20, 20)
_DOUBTFUL = (214, 0, 147)
_DOUBT = 0.6
_WASH = 0.68

Font = ImageFont.FreeTypeFont | ImageFont.ImageFont


def draw_overlay(
    picture: Picture, graph: MapGraph, fonts: Sequence[Path] = ()
) -> NDArray[np.uint8]:
    """Draw what was read over a washed-out picture.

    Edges are polylines in their line's colour on a dark halo, side by side where lines share one;
    stations are circles with their names. What was read with a confidence below 0.6, and a
    station without name, is magenta.

    Parameters
    ----------
    picture : Picture
        The picture that was read.
    graph : MapGraph
        What was read, in image px.
    fonts : sequence of Path, optional
        TrueType or OpenType fonts. Each name is drawn with the first that has all its characters;
        where none has, with that which lacks fewest, and these are drawn as "?". Without any,
        Pillow's own font is used.

    Returns
    -------
    (H, W, 3) uint8 array
        sRGB, of the picture's size.
    """
    image = Image.fromarray(washed_out(picture.rgb))
    draw = ImageDraw.Draw(image)
    unit = max(1.0, np.hypot(graph.width, graph.height) / 1000.0)
    lines = {line.id: line for line in graph.lines}
    places = {station.id: station.xy for station in graph.stations}
    for edge in graph.edges:
        _draw_edge(draw, edge, lines, unit)
    for transfer in graph.transfers:
        _dashed(draw, places[transfer.source], places[transfer.target], unit)
    size = max(9, round(9 * unit))
    loaded: list[Font] = [ImageFont.truetype(str(path), size) for path in fonts]
    if not loaded:
        loaded = [ImageFont.load_default(size)]
    for station in graph.stations:
        sure = station.confidence >= _DOUBT and bool(station.name)
        color = _SURE if sure else _DOUBTFUL
        x, y = station.xy
        reach = 3.2 * unit
        draw.ellipse(
            (x - reach, y - reach, x + reach, y + reach),
            fill=(255, 255, 255),
            outline=color,
            width=max(1, round(1.4 * unit)),
        )
        name, font = _drawable(station.name or "(no name)", loaded)
        draw.text(
            (x + 1.6 * reach, y),
            name,
            fill=color,
            font=font,
            anchor="lm" if isinstance(font, ImageFont.FreeTypeFont) else None,
            stroke_width=max(1, round(0.9 * unit)),
            stroke_fill=(255, 255, 255),
        )
    return np.asarray(image, np.uint8)


def washed_out(rgb: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return a picture paled towards white, (H, W, 3) uint8, to draw upon."""
    return (rgb.astype(np.float32) * (1.0 - _WASH) + 255.0 * _WASH).astype(np.uint8)


def _draw_edge(
    draw: ImageDraw.ImageDraw, edge: MapEdge, lines: dict[str, MapLine], unit: float
) -> None:
    points = [tuple(point) for point in edge.polyline]
    if len(points) < 2:
        return
    width = max(2, round(2.2 * unit))
    halo = (0, 0, 0) if edge.confidence >= _DOUBT else _DOUBTFUL
    count = max(len(edge.lines), 1)
    draw.line(points, fill=halo, width=width * count + max(2, round(1.5 * unit)), joint="curve")
    for place, identity in enumerate(edge.lines):
        offset = (place - (count - 1) / 2.0) * width
        draw.line(
            _shifted(points, offset), fill=_rgb(lines[identity].color), width=width, joint="curve"
        )


def _shifted(points: list[tuple[float, ...]], offset: float) -> list[tuple[float, float]]:
    """Move a polyline sideways by `offset` px."""
    line = np.asarray(points, np.float64)
    along = np.gradient(line, axis=0)
    normal = np.stack([-along[:, 1], along[:, 0]], axis=1)
    normal /= np.maximum(np.hypot(normal[:, 0], normal[:, 1]), 1e-9)[:, None]
    return [(float(x), float(y)) for x, y in line + offset * normal]


def _dashed(
    draw: ImageDraw.ImageDraw, a: tuple[float, float], b: tuple[float, float], unit: float
) -> None:
    start, span = np.asarray(a), np.asarray(b) - np.asarray(a)
    count = max(int(np.hypot(*span) / (6.0 * unit)), 1)
    for step in range(count):
        first = start + span * (step / count)
        last = start + span * ((step + 0.5) / count)
        draw.line([*first.tolist(), *last.tolist()], fill=_SURE, width=max(1, round(unit)))


def _rgb(color: str) -> tuple[int, int, int]:
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


def _drawable(name: str, fonts: Sequence[Font]) -> tuple[str, Font]:
    """Return the font that lacks fewest of a name's characters, and the name with "?" for those."""
    written = [(_written(name, font), font) for font in fonts]
    return min(written, key=lambda pair: sum(a != b for a, b in zip(pair[0], name, strict=True)))


def _written(name: str, font: Font) -> str:
    if not isinstance(font, ImageFont.FreeTypeFont):
        return name.encode("latin-1", "replace").decode("latin-1")
    missing = bytes(font.getmask("\uffff"))
    return "".join(
        char if char.isspace() or char == "\uffff" or bytes(font.getmask(char)) != missing else "?"
        for char in name
    )
