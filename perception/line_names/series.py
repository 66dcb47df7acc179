"""Names that run on: of "Line 1", "Line 2" and "Line 4" the one between is "Line 3".

Recognisers often miss a lone "1" or "I"; where names run in a series, its place tells it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

_NUMBERED = re.compile(r"(\D*?)(\d{1,2})(\D*)")
_FEWEST = 2


@dataclass(frozen=True, slots=True)
class _Member:
    before: str
    value: int
    after: str
    letter: bool = False

    @property
    def manner(self) -> tuple[str, str, bool]:
        return self.before, self.after, self.letter

    def at(self, value: int) -> str:
        """Return the name of another member."""
        if self.letter:
            return chr(value) if ord("A") <= value <= ord("Z") else ""
        return f"{self.before}{value}{self.after}" if value > 0 else ""


def fill_series(names: Sequence[str]) -> list[str]:
    """Return names in their order with the unread ones told by their place, where all run on.

    Parameters
    ----------
    names : sequence of str
        Rows of a legend from its first to its last; empty where nothing was read.
    """
    members = [_member(name) for name in names]
    known = {place: member for place, member in enumerate(members) if member is not None}
    read = sum(bool(name) for name in names)
    if len(known) < _FEWEST or len(known) < read:
        return list(names)
    steps = {(member.manner, member.value - place) for place, member in known.items()}
    if len(steps) > 1:
        return list(names)
    ((_, offset),) = steps
    first = known[min(known)]
    return [name or first.at(place + offset) for place, name in enumerate(names)]


def missing_one(names: Sequence[str]) -> str:
    """Return the one name that a series from 1 or "A" lacks, of so many lines and one more.

    Empty where the names are no series, or lack another number of members.
    """
    members = [_member(name) for name in names]
    known = [member for member in members if member is not None]
    if len(known) < max(_FEWEST, len(names)) or len({member.manner for member in known}) > 1:
        return ""
    start = ord("A") if known[0].letter else 1
    wanted = set(range(start, start + len(names) + 1))
    left = wanted - {member.value for member in known}
    if len(left) != 1:
        return ""
    return known[0].at(left.pop())


def _member(name: str) -> _Member | None:
    if len(name) == 1 and "A" <= name <= "Z":
        return _Member("", ord(name), "", letter=True)
    found = _NUMBERED.fullmatch(name)
    return _Member(found[1], int(found[2]), found[3]) if found else None
