"""Pair labels and names that are equal strings: what aligning is without a tool for it."""

from __future__ import annotations

from collections.abc import Sequence

from perception.map_graph import MapGraph
from tools.alignment import Alignment, NamePair, Unpaired


def align_equal_names(graph: MapGraph, names: Sequence[str]) -> Alignment:
    """Pair each name with the first station of the map that prints the very same string.

    Parameters
    ----------
    graph : MapGraph
        Read from the picture.
    names : sequence of str
        Names of a table or a question, each once.

    Returns
    -------
    Alignment
        Scores and confidences are 1; nothing has runners-up.
    """
    station_of: dict[str, str] = {}
    for station in graph.stations:
        if station.name:
            station_of.setdefault(station.name, station.id)
    pairs = tuple(
        NamePair(station_of[name], name, name, 1.0, 1.0) for name in names if name in station_of
    )
    taken = {pair.station for pair in pairs}
    return Alignment(
        pairs,
        tuple(
            Unpaired(station.id, station.name)
            for station in graph.stations
            if station.name and station.id not in taken
        ),
        tuple(Unpaired(name, name) for name in names if name not in station_of),
        round(len(pairs) / len(names), 4) if names else 1.0,
        1.0,
    )
