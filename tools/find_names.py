"""Find the one name of a vocabulary that a question means, or refuse with the name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from rapidfuzz import process

from perception.errors import UnknownLine, UnknownStation
from tools.name_folding import fold_name
from tools.name_matching import name_similarity

SAME_WRITING: Final = 0.975
"""Similarity from which two names differ in their writing only."""
READ_WRITING: Final = 0.8
"""Similarity from which a name may be a label that was read with mistakes."""
_LEAD: Final = 0.1

_STATION_WORDS = re.compile(
    r"^(?:the\s+)?(?:(?:metro|subway|scenic|tourist)\s+)?(?:station|stop|spot|attraction)\s+"
    r"|\s+(?:(?:metro|subway)\s+)?(?:station|stop)$",
    re.IGNORECASE,
)
_LINE = """
line lines ligne linea linha linie linje lijn route metro subway tram tramway rail light mrt lrt
the 号线 號線 线 線 号 號 호선 линия linia
"""
_LINE_WORDS: Final = frozenset(_LINE.split())
_SPLIT_HAN = re.compile(r"(号线|號線|线|線|호선)$")


@dataclass(frozen=True)
class KnownNames:
    """The names that a question may hold.

    Attributes
    ----------
    stations, lines : tuple of str
        Those of the tables or the map.
    place : str
        What lists them, for messages: "Vertex_tab", "the map".
    file : str
        Its file, for messages.
    other_line : callable
        From what a question calls a line to one of `lines`, where its name does not tell; or None.
    least : float
        Similarity from which a name of the question is one of `stations`; names read off a picture
        may hold mistakes.
    """

    stations: tuple[str, ...]
    lines: tuple[str, ...] = ()
    place: str = "the tables"
    file: str = ""
    other_line: Callable[[str], str | None] = lambda _: None
    least: float = SAME_WRITING

    def station(self, name: str) -> str:
        """Return the station that a question means.

        Raises
        ------
        UnknownStation
            None of them is written so, or several are.
        """
        found = _find(name, self.stations, self.least)
        if found is None:
            raise UnknownStation(
                f"{name!r} is none of the {len(self.stations)} names of {self.place}",
                file=self.file,
                mend=_near(name, self.stations),
            )
        return found

    def line(self, name: str) -> str:
        """Return the line that a question means: "Red" and "Red Line" are one.

        Raises
        ------
        UnknownLine
            None of them is called so, or several are.
        """
        try:
            return find_line(name, self.lines, place=self.place, file=self.file)
        except UnknownLine:
            found = self.other_line(name)
            if found is None:
                raise
            return found


@lru_cache(maxsize=4096)
def _find(name: str, names: tuple[str, ...], least: float) -> str | None:
    bare = _STATION_WORDS.sub("", name).strip()
    for wanted in dict.fromkeys((name, bare)):
        if wanted in names:
            return wanted
    for wanted in dict.fromkeys((name, bare)):
        folded = fold_name(wanted).flat
        same = [other for other in names if folded and fold_name(other).flat == folded]
        if not same:
            same = _alike(wanted, names, least)
        if len(same) == 1:
            return same[0]
    return None


def _alike(name: str, names: tuple[str, ...], least: float) -> list[str]:
    """Return the names that may be this one, the best and those near it."""
    scores = {other: name_similarity(name, other) for other in names}
    same = [other for other, score in scores.items() if score >= SAME_WRITING]
    if same or least >= SAME_WRITING:
        return same
    # Letters are misread, words are not added: "Upper Lake" is no mistake for "Lake".
    words = set(fold_name(name).words)
    for other in names:
        others = set(fold_name(other).words)
        if words < others or others < words:
            scores[other] = 0.0
    best = max(scores.values(), default=0.0)
    if best < least:
        return []
    return [other for other, score in scores.items() if score > best - _LEAD]


def find_line(name: str, names: Sequence[str], *, place: str, file: str = "") -> str:
    """Return the line that a question means: "Red" and "Red Line", "2" and "Line 2" are one.

    Parameters
    ----------
    name : str
        As the question writes it.
    names : sequence of str
        Those that there are.
    place, file : str
        What lists them, for the message.

    Raises
    ------
    UnknownLine
        None of them is called so, or several are.

    Examples
    --------
    >>> find_line("Line 2", ["1号线", "2号线"], place="Vertex_tab")
    '2号线'
    """
    if name in names:
        return name
    key = line_key(name)
    same = [other for other in names if line_key(other) == key]
    if len(same) != 1:
        # "M2" of the map is "2" of the question, where no other line is.
        same = [
            n
            for n in names
            if key in (line_key(n), _tail(line_key(n))) or line_key(n) == _tail(key)
        ]
    if len(same) != 1:
        several = f"may be {' or '.join(map(repr, same))}" if same else ""
        raise UnknownLine(
            f"{name!r} {several or f'is none of the {len(names)} lines of {place}'}",
            file=file,
            mend=_near(name, names),
        )
    return same[0]


def line_key(name: str) -> tuple[str, ...]:
    """Return what tells a line from others: its words without those for "line".

    >>> line_key("The Red Line"), line_key("1号线")
    (('red',), ('1',))
    """
    words = fold_name(_SPLIT_HAN.sub("", name)).words
    return tuple(word for word in words if word not in _LINE_WORDS) or words


def _tail(key: Iterable[str]) -> tuple[str, ...]:
    """Drop a letter before a number: "M 2", "U2"."""
    words = tuple(key)
    return words[1:] if len(words) == 2 and len(words[0]) == 1 and words[1].isdigit() else words


def _near(name: str, names: Sequence[str]) -> str:
    near = process.extract(name, list(names), limit=3, score_cutoff=60)
    hint = ", ".join(repr(match[0]) for match in near)
    return f"nearest names: {hint}" if hint else "no name is near it"
