"""The ink of one text line: which pixels are its glyphs, and where the gaps between them are.

A recogniser returns characters but neither exact extents nor reliable spaces, and it reads station
markers at a label's end as letters. The pixels tell: glyphs share one colour and are no taller
than the line, whereas markers and strokes are taller, larger or of another colour.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from perception.ocr.crop import crop_quad
from perception.ocr.engine import Quad, RgbArray
from perception.text.colors import lengths, two_colors

# Height of the text box in the analysed window, px; glyph strokes are then 3 to 6 px wide.
BOX_HEIGHT = 48
# The window reaches this many box heights beyond the box: along the text, and across it.
MARGIN_ALONG = 1.5
MARGIN_ACROSS = 0.5


@dataclass(frozen=True, slots=True)
class LineInk:
    """Glyphs of one line in the frame of its box.

    Lengths are in box heights; `x` runs along the text from the box's left edge, `y` across it
    from its top edge.

    Attributes
    ----------
    glyphs : numpy.ndarray, shape (n, 4), float64
        Left, top, right, bottom of each piece of ink that can be a glyph, sorted by left edge.
    foreign : numpy.ndarray, shape (m, 4), float64
        The same of pieces too large to be glyphs.
    color : tuple of int
        sRGB of the glyphs.
    ground : tuple of int
        sRGB behind them.
    contrast : float
        Distance of the two, 0 to 441.
    """

    glyphs: NDArray[np.float64]
    foreign: NDArray[np.float64]
    color: tuple[int, int, int]
    ground: tuple[int, int, int]
    contrast: float


def line_ink(rgb: RgbArray, quad: Quad) -> LineInk | None:
    """Analyse the ink of the line in `quad`.

    Parameters
    ----------
    rgb : numpy.ndarray, shape (H, W, 3), uint8
        Picture.
    quad : numpy.ndarray, shape (4, 2)
        Box of the line in px, in reading order.

    Returns
    -------
    LineInk or None
        None where no two colours stand out.
    """
    height = float(np.linalg.norm(quad[3] - quad[0]) + np.linalg.norm(quad[2] - quad[1])) / 2
    if height < 2:
        return None
    scale = BOX_HEIGHT / height
    window, left, top = _window(rgb, quad, height, scale)
    width = float(np.linalg.norm(quad[1] - quad[0])) * scale
    box = window[
        round(top) : round(top + BOX_HEIGHT), max(round(left), 0) : max(round(left + width), 1)
    ]
    colors = two_colors(box)
    if colors is None:
        return None
    ground, ink = colors
    mask = _mask(window, ground, ink)
    count, _, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    boxes = stats[1:count, :4].astype(np.float64)
    areas = stats[1:count, cv2.CC_STAT_AREA]
    boxes[:, 2:] += boxes[:, :2]
    boxes = boxes[areas >= 6]
    edges = (boxes - (left, top, left, top)) / BOX_HEIGHT
    heights = edges[:, 3] - edges[:, 1]
    middle = (edges[:, 3] + edges[:, 1]) / 2
    end = width / BOX_HEIGHT
    foreign = (heights > 1.05) | (edges[:, 1] < -0.35) | (edges[:, 3] > 1.35)
    # A box ends between glyphs; what reaches far across its end is a marker's rim or a stroke.
    foreign |= (edges[:, 0] < -0.35) & (edges[:, 2] > 0.0)
    foreign |= (edges[:, 0] < end) & (edges[:, 2] > end + 0.35)
    inside = (middle > 0.0) & (middle < 1.0)
    order = np.argsort(edges[:, 0], kind="stable")
    edges, foreign, inside = edges[order], foreign[order], inside[order]
    return LineInk(
        glyphs=edges[~foreign & inside],
        foreign=edges[foreign],
        color=_as_color(ink),
        ground=_as_color(ground),
        contrast=float(np.linalg.norm(ink - ground)),
    )


def _window(
    rgb: RgbArray, quad: Quad, height: float, scale: float
) -> tuple[RgbArray, float, float]:
    """Return the upright surroundings and where the box's corner lies in them."""
    along = (quad[1] - quad[0]) / max(float(np.linalg.norm(quad[1] - quad[0])), 1e-6)
    across = (quad[3] - quad[0]) / max(float(np.linalg.norm(quad[3] - quad[0])), 1e-6)
    dx, dy = along * height * MARGIN_ALONG, across * height * MARGIN_ACROSS
    wide = np.array([quad[0] - dx - dy, quad[1] + dx - dy, quad[2] + dx + dy, quad[3] - dx + dy])
    window = crop_quad(rgb, wide, scale=scale)
    return window, MARGIN_ALONG * BOX_HEIGHT, MARGIN_ACROSS * BOX_HEIGHT


def _mask(
    window: RgbArray, ground: NDArray[np.float64], ink: NDArray[np.float64]
) -> NDArray[np.uint8]:
    """Return the pixels nearer to the ink than to the ground, and not of a third colour."""
    axis = ink - ground
    length = float(np.linalg.norm(axis))
    offset = window.astype(np.float64) - ground
    along = offset @ (axis / length) / length
    aside = lengths(offset - along[..., None] * axis) / length
    return np.asarray((along > 0.5) & (aside < 0.35), np.uint8)


def _as_color(value: NDArray[np.float64]) -> tuple[int, int, int]:
    red, green, blue = (int(np.clip(round(float(v)), 0, 255)) for v in value)
    return red, green, blue
