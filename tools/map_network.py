"""From what was read on a map to a network that can be planned on."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from perception.map_graph import MapGraph
from tools.alignment import Alignment
from tools.build_network import network_from_topology
from tools.mend_graph import (
    bridge_gaps,
    dissolve_stations,
    drop_weak_edges,
    join_same_names,
    named_ids,
)
from tools.network import Network
from tools.route import TRANSFER_MARK
from tools.tables import Table
from tools.take_alternatives import add_candidates, drop_edges

_HYPHEN = re.compile(r"\s*[-‐‑‒–—−]\s*")
_MARK = re.compile(re.escape(TRANSFER_MARK), re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Reading:
    """How far the map is trusted; the defaults are the first attempt's.

    Attributes
    ----------
    min_edge_confidence : float
        Edges below it are left out.
    join_same_names : bool
        Whether stations of one name count as one place.
    bridge_gaps : bool
        Whether parts of the map are joined where they come nearest to each other.
    admit_unpaired : bool
        Whether a route may pass stations that Mix_tab does not list; their values are then taken
        as the mean of the listed ones.
    candidates : tuple of (str, str)
        Candidate edges that are ridden, by the ids of their ends.
    dropped : tuple of (str, str)
        Edges that are not, likewise.
    """

    min_edge_confidence: float = 0.0
    join_same_names: bool = False
    bridge_gaps: bool = False
    admit_unpaired: bool = False
    candidates: tuple[tuple[str, str], ...] = ()
    dropped: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class MapNetwork:
    """A network with the way back to the map.

    Attributes
    ----------
    network : Network
        Its vertices are keyed by table name where one is paired, else by label.
    vertex_by_station : mapping of str to str
        Vertex of each station id that became one.
    written : mapping of str to str
        How each vertex is written in a route.
    """

    network: Network
    vertex_by_station: Mapping[str, str]
    written: Mapping[str, str]


def written_name(label: str) -> str:
    """Write a printed name as MapTab's tables do: a hyphen inside a name becomes `_`.

    >>> written_name("Little Italy -  University Circle")
    'Little Italy_University Circle'
    """
    return " ".join(_MARK.sub(" ", _HYPHEN.sub("_", label)).split())


def as_taken(graph: MapGraph, reading: Reading) -> MapGraph:
    """Return the graph with the edges that a reading takes."""
    strong = drop_weak_edges(graph, reading.min_edge_confidence)
    return drop_edges(add_candidates(strong, reading.candidates), reading.dropped)


def network_from_map(
    domain: str,
    graph: MapGraph,
    alignment: Alignment | None = None,
    mix_table: Table | None = None,
    reading: Reading | None = None,
) -> MapNetwork:
    """Build the network of a map, with the values of a Mix_tab where one is given.

    Markers without a name are no stops: their lines go on through them. Where a Mix_tab is given,
    it lists every vertex there is, so stations that pair with none of its names are no stops
    either, unless `reading` admits them. Walking links between differently named stations are
    left out, as MapTab routes do not use them.

    Parameters
    ----------
    domain : str
        "metromap" or "travelmap".
    graph : MapGraph
        Read from the picture.
    alignment : Alignment, optional
        Of its labels with the names of `mix_table`.
    mix_table : Table, optional
        Values of the vertices.
    reading : Reading, optional
        How far the map is trusted.

    Returns
    -------
    MapNetwork

    Raises
    ------
    BadTable
        What `network_from_topology` refuses.
    """
    settings = reading or Reading()
    paired = alignment.name_by_station() if alignment and mix_table else {}
    mended = as_taken(graph, settings)
    stops = named_ids(mended) | paired.keys()
    if mix_table is not None and not settings.admit_unpaired:
        stops &= paired.keys()
    if settings.bridge_gaps:
        mended = bridge_gaps(mended)
    mended = dissolve_stations(mended, {s.id for s in mended.stations} - stops)
    if settings.join_same_names:
        mended = join_same_names(mended)
    vertex_by_station, written = _vertices(mended, paired, mix_table)
    network = network_from_topology(
        domain,
        [(vertex_by_station[e.source], vertex_by_station[e.target], e.lines) for e in mended.edges],
        mix_table,
        origin=graph.image_path,
        missing="mean",
    )
    return MapNetwork(network, vertex_by_station, written)


def _vertices(
    graph: MapGraph, paired: Mapping[str, str], mix_table: Table | None
) -> tuple[dict[str, str], dict[str, str]]:
    """Key every station by a name of its own."""
    taken = set(paired.values())
    if mix_table is not None:
        taken |= {str(name) for name in mix_table.column("Vertex")}
    vertex_by_station: dict[str, str] = {}
    written: dict[str, str] = {}
    for station in graph.stations:
        name = paired.get(station.id)
        label = name or written_name(station.name) or station.id
        key = label if name or label not in taken else f"{label} [{written_name(station.id)}]"
        taken.add(key)
        vertex_by_station[station.id] = key
        written[key] = label
    return vertex_by_station, written
