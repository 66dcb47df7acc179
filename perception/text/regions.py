"""Where text may be: detection over tiles and scales."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from shapely.geometry import Polygon
from shapely.strtree import STRtree

from perception.ocr.engine import OcrEngine, Quad, RgbArray, TextRegion
from perception.text.quad import angle_of, rectangle, sides


@dataclass(frozen=True, slots=True)
class DetectionConfig:
    """At which sizes text is looked for.

    Attributes
    ----------
    probe_pixels : float
        The first pass sees the picture reduced to at most this many pixels.
    box_height : float
        The second pass brings the lower quartile of the boxes of the first to this height, px. It
        is what PP-OCR detects best; boxes are about 1.4 times as high as the font size.
    min_ratio, max_scale : float
        The second pass is at least `min_ratio` times as fine as the first, and enlarges the
        picture at most `max_scale` times.
    max_pixels : float
        Limit of the second pass, px at its scale.
    tile, overlap : int
        Largest side of a tile and what neighbours share, px at the scale of the pass.
    """

    probe_pixels: float = 2e6
    box_height: float = 32.0
    min_ratio: float = 1.4
    max_scale: float = 3.0
    max_pixels: float = 16e6
    tile: int = 1600
    overlap: int = 160


@dataclass(frozen=True, slots=True)
class FoundRegions:
    """Where text may be, in px of the picture.

    Attributes
    ----------
    main : tuple of TextRegion
        Seen whole at the scale that suits most text.
    coarse : tuple of TextRegion
        Seen whole at the coarse scale: mostly the same text as in `main`, but also what is too
        large for it.
    pieces : tuple of TextRegion
        Cut by a tile, or joined from such pieces.
    """

    main: tuple[TextRegion, ...]
    coarse: tuple[TextRegion, ...]
    pieces: tuple[TextRegion, ...]


def find_regions(
    rgb: RgbArray, engine: OcrEngine, config: DetectionConfig | None = None
) -> FoundRegions:
    """Find text at two scales; the same text may be found at both."""
    settings = config or DetectionConfig()
    area = float(rgb.shape[0] * rgb.shape[1])
    probe = min(1.0, (settings.probe_pixels / area) ** 0.5)
    whole, cut = _detect(rgb, engine, settings, probe)
    heights = [min(sides(region.quad)) for region in whole + cut]
    lowest = float(np.percentile(heights, 25)) if heights else 0.0
    wanted = settings.box_height / lowest if lowest else settings.max_scale
    limit = min(settings.max_scale, (settings.max_pixels / area) ** 0.5)
    fine = min(max(wanted, probe * settings.min_ratio), limit)
    main, coarse = whole, []
    if fine > probe * 1.05:
        main, ends = _detect(rgb, engine, settings, fine)
        coarse = whole
        cut = cut + ends
    kept = _without_twins([*main, *coarse, *cut])
    mended = _without_twins(_mended(cut, coarse + main), same=0.97)
    groups = (main, coarse, cut)
    of = {id(region): number for number, group in enumerate(groups) for region in group}
    found = [tuple(region for region in kept if of[id(region)] == number) for number in range(3)]
    # What is mended may be hardly longer than a piece, yet it is the piece that goes.
    return FoundRegions(found[0], found[1], (*found[2], *mended))


def _detect(
    rgb: RgbArray, engine: OcrEngine, settings: DetectionConfig, scale: float
) -> tuple[list[TextRegion], list[TextRegion]]:
    """Return what is seen whole, and what the edge of a tile cuts."""
    height, width = rgb.shape[:2]
    windows = list(_tiles(width, height, settings.tile / scale, settings.overlap / scale))
    tiles = []
    for x0, y0, x1, y1 in windows:
        tile = rgb[y0:y1, x0:x1]
        if scale != 1.0:
            size = (max(round((x1 - x0) * scale), 1), max(round((y1 - y0) * scale), 1))
            method = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
            tile = np.asarray(cv2.resize(tile, size, interpolation=method), np.uint8)
        tiles.append(tile)
    whole: list[TextRegion] = []
    cut: list[TextRegion] = []
    for window, tile, regions in zip(windows, tiles, engine.detect_all(tiles), strict=True):
        x0, y0, x1, y1 = window
        factors = np.array([(x1 - x0) / tile.shape[1], (y1 - y0) / tile.shape[0]])
        for region in regions:
            placed = TextRegion(region.quad * factors + (x0, y0), region.score)
            (cut if _cut_by(window, placed.quad, width, height) else whole).append(placed)
    return whole, cut


def _tiles(
    width: int, height: int, tile: float, overlap: float
) -> Iterator[tuple[int, int, int, int]]:
    """Yield equal windows (left, top, right, bottom), as few as cover the picture."""

    def spans(length: int) -> list[tuple[int, int]]:
        if length <= tile:
            return [(0, length)]
        count = int(np.ceil((length - overlap) / (tile - overlap)))
        size = (length + (count - 1) * overlap) / count
        starts = np.linspace(0, length - size, count)
        return [(int(start), min(int(np.ceil(start + size)), length)) for start in starts]

    for top, bottom in spans(height):
        for left, right in spans(width):
            yield left, top, right, bottom


def _cut_by(window: tuple[int, int, int, int], quad: Quad, width: int, height: int) -> bool:
    """Tell whether `quad` touches an inner edge of its tile."""
    left, top, right, bottom = window
    margin = 2.0
    low, high = quad.min(axis=0), quad.max(axis=0)
    return bool(
        (left > 0 and low[0] < left + margin)
        or (top > 0 and low[1] < top + margin)
        or (right < width and high[0] > right - margin)
        or (bottom < height and high[1] > bottom - margin)
    )


def _mended(cut: list[TextRegion], whole: list[TextRegion]) -> list[TextRegion]:
    """Join each piece that a tile cut off with what continues it in the next tile.

    The pieces stay; the reader weighs them against the whole.
    """
    others = cut + whole
    polygons = [Polygon(region.quad) for region in others]
    tree = STRtree(polygons)
    joined = []
    for i, one in enumerate(cut):
        for j in sorted(int(j) for j in tree.query(polygons[i], predicate="intersects")):
            if j == i or (i > j and j < len(cut)):
                continue
            longer = max(one.quad, others[j].quad, key=lambda quad: max(sides(quad)))
            both = rectangle(np.vstack([one.quad, others[j].quad]), angle=angle_of(longer))
            thick = max(min(sides(one.quad)), min(sides(others[j].quad)))
            if min(sides(both)) < 1.3 * thick:
                joined.append(TextRegion(both, min(one.score, others[j].score)))
    return joined


def _without_twins(regions: list[TextRegion], same: float = 0.8) -> list[TextRegion]:
    """Drop all but the best scored of regions that coincide; the order stays.

    Two coincide where they share more than `same` of what they cover together.
    """
    polygons = [Polygon(region.quad) for region in regions]
    tree = STRtree(polygons)
    order = sorted(range(len(regions)), key=lambda i: (-regions[i].score, i))
    gone: set[int] = set()
    for i in order:
        if i in gone or not polygons[i].is_valid:
            gone.add(i)
            continue
        for j in sorted(int(j) for j in tree.query(polygons[i])):
            if j != i and j not in gone and polygons[j].is_valid:
                shared = polygons[i].intersection(polygons[j]).area
                if shared > same * (polygons[i].area + polygons[j].area - shared):
                    gone.add(j)
    return [region for i, region in enumerate(regions) if i not in gone]
