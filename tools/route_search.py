"""What a search over routes hands back, whichever objective it searched by."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass

from tools.line_changes import Marking


@dataclass(frozen=True, slots=True)
class FoundSequence:
    """One sequence of stations of lowest cost.

    Attributes
    ----------
    stations : tuple of str
        In order.
    markings : tuple of Marking
        Its ways to change lines, all with the fewest changes.
    cost : float
        Value of the objective.
    """

    stations: tuple[str, ...]
    markings: tuple[Marking, ...]
    cost: float


@dataclass(frozen=True, slots=True)
class RouteSearch:
    """Outcome of one search.

    Attributes
    ----------
    sequences : tuple of FoundSequence
        All of lowest cost, within the tolerance for ties.
    bound : float
        No route costs less.
    optimal : bool
        Whether the sequences reach the bound.
    complete : bool
        Whether every sequence and marking of that cost is there.
    expanded : int
        States expanded.
    """

    sequences: tuple[FoundSequence, ...]
    bound: float
    optimal: bool
    complete: bool
    expanded: int


class Deadline:
    """A point in time after which a search returns what it has.

    Parameters
    ----------
    seconds : float or None
        From now; None means that it never comes.
    """

    def __init__(self, seconds: float | None) -> None:
        self._end = math.inf if seconds is None else time.monotonic() + seconds

    def passed(self) -> bool:
        """Tell whether it has come."""
        return time.monotonic() > self._end
