"""What a map tells for questions, with the values of a Mix_tab where one is given."""

from __future__ import annotations

import re

from perception.map_graph import MapGraph
from tools.alignment import Alignment
from tools.facts import Facts, Link, line_cells, stops_of, vertex_values
from tools.find_names import line_key
from tools.line_names import UNNAMED
from tools.map_network import written_name
from tools.mend_graph import dissolve_stations, join_same_names, named_ids
from tools.name_folding import fold_name
from tools.tables import Table, vertex_names

_IN_PARENTHESES = re.compile(r"\([^()]*\)|（[^（）]*）|\[[^\[\]]*\]|【[^【】]*】")
_SEVERAL = re.compile(r"\s*[、/／|｜]\s*")


def facts_of_map(
    graph: MapGraph, alignment: Alignment | None = None, mix_table: Table | None = None
) -> Facts:
    """Return what a map tells.

    Markers without a name are no stops, their lines go on through them; stations of one name are
    one. With a Mix_tab, which lists every vertex, stations that pair with none of its names are no
    stops either, and names are the table's. Lines are those of the table's column where it has
    one, else the map's, by the name that a legend or badge gives, or by colour.

    Parameters
    ----------
    graph : MapGraph
        Read from the picture.
    alignment : Alignment, optional
        Of its labels with the names of `mix_table`.
    mix_table : Table, optional
        Values of the stations.
    """
    names = alignment.name_by_station() if alignment is not None and mix_table is not None else {}
    stops = named_ids(graph) if mix_table is None else frozenset(names)
    mended = dissolve_stations(graph, {s.id for s in graph.stations} - stops)
    if mix_table is None:
        mended = join_same_names(mended)
        names = {s.id: written_name(s.name) for s in mended.stations}
    keys = line_keys(graph)
    links = tuple(
        Link(
            names[edge.source],
            names[edge.target],
            tuple(dict.fromkeys(keys[line] for line in edge.lines if line in keys)),
        )
        for edge in mended.edges
        if edge.source != edge.target
    )
    on_lines = [
        (tuple(keys[line] for line in station.lines if line in keys), names[station.id])
        for station in mended.stations
    ]
    on_lines += [(link.lines, end) for link in links for end in (link.source, link.target)]
    if mix_table is not None and "Line" in mix_table.columns:
        on_lines = list(zip(line_cells(mix_table), vertex_names(mix_table), strict=True))
        links = _on_table_lines(
            links, dict(zip(vertex_names(mix_table), line_cells(mix_table), strict=True))
        )
    return Facts(
        place="the map",
        stations=tuple(names[s.id] for s in mended.stations)
        if mix_table is None
        else vertex_names(mix_table),
        stops=stops_of(on_lines),
        links=links,
        values=vertex_values(mix_table) if mix_table is not None else {},
        rows=len(mix_table.rows) if mix_table is not None else 0,
        printed=len(printed_names(graph)),
        file=graph.image_path,
    )


def _on_table_lines(links: tuple[Link, ...], lines: dict[str, tuple[str, ...]]) -> tuple[Link, ...]:
    """Return the links with the lines that a table gives both their ends."""
    return tuple(
        Link(
            link.source,
            link.target,
            tuple(line for line in lines[link.source] if line in lines[link.target]),
        )
        for link in links
    )


def line_keys(graph: MapGraph) -> dict[str, str]:
    """Return what each line of a map is called, by its id: its name, else its colour.

    Lines of one name are one line.
    """
    first: dict[tuple[str, ...], str] = {}
    found: dict[str, str] = {}
    for line in graph.lines:
        name = " ".join(line.name.split())
        if name:
            found[line.id] = first.setdefault(line_key(name), name)
        else:
            found[line.id] = line.color if line.color.startswith(UNNAMED) else UNNAMED + line.id
    return found


def line_colors(graph: MapGraph) -> dict[str, str]:
    """Return the colour of each line, by what it is called."""
    keys = line_keys(graph)
    return {keys[line.id]: line.color for line in graph.lines}


def printed_names(graph: MapGraph) -> tuple[str, ...]:
    """Return the names of spots that a map prints, each once.

    A label that names several spots of one point ("Lake / Pier") stands for each; what stands in
    parentheses names none.
    """
    found: dict[str, str] = {}
    for station in graph.stations:
        for part in _SEVERAL.split(_IN_PARENTHESES.sub(" ", station.name)):
            if key := fold_name(part).flat:
                found.setdefault(key, part.strip())
    return tuple(found.values())
