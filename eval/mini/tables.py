"""Tables of the maps of the mini split."""

from __future__ import annotations

from random import Random

from eval.bench.tables import MapTables, metro_tables, travel_tables
from eval.bench.values import UniformValues
from eval.mini.mini_map import MiniMap


def make_tables(item: MiniMap) -> MapTables:
    """Return the tables of a map; the map's key is the seed."""
    random = Random(f"tables/{item.key}")
    values = UniformValues(random)
    network = item.network
    names = [station.name for station in network.stations]
    if item.domain == "metromap":
        lines = {name: network.lines_at(name) for name in names}
        return metro_tables(network.edges(), lines, values, random)
    return travel_tables(network.edges(), names, values, hubs=item.hubs)
