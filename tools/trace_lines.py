"""Find the drawn lines of a map picture."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from perception.perceive import LayerSummary
from tools.map_reader import MapReader
from tools.recorded_call import ToolResult


def trace_lines(
    image: Path, reader: MapReader, names: Sequence[str] = ()
) -> ToolResult[tuple[LayerSummary, ...]]:
    """Find the drawn lines of a map picture.

    Parameters
    ----------
    image : Path
        Picture file.
    reader : MapReader
        Who reads it.
    names : sequence of str
        All names on the map, where a table gives them: no station gets another one.

    Returns
    -------
    ToolResult of tuple of LayerSummary
        Confidence is the mean over the lines.

    Raises
    ------
    BadPicture
        The picture is missing, broken or too large.
    """
    layers, cached = reader.lines(image, names) if names else reader.lines(image)
    confidence = sum(layer.confidence for layer in layers) / len(layers) if layers else 0.0
    summary = {
        "lines": [
            {"id": layer.id, "color": layer.color, "state": layer.state, "name": layer.name}
            for layer in layers
        ]
    }
    return ToolResult(layers, summary, round(confidence, 4), cached)
