"""The coloured strokes of a map: which pixels belong to drawn lines, by colour.

Every connected component of every flat colour is judged on its own (its width from the distance
transform, its elongation, the share of it under text), because whole colours mix lines with
frames, parks, icons and lettering.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from perception.colors import Palette, Rgb, find_palette, lies_between
from perception.hatching import close_hatching
from perception.stages import Mask, StrokeLayer, Strokes
from perception.text_reading import TextItem, TextReading

# A stroke is at least this many times longer than wide; a river is this much wider than a line.
_ELONGATED = 8.0
_BAR = 2.0
# A bar is continued, and a small piece near, within this many widths.
_REACH = 6.0
_WIDE = 1.9
_UNDER_TEXT = 0.6
_INK = 0.15
# Grey strokes (Lab chroma below) thinner than this share of the usual width are no lines beside
# coloured ones; a colour this near to the background (CIE76) is pale, as rivers are.
_GREY = 12.0
_THIN = 0.6
_HAIR = 0.4
_PALE = 36.0
# This many widths across is an area.
_BROAD = 5.0


@dataclass(frozen=True, slots=True)
class _Piece:
    """One connected component of one flat colour.

    `width` is the usual one, `widest` the greatest, both px, like `length`.
    """

    mode: int
    label: int
    box: tuple[int, int, int, int]
    area: int
    width: float
    widest: float
    under_text: float

    @property
    def length(self) -> float:
        return self.area / max(self.width, 1.0)

    @property
    def elongation(self) -> float:
        return self.length / max(self.width, 1.0)

    @property
    def is_bar(self) -> bool:
        """Whether it is short and evenly wide: a dash, or a stroke between two markers."""
        return self.elongation >= _BAR and self.widest <= 1.5 * self.width

    @property
    def extent(self) -> float:
        x0, y0, x1, y1 = self.box
        return float(np.hypot(x1 - x0, y1 - y0))


def text_mask(shape: tuple[int, ...], reading: TextReading) -> Mask:
    """Return the pixels inside the boxes of all text lines."""
    mask = np.zeros(shape[:2], np.uint8)
    for item in reading.lines:
        cv2.fillPoly(mask, [np.rint(np.asarray(item.polygon)).astype(np.int32)], (1,))
    return mask.astype(bool)


def find_strokes(picture: Rgb, reading: TextReading) -> Strokes:
    """Find the strokes of the lines, one layer per colour.

    Parameters
    ----------
    picture : (H, W, 3) uint8 array
        sRGB.
    reading : TextReading
        Its boxes mark lettering and the names beside legend samples.
    """
    shape = (picture.shape[0], picture.shape[1])
    text = text_mask(shape, reading)
    palette = find_palette(picture, ignore=text)
    if not len(palette.rgb):
        return Strokes(layers=(), ground=~text)
    background = _rgb(palette, 0)
    pieces: list[_Piece] = []
    labelled: dict[int, NDArray[np.int32]] = {}
    for mode in range(1, len(palette.rgb)):
        labels, found = _pieces_of(palette.labels == mode, mode, text)
        labelled[mode] = labels
        pieces += found
    usual = _usual_width(pieces, palette)
    layers: list[StrokeLayer] = []
    legend: list[tuple[str, str, tuple[float, float, float, float]]] = []
    for mode in range(1, len(palette.rgb)):
        own = [piece for piece in pieces if piece.mode == mode]
        samples = [piece for piece in own if _is_sample(piece, own, reading)]
        others = [piece for piece in own if piece not in samples]
        kept = _lines_among(others, usual, labelled[mode])
        if kept and _is_scenery(mode, kept, own, usual, palette):
            continue
        hatched = _hatched(mode, others, kept, usual, palette, labelled[mode])
        if not kept and hatched.sum() < 6 * usual * usual:
            continue
        identity = f"L{len(layers)}"
        solid = _mask_of(kept, labelled[mode])
        mask = solid | hatched
        layers.append(
            StrokeLayer(
                id=identity,
                color=_rgb(palette, mode),
                mask=mask,
                width=_stroke_width(mask),
                state="future" if hatched.sum() > solid.sum() else "open",
            )
        )
        for sample in samples:
            name = _text_beside(sample, reading)
            if name is not None:
                x0, y0, x1, y1 = map(float, sample.box)
                legend.append((identity, name.text, (x0, y0, x1, y1)))
    layers = [layer for layer in layers if not _is_halo(layer, layers, background)]
    layers.sort(key=lambda layer: -int(layer.mask.sum()))
    names = {layer.id: f"L{place}" for place, layer in enumerate(layers)}
    return Strokes(
        tuple(replace(layer, id=names[layer.id]) for layer in layers),
        background,
        tuple((names[layer], text, box) for layer, text, box in legend if layer in names),
        _ground(palette, pieces, labelled, usual),
    )


def _ground(
    palette: Palette, pieces: list[_Piece], labelled: dict[int, NDArray[np.int32]], usual: float
) -> Mask:
    """Return where only the background and wide areas are drawn, (H, W)."""
    ground = palette.labels == 0
    for mode, labels in labelled.items():
        wide = np.zeros(labels.max() + 1, bool)
        wide[[p.label for p in pieces if p.mode == mode and p.widest > _BROAD * usual]] = True
        if wide.any():
            ground |= wide[labels]
    # Specks of noise hide nothing.
    count, labels, stats, _ = cv2.connectedComponentsWithStats((~ground).astype(np.uint8))
    specks = stats[:, cv2.CC_STAT_AREA] < max(4.0, (0.6 * usual) ** 2)
    specks[0] = False
    return np.asarray(ground | specks[labels], np.bool_) if count > 1 else ground


def _mask_of(pieces: list[_Piece], labels: NDArray[np.int32]) -> Mask:
    chosen = np.zeros(labels.max() + 1, bool)
    chosen[[piece.label for piece in pieces]] = True
    return np.asarray(chosen[labels], np.bool_)


def _hatched(
    mode: int,
    pieces: list[_Piece],
    kept: list[_Piece],
    usual: float,
    palette: Palette,
    labels: NDArray[np.int32],
) -> Mask:
    """Return the hatched strokes among the pieces of one colour that are no strokes, (H, W)."""
    taken = {piece.label for piece in kept if piece.elongation >= _ELONGATED}
    stripes = [
        p
        for p in pieces
        if p.label not in taken and p.widest <= 1.2 * usual and p.under_text < _UNDER_TEXT
    ]
    if np.hypot(*palette.lab[mode, 1:]) < _GREY or len(stripes) < 4:
        return np.zeros(labels.shape, np.bool_)
    return close_hatching(_mask_of(stripes, labels), usual)


def _rgb(palette: Palette, mode: int) -> tuple[int, int, int]:
    red, green, blue = (int(value) for value in palette.rgb[mode])
    return red, green, blue


def _pieces_of(mask: Mask, mode: int, text: Mask) -> tuple[NDArray[np.int32], list[_Piece]]:
    """Return the labels of the components of one colour, (H, W), and the components."""
    pixels = mask.astype(np.uint8)
    count, found, stats, _ = cv2.connectedComponentsWithStats(pixels, connectivity=8)
    labels = np.asarray(found, np.int32)
    depth = cv2.distanceTransform(np.pad(pixels, 1), cv2.DIST_L2, cv2.DIST_MASK_PRECISE)
    owner = labels[mask]
    depths = np.asarray(depth, np.float32)[1:-1, 1:-1][mask]
    area = stats[:, cv2.CC_STAT_AREA]
    mean = np.bincount(owner, depths, minlength=count) / area
    deepest = np.zeros(count, np.float32)
    np.maximum.at(deepest, owner, depths)
    lettered = np.bincount(owner, text[mask], minlength=count) / area
    pieces = []
    for label in np.flatnonzero(area >= 6):
        if label == 0:
            continue
        x, y, w, h = (int(value) for value in stats[label, :4])
        pieces.append(
            _Piece(
                mode=mode,
                label=int(label),
                box=(x, y, x + w, y + h),
                area=int(area[label]),
                # Depth runs evenly from the border to the ridge of a stroke: its mean tells the
                # width, and ragged borders disturb it little.
                width=max(1.0, 4.0 * float(mean[label]) - 2.0),
                widest=2.0 * float(deepest[label]) - 1.0,
                under_text=float(lettered[label]),
            )
        )
    return labels, pieces


def _weighted_median(values: list[float], weights: list[float]) -> float:
    order = np.argsort(values)
    running = np.cumsum(np.asarray(weights)[order])
    return float(np.asarray(values)[order][np.searchsorted(running, running[-1] / 2.0)])


def _stroke_width(mask: Mask) -> float:
    """Return the usual width of strokes, px.

    The ridge of the depth gives the width that half of their area has; where they are a few px
    thin or of two widths, the mean depth (an even stroke's is a quarter of its width) tells more.
    """
    depth = cv2.distanceTransform(mask.astype(np.uint8), cv2.DIST_L2, cv2.DIST_MASK_PRECISE)
    highest = cv2.dilate(depth, np.ones((3, 3), np.uint8))
    ridge = np.asarray(depth)[mask & (np.asarray(depth) >= np.asarray(highest) - 0.01)]
    order = np.sort(ridge)
    running = np.cumsum(order)
    middle = 2.0 * float(order[np.searchsorted(running, running[-1] / 2.0)]) - 1.0
    return max(middle, 4.0 * float(np.asarray(depth)[mask].mean()) - 2.0, 1.0)


def _usual_width(pieces: list[_Piece], palette: Palette) -> float:
    """Return the usual width of saturated elongated strokes, px (of all, where none is)."""
    chroma = np.hypot(palette.lab[:, 1], palette.lab[:, 2])
    strokes = [p for p in pieces if p.elongation >= _ELONGATED and p.under_text < _UNDER_TEXT]
    shape = palette.labels.shape
    strokes = [p for p in strokes if p.width <= 0.05 * min(shape) and not _at_border(p, shape)]
    vivid = [p for p in strokes if chroma[p.mode] > 25]
    chosen = vivid or strokes
    if not chosen:
        return 0.0
    return _weighted_median([p.width for p in chosen], [float(p.area) for p in chosen])


def _lines_among(pieces: list[_Piece], usual: float, labels: NDArray[np.int32]) -> list[_Piece]:
    """Choose the pieces of one colour that are strokes of lines.

    Elongated pieces are, and bars that others continue; so are small ones near them (between two
    markers, say).
    """
    strokes = {
        p.label: p
        for p in pieces
        if (p.elongation >= _ELONGATED or p.is_bar)
        and p.under_text < _UNDER_TEXT
        and 0.3 * usual <= p.width <= _WIDE * usual
    }
    seeds = [
        p
        for p in strokes.values()
        if p.elongation >= _ELONGATED or _is_continued(p, strokes, labels)
    ]
    if not seeds:
        return []
    width = _weighted_median([p.width for p in seeds], [float(p.area) for p in seeds])
    seeds = [p for p in seeds if 0.5 * width <= p.width <= _WIDE * width]
    if sum(p.length for p in seeds) < 10 * max(width, 0.6 * usual):
        return []
    kept = list(seeds)
    # Where little of the colour is under text, it is not the ink of text but lies beneath it.
    ink = sum(p.area * p.under_text for p in pieces) > _INK * sum(p.area for p in pieces)
    chosen = {p.label for p in seeds}
    waiting = [
        p
        for p in pieces
        if p.label not in chosen
        and (0.5 if ink and p.under_text >= _UNDER_TEXT else 0.2) * width <= p.widest <= 1.6 * width
        and p.area >= 0.08 * width * width
    ]
    reached = list(seeds)
    while reached:
        boxes = np.array([p.box for p in reached])
        reached = []
        for piece in list(waiting):
            dx = np.maximum(np.maximum(boxes[:, 0] - piece.box[2], piece.box[0] - boxes[:, 2]), 0)
            dy = np.maximum(np.maximum(boxes[:, 1] - piece.box[3], piece.box[1] - boxes[:, 3]), 0)
            if np.hypot(dx, dy).min() <= (_REACH if ink else 1.7 * _REACH) * width:
                reached.append(piece)
                waiting.remove(piece)
        kept += reached
    return kept


def _is_continued(bar: _Piece, strokes: dict[int, _Piece], labels: NDArray[np.int32]) -> bool:
    """Tell whether another stroke of the colour goes on where a bar ends."""
    x0, y0, x1, y1 = bar.box
    ys, xs = np.nonzero(labels[y0:y1, x0:x1] == bar.label)
    cloud = np.stack([xs + x0, ys + y0], axis=1).astype(np.float64)
    centre = cloud.mean(axis=0)
    along = np.linalg.eigh(np.cov(cloud.T))[1][:, 1]
    half = float(np.abs((cloud - centre) @ along).max())
    steps = np.arange(half + 1.0, half + max(_REACH * bar.width, 1.5 * half))
    across = np.array([-along[1], along[0]])
    for way in (along, -along):
        for swerve in (-0.3, -0.15, 0.0, 0.15, 0.3):
            ray = centre + steps[:, None] * way + (swerve * (steps - half))[:, None] * across
            cells = np.rint(ray).astype(np.intp)
            inside = (cells >= 0).all(axis=1) & (cells < labels.shape[::-1]).all(axis=1)
            met = labels[cells[inside, 1], cells[inside, 0]]
            if any(label != bar.label and label in strokes for label in np.unique(met).tolist()):
                return True
    return False


def _is_scenery(
    mode: int, kept: list[_Piece], own: list[_Piece], usual: float, palette: Palette
) -> bool:
    """Tell whether the strokes of one colour are rivers, roads, frames or marker outlines."""
    lengths = [p.length for p in kept]
    width = _weighted_median([p.width for p in kept], lengths)
    area = sum(p.area for p in kept)
    a, b = palette.lab[mode, 1:]
    if np.hypot(a, b) < _GREY and width < _THIN * usual:
        return True
    if not _HAIR * usual <= width <= _WIDE * usual:
        return True
    # A lake and its rivers, a park and its border: mostly areas.
    broad = sum(p.area for p in own if p.widest > _BROAD * width)
    if area < 0.4 * (area + broad):
        return True
    contrast = float(np.linalg.norm(palette.lab[mode] - palette.lab[0]))
    drawn = [p for p in own if p.under_text < _UNDER_TEXT]
    whole = sum(p.area for p in drawn)
    off_picture = sum(p.area for p in drawn if _at_border(p, palette.labels.shape))
    if contrast < _PALE:
        return off_picture > 0.15 * whole or width > 1.3 * usual
    return off_picture > 0.3 * whole and width > 1.3 * usual


def _is_halo(
    layer: StrokeLayer, layers: list[StrokeLayer], background: tuple[int, int, int]
) -> bool:
    """Tell whether a layer is the soft edge of a wider one: thin, along it, paler."""
    for other in layers:
        if layer.width > 0.75 * other.width or not lies_between(
            np.array(layer.color), np.array(other.color), np.array(background)
        ):
            continue
        reach = int(3 + 0.3 * other.width)
        near = cv2.dilate(other.mask.astype(np.uint8), np.ones((2 * reach + 1,) * 2, np.uint8))
        if near[layer.mask].mean() >= 0.5:
            return True
    return False


def _at_border(piece: _Piece, shape: tuple[int, ...]) -> bool:
    x0, y0, x1, y1 = piece.box
    return x0 <= 2 or y0 <= 2 or x1 >= shape[1] - 2 or y1 >= shape[0] - 2


def _gap(a: tuple[int, int, int, int], b: tuple[int, int, int, int]) -> float:
    dx = max(a[0] - b[2], b[0] - a[2], 0)
    dy = max(a[1] - b[3], b[1] - a[3], 0)
    return float(np.hypot(dx, dy))


def _text_beside(piece: _Piece, reading: TextReading) -> TextItem | None:
    """Return the text line that starts right of a level sample, or None."""
    x0, y0, x1, y1 = piece.box
    best: tuple[float, TextItem] | None = None
    for item in reading.lines:
        corners = np.asarray(item.polygon)
        left, top = corners.min(axis=0)
        bottom = corners[:, 1].max()
        if abs((top + bottom) / 2 - (y0 + y1) / 2) > 0.5 * (bottom - top):
            continue
        gap = left - x1
        if -2 <= gap <= 1.2 * (x1 - x0) and (best is None or gap < best[0]):
            best = (gap, item)
    return None if best is None else best[1]


def _is_sample(piece: _Piece, own: list[_Piece], reading: TextReading) -> bool:
    """Tell whether a piece is a legend sample: a level bar, alone, with text to its right."""
    x0, y0, x1, y1 = piece.box
    length, height = x1 - x0, y1 - y0
    if length < 1.8 * height or length > 15 * height or piece.area < 0.85 * length * height:
        return False
    if _text_beside(piece, reading) is None:
        return False
    reach = length
    return not any(
        other is not piece
        and other.area >= 0.5 * piece.area
        and _gap(piece.box, other.box) < reach
        and other.box[1] < y1
        and other.box[3] > y0
        for other in own
    )
