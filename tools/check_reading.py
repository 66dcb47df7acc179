"""Check what was read from a map against the table that comes with it, and against itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from perception.map_graph import MapGraph
from tools.alignment import Alignment
from tools.findings import Fault, Finding
from tools.tables import Table
from tools.take_alternatives import joins_of_parts

LIKELY = 0.75
"""An edge not taken that is at least so sure, and joins two parts of the map, is missed."""

_SHOWN = 5


def check_reading(
    graph: MapGraph, alignment: Alignment, table: Table | None, route: Sequence[str]
) -> tuple[Finding, ...]:
    """Check a reading.

    Parameters
    ----------
    graph : MapGraph
        As it is used.
    alignment : Alignment
        Of its labels with the names of `table`.
    table : Table or None
        Mix_tab, which lists every vertex; None where the task has none.
    route : sequence of str
        The table names that a route passes, in its order.

    Returns
    -------
    tuple of Finding
        Names that no station bears; legs of the route between stations that share no line of the
        table; parts of the map that a likely edge would join.
    """
    findings = []
    if table is not None:
        missing = [item.text for item in alignment.unpaired_names]
        if missing:
            shown = ", ".join(map(repr, missing[:_SHOWN]))
            more = f" and {len(missing) - _SHOWN} more" if len(missing) > _SHOWN else ""
            text = f"no station of the map bears {shown}{more}"
            findings.append(Finding(Fault.UNBORNE_NAME, text))
        findings += [
            Finding(Fault.LINES_DISAGREE, f"{a!r} and {b!r} share no line in the table")
            for a, b in contradicted_legs(table, route)
        ]
    joins = joins_of_parts(graph, LIKELY)
    if joins:
        text = f"{len(joins)} likely edges would join parts of the map"
        findings.append(Finding(Fault.LOOSE_PARTS, text))
    return tuple(findings)


def contradicted_legs(table: Table, route: Sequence[str]) -> list[tuple[str, str]]:
    """Return the legs of a route between stations that share no line of a table.

    None where the table hides its lines.
    """
    lines = lines_of(table)
    return [
        (a, b)
        for a, b in pairwise(route)
        if lines.get(a) and lines.get(b) and not lines[a] & lines[b]
    ]


def lines_of(table: Table) -> Mapping[str, frozenset[str]]:
    """Return the lines of each vertex of a table; empty where it hides them."""
    if "Line" not in table.columns:
        return {}
    return {
        str(vertex): frozenset(cell) if isinstance(cell, tuple) else frozenset()
        for vertex, cell in zip(table.column("Vertex"), table.column("Line"), strict=True)
    }
