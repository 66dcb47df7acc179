"""What the text stage returns: pieces of text with their places."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np


@dataclass(frozen=True, slots=True)
class TextItem:
    """One piece of text.

    Attributes
    ----------
    text : str
        As printed; where lines were joined, by a space (none between Chinese characters).
    polygon : tuple of 4 points
        Corners in image px, in reading order: top left of the first character first, then along
        the reading direction.
    angle : float
        Reading direction in degrees, counter-clockwise as seen, 0 = left to right, 90 = upwards.
    confidence : float
        Of the recogniser, in [0, 1].
    height : float
        Height of one text line, px.
    pieces : tuple of TextItem
        The single lines that were joined; empty for a single line.
    """

    text: str
    polygon: tuple[tuple[float, float], ...]
    angle: float = 0.0
    confidence: float = 1.0
    height: float = 0.0
    pieces: tuple[TextItem, ...] = ()


@dataclass(frozen=True, slots=True)
class TextReading:
    """All text of one picture, and who read it.

    Attributes
    ----------
    lines : tuple of TextItem
        Single text lines, not joined.
    engine : str
        JSON of the engine as logged: kind, versions, weights, and `read_by`, the recognisers with
        the languages that this picture took.
    seconds : float
        Wall time.
    notes : tuple of str
        What could not be read, and what to install for it.
    """

    lines: tuple[TextItem, ...]
    engine: str
    seconds: float = 0.0
    notes: tuple[str, ...] = ()


def piece_of(item: TextItem, text: str, start: float, end: float) -> TextItem:
    """Return a piece of a single line: `text`, between two shares of the line's length."""
    corners = np.asarray(item.polygon, np.float64)
    top, bottom = corners[1] - corners[0], corners[2] - corners[3]
    quad = (
        corners[0] + start * top,
        corners[0] + end * top,
        corners[3] + end * bottom,
        corners[3] + start * bottom,
    )
    polygon = tuple((float(x), float(y)) for x, y in quad)
    return replace(item, text=text.strip(), polygon=polygon, pieces=())
