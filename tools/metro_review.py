"""The reviewed table of what Metro Data leaves open: seams, rings, homonyms (`metro_review.json`).

Each entry is found by what the lists say (a line's name and the stops at the place), not by the
name of a city, and states its source.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tools.metro_data import MetroData, MetroLine
from tools.stop_names import clean_name, line_key

FILE = Path(__file__).with_name("metro_review.json")


@dataclass(frozen=True, slots=True)
class Review:
    """The table, its names as they are compared.

    Attributes
    ----------
    seams : mapping of (str, str, str) to str
        Line, last stop before the seam and first stop after it, to the stop that the branch
        starts at.
    loops : frozenset of (str, str, str)
        Line, first and last stop of rings that are not closed in the list.
    together : frozenset of str
        Names that stand for one station although no list marks it.
    homonyms : tuple of (frozenset of str, mapping)
        Lines of a network, and name to the groups of lines that stop at each of its stations.
    """

    seams: Mapping[tuple[str, str, str], str]
    loops: frozenset[tuple[str, str, str]]
    together: frozenset[str]
    homonyms: tuple[tuple[frozenset[str], Mapping[str, Sequence[Sequence[str]]]], ...]

    def branch_stop(self, line: MetroLine, place: int) -> str | None:
        """Return the stop to which the stop after `place` is joined instead, None without a seam.

        Parameters
        ----------
        line : MetroLine
            With its stops in order.
        place : int
            Index of the last stop before the seam.
        """
        before, after = line.stops[place].key, line.stops[place + 1].key
        return self.seams.get((line_key(line.name), before, after))

    def is_loop(self, line: MetroLine) -> bool:
        """Whether the last stop of a list is joined to its first."""
        key = line_key(line.name), line.stops[0].key, line.stops[-1].key
        return key in self.loops

    def knows_branches_of(self, line: MetroLine) -> bool:
        """Whether any seam of a line's list is settled."""
        return any(self.branch_stop(line, i) is not None for i in range(len(line.stops) - 1))

    def groups(self, metro: MetroData) -> Mapping[str, Sequence[Sequence[str]]]:
        """Return the groups of every homonym of a network, a line as "B", its second as "B:2"."""
        lines = frozenset(line.name for line in metro.lines)
        return next((names for network, names in self.homonyms if network == lines), {})


@cache
def load_review() -> Review:
    """Return the table of this package."""
    data = json.loads(FILE.read_text(encoding="utf-8"))
    return Review(
        seams={
            (
                line_key(each["line"]),
                clean_name(each["before"]),
                clean_name(each["after"]),
            ): clean_name(each["from"])
            for each in data["seams"]
        },
        loops=frozenset(
            (line_key(each["line"]), clean_name(each["first"]), clean_name(each["last"]))
            for each in data["loops"]
        ),
        together=frozenset(map(clean_name, data["together"]["names"])),
        homonyms=tuple(
            (
                frozenset(each["network"]),
                {clean_name(name): groups for name, groups in each["names"].items()},
            )
            for each in data["homonyms"]
        ),
    )
