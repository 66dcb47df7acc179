"""Look up single values and memberships."""

from __future__ import annotations

from perception.errors import BadTable, UnknownStation
from tools.facts import Facts
from tools.question import Answer


def edge_row(facts: Facts, source: str, target: str) -> int:
    """Return the place of an edge's row, from 0; written either way, as asked first.

    Raises
    ------
    UnknownStation
        The table has no such edge.
    """
    for ends in ((source, target), (target, source)):
        if ends in facts.edge_rows:
            return facts.edge_rows.index(ends)
    raise UnknownStation(
        f"the edge {source}-{target} is in no row of {facts.place}",
        file=facts.file,
        mend="name two neighbours of the table",
    )


def edge_value(facts: Facts, source: str, target: str, column: str) -> Answer:
    """Return a value of an edge.

    Raises
    ------
    UnknownStation
        The table has no such edge.
    BadTable
        It has no such column.
    """
    row = edge_row(facts, source, target)
    if column not in facts.edge_values:
        raise BadTable(
            f"has no column {column!r}", field=facts.place, mend="add it to the Edge_tab"
        )
    return Answer(facts.edge_values[column][row], f"{column} in row {row + 1} of {facts.place}")


def lines_at(facts: Facts, station: str) -> tuple[str, ...]:
    """Return the lines that stop at a station."""
    return tuple(line for line, stations in facts.stops.items() if station in stations)


def count_lines_at(facts: Facts, station: str) -> Answer:
    """Return how many lines stop at a station."""
    found = lines_at(facts, station)
    return Answer(float(len(found)), f"{station} is on {_listed(found)}")


def is_on_line(facts: Facts, station: str, line: str) -> Answer:
    """Return whether a line stops at a station."""
    found = lines_at(facts, station)
    return Answer(float(line in found), f"{station} is on {_listed(found)}")


def share_line(facts: Facts, station: str, other: str) -> Answer:
    """Return whether a line stops at both stations."""
    at_other = lines_at(facts, other)
    common = tuple(line for line in lines_at(facts, station) if line in at_other)
    return Answer(float(bool(common)), f"in common: {_listed(common)}")


def _listed(lines: tuple[str, ...]) -> str:
    return ", ".join(lines) or "no line"
