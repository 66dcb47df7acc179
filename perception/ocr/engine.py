"""What a text recogniser offers to the text stage."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

RgbArray = NDArray[np.uint8]
Quad = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class TextRegion:
    """A place that holds one line of text, not yet read.

    Attributes
    ----------
    quad : numpy.ndarray, shape (4, 2), float64
        Corners in px of the array it was found in, clockwise as seen, the corner that is top left
        when the text is turned upright by the smallest angle first.
    score : float
        Of the detector, in [0, 1].
    """

    quad: Quad
    score: float


@dataclass(frozen=True, slots=True)
class Transcript:
    """The reading of one upright crop.

    Attributes
    ----------
    text : str
        As recognised, unedited.
    confidence : float
        Mean over the characters, in [0, 1]; 0 where nothing was read.
    centers : tuple of float
        Of each character of `text`, as a fraction of the crop's width.
    scores : tuple of float
        Of each character of `text`, in [0, 1].
    alternatives : tuple of tuple of (str, float)
        For each character of `text` the other candidates with their scores, best first; empty
        where the engine gives none.
    """

    text: str
    confidence: float
    centers: tuple[float, ...] = ()
    scores: tuple[float, ...] = ()
    alternatives: tuple[tuple[tuple[str, float], ...], ...] = ()


@dataclass(frozen=True, slots=True)
class RecognisedLine:
    """One line of text found and read.

    Attributes
    ----------
    quad : numpy.ndarray, shape (4, 2), float64
        Corners in px of the array, in reading order.
    text : str
        As recognised, unedited.
    confidence : float
        Of the reading, in [0, 1].
    """

    quad: Quad
    text: str
    confidence: float


class OcrEngine(Protocol):
    """A text recogniser: detection and reading apart, so that the caller tiles and turns.

    Implementations are deterministic: the same pixels give the same result.
    """

    @property
    def kind(self) -> str:
        """Name in the registry."""
        ...

    def describe(self) -> dict[str, Any]:
        """Return kind, versions and weight hashes, as logged with every run."""
        ...

    def detect(self, rgb: RgbArray) -> list[TextRegion]:
        """Find text lines at any angle in `rgb`, shape (H, W, 3), at the scale given."""
        ...

    def detect_all(self, rgbs: Sequence[RgbArray]) -> list[list[TextRegion]]:
        """Find text in several arrays as `detect` does, in the order given."""
        ...

    def transcribe(self, crops: Sequence[RgbArray]) -> list[Transcript]:
        """Read upright single-line crops, each of shape (h, w, 3), in the order given.

        Several threads may call this at a time.
        """
        ...

    def recognise(self, rgb: RgbArray) -> list[RecognisedLine]:
        """Find and read in one pass, without tiling or turning."""
        ...
