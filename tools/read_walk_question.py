"""Which two landmarks a question about a walk names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from perception.errors import UnknownStation
from tools.match_name import match_name
from tools.parse_question import parse_question

_QUOTED: Final = re.compile(
    r'\bfrom "(?P<source>.+?)" to "(?P<target>.+?)"(?=[\s.,;?!:]|$)', re.DOTALL
)


def read_walk_question(question: str, landmarks: Sequence[str]) -> tuple[str, str]:
    """Return start and destination as the question writes them.

    Parameters
    ----------
    question : str
        In any wording that says from where to where; quoted names are taken as they stand.
    landmarks : sequence of str
        Names that it may hold.

    Raises
    ------
    BadQuestion
        It names no two ends.
    """
    if match := _QUOTED.search(question):
        return match["source"], match["target"]
    ends = parse_question(question, tuple(landmarks))
    return ends.source, ends.target


def meant_landmark(name: str, landmarks: Sequence[str]) -> str:
    """Return the landmark that a name means; raises `UnknownStation` where none is alike."""
    found = match_name(name, landmarks)
    if found is None:
        raise UnknownStation(
            f"{name!r} is none of the {len(landmarks)} landmarks",
            field="question",
            mend="name landmarks of the map",
        )
    return found
