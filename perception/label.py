"""A text that may name a station."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from perception.text_reading import TextItem


@dataclass(frozen=True, slots=True)
class Label:
    """A text, and which lines of the reading it uses.

    Attributes
    ----------
    item : TextItem
        The text with its place.
    lines : tuple of int
        Indices of its lines.
    origin : (2,) float array
        Centre of its box.
    along : (2,) float array
        Unit vector of the reading direction.
    length, height : float
        Of its box, px.
    line_height : float
        Of one line, px.
    worth : float
        What it costs to leave it without a station.
    strain : float
        How doubtful it is that these lines belong together.
    """

    item: TextItem
    lines: tuple[int, ...]
    origin: NDArray[np.float64]
    along: NDArray[np.float64]
    length: float
    height: float
    line_height: float
    worth: float
    strain: float
