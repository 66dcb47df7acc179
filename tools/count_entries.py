"""Count what tables list and maps show."""

from __future__ import annotations

from collections import Counter

from perception.errors import BadTable
from tools.facts import Facts
from tools.line_names import count_named
from tools.look_up import lines_at
from tools.question import Answer


def count_lines(facts: Facts) -> Answer:
    """Return the number of lines; branches and other means of transport are none."""
    return Answer(float(count_named(facts.lines)), f"{', '.join(facts.lines) or 'no line'}")


def count_spots(facts: Facts) -> Answer:
    """Return the number of spots that the map shows, or that the tables list without one."""
    return Answer(float(facts.printed or len(facts.stations)), f"spots of {facts.place}")


def longest_line(facts: Facts) -> Answer:
    """Return how many stations the line with the most has.

    Raises
    ------
    BadTable
        No line is known.
    """
    if not facts.stops:
        raise BadTable(f"{facts.place} tells no lines", field="Line", mend="add the column Line")
    line = max(facts.stops, key=lambda line: len(facts.stops[line]))
    return Answer(float(len(facts.stops[line])), f"stations of {line}")


def count_transfers(facts: Facts, line: str | None = None) -> Answer:
    """Return the number of stations with two or more lines, on one line or on all."""
    among = facts.stations if line is None else facts.stops[line]
    found = [station for station in among if len(lines_at(facts, station)) > 1]
    return Answer(float(len(found)), f"transfer stations: {', '.join(found) or 'none'}")


def most_frequent(facts: Facts) -> Answer:
    """Return how often the spot occurs that the edges name most often.

    Raises
    ------
    BadTable
        There are no edges.
    """
    if not facts.edge_rows:
        raise BadTable("no edges are given", field=facts.place, mend="give an Edge_tab")
    counts = Counter(end for ends in facts.edge_rows for end in ends)
    spot, count = counts.most_common(1)[0]
    return Answer(float(count), f"{spot} occurs most often")


def count_brief(facts: Facts, limit: float) -> Answer:
    """Return the number of stations whose Time is below a limit."""
    found = [s for s in facts.stations if facts.value("Time", s) < limit]
    return Answer(float(len(found)), f"Time below {limit:g}: {', '.join(found) or 'none'}")


def same_count(facts: Facts) -> Answer:
    """Return whether the table has as many rows as the map has spots."""
    text = f"{facts.rows} rows, {facts.printed} spots on the map"
    return Answer(float(facts.rows == facts.printed), text)
