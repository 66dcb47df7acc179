"""A text that may be the name of a line, and why."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from perception.map_graph import Point
from perception.text_reading import TextItem

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Claim:
    """One text with one line that it may name.

    Attributes
    ----------
    layer : str
        Id of the stroke layer.
    name : str
        The text.
    kind : str
        "legend" (beside a sample of the colour), "badge" (on the colour) or "ink" (in the colour).
    weight : float
        How much it says; the evidence of several claims adds up.
    at : tuple of float
        Centre of the text, image px.
    """

    layer: str
    name: str
    kind: str
    weight: float
    at: Point


def bounds(item: TextItem) -> Box:
    """Return the upright box round a text, x0, y0, x1, y1, px."""
    corners = np.asarray(item.polygon)
    (left, top), (right, bottom) = corners.min(axis=0), corners.max(axis=0)
    return float(left), float(top), float(right), float(bottom)


def box_centre(box: Box) -> Point:
    """Return the middle of a box, px."""
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
