"""Build the graph of stations and lines that a map picture shows."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from perception.errors import BadPicture
from perception.map_graph import MapGraph
from tools.map_reader import MapReader
from tools.recorded_call import ToolResult


def build_graph(
    image: Path, reader: MapReader, names: Sequence[str] = (), *, named: bool = True
) -> ToolResult[MapGraph]:
    """Build the graph of stations and lines that a map picture shows.

    Parameters
    ----------
    image : Path
        Picture file.
    reader : MapReader
        Who reads it.
    names : sequence of str
        All names on the map, where a table gives them: no station gets another one.
    named : bool
        Whether a graph without names is no map; not where the reader reads none.

    Returns
    -------
    ToolResult of MapGraph
        Confidence is the mean over the edges.

    Raises
    ------
    BadPicture
        The picture is missing, broken, too large, or holds no map (no two named stations that
        are joined).
    """
    graph, cached = reader.graph(image, names) if names else reader.graph(image)
    with_name = sum(bool(station.name.strip()) for station in graph.stations)
    if (named and with_name < 2) or not graph.edges:
        raise BadPicture(
            f"no map was found in it ({with_name} named stations, {len(graph.edges)} edges)",
            file=str(image),
            mend="look at it with `mapclew perceive --overlay`",
        )
    confidence = sum(edge.confidence for edge in graph.edges) / len(graph.edges)
    summary = {
        "stations": len(graph.stations),
        "named": with_name,
        "edges": len(graph.edges),
        "lines": len(graph.lines),
        "transfers": len(graph.transfers),
    }
    return ToolResult(graph, summary, round(confidence, 4), cached)
