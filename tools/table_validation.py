"""What makes a row of a table sound, and the rows of a table sound together.

The first thing wrong ends the reading: a `BadTable` names file, row and column. Rows are counted
from 1, the header of a CSV file apart.
"""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from perception.errors import BadTable

CRITERIA: Final = ("Time", "Price", "Comfort Level", "Reliability")
"""The four criteria's columns, numbered 1 to 4 in task names."""
TRANSFER_TIME: Final = "Transfer Time"

# A JSON number; other spellings that mean a number (".5", "+1") are read but not kept as written.
_JSON_NUMBER = re.compile(r"-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?")
_ANY_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
# Several lines in one CSV cell. A slash is no separator: names hold it ("Gare / Station").
_LINE_SEPARATOR = re.compile(r"\s*[,;，；、|]\s*")


class NumberText(str):
    """A number as its source wrote it; tells numbers from texts such as "2.5"."""

    __slots__ = ()


def _number(value: object) -> NumberText:
    if not isinstance(value, NumberText):
        kind = "empty" if value is None or value == "" else repr(value)
        raise ValueError(f"is {kind}, not a number")
    text = value.strip()
    if not _ANY_NUMBER.fullmatch(text) or not math.isfinite(float(text)):
        raise ValueError(f"is {text!r}, not a finite number" if text else "is empty")
    if float(text) < 0:
        raise ValueError(f"is {text}, below zero")
    return NumberText(text if _JSON_NUMBER.fullmatch(text) else repr(float(text)))


def _at_most(limit: float) -> AfterValidator:
    def check(value: NumberText) -> NumberText:
        if float(value) > limit:
            raise ValueError(f"is {value}, above its scale's end at {limit:g}")
        return value

    return AfterValidator(check)


def _name(value: object) -> str:
    if not isinstance(value, str) or isinstance(value, NumberText):
        raise ValueError(f"is {value!r}, not a name")
    if not value.strip():
        raise ValueError("is empty")
    return value.strip()


def _edge(value: object) -> str:
    text = _name(value)
    ends = [end.strip() for end in text.split("-")]
    if len(ends) != 2:
        hyphens = len(ends) - 1
        raise ValueError(
            f"is {text!r} with {hyphens or 'no'} hyphen{'s' if hyphens > 1 else ''}, "
            "where one separates its two ends"
        )
    if not all(ends):
        raise ValueError(f"is {text!r}, with an empty end")
    if ends[0] == ends[1]:
        raise ValueError(f"is {text!r}, from a vertex to itself")
    return "-".join(ends)


def _vertex(value: object) -> str:
    text = _name(value)
    if "-" in text:
        raise ValueError(f"is {text!r}; a hyphen inside a name is written _ in tables")
    return text


def _lines(value: object) -> tuple[str, ...]:
    parts: object = value
    if isinstance(value, str) and not isinstance(value, NumberText):
        parts = _split_lines(value.strip())
    if not isinstance(parts, list):
        raise ValueError(f"is {value!r}, not a list of line names")
    names = tuple(dict.fromkeys(_name(part) for part in parts))
    if not names:
        raise ValueError("is empty")
    return names


def _split_lines(text: str) -> list[str]:
    if text.startswith("[") and text.endswith("]"):
        try:
            listed = ast.literal_eval(text)
        except (ValueError, SyntaxError):
            listed = None
        if isinstance(listed, list) and all(isinstance(name, str) for name in listed):
            return listed
    return _LINE_SEPARATOR.split(text)


# None only as the default of a column that the table lacks: a null in a cell is refused.
Number = Annotated[NumberText | None, BeforeValidator(_number)]
Share = Annotated[NumberText | None, _at_most(1), BeforeValidator(_number)]
Rating = Annotated[NumberText | None, _at_most(5), BeforeValidator(_number)]
Lines = Annotated[tuple[str, ...] | None, BeforeValidator(_lines)]


class _Row(BaseModel):
    """A row; a column that a table lacks altogether is None (tables may come masked)."""

    model_config = ConfigDict(extra="forbid", frozen=True, arbitrary_types_allowed=True)

    time: Number = Field(None, alias="Time")
    price: Number = Field(None, alias="Price")
    reliability: Share = Field(None, alias="Reliability")


class _MetroRow(_Row):
    line: Lines = Field(None, alias="Line")
    comfort: Share = Field(None, alias="Comfort Level")


class _TravelRow(_Row):
    comfort: Rating = Field(None, alias="Comfort Level")


