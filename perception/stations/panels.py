"""Boxes that names stand in: a flat patch of another colour than the ground, round a text.

A name in a box is as near to its station as the box is; lines in one box belong together; and a
box in a line's colour round a number or a letter or two is the line's badge, not a station.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from perception.markers.lettering import is_lettering
from perception.markers.scene import Scene
from perception.raster import Components, components, fill_polygons
from perception.text_reading import TextItem

# Size of a box round a text, in heights of its lines; share of the box that is flat or lettering.
_HIGHEST = 6.0
_WIDER = 16.0
_FILLED = 0.8
_FLAT = 0.45
_BADGE_SIGNS = 3
# A badge is thicker than the strokes of its line by this factor.
_THICKER = 1.5
# Lettering is slanted from this sine of its angle with the axes on.
_SLANTED = 0.035
_LEVEL = (1.0, 0.0)


@dataclass(frozen=True, slots=True)
class Panel:
    """One box.

    Attributes
    ----------
    id : int
        Unique in its picture.
    box : tuple of float
        x0, y0, x1, y1 along its own axes, scene px.
    color : int
        Its flat colour.
    along : tuple of float
        Unit vector of its first axis, in the scene; the second one is a quarter turn clockwise.
    """

    id: int
    box: tuple[float, float, float, float]
    color: int
    along: tuple[float, float] = _LEVEL

    @property
    def polygon(self) -> tuple[tuple[float, float], ...]:
        """Its corners, clockwise from the top left."""
        x0, y0, x1, y1 = self.box
        cos, sin = self.along
        corners = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
        return tuple((x * cos - y * sin, x * sin + y * cos) for x, y in corners)

    def holds(self, point: tuple[float, float]) -> bool:
        """Tell whether a point of the scene lies in it."""
        (x, y), (x0, y0, x1, y1) = _turned(np.array([point]), self.along)[0], self.box
        return bool(x0 <= x <= x1 and y0 <= y <= y1)


def find_panels(scene: Scene) -> list[Panel | None]:
    """Return the box that each text line of a scene stands in, or None."""
    grounds = [_ground(scene, item) for item in scene.lines]
    panels: list[Panel | None] = [None] * len(scene.lines)
    known: dict[tuple[int, int], Panel | None] = {}
    for color in sorted({ground for ground in grounds if ground not in (-1, scene.background)}):
        parts = components(scene.labels == color)
        for index, item in enumerate(scene.lines):
            if grounds[index] != color or not _is_text(scene, item, color):
                continue
            inside = parts.labels[_pixels(scene, item)]
            inside = inside[inside > 0]
            if not len(inside):
                continue
            part = int(np.bincount(inside).argmax())
            if (color, part) not in known:
                along = _direction(item)
                box = _extent(parts, part, along)
                w, h = box[2] - box[0], box[3] - box[1]
                text = sum(_area(_cut(line, box, along)) for line in scene.lines)
                flat = int(parts.areas[part]) / (w * h)
                filled = flat >= _FLAT and flat + 0.5 * text / (w * h) >= _FILLED
                if color < len(scene.widths):
                    # no piece of a stroke
                    filled = filled and min(w, h) > _THICKER * float(scene.widths[color])
                known[color, part] = Panel(len(known), box, color, along) if filled else None
            panel = known[color, part]
            if panel is not None and _fits(item, panel):
                panels[index] = panel
    return panels


def _is_text(scene: Scene, item: TextItem, color: int) -> bool:
    """Tell lettering from marks; in a line's colour single signs count as well."""
    if color < len(scene.widths):
        return item.text.strip().isalnum() or is_lettering(item)
    return is_lettering(item) and any(c.isalpha() for c in item.text)


def is_badge(item: TextItem, panel: Panel | None, layers: int) -> bool:
    """Tell whether a text is the sign of a line: short or a number, in a box of a line's colour."""
    if panel is None or panel.color >= layers:
        return False
    signs = [c for c in item.text if c.isalnum()]
    return len(signs) <= _BADGE_SIGNS or any(c.isdigit() for c in signs)


def _fits(item: TextItem, panel: Panel) -> bool:
    x0, y0, x1, y1 = panel.box
    corners = _turned(np.asarray(item.polygon), panel.along)
    length = float(np.linalg.norm(corners[1] - corners[0]))
    inner = _area(_cut(item, panel.box, panel.along))
    if inner < 0.8 * float(np.prod(corners.max(axis=0) - corners.min(axis=0))):
        return False
    wide, high = max(x1 - x0, y1 - y0), min(x1 - x0, y1 - y0)
    return bool(high <= _HIGHEST * item.height and wide <= length + _WIDER * item.height)


def _pixels(scene: Scene, item: TextItem) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    corners = np.asarray(item.polygon)
    x0, y0 = np.maximum(np.floor(corners.min(axis=0)).astype(int), 0)
    x1, y1 = np.ceil(corners.max(axis=0)).astype(int) + 1
    shape = scene.labels[y0:y1, x0:x1].shape
    ys, xs = np.nonzero(fill_polygons(shape, [corners - np.array([x0, y0])]))
    return ys + y0, xs + x0


def _ground(scene: Scene, item: TextItem) -> int:
    values = scene.labels[_pixels(scene, item)]
    values = values[values >= 0]
    return int(np.bincount(values).argmax()) if len(values) else -1


def _direction(item: TextItem) -> tuple[float, float]:
    """Return the direction of slanted lettering; boxes round level and upright one are level."""
    corners = np.asarray(item.polygon, np.float64)
    x, y = corners[1] - corners[0]
    length = float(np.hypot(x, y))
    if min(abs(x), abs(y)) <= _SLANTED * length:
        return _LEVEL
    return float(x / length), float(y / length)


def _turned(points: NDArray[np.float64], along: tuple[float, float]) -> NDArray[np.float64]:
    """Return points, (N, 2), along the axes of a box."""
    cos, sin = along
    return np.asarray(points @ np.array([[cos, -sin], [sin, cos]]), np.float64)


def _extent(
    parts: Components, part: int, along: tuple[float, float]
) -> tuple[float, float, float, float]:
    """Return x0, y0, x1, y1 of a component along the axes of a box."""
    x, y, w, h = (int(v) for v in parts.boxes[part])
    if along == _LEVEL:
        return float(x), float(y), float(x + w), float(y + h)
    ys, xs = np.nonzero(parts.labels[y : y + h, x : x + w] == part)
    points = _turned(np.stack([xs + x + 0.5, ys + y + 0.5], axis=1), along)
    (x0, y0), (x1, y1) = points.min(axis=0) - 0.5, points.max(axis=0) + 0.5
    return float(x0), float(y0), float(x1), float(y1)


def _cut(
    item: TextItem, box: tuple[float, float, float, float], along: tuple[float, float]
) -> tuple[float, ...]:
    corners = _turned(np.asarray(item.polygon), along)
    low, high = corners.min(axis=0), corners.max(axis=0)
    return (
        max(low[0], box[0]),
        max(low[1], box[1]),
        min(high[0], box[2]),
        min(high[1], box[3]),
    )


def _area(box: tuple[float, ...]) -> float:
    return max(0.0, box[2] - box[0]) * max(0.0, box[3] - box[1])
