"""From what was read on a map to the network that rides are planned on."""

from __future__ import annotations

from perception.map_graph import MapGraph
from tools.map_facts import line_keys
from tools.mend_graph import bridge_gaps, dissolve_stations, join_same_names, named_ids
from tools.ride_network import RideLine, RideNetwork


def network_of_map(graph: MapGraph, *, bridge: bool = False) -> RideNetwork:
    """Build the network of a map: markers without a name are no stops, equal names are one stop.

    Lines are named by legend or badge, else by colour.

    Parameters
    ----------
    graph : MapGraph
        Read from the picture.
    bridge : bool
        Whether parts of the map are joined where they come nearest to each other: a line may have
        been lost on its way.
    """
    if bridge:
        graph = bridge_gaps(graph)
    mended = dissolve_stations(graph, {s.id for s in graph.stations} - named_ids(graph))
    mended = join_same_names(mended)
    place = {station.id: number for number, station in enumerate(mended.stations)}
    names = tuple(" ".join(station.name.split()) for station in mended.stations)
    lines = []
    for line, name in line_keys(graph).items():
        joins: dict[int, list[int]] = {}
        for edge in mended.edges:
            if line in edge.lines and edge.source != edge.target:
                one, other = place[edge.source], place[edge.target]
                joins.setdefault(one, []).append(other)
                joins.setdefault(other, []).append(one)
        if joins:
            kept = {stop: tuple(dict.fromkeys(others)) for stop, others in joins.items()}
            lines.append(RideLine(name, kept, {stop: names[stop] for stop in kept}))
    return RideNetwork(names, tuple(lines))