class _MetroEdge(_MetroRow):
    key: Annotated[str, BeforeValidator(_edge)] = Field(alias="Edge")


class _TravelEdge(_TravelRow):
    key: Annotated[str, BeforeValidator(_edge)] = Field(alias="Edge")


class _MetroVertex(_MetroRow):
    key: Annotated[str, BeforeValidator(_vertex)] = Field(alias="Vertex")
    transfer_time: Number = Field(None, alias=TRANSFER_TIME)


class _TravelVertex(_TravelRow):
    key: Annotated[str, BeforeValidator(_vertex)] = Field(alias="Vertex")


_ROWS: Final[Mapping[tuple[str, str], type[_Row]]] = {
    ("Edge", "metromap"): _MetroEdge,
    ("Edge", "travelmap"): _TravelEdge,
    ("Vertex", "metromap"): _MetroVertex,
    ("Vertex", "travelmap"): _TravelVertex,
}


def key_column(table_name: str) -> str:
    """Return the naming column of a table: "Edge", or "Vertex" for Vertex_tab and Mix_tab."""
    return "Edge" if table_name == "Edge_tab" else "Vertex"


def full_columns(table_name: str, domain: str) -> tuple[str, ...]:
    """Return every column of an unmasked table, in the released order."""
    key = key_column(table_name)
    if domain == "travelmap":
        return (key, *CRITERIA)
    transfer = (TRANSFER_TIME,) if key == "Vertex" else ()
    return (key, "Line", *CRITERIA, *transfer)


def check_columns(
    columns: Sequence[str], table_name: str, domain: str, *, file: str, complete: bool, field: str
) -> None:
    """Raise `BadTable` at the first doubled, unknown or missing column.

    Parameters
    ----------
    columns : sequence of str
        As found.
    table_name, domain : str
        Which table of which domain it should be.
    file, field : str
        Place for the message ("header", "row 3").
    complete : bool
        Whether the criteria's columns have to be there; masked tables lack some.
    """
    known = full_columns(table_name, domain)
    place = {"file": file, "field": field}
    for position, column in enumerate(columns):
        if column in columns[:position]:
            raise BadTable(f"column {column!r} stands twice", **place, mend="keep one of them")
        if column not in known:
            raise BadTable(
                f"column {column!r} is unknown",
                **place,
                mend=f"a {domain} {table_name} has {', '.join(known)}",
            )
    # Only edges are nothing without their lines; Mix_tab comes without them.
    key = key_column(table_name)
    needed = known if complete else ((key, "Line") if key == "Edge" and "Line" in known else (key,))
    for column in needed:
        if column not in columns:
            raise BadTable(f"column {column!r} is missing", **place, mend="add it")


def check_rows(
    rows: Sequence[Mapping[str, Any]], table_name: str, domain: str, *, file: str
) -> list[dict[str, Any]]:
    """Validate all rows.

    Parameters
    ----------
    rows : sequence of mappings
        Column to value; numbers as `NumberText`, in CSV every cell that should be one.
    table_name, domain, file : str
        Which table it is, and where it came from.

    Returns
    -------
    list of dict
        Column to str (names), tuple of str (Line) or `NumberText`.

    Raises
    ------
    BadTable
        At the first bad cell, doubled vertex, or edge doubled on one line in either direction.
    """
    key = key_column(table_name)
    model = _ROWS[key, domain]
    seen: dict[object, int] = {}
    checked = []
    for number, row in enumerate(rows, start=1):
        try:
            found = model.model_validate(row)
        except ValidationError as error:
            raise _bad_cell(error, file, number) from None
        values = found.model_dump(by_alias=True, exclude_unset=True)
        lines = values.get("Line") or ("",)
        name = frozenset(values[key].split("-")) if key == "Edge" else values[key]
        for line in lines if key == "Edge" else ("",):
            first = seen.setdefault((name, line), number)
            if first != number:
                on_line = f" on line {line!r}" if line else ""
                raise BadTable(
                    f"{key.lower()} {values[key]!r}{on_line} is in row {first} already",
                    file=file,
                    field=f"row {number}, column {key}",
                    mend="keep one of the two rows",
                )
        checked.append(values)
    return checked


def _bad_cell(error: ValidationError, file: str, row: int) -> BadTable:
    first = error.errors(include_url=False)[0]
    column = str(first["loc"][0])
    cause = first.get("ctx", {}).get("error")
    found = str(cause) if cause else f"is {first['input']!r}: {first['msg']}"
    return BadTable(
        f"{column} {found}", file=file, field=f"row {row}, column {column}", mend="mend the cell"
    )
