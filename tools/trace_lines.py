"""Find the drawn lines of a map picture."""

from __future__ import annotations

from pathlib import Path

from tools.line_traces import LineTraces
from tools.map_reader import MapReader
from tools.recorded_call import ToolResult


def trace_lines(image: Path, reader: MapReader) -> ToolResult[LineTraces]:
    """Find the drawn lines of a map picture.

    Parameters
    ----------
    image : Path
        Picture file.
    reader : MapReader
        Who reads it.

    Returns
    -------
    ToolResult of LineTraces
        Confidence is the mean over the lines.

    Raises
    ------
    BadPicture
        The picture is missing, broken or too large.
    """
    traces, cached = reader.lines(image)
    count = len(traces.lines)
    confidence = sum(line.confidence for line in traces.lines) / count if count else 0.0
    summary = {
        "lines": [
            {"id": line.id, "color": line.color, "state": line.state, "name": line.name}
            for line in traces.lines
        ]
    }
    return ToolResult(traces, summary, round(confidence, 4), cached)
