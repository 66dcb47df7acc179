"""Small maps drawn with OpenCV, whose strokes and edges are known because they were drawn."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from perception.stages import Marker, StationCandidate
from perception.text_reading import TextItem, TextReading

Rgb = NDArray[np.uint8]
Point = tuple[float, float]

NO_TEXT = TextReading((), "none")
RED, GREEN, BLUE = (220, 30, 40), (20, 150, 70), (30, 90, 210)


def canvas(
    width: int = 400, height: int = 300, color: tuple[int, int, int] = (255, 255, 255)
) -> Rgb:
    return np.full((height, width, 3), color, np.uint8)


def stroke(
    picture: Rgb, points: Sequence[Point], color: tuple[int, int, int], width: int = 10
) -> None:
    line = np.rint(np.array(points)).astype(np.int32)
    cv2.polylines(picture, [line], False, color, width, cv2.LINE_AA)


def ring(picture: Rgb, at: Point, radius: int = 9) -> None:
    centre = (round(at[0]), round(at[1]))
    cv2.circle(picture, centre, radius, (255, 255, 255), -1, cv2.LINE_AA)
    cv2.circle(picture, centre, radius, (20, 20, 20), 2, cv2.LINE_AA)


def label(text: str, at: Point, size: float = 14.0) -> TextItem:
    x, y = at
    wide = 0.6 * size * len(text)
    corners = (
        (x, y - size / 2),
        (x + wide, y - size / 2),
        (x + wide, y + size / 2),
        (x, y + size / 2),
    )
    return TextItem(text, corners, height=size)


def station(name: str, at: Point, radius: float = 10.0, kind: str = "ring") -> StationCandidate:
    return StationCandidate((Marker(at, radius, kind),), label(name, at))
