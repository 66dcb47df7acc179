"""Read all text of a map picture."""

from __future__ import annotations

from pathlib import Path

from perception.text_reading import TextReading
from tools.map_reader import MapReader
from tools.recorded_call import ToolResult


def read_text(image: Path, reader: MapReader) -> ToolResult[TextReading]:
    """Read all text of a map picture.

    Parameters
    ----------
    image : Path
        Picture file.
    reader : MapReader
        Who reads it.

    Returns
    -------
    ToolResult of TextReading
        Confidence is the mean over the text lines.

    Raises
    ------
    BadPicture
        The picture is missing, broken or too large.
    """
    reading, cached = reader.text(image)
    count = len(reading.lines)
    confidence = sum(line.confidence for line in reading.lines) / count if count else 0.0
    summary = {"text_lines": count, "engine": reading.engine}
    return ToolResult(reading, summary, round(confidence, 4), cached)
