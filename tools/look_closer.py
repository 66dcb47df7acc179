"""A part of a map at full resolution, or the text that was read in it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from perception.errors import ConfigError
from tools.map_reader import MapReader
from tools.picture_size import picture_size
from tools.recorded_call import ToolResult

LEAST_SIDE = 16
"""Px; anything smaller shows nothing."""


@dataclass(frozen=True, slots=True)
class Look:
    """A part of a picture.

    Attributes
    ----------
    left, top, width, height : int
        Image px, within the picture.
    texts : tuple of (str, float, float)
        Text lines whose middle is inside, with the middle, image px; top to bottom. Empty where
        the part is looked at itself.
    """

    left: int
    top: int
    width: int
    height: int
    texts: tuple[tuple[str, float, float], ...] = ()

    @property
    def box(self) -> tuple[int, int, int, int]:
        """Left, top, width, height."""
        return (self.left, self.top, self.width, self.height)


def look_closer(
    image: Path,
    box: tuple[float, float, float, float],
    reader: MapReader | None = None,
) -> ToolResult[Look]:
    """Cut a part of a map picture out.

    Parameters
    ----------
    image : Path
        Picture file.
    box : tuple of 4 floats
        Left, top, width, height; image px. What reaches over the edge is cut off.
    reader : MapReader, optional
        Reads the text in it, for those who cannot look.

    Returns
    -------
    ToolResult of Look

    Raises
    ------
    ConfigError
        The part is outside the picture, or less than 16 px wide or high.
    BadPicture
        The picture cannot be read.
    """
    look = clip_box(image, box)
    summary: dict[str, Any] = {"box": list(look.box)}
    if reader is None:
        return ToolResult(look, summary)
    reading, cached = reader.text(image)
    found: list[tuple[str, float, float]] = []
    for line in reading.lines:
        x = sum(point[0] for point in line.polygon) / len(line.polygon)
        y = sum(point[1] for point in line.polygon) / len(line.polygon)
        if 0 <= x - look.left < look.width and 0 <= y - look.top < look.height:
            found.append((line.text, round(x, 1), round(y, 1)))
    found.sort(key=lambda item: (item[2], item[1]))
    look = Look(*look.box, tuple(found))
    return ToolResult(look, {**summary, "text_lines": len(found)}, cached=cached)


def clip_box(image: Path, box: tuple[float, float, float, float]) -> Look:
    """Return the part of a box that is on the picture, in whole px.

    Raises
    ------
    ConfigError
        There is none, or too little.
    BadPicture
        The picture cannot be read.
    """
    width, height = picture_size(image)
    left, top = max(0, int(box[0])), max(0, int(box[1]))
    right = min(width, int(max(-1e9, min(1e9, box[0] + box[2]))))
    bottom = min(height, int(max(-1e9, min(1e9, box[1] + box[3]))))
    if right - left < LEAST_SIDE or bottom - top < LEAST_SIDE:
        raise ConfigError(
            f"the part at ({box[0]:g}, {box[1]:g}), {box[2]:g} wide and {box[3]:g} high, shows "
            "less than 16 px of the picture",
            field="x, y, width, height",
            mend=f"stay within 0 to {width} across and 0 to {height} down",
        )
    return Look(left, top, right - left, bottom - top)
