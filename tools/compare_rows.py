"""The order of rows in a table."""

from __future__ import annotations

from perception.errors import BadTable
from tools.facts import Facts
from tools.look_up import edge_row
from tools.question import Answer


def rows_between(facts: Facts, first: tuple[str, str], second: tuple[str, str]) -> Answer:
    """Return how many rows lie between those of two edges."""
    here, there = edge_row(facts, *first), edge_row(facts, *second)
    return Answer(float(max(abs(here - there) - 1, 0)), f"rows {here + 1} and {there + 1}")


def is_above(facts: Facts, station: str, other: str) -> Answer:
    """Return whether a station's row is above another's.

    Raises
    ------
    BadTable
        No table gives each station a row.
    """
    if not facts.rows:
        raise BadTable("no vertex table is given", field=facts.place, mend="give one")
    here, there = facts.stations.index(station), facts.stations.index(other)
    return Answer(float(here < there), f"rows {here + 1} and {there + 1}")
