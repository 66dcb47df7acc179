"""The drawn lines of a map, as `trace_lines` reports them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TracedLine:
    """One drawn line, without its pixels.

    Attributes
    ----------
    id : str
        Unique in its picture.
    color : str
        `#rrggbb`.
    width : float
        Usual stroke width, px.
    pixels : int
        Pixels of its strokes.
    state : str
        "open" or "future".
    dashed : bool
        Whether the strokes are dashes.
    confidence : float
        That these strokes are a line of the map, in [0, 1].
    name : str
        As the legend names it, or empty.
    """

    id: str
    color: str
    width: float
    pixels: int
    state: str = "open"
    dashed: bool = False
    confidence: float = 1.0
    name: str = ""


@dataclass(frozen=True, slots=True)
class LineTraces:
    """The drawn lines of one picture.

    Attributes
    ----------
    lines : tuple of TracedLine
        Most pixels first.
    seconds : float
        Wall time of the tracing.
    """

    lines: tuple[TracedLine, ...]
    seconds: float = 0.0
