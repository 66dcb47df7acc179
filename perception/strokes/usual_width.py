"""How wide the strokes of a picture usually are."""

from __future__ import annotations

import numpy as np

from perception.colors import Palette
from perception.strokes.dotting import DASH, dotted_among
from perception.strokes.piece_shapes import ELONGATED, at_border, encloses_small, is_bar, is_panel
from perception.strokes.pieces import Piece, weighted_median

# Widths of strokes of one colour, over the usual one of the picture.
HAIR = 0.18
WIDEST = 1.9
WIDEST_BRIGHT = 2.8
_BRIGHT = 40.0
# A piece with this share under text may be lettering, if the colour is the ink of text.
UNDER_TEXT = 0.6
# A box that words fill is that far under text at least.
_HOLDS_TEXT = 0.2
# Greys have a Lab chroma below this.
GREY = 12.0
# A colour this near to the background (CIE76) is pale, as rivers are.
PALE = 36.0
# Which strokes may tell how wide lines are, in the order in which they are believed.
KINDS = ("saturated", "bright", "all")


def usual_width(pieces: list[Piece], palette: Palette, kind: str = "saturated") -> float:
    """Return the usual width of the strokes and bars of a kind, px; 0 where there are none.

    Parameters
    ----------
    pieces : list of Piece
        All pieces.
    palette : Palette
        Their colours.
    kind : str
        One of `KINDS`: of saturated colours that stand out from the ground, of saturated ones, of
        all. What is pale is no bar: parks are as bright, and hardly longer than wide.
    """
    chroma = np.hypot(palette.lab[:, 1], palette.lab[:, 2])
    contrast = np.linalg.norm(palette.lab - palette.lab[0], axis=1)
    plain = (chroma > 2 * GREY) & (contrast >= PALE)
    of_kind = {"saturated": plain, "bright": chroma > 2 * GREY}.get(kind, chroma >= 0)
    shape = palette.labels.shape
    of_mode: dict[int, list[Piece]] = {}
    for piece in pieces:
        of_mode.setdefault(piece.mode, []).append(piece)
    dots = {p.label for own in of_mode.values() for p in dotted_among(own)}
    # Rows of dashes are lines whatever their colour, and trees beside them are none.
    dashes = {
        p.label
        for mode, own in of_mode.items()
        if contrast[mode] >= PALE
        for p in dotted_among(own, longest=DASH)
    }
    chosen = [
        p
        for p in pieces
        if (
            (
                of_kind[p.mode]
                and (p.elongation >= ELONGATED or (is_bar(p) and plain[p.mode]) or p.label in dots)
            )
            or p.label in dashes
        )
        and p.under_text < UNDER_TEXT
        and p.width <= 0.05 * min(shape)
        and not at_border(p, shape)
        and not (p.under_text >= _HOLDS_TEXT and is_panel(p, palette.labels))
    ]
    if kind == "all":
        # Rings of marks in rows are long and thin, and tell nothing of the lines.
        lines = [p for p in chosen if plain[p.mode] or not encloses_small(p, palette.labels)]
        chosen = lines or chosen
    if not chosen:
        return 0.0
    # Of all strokes, rivers are few and wide.
    weights = [p.length if kind == "all" else float(p.area) for p in chosen]
    return weighted_median([p.width for p in chosen], weights)


def widest_strokes(palette: Palette, mode: int) -> float:
    """Return the greatest width of strokes of a colour, in usual widths: bright ones are no water.

    The usual width is less than that of whole lines where others are hatched or of two tones.
    """
    bright = float(np.hypot(*palette.lab[mode, 1:])) > _BRIGHT
    contrast = float(np.linalg.norm(palette.lab[mode] - palette.lab[0]))
    return WIDEST_BRIGHT if bright and contrast > 1.3 * PALE else WIDEST
