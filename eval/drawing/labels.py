"""Where a station's name stands: its lines of text, its anchor, its box."""

from __future__ import annotations

import math
from dataclasses import dataclass

from eval.drawing.canvas import SUPERSAMPLING, Canvas
from eval.drawing.fonts import load_font
from eval.drawing.markers import PlacedMarker
from eval.drawing.network import DrawnStation
from eval.drawing.style import Style
from perception.map_graph import Point

SIDES: dict[str, Point] = {
    "e": (1.0, 0.0),
    "w": (-1.0, 0.0),
    "ne": (math.sqrt(0.5), -math.sqrt(0.5)),
    "se": (math.sqrt(0.5), math.sqrt(0.5)),
    "nw": (-math.sqrt(0.5), -math.sqrt(0.5)),
    "sw": (-math.sqrt(0.5), math.sqrt(0.5)),
    "n": (0.0, -1.0),
    "s": (0.0, 1.0),
    "in": (0.0, 0.0),
}
"""Unit vectors (y down); "in" is the middle of a box."""

LEADING = 1.12
"""Distance of two baselines in font sizes."""


DESCENT = 0.14
"""Room below the baseline of a name that stands above its marker, in font sizes."""


@dataclass(frozen=True, slots=True)
class PlacedLabel:
    """The printed name of one station.

    Attributes
    ----------
    name : str
        The station, as in the tables.
    text : str
        As printed, with line breaks.
    rows : tuple of (str, point)
        Each line of text with the left end of its baseline, image px.
    polygon : tuple of 4 points
        Corners round the ink in reading order from the top left, image px.
    angle : float
        Degrees, counter-clockwise as seen.
    side : str
        Side of the marker it stands on.
    """

    name: str
    text: str
    rows: tuple[tuple[str, Point], ...]
    polygon: tuple[Point, Point, Point, Point]
    angle: float
    side: str


@dataclass(frozen=True, slots=True)
class TextRow:
    """One line of text: its width, its baseline below the block's top, its ink from there, px."""

    text: str
    width: float
    baseline: float
    ink: tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class TextBlock:
    """Lines of text: width, and height from the top of the capitals to the last baseline, px."""

    rows: tuple[TextRow, ...]
    width: float
    height: float


def measure_text(text: str, style: Style) -> TextBlock:
    """Return the measures of a name.

    The height is that of the capitals, so that names with and without descenders line up; the ink
    boxes hold every stroke.
    """
    scale = 1 / SUPERSAMPLING
    font = load_font(style.font, style.label_size * SUPERSAMPLING)
    sample = "国" if any(character > "\u2e80" for character in text) else "H"
    _, top, _, foot = (value * scale for value in font.getbbox(sample, anchor="ls"))
    pitch = LEADING * style.label_size
    rows = []
    for k, line in enumerate(text.split("\n")):
        x0, y0, x1, y1 = (value * scale for value in font.getbbox(line, anchor="ls"))
        rows.append(TextRow(line, font.getlength(line) * scale, pitch * k - top, (x0, y0, x1, y1)))
    height = foot - top + pitch * (len(rows) - 1)
    return TextBlock(tuple(rows), max(row.width for row in rows), height)


def place_label(
    station: DrawnStation, marker: PlacedMarker, side: str, style: Style
) -> PlacedLabel:
    """Return the name of a station, set on the given side of its marker."""
    block = measure_text(station.text, style)
    width, height = block.width, block.height

    direction = SIDES[side]
    radians = math.radians(station.angle)
    cos, sin = math.cos(radians), math.sin(radians)
    # The side as seen by the turned text decides which part of it is anchored.
    along = direction[0] * cos - direction[1] * sin
    across = direction[0] * sin + direction[1] * cos
    ax = _edge(along) * width
    ay = _edge(across) * height
    if across < -0.38:
        ay += DESCENT * style.label_size
    reach = 0.0
    if side != "in":
        reach = max(marker.reach(direction), style.line_width / 2) + style.label_gap
    if station.angle % 90:
        # The near corner of slanted text would touch a line that runs through the station.
        reach += height / 2
    x = marker.centre[0] + direction[0] * reach + station.nudge[0]
    y = marker.centre[1] + direction[1] * reach + station.nudge[1]

    def place(u: float, v: float) -> Point:
        """From the text's own frame (origin top left) to image px."""
        du, dv = u - ax, v - ay
        return (x + du * cos + dv * sin, y - du * sin + dv * cos)

    rows, ink = [], []
    for row in block.rows:
        u, v = _edge(along) * (width - row.width), row.baseline
        rows.append((row.text, place(u, v)))
        x0, y0, x1, y1 = row.ink
        ink.append((u + x0, v + y0, u + x1, v + y1))
    x0, y0 = min(box[0] for box in ink), min(box[1] for box in ink)
    x1, y1 = max(box[2] for box in ink), max(box[3] for box in ink)
    polygon = (place(x0, y0), place(x1, y0), place(x1, y1), place(x0, y1))
    return PlacedLabel(station.name, station.text, tuple(rows), polygon, station.angle, side)


def draw_label(canvas: Canvas, label: PlacedLabel, style: Style) -> None:
    """Draw one name."""
    canvas.text(
        label.rows,
        family=style.font,
        size=style.label_size,
        fill=style.label_ink,
        angle=label.angle,
        halo=style.label_halo,
        halo_color=style.label_halo_color,
    )


def _edge(component: float) -> float:
    """Return which part is anchored: 0 the near edge, 1 the far edge, 0.5 the middle."""
    if component > 0.38:
        return 0.0
    return 1.0 if component < -0.38 else 0.5
