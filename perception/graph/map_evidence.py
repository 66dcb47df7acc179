"""Whether a picture shows a map at all, judged by what was read from it.

Photographs have edges that look like strokes, and pages, tables and diagrams have rules between
words; a graph made of those is invented. A map shows itself in that its strokes lead from name to
name, and in that much of its lettering is names at strokes:

- no edge joins two named stations, though nothing tells that the names could not be read;
- there is a page of lettering, and hardly any of it is the name of a station that has an edge;
- all strokes are the rules of one table.

Each alone makes it no map. They are far from what real maps give (at least a fifth of the
lettering of the maps that this was tried on names stations), because a map must not be refused.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from perception.map_graph import MapGraph
from perception.stages import Strokes
from perception.strokes.table_rules import are_table_rules
from perception.text_reading import TextReading

# So many lines of text make a page, of which a map uses at least this share as names.
_PAGE = 25
_NAMES = 0.06


@dataclass(frozen=True, slots=True)
class MapEvidence:
    """What tells for and against a map.

    Attributes
    ----------
    edges : int
        All.
    named_edges : int
        Those between two named stations.
    named_stations : int
        Named stations that have an edge.
    text_lines : int
        All lines of text.
    unreadable : bool
        Whether the text stage tells that names could not be read.
    ruled : bool
        Whether all strokes are the rules of one table.
    """

    edges: int
    named_edges: int
    named_stations: int
    text_lines: int
    unreadable: bool
    ruled: bool = False

    def against(self) -> str:
        """Return why its edges are none of a map; empty where they may be, or it has none."""
        if not self.edges:
            return ""
        if self.ruled:
            return "all strokes are the rules of a table"
        if self.unreadable:
            return ""
        if not self.named_edges:
            return f"none of {self.edges} supposed edges joins two names"
        if self.text_lines >= _PAGE and self.named_stations < _NAMES * self.text_lines:
            return (
                f"{self.named_stations} of {self.text_lines} lines of text stand at strokes as "
                "names would"
            )
        return ""


def map_evidence(
    graph: MapGraph, reading: TextReading, strokes: Strokes | None = None
) -> MapEvidence:
    """Count what tells for and against a map.

    Parameters
    ----------
    graph : MapGraph
        As built.
    reading : TextReading
        All text of the picture.
    strokes : Strokes, optional
        What the edges were traced along.
    """
    named = {station.id for station in graph.stations if station.name.strip()}
    ends = [{edge.source, edge.target} for edge in graph.edges]
    return MapEvidence(
        edges=len(ends),
        named_edges=sum(pair <= named for pair in ends),
        named_stations=len(named & set[str]().union(*ends)),
        text_lines=len(reading.lines),
        unreadable=bool(reading.notes),
        ruled=strokes is not None and are_table_rules(strokes),
    )


def refuse_no_map(
    graph: MapGraph, reading: TextReading, strokes: Strokes | None = None
) -> MapGraph:
    """Return the graph; an empty one with a note that says why, where the picture holds no map."""
    against = map_evidence(graph, reading, strokes).against()
    if not against:
        return graph
    notes = (*graph.notes, f"{against}: the picture may hold no map")
    return replace(
        graph, lines=(), stations=(), edges=(), transfers=(), candidate_edges=(), notes=notes
    )
