"""Build a network: from tables, or from a topology read off a map with a vertex table beside it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from functools import lru_cache
from types import MappingProxyType
from typing import Final, Literal

from perception.errors import BadTable
from tools.network import NO_LINE, Criteria, Edge, Network, Vertex
from tools.route import SEPARATOR
from tools.tables import Table

COLUMNS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "Time": "time",
        "Price": "price",
        "Comfort Level": "comfort",
        "Reliability": "reliability",
    }
)
"""Table column to field of `Criteria`, in the order of the weights."""


@lru_cache(maxsize=256)
def network_from_tables(
    domain: str, edge_table: Table, vertex_table: Table | None = None
) -> Network:
    """Build a network from an Edge_tab and, where the task gives one, a Vertex_tab.

    A column that the task's mask dropped is unknown and carries no cost. The same tables give the
    same object again, so that whatever is cached for a network serves every query on it.

    Parameters
    ----------
    domain : str
        "metromap" or "travelmap".
    edge_table : Table
        With the columns Edge and, on Metromap, Line. A row with several lines is an edge of each;
        rows of one pair on different lines keep their own values.
    vertex_table : Table, optional
        With a row for every vertex that an edge names; others may stand there too.

    Returns
    -------
    Network
        Vertices in the order of the vertex table, without one in order of appearance.

    Raises
    ------
    BadTable
        With file, row and column: an Edge cell that is not two names joined by one hyphen, a
        missing column, a vertex without a row; and what `Network` refuses.
    """
    edges: list[Edge] = []
    first_row: dict[str, int] = {}
    rows = zip(
        _names(edge_table, "Edge"),
        _lines_of_rows(domain, edge_table),
        _criteria(edge_table),
        strict=True,
    )
    for number, (cell, lines, values) in enumerate(rows, start=1):
        ends = [end.strip() for end in cell.split(SEPARATOR)]
        if len(ends) != 2 or not all(ends):
            mend = "write two names joined by one hyphen, and _ for a hyphen inside a name"
            raise _bad_cell(edge_table, number, "Edge", cell, mend)
        for end in ends:
            first_row.setdefault(end, number)
        edges += (Edge(ends[0], ends[1], line, values) for line in lines)

    if vertex_table is None:
        vertices = tuple(Vertex(name) for name in first_row)
        return Network(domain, vertices, tuple(edges), edge_table.path)
    vertices = vertices_from_table(vertex_table)
    known = {vertex.name for vertex in vertices}
    for name, number in first_row.items():
        if name not in known:
            raise BadTable(
                f"{name!r} has no row in {vertex_table.name} ({vertex_table.path})",
                file=edge_table.path,
                field=f"row {number}, column Edge",
                mend="add the row, or write the name the same way in both tables",
            )
    origin = ", ".join(path for path in (edge_table.path, vertex_table.path) if path)
    return Network(domain, vertices, tuple(edges), origin)


def network_from_topology(
    domain: str,
    links: Iterable[tuple[str, str, Sequence[str]]],
    vertex_table: Table | None = None,
    *,
    origin: str = "",
    missing: Literal["error", "mean"] = "error",
) -> Network:
    """Build a network from neighbours read off a map and, where given, a Vertex_tab or Mix_tab.

    Parameters
    ----------
    domain : str
        "metromap" or "travelmap".
    links : iterable of (str, str, sequence of str)
        Two names, already as the tables write them, and the lines that join them (ignored on
        Travelmap; none means an unnamed line). The same link may come more than once.
    vertex_table : Table, optional
        Values of the vertices; a row that no link names is a vertex without edges.
    origin : str
        The picture, for messages.
    missing : {"error", "mean"}
        What a vertex without a row means: an error, or each value is taken as the mean of the
        rows that have one other than zero, and `Network.assumed` names the vertex. Without the
        means an unread row would look like a free station.

    Returns
    -------
    Network

    Raises
    ------
    BadTable
        A vertex without a row (under "error"), and what `Network` refuses.
    """
    edges: dict[tuple[frozenset[str], str], Edge] = {}
    names: dict[str, None] = {}
    for source, target, lines in links:
        names.update({source: None, target: None})
        for line in (lines or (NO_LINE,)) if domain == "metromap" else (NO_LINE,):
            edges.setdefault((frozenset((source, target)), line), Edge(source, target, line))
    rows = vertices_from_table(vertex_table) if vertex_table is not None else ()
    have = {vertex.name for vertex in rows}
    assumed: tuple[str, ...] = ()
    lacking = tuple(name for name in names if name not in have)
    if vertex_table is None:
        vertices = tuple(Vertex(name) for name in names)
    elif not lacking:
        vertices = rows
    elif missing == "error":
        raise BadTable(
            f"{lacking[0]!r} of the map has no row"
            + (f", nor have {len(lacking) - 1} others" if len(lacking) > 1 else ""),
            file=vertex_table.path,
            field="column Vertex",
            mend="align the map's names with the table's",
        )
    else:
        typical = _mean_vertex(rows)
        vertices = rows + tuple(
            Vertex(name, typical.values, typical.transfer_time) for name in lacking
        )
        assumed = lacking
    path = vertex_table.path if vertex_table is not None else ""
    where = ", ".join(part for part in (origin, path) if part)
    return Network(domain, vertices, tuple(edges.values()), where, assumed)


def vertices_from_table(table: Table) -> tuple[Vertex, ...]:
    """Return the rows of a Vertex_tab or Mix_tab as vertices, in the table's order."""
    if "Transfer Time" in table.columns:
        transfer_times: Sequence[float | None] = _numbers(table, "Transfer Time")
    else:
        transfer_times = [None] * len(table.rows)
    return tuple(
        Vertex(name, values, transfer_time)
        for name, values, transfer_time in zip(
            _names(table, "Vertex"), _criteria(table), transfer_times, strict=True
        )
    )


