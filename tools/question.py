"""What a question asks for, as data."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Asked(StrEnum):
    """What can be asked for; the numbers are those of MapTab's types (Metromap, Travelmap)."""

    LINES_AT = "lines_at"
    """Number of lines that stop at a station (no type of its own)."""
    LINE_COUNT = "line_count"
    """Number of lines (M1)."""
    STATIONS_BETWEEN = "stations_between"
    """Stations strictly between two on their common line (M2)."""
    IS_ON_LINE = "is_on_line"
    """Whether a station is on a line (M3)."""
    LONGEST_LINE = "longest_line"
    """Stations of the line that has the most (M4)."""
    EDGE_VALUE = "edge_value"
    """A value of an edge (M5, T5)."""
    ROWS_BETWEEN = "rows_between"
    """Rows between two edges of the table (M6)."""
    TRANSFER_COUNT = "transfer_count"
    """Stations of two or more lines (M7)."""
    TRANSFERS_ON_LINE = "transfers_on_line"
    """Stations of a line that have another line too (M8)."""
    SHARE_LINE = "share_line"
    """Whether two stations have a line in common (M9)."""
    LONGEST_STOP_TIME = "longest_stop_time"
    """Largest sum of Time over the stations of a line (M10)."""
    MEAN_RELIABILITY = "mean_reliability"
    """Mean Reliability of the stations from one to another on their line, both included (M11)."""
    SHORTEST_TRANSFER = "shortest_transfer"
    """Least Transfer Time where two lines meet; 0 where they do not, 1 with one line only (M12)."""
    SPOT_COUNT = "spot_count"
    """Number of spots on the map (T1)."""
    ON_CIRCLE = "on_circle"
    """Whether a spot is on a circular route (T2)."""
    ADJACENT_COUNT = "adjacent_count"
    """Number of spots adjacent to one (T3)."""
    MOST_FREQUENT = "most_frequent"
    """Occurrences of the spot that the edges name most often (T4)."""
    IS_NEAR = "is_near"
    """Whether the fewest edges between two spots are less than a limit (T6)."""
    BRIEF_COUNT = "brief_count"
    """Number of spots whose Time is below a limit (T7)."""
    CHEAPEST_OF = "cheapest_of"
    """Least Price among some spots (T8)."""
    IS_ABOVE = "is_above"
    """Whether a spot's row is above another's (T9)."""
    SAME_COUNT = "same_count"
    """Whether the table has as many rows as the map has spots (T10)."""
    BRIEF_ON_WAY = "brief_on_way"
    """Whether any spot on any shortest path between two, ends included, has a Time below a limit
    (T11)."""
    CHEAPEST_ADJACENT = "cheapest_adjacent"
    """Least Price among the spots adjacent to one (T12)."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question as read.

    Attributes
    ----------
    asked : Asked
        What for.
    stations : tuple of str
        The stations or spots that it names, in its order; as the vocabulary writes them.
    lines : tuple of str
        The lines that it names, likewise.
    column : str
        Column of the value asked for; empty where the question leaves no choice.
    limit : float or None
        What the value is compared with.
    """

    asked: Asked
    stations: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    column: str = ""
    limit: float | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a question.

    Attributes
    ----------
    value : float
        Yes is 1, no is 0.
    because : str
        What it rests on, in a few words.
    """

    value: float
    because: str

    def __str__(self) -> str:
        """Return the value with at most two decimals.

        >>> str(Answer(5.0, "")), str(Answer(2.5, "")), str(Answer(0.666666, ""))
        ('5', '2.5', '0.67')
        """
        rounded = round(self.value, 2)
        return str(int(rounded)) if rounded == int(rounded) else repr(rounded)
