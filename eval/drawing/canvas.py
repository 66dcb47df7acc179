"""An anti-aliased canvas: drawn several times larger, then reduced.

Coordinates are image px of the finished picture. Same calls, same bytes: nothing depends on the
machine, the date or the order of a hash table.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

from PIL import Image, ImageDraw, ImageFont

from eval.drawing.fonts import load_font, require_glyphs
from perception.map_graph import Point

SUPERSAMPLING = 4


class Canvas:
    """A picture in the making.

    Parameters
    ----------
    size : tuple of int
        Width and height of the finished picture, px.
    background : str or Image
        `#rrggbb`, or a picture of that size.
    supersampling : int
        How many times larger it is drawn.
    """

    def __init__(
        self,
        size: tuple[int, int],
        background: str | Image.Image,
        supersampling: int = SUPERSAMPLING,
    ) -> None:
        self.size = size
        self._times = supersampling
        large = (size[0] * supersampling, size[1] * supersampling)
        if isinstance(background, str):
            self._image = Image.new("RGB", large, background)
        else:
            self._image = background.convert("RGB").resize(large, Image.Resampling.BICUBIC)
        self._draw = ImageDraw.Draw(self._image)

    def finish(self, size: tuple[int, int] | None = None) -> Image.Image:
        """Return the finished picture, RGB, of its own or of another size, px."""
        return self._image.resize(size or self.size, Image.Resampling.BOX)

    def polygon(self, points: Sequence[Point], fill: str) -> None:
        """Fill a polygon."""
        self._draw.polygon([self._up(p) for p in points], fill=fill)

    def disc(self, centre: Point, radius: float, fill: str) -> None:
        """Fill a circle."""
        x, y = self._up(centre)
        r = radius * self._times
        self._draw.ellipse((x - r, y - r, x + r, y + r), fill=fill)

    def box(self, xyxy: tuple[float, float, float, float], radius: float, fill: str) -> None:
        """Fill a rectangle with rounded corners."""
        x0, y0, x1, y1 = (round(v * self._times) for v in xyxy)
        self._draw.rounded_rectangle((x0, y0, x1, y1), round(radius * self._times), fill=fill)

    def stroke(
        self,
        points: Sequence[Point],
        width: float,
        fill: str,
        dash: tuple[float, float] | tuple[()] = (),
        *,
        flat: bool = False,
    ) -> None:
        """Draw a polyline with round joins; ends are round, or `flat`, as dashes always are."""
        if dash:
            for piece in cut_dashes(points, *dash):
                self.stroke(piece, width, fill, flat=True)
            return
        half = width / 2
        for (ax, ay), (bx, by) in itertools.pairwise(points):
            length = math.hypot(bx - ax, by - ay)
            if length == 0:
                continue
            nx, ny = -(by - ay) / length * half, (bx - ax) / length * half
            self.polygon(
                [(ax + nx, ay + ny), (bx + nx, by + ny), (bx - nx, by - ny), (ax - nx, ay - ny)],
                fill,
            )
        for point in points[1:-1] if flat else points:
            self.disc(point, half, fill)

    def text(
        self,
        lines: Sequence[tuple[str, Point]],
        *,
        family: str,
        size: float,
        fill: str,
        bold: bool = False,
        angle: float = 0.0,
        halo: float = 0.0,
        halo_color: str = "#ffffff",
    ) -> None:
        """Draw lines of text, each from the left end of its baseline, turned by `angle` degrees."""
        font = load_font(family, size * self._times, bold=bold)
        for text, start in lines:
            require_glyphs(text, family, bold=bold)
            for border, color in ((halo, halo_color), (0.0, fill)):
                if color is fill or border:
                    self._glyphs(text, start, font, angle, round(border * self._times), color)

    def _glyphs(
        self,
        text: str,
        start: Point,
        font: ImageFont.FreeTypeFont,
        angle: float,
        border: int,
        color: str,
    ) -> None:
        x, y = self._up(start)
        if angle == 0:
            self._draw.text(
                (round(x), round(y)), text, fill=color, font=font, anchor="ls",
                stroke_width=border, stroke_fill=color,
            )  # fmt: skip
            return
        # The start of the baseline is put in the middle of a square mask, so that turning the
        # mask about its middle keeps it in place.
        half = math.ceil(font.getlength(text) + 2 * font.size) + border
        mask = Image.new("L", (2 * half, 2 * half), 0)
        ImageDraw.Draw(mask).text(
            (half, half), text, fill=255, font=font, anchor="ls", stroke_width=border
        )
        turned = mask.rotate(angle, resample=Image.Resampling.BICUBIC)
        self._image.paste(color, (round(x) - half, round(y) - half), turned)

    def _up(self, point: Point) -> Point:
        """Return a point on the large canvas.

        Rounded, so that the last bits of sines and roots, which differ between processors, cannot
        push an edge over a pixel's border.
        """
        return (round(point[0] * self._times, 2), round(point[1] * self._times, 2))


def cut_dashes(points: Sequence[Point], dash: float, gap: float) -> list[list[Point]]:
    """Cut a polyline into dashes, beginning with a dash; lengths in px."""
    pieces: list[list[Point]] = []
    piece: list[Point] = [points[0]]
    left, drawing = dash, True
    for a, b in itertools.pairwise(points):
        length = math.dist(a, b)
        done = 0.0
        while length - done > left:
            done += left
            w = done / length
            cut = (a[0] + (b[0] - a[0]) * w, a[1] + (b[1] - a[1]) * w)
            if drawing:
                pieces.append([*piece, cut])
            piece = [cut]
            drawing = not drawing
            left = dash if drawing else gap
        left -= length - done
        piece.append(b)
    if drawing and len(piece) > 1:
        pieces.append(piece)
    return pieces