def _mean_vertex(vertices: Sequence[Vertex]) -> Vertex:
    def mean(values: Iterable[float | None]) -> float | None:
        given = [value for value in values if value]
        return math.fsum(given) / len(given) if given else None

    return Vertex(
        "mean",
        Criteria(
            *(
                mean(getattr(vertex.values, field.name) for vertex in vertices)
                for field in fields(Criteria)
            )
        ),
        mean(vertex.transfer_time for vertex in vertices),
    )


def _lines_of_rows(domain: str, table: Table) -> list[tuple[str, ...]]:
    if domain != "metromap":
        return [(NO_LINE,)] * len(table.rows)
    cells = []
    for number, cell in enumerate(_column(table, "Line"), start=1):
        if not isinstance(cell, tuple) or not cell or not all(line.strip() for line in cell):
            raise _bad_cell(
                table, number, "Line", cell, "list the lines that join the two stations"
            )
        cells.append(cell)
    return cells


def _criteria(table: Table) -> list[Criteria]:
    """Return the criteria of each row; those of dropped columns are None.

    Raises
    ------
    BadTable
        A cell that is no finite number of 0 or more, with file, row and column.
    """
    columns = {
        field: _numbers(table, column)
        for column, field in COLUMNS.items()
        if column in table.columns
    }
    return [
        Criteria(**{field: cells[row] for field, cells in columns.items()})
        for row in range(len(table.rows))
    ]


def _numbers(table: Table, column: str) -> list[float]:
    """Return a column of numbers; raises as `_criteria` does."""
    numbers = []
    for number, cell in enumerate(_column(table, column), start=1):
        if not isinstance(cell, int | float) or not 0.0 <= cell < math.inf:
            raise _bad_cell(table, number, column, cell, "write a finite number of 0 or more")
        numbers.append(float(cell))
    return numbers


def _names(table: Table, column: str) -> list[str]:
    """Return a column of names; raises `BadTable` at a cell that is not text."""
    names = []
    for number, cell in enumerate(_column(table, column), start=1):
        if not isinstance(cell, str):
            raise _bad_cell(table, number, column, cell, "write a name")
        names.append(cell.strip())
    return names


def _column(table: Table, column: str) -> list[object]:
    """Return all cells of a column; raises `BadTable` where there is no such column."""
    if column not in table.columns:
        raise BadTable(
            f"{table.name} has no column {column!r}", file=table.path, mend="add the column"
        )
    place = table.columns.index(column)
    return [row[place] for row in table.rows]


def _bad_cell(table: Table, row: int, column: str, cell: object, mend: str) -> BadTable:
    """Return the error of one cell; rows count from 1, a CSV header apart."""
    return BadTable(
        f"found {cell!r}", file=table.path, field=f"row {row}, column {column}", mend=mend
    )
