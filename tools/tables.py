"""Tables as data: columns and rows, read from JSON or CSV, masked, written back."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

from perception.errors import BadTable
from tools.table_rows import parse_rows
from tools.table_validation import NumberText, check_columns, check_rows, key_column

Cell = str | float | tuple[str, ...]

LINE_SEPARATOR = ", "
"""Between several lines in one CSV cell."""


@dataclass(frozen=True, slots=True)
class Table:
    """An Edge_tab, Vertex_tab or Mix_tab.

    Attributes
    ----------
    name : str
        "Edge_tab", "Vertex_tab" or "Mix_tab".
    path : str
        File it came from, for messages.
    columns : tuple of str
        In file order.
    rows : tuple of tuples
        One cell a column: str for Edge and Vertex, tuple of str for Line, float for numbers.
    written : tuple of tuples of str
        Shaped as `rows`: how the source wrote each number ("0", "0.0"), empty for other cells;
        empty as a whole for a table that was not read, whose numbers are written in their
        shortest form.
    """

    name: str
    path: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    written: tuple[tuple[str, ...], ...] = field(default=(), compare=False, repr=False)

    def column(self, name: str) -> tuple[Cell, ...]:
        """Return all cells of a column; KeyError where the table has none of that name."""
        if name not in self.columns:
            raise KeyError(f"{self.path}: {self.name} has no column {name!r}")
        place = self.columns.index(name)
        return tuple(row[place] for row in self.rows)


def read_table(
    path: str | Path,
    name: str,
    *,
    domain: str | None = None,
    complete: bool = True,
    drop: Collection[str] = (),
) -> Table:
    """Read and validate a table; a file read before is not read again until it changes.

    Parameters
    ----------
    path : str or Path
        A `.json` or `.csv` file, UTF-8 with or without a byte order mark.
    name : str
        "Edge_tab", "Vertex_tab" or "Mix_tab".
    domain : str, optional
        "metromap" or "travelmap"; by default what the columns say (Metromap has Line).
    complete : bool
        Whether the columns of all four criteria must be there.
    drop : collection of str
        Columns to leave out; what their cells hold is not judged.

    Returns
    -------
    Table
        Names without surrounding spaces; a line named twice in one cell counts once.

    Raises
    ------
    BadTable
        At the first thing wrong, with file, row and column.
    """
    file = Path(path)
    try:
        stat = file.stat()
    except OSError as error:
        raise BadTable(
            f"{name} cannot be read ({error.strerror})", file=str(file), mend="check the path"
        ) from None
    return _read(str(file), name, domain, complete, frozenset(drop), stat.st_mtime_ns, stat.st_size)


@lru_cache(maxsize=2048)
def _read(
    path: str,
    name: str,
    domain: str | None,
    complete: bool,
    drop: frozenset[str],
    _mtime: int,
    _size: int,
) -> Table:
    records = parse_rows(path, name)
    is_csv = path.lower().endswith(".csv")
    if not records:
        raise BadTable(f"{name} has no rows", file=path, mend="add a row for each entry")

    columns = [column for column, _ in records[0]]
    which = domain or ("metromap" if {"Line", "Transfer Time"} & set(columns) else "travelmap")
    for number, pairs in enumerate(records, start=1):
        here = [column for column, _ in pairs]
        if number == 1 or here != columns:
            place = "header" if is_csv else f"row {number}"
            check_columns(here, name, which, file=path, complete=complete, field=place)
            for column in columns:
                if column not in here:
                    raise BadTable(
                        f"column {column!r} is missing", file=path, field=place, mend="add it"
                    )
            for column in here:
                if column not in columns:
                    raise BadTable(
                        f"column {column!r} is not in the rows before",
                        file=path,
                        field=place,
                        mend="give every row the same columns",
                    )

    columns = [column for column in columns if column not in drop]
    told = [{column: cell for column, cell in pairs if column not in drop} for pairs in records]
    rows = check_rows(told, name, which, file=path)
    return Table(
        name=name,
        path=path,
        columns=tuple(columns),
        rows=tuple(tuple(_cell(row[column]) for column in columns) for row in rows),
        written=tuple(
            tuple(
                str(row[column]) if isinstance(row[column], NumberText) else ""
                for column in columns
            )
            for row in rows
        ),
    )


def _cell(value: str | tuple[str, ...]) -> Cell:
    return float(value) if isinstance(value, NumberText) else value


def mask(table: Table, drop: Collection[str]) -> Table:
    """Return the table without the columns named in `drop`; those it lacks are passed over."""
    kept = [place for place, column in enumerate(table.columns) if column not in drop]
    if len(kept) == len(table.columns):
        return table
    return replace(
        table,
        columns=tuple(table.columns[place] for place in kept),
        rows=tuple(tuple(row[place] for place in kept) for row in table.rows),
        written=tuple(tuple(row[place] for place in kept) for row in table.written),
    )


def reorder(table: Table, order: Sequence[int]) -> Table:
    """Return the table with row `order[i]` at place `i`."""
    return replace(
        table,
        rows=tuple(table.rows[place] for place in order),
        written=tuple(table.written[place] for place in order) if table.written else (),
    )


def replace_numbers(table: Table, columns: Mapping[str, Sequence[float]]) -> Table:
    """Return the table with the numbers of some columns replaced, one a row."""
    places = {table.columns.index(name): values for name, values in columns.items()}
    rows = tuple(
        tuple(
            float(places[place][number]) if place in places else cell
            for place, cell in enumerate(row)
        )
        for number, row in enumerate(table.rows)
    )
    written = tuple(
        tuple("" if place in places else text for place, text in enumerate(row))
        for row in table.written
    )
    return replace(table, rows=rows, written=written)


def edge_ends(edge: Cell) -> tuple[str, str]:
    """Return the two vertices of an Edge cell.

    >>> edge_ends("Triskett-West 117th_Madison")
    ('Triskett', 'West 117th_Madison')
    """
    source, target = str(edge).split("-")
    return source, target


def vertex_names(table: Table) -> tuple[str, ...]:
    """Return the vertices that a table names, once each, in order of appearance."""
    key = key_column(table.name)
    if key == "Vertex":
        return tuple(str(cell) for cell in table.column(key))
    ends = (end for cell in table.column(key) for end in edge_ends(cell))
    return tuple(dict.fromkeys(ends))


def table_as_json(table: Table) -> str:
    """Write a table as the JSON that a model is shown: one object a row, indented by two.

    >>> print(table_as_json(Table("Edge_tab", "", ("Edge", "Time"), (("A-B", 2.5),))))
    [
      {
        "Edge": "A-B",
        "Time": 2.5
      }
    ]
    """
    objects = []
    for number in range(len(table.rows)):
        pairs = [
            f"    {json.dumps(column, ensure_ascii=False)}: {_json_cell(table, number, place)}"
            for place, column in enumerate(table.columns)
        ]
        objects.append("  {\n" + ",\n".join(pairs) + "\n  }")
    return "[\n" + ",\n".join(objects) + "\n]"


def _json_cell(table: Table, row: int, place: int) -> str:
    cell = table.rows[row][place]
    if isinstance(cell, float | int):
        return _number_text(table, row, place)
    if isinstance(cell, str):
        return json.dumps(cell, ensure_ascii=False)
    names = ",\n".join(f"      {json.dumps(name, ensure_ascii=False)}" for name in cell)
    return f"[\n{names}\n    ]"


def table_as_csv(table: Table) -> str:
    r"""Write a table as the CSV that a model is shown: header, then one line a row.

    >>> table_as_csv(Table("Edge_tab", "", ("Edge", "Line"), (("A-B", ("Red", "Blue")),)))
    'Edge,Line\nA-B,"Red, Blue"\n'
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(table.columns)
    for number, row in enumerate(table.rows):
        writer.writerow(
            _number_text(table, number, place)
            if isinstance(cell, float | int)
            else cell
            if isinstance(cell, str)
            else LINE_SEPARATOR.join(cell)
            for place, cell in enumerate(row)
        )
    return out.getvalue()


def _number_text(table: Table, row: int, place: int) -> str:
    text = table.written[row][place] if table.written else ""
    return text or repr(table.rows[row][place])
