"""The text stage: every line of text on a map picture, at any size and angle."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from shapely.geometry import Polygon
from shapely.strtree import STRtree

from perception.ocr.crop import crop_quad
from perception.ocr.engine import OcrEngine, Quad, RgbArray, TextRegion, Transcript
from perception.picture import Picture
from perception.text_reading import TextItem, TextReading


@dataclass(frozen=True, slots=True)
class TextConfig:
    """How the picture is read.

    Attributes
    ----------
    tile, overlap : int
        Px at reading scale.
    small_text : float
        Where the median line is lower than this (px), the picture is read again, enlarged.
    min_confidence : float
        Readings below it are dropped.
    """

    tile: int = 1280
    overlap: int = 256
    small_text: float = 24.0
    max_scale: float = 3.0
    min_confidence: float = 0.5


def read_text(picture: Picture, engine: OcrEngine, config: TextConfig | None = None) -> TextReading:
    """Read every line of text."""
    settings = config or TextConfig()
    start = time.perf_counter()
    regions = _detect(picture.rgb, engine, settings, scale=1.0)
    heights = [min(_sides(region.quad)) for region in regions]
    if heights:
        wanted = min(settings.small_text / float(np.median(heights)), settings.max_scale)
        if wanted > 1.1:
            regions += _detect(picture.rgb, engine, settings, scale=wanted)
    regions = _without_duplicates(regions)
    lines = []
    for region in regions:
        item = _read(picture.rgb, region, engine)
        if item is not None and item.confidence >= settings.min_confidence:
            lines.append(item)
    return TextReading(tuple(lines), str(engine.describe()), time.perf_counter() - start)


def _detect(
    rgb: RgbArray, engine: OcrEngine, settings: TextConfig, scale: float
) -> list[TextRegion]:
    height, width = rgb.shape[:2]
    found = []
    for x0, y0, x1, y1 in _tiles(width, height, settings.tile / scale, settings.overlap / scale):
        part = rgb[y0:y1, x0:x1]
        if scale != 1.0:
            part = np.asarray(
                cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC), np.uint8
            )
        for region in engine.detect(part):
            quad = region.quad / scale + (x0, y0)
            # cut by a tile's inner edge: the neighbour sees it whole
            left, top = quad.min(axis=0)
            right, bottom = quad.max(axis=0)
            margin = 2.0
            if (
                (left < x0 + margin and x0 > 0)
                or (top < y0 + margin and y0 > 0)
                or (right > x1 - margin and x1 < width)
                or (bottom > y1 - margin and y1 < height)
            ):
                continue
            found.append(TextRegion(quad, region.score))
    return found


def _tiles(
    width: int, height: int, tile: float, overlap: float
) -> Iterator[tuple[int, int, int, int]]:
    def spans(length: int) -> list[tuple[int, int]]:
        if length <= tile:
            return [(0, length)]
        count = int(np.ceil((length - overlap) / (tile - overlap)))
        starts = np.linspace(0, length - tile, count)
        return [(int(s), min(int(s + tile), length)) for s in starts]

    for y0, y1 in spans(height):
        for x0, x1 in spans(width):
            yield x0, y0, x1, y1


def _without_duplicates(regions: list[TextRegion]) -> list[TextRegion]:
    polygons = [Polygon(region.quad).buffer(0) for region in regions]
    order = sorted(range(len(regions)), key=lambda i: -polygons[i].area * regions[i].score)
    tree = STRtree(polygons)
    gone: set[int] = set()
    kept = []
    for i in order:
        if i in gone or polygons[i].area == 0:
            continue
        kept.append(i)
        for j in tree.query(polygons[i]):
            if j != i and polygons[j].area > 0:
                shared = polygons[i].intersection(polygons[j]).area
                if shared > 0.5 * polygons[j].area:
                    gone.add(int(j))
    return [regions[i] for i in sorted(kept)]


def _sides(quad: Quad) -> tuple[float, float]:
    return (
        float(np.linalg.norm(quad[1] - quad[0]) + np.linalg.norm(quad[2] - quad[3])) / 2,
        float(np.linalg.norm(quad[3] - quad[0]) + np.linalg.norm(quad[2] - quad[1])) / 2,
    )


def _angle(quad: Quad) -> float:
    dx, dy = (quad[1] + quad[2] - quad[0] - quad[3]) / 2
    return float(np.degrees(np.arctan2(-dy, dx)))


def _orders(quad: Quad) -> list[Quad]:
    """Return the corner orders worth reading."""
    along, across = _sides(quad)
    if across > 1.4 * along:  # reads up or down
        return [np.roll(quad, 1, axis=0), np.roll(quad, -1, axis=0)] + (
            [quad] if across < 2.0 * along else []
        )
    return [quad]


def _read(rgb: RgbArray, region: TextRegion, engine: OcrEngine) -> TextItem | None:
    best: tuple[Quad, Transcript] | None = None
    for quad in _orders(region.quad):
        transcript = engine.transcribe([crop_quad(rgb, quad)])[0]
        if best is None or transcript.confidence > best[1].confidence:
            best = (quad, transcript)
    if best is None or not best[1].text.strip():
        return None
    quad, transcript = best
    return TextItem(
        text=transcript.text.strip(),
        polygon=tuple((float(x), float(y)) for x, y in quad),
        angle=_angle(quad),
        confidence=transcript.confidence,
        height=_sides(quad)[1],
    )
