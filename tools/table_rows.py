"""The rows of a table file, JSON or CSV, as they are written there."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

from perception.errors import BadTable
from tools.table_validation import NumberText


def parse_rows(path: str | Path, name: str = "table") -> list[list[tuple[str, Any]]]:
    """Parse a table's file without judging its rows.

    Parameters
    ----------
    path : str or Path
        A `.json` or `.csv` file, UTF-8 with or without a byte order mark.
    name : str
        What it should be, for messages.

    Returns
    -------
    list of list of (str, value)
        Each row as pairs of column and cell in file order, numbers as `NumberText`.

    Raises
    ------
    BadTable
        The file cannot be read, or is no list of rows.
    """
    file = str(path)
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise BadTable(
            f"{name} cannot be read ({error.strerror})", file=file, mend="check the path"
        ) from None
    except UnicodeDecodeError as error:
        raise BadTable(
            f"{name} cannot be read as UTF-8 text ({error})", file=file, mend="save it as UTF-8"
        ) from None
    is_csv = file.lower().endswith(".csv")
    return _csv_records(text, file) if is_csv else _json_records(text, file)


def _json_records(text: str, path: str) -> list[list[tuple[str, Any]]]:
    try:
        # Pairs instead of dicts, so that a column that stands twice is seen; numbers as written.
        data = json.loads(
            text,
            object_pairs_hook=_Pairs,
            parse_float=NumberText,
            parse_int=NumberText,
            parse_constant=NumberText,
        )
    except (json.JSONDecodeError, RecursionError) as error:
        raise BadTable(f"no JSON ({error})", file=path, mend="write [{...}, ...]") from None
    if not isinstance(data, list) or isinstance(data, _Pairs):
        raise BadTable("the file holds no list of rows", file=path, mend="write [{...}, ...]")
    for number, row in enumerate(data, start=1):
        if not isinstance(row, _Pairs):
            raise BadTable(
                f"is {row!r}, not an object",
                file=path,
                field=f"row {number}",
                mend="write it as {column: value, ...}",
            )
    return data


class _Pairs(list[tuple[str, Any]]):
    """A JSON object as its pairs in file order."""


def _csv_records(text: str, path: str) -> list[list[tuple[str, Any]]]:
    try:
        lines = [line for line in csv.reader(io.StringIO(text, newline=""), strict=True) if line]
    except csv.Error as error:
        raise BadTable(f"no CSV ({error})", file=path, mend="close every quote") from None
    if not lines:
        return []
    columns = [column.strip() for column in lines[0]]
    records = []
    for number, cells in enumerate(lines[1:], start=1):
        if len(cells) != len(columns):
            raise BadTable(
                f"has {len(cells)} cells, the header {len(columns)}",
                file=path,
                field=f"row {number}",
                mend="put a cell that holds a comma in double quotes",
            )
        records.append(
            [
                (column, cell if column in ("Edge", "Vertex", "Line") else NumberText(cell))
                for column, cell in zip(columns, cells, strict=True)
            ]
        )
    return records
