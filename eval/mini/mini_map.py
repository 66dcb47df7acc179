"""One map of the mini split: what is drawn, and how."""

from __future__ import annotations

from dataclasses import dataclass

from eval.drawing.network import DrawnNetwork
from eval.drawing.style import Style


@dataclass(frozen=True, slots=True)
class MiniMap:
    """One map of the split.

    Attributes
    ----------
    key : str
        Its file names; also `city` or `scenic_spot` of its records.
    domain : str
        "metromap" or "travelmap".
    network : DrawnNetwork
        What is drawn, and the graph of its tables.
    style : Style
        How it is drawn.
    hubs : tuple of str
        Travel maps: airports and railway stations, whose Time is 0.
    suffix : str
        Format of the picture, ".png" or ".jpg".
    """

    key: str
    domain: str
    network: DrawnNetwork
    style: Style
    hubs: tuple[str, ...] = ()
    suffix: str = ".png"
