"""Which two stops a question about a ride names, and what it wants told."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from perception.errors import UnknownStation
from tools.name_matching import name_similarity
from tools.parse_question import parse_question
from tools.ride import RideForm, ride_form
from tools.stop_names import clean_name

_ENDINGS: Final = (" Station", "站", "")
_ALIKE: Final = 0.8
# The form of the answer follows the question and may hold names of its own, as an example.
_FORM: Final = re.compile(r"route name\s*[:：]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class RideQuestion:
    """A question as read.

    Attributes
    ----------
    source, target : str
        As the question writes them.
    form : RideForm
        What it wants told of each segment.
    source_stop, target_stop : str
        What the network calls them.
    """

    source: str
    target: str
    form: RideForm
    source_stop: str
    target_stop: str


def read_ride_question(question: str, stops: Iterable[str]) -> RideQuestion:
    """Read a question.

    Parameters
    ----------
    question : str
        In any wording that names the two stops, the first one first.
    stops : iterable of str
        Names of the network: those that the question may hold. Names read off a picture may differ
        in their writing.

    Raises
    ------
    BadQuestion
        It names no two ends.
    UnknownStation
        An end is none of the names.
    """
    names = tuple(dict.fromkeys(stops))
    asked = _FORM.split(question, maxsplit=1)[0]
    form = ride_form(question)
    found = _names_in(asked, names)
    if len(found) == 2:
        (source, source_stop), (target, target_stop) = found
        return RideQuestion(source, target, form, source_stop, target_stop)
    # A map's name may lack an accent, or hold a mark that stands beside it.
    ends = parse_question(asked.strip(), names, as_written=True)
    return RideQuestion(
        ends.source, ends.target, form, _nearest(ends.source, names), _nearest(ends.target, names)
    )


def _names_in(text: str, names: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return what the text holds of the names, in its order: as written, and the name meant."""
    written: dict[str, str] = {}
    # A name of its own goes before another one with an ending: lists have 西单 and 西单站.
    for ending in ("", *_ENDINGS):
        for name in names:
            written.setdefault((name + ending).casefold(), name)
    longest = sorted((form for form in written if form.strip()), key=len, reverse=True)
    pattern = "|".join(
        f"{_edge(form[0])}{re.escape(form)}{_edge(form[-1], after=True)}" for form in longest
    )
    found: dict[str, tuple[str, str]] = {}
    for match in re.finditer(pattern, text, re.IGNORECASE) if pattern else ():
        meant = written.get(match[0].casefold())
        if meant is not None:
            found.setdefault(clean_name(meant), (match[0], meant))
    return list(found.values())


def _edge(sign: str, *, after: bool = False) -> str:
    """Return the test that a name is not part of a longer word; Chinese has no words' ends."""
    if not (sign.isascii() and sign.isalnum()):
        return ""
    return r"(?![A-Za-z0-9])" if after else r"(?<![A-Za-z0-9])"


def _nearest(name: str, names: tuple[str, ...]) -> str:
    forms = [name, *(name.removesuffix(ending).strip() for ending in _ENDINGS if ending)]
    for form in forms:
        for other in names:
            if clean_name(form) == clean_name(other):
                return other
    score, best = max(
        ((name_similarity(form, other), other) for form in forms for other in names),
        default=(0.0, ""),
    )
    if score < _ALIKE:
        raise UnknownStation(
            f"{name!r} is none of the {len(names)} stops",
            field="question",
            mend=f"perhaps {best!r} is meant" if best else "name stops of the network",
        )
    return best
