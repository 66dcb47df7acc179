"""Rows of a table as far as they can be read: what is broken is reported, the rest is kept.

A value that is broken leaves the rest of its row: one bad cell is one finding. A row without a
readable name or lines is left out, and `SoundRows.broken` says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, overload

from eval.bench.validation.finding import Finding, Report
from perception.errors import BadTable
from tools.table_rows import parse_rows
from tools.table_validation import (
    CRITERIA,
    TRANSFER_TIME,
    check_columns,
    check_rows,
    full_columns,
    key_column,
)

# Of each column of an edge and of a vertex: the published ranges, but that spots are visited for 20
# to 29 minutes too, as in the released tables, and may be as unreliable as edges.
_RANGES: Final[Mapping[tuple[str, str], Mapping[str, tuple[float, float]]]] = {
    ("metromap", "Edge"): {
        "Time": (2, 3),
        "Price": (0, 1.5),
        "Comfort Level": (0, 1),
        "Reliability": (0, 0),
    },
    ("metromap", "Vertex"): {
        "Time": (0.5, 2),
        "Price": (0, 0),
        "Comfort Level": (0, 1),
        "Reliability": (0.5, 1),
        TRANSFER_TIME: (5, 15),
    },
    ("travelmap", "Edge"): {
        "Price": (10, 80),
        "Comfort Level": (1, 5),
        "Reliability": (1 / 365, 1),
    },
    ("travelmap", "Vertex"): {
        "Time": (20, 180),
        "Price": (10, 200),
        "Comfort Level": (1, 5),
        "Reliability": (1 / 365, 1),
    },
}
_HUB_PRICES: Final = (100.0, 200.0, 300.0)
_ROUNDING: Final = 1e-6


@dataclass(frozen=True, slots=True)
class SoundRow:
    """A row whose name and lines are sound.

    Attributes
    ----------
    number : int
        From 1.
    name : str
        The Vertex or Edge cell.
    lines : tuple of str
        Metromap.
    values : mapping of str to float
        Of the columns with numbers, those that are sound.
    """

    number: int
    name: str
    lines: tuple[str, ...]
    values: Mapping[str, float]

    @property
    def ends(self) -> tuple[str, str]:
        """The two vertices of an edge."""
        a, b = self.name.split("-")
        return a, b


@dataclass(frozen=True, slots=True)
class SoundRows(Sequence[SoundRow]):
    """The rows of a table that can be read.

    Attributes
    ----------
    rows : tuple of SoundRow
        In order.
    broken : frozenset of int
        Numbers of the others.
    """

    rows: tuple[SoundRow, ...]
    broken: frozenset[int] = frozenset()

    @overload
    def __getitem__(self, place: int) -> SoundRow: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[SoundRow, ...]: ...

    def __getitem__(self, place: int | slice) -> SoundRow | tuple[SoundRow, ...]:
        return self.rows[place]

    def __len__(self) -> int:
        return len(self.rows)


def read_sound_rows(
    root: Path, file: str, table_name: str, domain: str, report: Report
) -> SoundRows | None:
    """Return the rows of a table as far as they are sound; None where there is no table.

    Parameters
    ----------
    root, file : Path, str
        Folder of the data's assets, and path below it.
    table_name, domain : str
        "Edge_tab", "Vertex_tab" or "Mix_tab"; "metromap" or "travelmap".
    report : callable
        Takes the findings.
    """
    try:
        records = parse_rows(root / file)
        if not records:
            raise BadTable("has no rows")
        columns = [column for column, _ in records[0]]
        check_columns(columns, table_name, domain, file=file, complete=True, field="header")
    except BadTable as error:
        found = error.found if error.field in ("", "header") else f"{error.field}: {error.found}"
        mend = error.mend or "write the table as a JSON list of objects, or as CSV"
        report(Finding("format", file, None, found, mend))
        return None
    sound, broken = [], set()
    for number, pairs in enumerate(records, start=1):
        row = _sound_row(number, pairs, columns, file, table_name, domain, report)
        if row:
            sound.append(row)
        else:
            broken.add(number)
    return SoundRows(tuple(sound), frozenset(broken))


def _sound_row(
    number: int,
    pairs: Sequence[tuple[str, Any]],
    columns: Sequence[str],
    file: str,
    table_name: str,
    domain: str,
    report: Report,
) -> SoundRow | None:
    here = [column for column, _ in pairs]
    if here != columns:
        odd = sorted(set(here) ^ set(columns)) or here
        found = f"has other columns than the first row: {', '.join(odd)}"
        report(Finding("format", file, number, found, f"write {', '.join(columns)}"))
        return None
    cells = dict(pairs)
    row: dict[str, Any] | None = None
    while row is None:
        try:
            (row,) = check_rows([cells], table_name, domain, file=file)
        except BadTable as error:
            mend = error.mend if error.mend != "mend the cell" else _mend(error.field)
            report(Finding("cell", file, number, error.found, mend))
            column = error.field.rpartition("column ")[2]
            if column not in (*CRITERIA, TRANSFER_TIME) or cells.pop(column, None) is None:
                return None
    return SoundRow(
        number,
        str(row[key_column(table_name)]),
        tuple(row.get("Line") or ()),
        {column: float(row[column]) for column in (*CRITERIA, TRANSFER_TIME) if column in row},
    )


def _mend(field: str) -> str:
    column = field.rpartition("column ")[2]
    wanted = {
        "Edge": "write two names joined by one hyphen",
        "Vertex": "write the name, _ for a hyphen in it",
        "Line": "write the names of its lines",
    }
    return wanted.get(column, f"write the number of column {column}")


def check_ranges(
    rows: Sequence[SoundRow], file: str, table_name: str, domain: str, report: Report
) -> None:
    """Report every value outside its published range.

    The Time of a travel map's edge may come from the map, so any positive one is right; a spot
    with Time 0 is an airport or railway station, whose price is 100, 200 or 300. The Price of a
    metro map's Mix_tab is a mean over edges.
    """
    key = key_column(table_name)
    ranges = dict(_RANGES[domain, key])
    if table_name == "Mix_tab" and domain == "metromap":
        ranges["Price"] = _RANGES[domain, "Edge"]["Price"]
    known = full_columns(table_name, domain)
    for row in rows:
        is_hub = domain == "travelmap" and key == "Vertex" and row.values.get("Time") == 0
        for column, value in row.values.items():
            if column == TRANSFER_TIME and value == 0:
                continue
            if is_hub and column in ("Time", "Price"):
                if column == "Price" and value not in _HUB_PRICES:
                    found = f"{row.name!r} has Time 0 and the Price {value:g}"
                    mend = "write 100, 200 or 300, or its Time if it is no airport or station"
                    report(Finding("range", file, row.number, found, mend))
                continue
            if column == "Time" and (domain, key) == ("travelmap", "Edge"):
                if value <= 0:
                    mend = "write its minutes"
                    report(Finding("range", file, row.number, "Time is 0", mend))
                continue
            low, high = ranges[column] if column in known else (value, value)
            if not low - _ROUNDING <= value <= high + _ROUNDING:
                found = f"{column} of {row.name!r} is {value:g}"
                mend = f"write a number from {low:.6g} to {high:.6g}" if low < high else "write 0"
                report(Finding("range", file, row.number, found, mend))
