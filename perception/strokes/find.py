"""The coloured strokes of a map: which pixels belong to drawn lines, by colour.

Every connected component of every flat colour is judged on its own (its width from the distance
transform, its elongation, the share of it under text), because whole colours mix lines with
frames, parks, icons and lettering.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from perception.colors import Palette, Rgb, find_palette
from perception.stages import Mask, StrokeLayer, Strokes
from perception.strokes.bar_inks import without_bar_inks
from perception.strokes.blob_cuts import without_blobs
from perception.strokes.casings import take_off_casings
from perception.strokes.choice import lines_among, stripes_among
from perception.strokes.dotting import dotted_among
from perception.strokes.fringes import is_halo, without_fringes
from perception.strokes.hatching import close_hatching
from perception.strokes.legend_samples import find_samples, without_legend
from perception.strokes.pale_roads import apart_from_water
from perception.strokes.picture_parts import without_picture_parts
from perception.strokes.pieces import (
    Piece,
    Pieces,
    find_pieces,
    stroke_width,
    weighted_median,
)
from perception.strokes.scenery import areas_among, is_scenery
from perception.strokes.sign_inks import without_sign_inks
from perception.strokes.thin_ink import with_thin_ink
from perception.strokes.two_tone import fill_ladders, join_stripes
from perception.strokes.usual_width import GREY, KINDS, WIDEST, usual_width, widest_strokes
from perception.text_reading import TextReading

# A colour that has only hatched strokes needs this much of them, in squares of the usual width.
_LEAST_HATCHED = 4.0
# Lines that are drawn on a map are this long together, in widths of the picture's smaller side.
_NETWORK = 0.5
# Strokes so wide, px, may be pencil, whose shades are one ink if that is so much more of it.
_THIN = 3.5
_MORE = 1.15
# What the channels of a grey differ by at most, of 255.
_GREY = 40
_BESIDE_PENCIL = 0.2
# Rows of round markers are read as O, 0 and 8, though with less confidence than this.
_SURE = 0.85


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
    text = text_mask(picture.shape, reading)
    palette = find_palette(picture, ignore=text)
    if not len(palette.rgb):
        return Strokes(layers=(), ground=~text)
    palette, fields = fill_ladders(palette, text)
    sure = tuple(item for item in reading.lines if item.confidence >= _SURE)
    lettered = text_mask(picture.shape, replace(reading, lines=sure))
    pieces = find_pieces(palette, lettered)
    palette, pieces = take_off_casings(palette, pieces, lettered)
    best = Strokes((), _rgb(palette, 0), (), _ground(palette, pieces, 0.0))
    longest = 0.0
    network = _NETWORK * min(picture.shape[:2])
    for kind in KINDS:
        found = _strokes_like(kind, palette, pieces, reading)
        length = _length(found)
        if length > longest:
            best, longest = found, length
        # Where signs are all that is so bright, the lines are paler.
        if longest >= network:
            break
    # Thin lines in colours of their own are no pencil.
    pencil = tuple(
        s for s in best.layers if s.width <= _THIN and max(s.color) - min(s.color) <= _GREY
    )
    thin = _length(replace(best, layers=pencil))
    # Nor are the outlines of boxes, marks and frames beside lines that make a network.
    if longest < network or (thin > 0.5 * longest and longest - thin < network):
        found = _thin_strokes(picture, palette, lettered, reading)
        if _length(found) > _MORE * longest:
            best = found
    return without_legend(_with_fields(best, fields), picture, reading)


def _thin_strokes(picture: Rgb, palette: Palette, lettered: Mask, reading: TextReading) -> Strokes:
    """Return the strokes of a picture whose thin grey ink is one colour."""
    palette = with_thin_ink(picture, palette, lettered, reading)
    found = _strokes_like("all", palette, find_pieces(palette, lettered), reading)
    # Beside pencil, short strokes of other colours are parts of small pictures.
    least = _BESIDE_PENCIL * _length(found)
    kept = tuple(
        layer for layer in found.layers if _length(replace(found, layers=(layer,))) >= least
    )
    return replace(found, layers=kept)


def _length(strokes: Strokes) -> float:
    """Return the length of all strokes, px."""
    return sum(int(layer.mask.sum()) / max(layer.width, 1.0) for layer in strokes.layers)


def _strokes_like(kind: str, palette: Palette, pieces: Pieces, reading: TextReading) -> Strokes:
    """Return the strokes that are about as wide as those of a kind usually are."""
    pieces = without_fringes(pieces, usual_width(pieces.all(), palette, kind))
    usual = usual_width(pieces.all(), palette, kind)
    found = _strokes_as_wide(usual, palette, pieces, reading)
    # The sides of lines of two tones are thinner than whole ones.
    whole = _whole_width(found)
    return found if whole <= WIDEST * usual else _strokes_as_wide(whole, palette, pieces, reading)


def _whole_width(strokes: Strokes) -> float:
    """Return how wide the lines that have stripes usually are, px; 0 where few have them."""
    if strokes.inside is None:
        return 0.0
    striped = [layer for layer in strokes.layers if (layer.mask & strokes.inside).any()]
    if _length(replace(strokes, layers=tuple(striped))) < 0.5 * _length(strokes):
        return 0.0
    return weighted_median([s.width for s in striped], [float(s.mask.sum()) for s in striped])


def _strokes_as_wide(
    usual: float, palette: Palette, pieces: Pieces, reading: TextReading
) -> Strokes:
    """Return the strokes that are about as wide as usual, px."""
    if usual == 0.0:
        return Strokes((), _rgb(palette, 0), (), _ground(palette, pieces, usual))
    pieces = without_blobs(pieces, palette, usual)
    layers: list[StrokeLayer] = []
    legend = []
    for mode, own in pieces.of_mode.items():
        samples = find_samples(own, reading, usual, palette.labels)
        layer = _layer(mode, own, [piece for piece, _ in samples], usual, palette, pieces)
        if layer is not None:
            layers.append(layer)
            legend += [(layer.id, name, piece.box) for piece, name in samples]
    background = _rgb(palette, 0)
    layers = [layer for layer in layers if not is_halo(layer, layers, background)]
    layers, stripes = join_stripes(layers, palette.labels)
    layers = without_bar_inks(without_sign_inks(layers))
    layers = without_picture_parts(layers, palette, pieces, _text_height(reading))
    layers.sort(key=lambda layer: -int(layer.mask.sum()))
    names = {layer.id: f"L{place}" for place, layer in enumerate(layers)}
    return Strokes(
        tuple(replace(layer, id=names[layer.id]) for layer in layers),
        background,
        tuple(
            (names[layer], name, (float(x0), float(y0), float(x1), float(y1)))
            for layer, name, (x0, y0, x1, y1) in legend
            if layer in names
        ),
        _ground(palette, pieces, usual),
        stripes if stripes.any() else None,
    )


def _text_height(reading: TextReading) -> float:
    return float(np.median([line.height for line in reading.lines])) if reading.lines else 0.0


def _with_fields(strokes: Strokes, fields: Mask) -> Strokes:
    """Return strokes with the fields of their ladders among what is drawn inside them."""
    inside = fields if strokes.inside is None else strokes.inside | fields
    drawn = np.zeros(fields.shape, np.bool_)
    for layer in strokes.layers:
        drawn |= layer.mask
    inside = inside & drawn
    return replace(strokes, inside=inside if inside.any() else None)


def _layer(
    mode: int,
    own: list[Piece],
    samples: list[Piece],
    usual: float,
    palette: Palette,
    pieces: Pieces,
) -> StrokeLayer | None:
    """Return the layer of one colour, or None where it has no lines."""
    sampled = {piece.label for piece in samples}
    others = [piece for piece in own if piece.label not in sampled]
    grey = bool(np.hypot(*palette.lab[mode, 1:]) < GREY)
    kept = lines_among(others, usual, pieces.labels, grey, widest_strokes(palette, mode))
    if kept and is_scenery(kept, own, usual, palette, pieces):
        kept = apart_from_water(kept, palette.labels.shape)
        if not kept or is_scenery(kept, kept, usual, palette, pieces):
            return None
    dots = [] if kept else dotted_among(others, usual)
    kept = kept or dots
    mask = pieces.mask(kept)
    solid = int(mask.sum())
    if not grey:
        mask |= close_hatching(
            pieces.mask(stripes_among(others, kept, usual, pieces.labels)), usual
        )
    hatched = int(mask.sum()) - solid
    if not kept and hatched <= _LEAST_HATCHED * usual * usual:
        return None
    return StrokeLayer(
        id=f"mode {mode}",
        color=_rgb(palette, mode),
        mask=mask,
        width=stroke_width(mask),
        state="future" if hatched > solid else "open",
        dashed=bool(dots),
    )


def _rgb(palette: Palette, mode: int) -> tuple[int, int, int]:
    red, green, blue = (int(value) for value in palette.rgb[mode])
    return red, green, blue


def _ground(palette: Palette, pieces: Pieces, usual: float) -> Mask:
    """Return where only the background and wide areas are drawn, (H, W)."""
    ground = (palette.labels == 0) | pieces.mask(areas_among(pieces.all(), usual, palette))
    # Specks of noise hide nothing.
    count, labels, stats, _ = cv2.connectedComponentsWithStats((~ground).astype(np.uint8))
    specks = stats[:, cv2.CC_STAT_AREA] < max(4.0, (0.6 * usual) ** 2)
    specks[0] = False
    return np.asarray(ground | specks[labels], np.bool_) if count > 1 else ground
