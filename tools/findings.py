"""What can be wrong with an answer, and what was found wrong with one."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Fault(StrEnum):
    """What can be wrong with a route, or with the number that answers a question."""

    FORMAT = "format"
    """The text is no route."""
    UNKNOWN_STATION = "unknown_station"
    """A name is not in the network."""
    WRONG_END = "wrong_end"
    """The route starts or ends elsewhere than asked."""
    REPEATED_STATION = "repeated_station"
    """A station is visited twice."""
    NOT_ADJACENT = "not_adjacent"
    """No edge joins two neighbours of the route."""
    WRONG_LINES = "wrong_lines"
    """A leg names a line that does not run there."""
    WRONG_MARKS = "wrong_marks"
    """The transfer marks are not where the line changes."""
    NEEDLESS_CHANGE = "needless_change"
    """The same stations can be reached with fewer changes at the same cost."""
    WRONG_COST = "wrong_cost"
    """The cost claimed is not the cost recomputed."""
    WRONG_TOTALS = "wrong_totals"
    """A total claimed is not the total recomputed."""
    NOT_OPTIMAL = "not_optimal"
    """There is a cheaper route."""
    UNSETTLED = "unsettled"
    """Whether the route is optimal could not be told within the limits."""
    UNBORNE_NAME = "unborne_name"
    """The table lists a name that no station of the map, as read, bears."""
    LINES_DISAGREE = "lines_disagree"
    """A leg was read between stations that share no line of the table."""
    LOOSE_PARTS = "loose_parts"
    """The map, as read, falls into parts that a likely edge would join."""
    WRONG_NUMBER = "wrong_number"
    """A second computation of the answer to a question gives another number."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing wrong with an answer: what kind, and in words."""

    fault: Fault
    text: str
