"""What is known of a network for questions, from whichever source gives it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from perception.errors import BadTable
from tools.table_validation import CRITERIA, TRANSFER_TIME
from tools.tables import Table, edge_ends, vertex_names


class Link(NamedTuple):
    """Two neighbours and the lines that join them; Travelmap has no lines."""

    source: str
    target: str
    lines: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Facts:
    """What questions are answered from.

    Attributes
    ----------
    place : str
        Where the names come from, for messages: "Edge_tab", "Vertex_tab", "the map".
    file : str
        Its file, for messages.
    stations : tuple of str
        Every name once; of a table in its order.
    stops : mapping of str to tuple of str
        Line to its stations.
    links : tuple of Link
        Empty where only a Vertex_tab is given.
    edge_rows : tuple of (str, str)
        The edges of an Edge_tab as they stand, row by row.
    edge_values, values : mapping of str to sequence or mapping
        Column to the value of each row of `edge_rows`, and to the value by station.
    rows : int
        Rows of the vertex table, 0 without one.
    printed : int
        Spots that the map shows, 0 without a map.
    """

    place: str
    stations: tuple[str, ...]
    stops: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    links: tuple[Link, ...] = ()
    edge_rows: tuple[tuple[str, str], ...] = ()
    edge_values: Mapping[str, Sequence[float]] = field(default_factory=dict)
    values: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    rows: int = 0
    printed: int = 0
    file: str = ""

    @property
    def lines(self) -> tuple[str, ...]:
        """The names of the lines."""
        return tuple(self.stops)

    def value(self, column: str, station: str) -> float:
        """Return the value of a station.

        Raises
        ------
        BadTable
            No table gives it.
        """
        found = self.values.get(column, {}).get(station)
        if found is None:
            raise BadTable(
                f"no {column} of {station!r}",
                field=column,
                mend=f"give a table with the column {column}",
            )
        return found


def facts_of_tables(edge_table: Table | None, vertex_table: Table | None) -> Facts:
    """Return what tables tell.

    Raises
    ------
    BadTable
        There is none.
    """
    table = vertex_table or edge_table
    if table is None:
        raise BadTable("no table is given", field="question", mend="give one")
    links = _links(edge_table) if edge_table is not None else ()
    on_lines = (
        ((link.lines, station) for link in links for station in (link.source, link.target))
        if vertex_table is None or "Line" not in vertex_table.columns
        else zip(line_cells(vertex_table), vertex_names(vertex_table), strict=True)
    )
    return Facts(
        place=table.name if edge_table is None or vertex_table is None else "the tables",
        stations=vertex_names(table),
        stops=stops_of(on_lines),
        links=links,
        edge_rows=tuple((link.source, link.target) for link in links),
        edge_values=_numbers(edge_table) if edge_table is not None else {},
        values=vertex_values(vertex_table) if vertex_table is not None else {},
        rows=len(vertex_table.rows) if vertex_table is not None else 0,
        file=table.path,
    )


def stops_of(on_lines: Iterable[tuple[Sequence[str], str]]) -> dict[str, tuple[str, ...]]:
    """Return the stations of each line, each once, from the lines of each station."""
    found: dict[str, dict[str, None]] = {}
    for lines, station in on_lines:
        for line in lines:
            found.setdefault(line, {})[station] = None
    return {line: tuple(stations) for line, stations in found.items()}


def vertex_values(table: Table) -> dict[str, dict[str, float]]:
    """Return the values of a vertex table: column, station, value."""
    names = vertex_names(table)
    return {
        column: dict(zip(names, cells, strict=True)) for column, cells in _numbers(table).items()
    }


def line_cells(table: Table) -> tuple[tuple[str, ...], ...]:
    """Return the lines of each row; none where the table has no such column."""
    if "Line" not in table.columns:
        return ((),) * len(table.rows)
    return tuple((cell,) if isinstance(cell, str) else tuple(cell) for cell in _line_column(table))


def _line_column(table: Table) -> list[str | tuple[str, ...]]:
    return [cell for cell in table.column("Line") if isinstance(cell, str | tuple)]


def _links(table: Table) -> tuple[Link, ...]:
    return tuple(
        Link(*edge_ends(cell), lines)
        for cell, lines in zip(table.column("Edge"), line_cells(table), strict=True)
    )


def _numbers(table: Table) -> dict[str, list[float]]:
    return {
        column: [float(cell) for cell in table.column(column) if isinstance(cell, float | int)]
        for column in (*CRITERIA, TRANSFER_TIME)
        if column in table.columns
    }
