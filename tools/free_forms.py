"""Questions in free words about whichever inputs there are: what tells one kind from another.

The inputs of one of MapTab's types leave three kinds to choose from (`question_forms`). Here all of
a domain are left: each needs its cue, none takes any wording, and what the inputs cannot answer is
not taken for something that they can.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final, NamedTuple

from tools.question import Asked
from tools.question_forms import (
    ADJACENT,
    CHEAP,
    COLUMN_CUES,
    HOW_MANY,
    LESS,
    LIST,
    NAME_SIGN,
    PASSES,
    Form,
)

_MAP, _EDGES, _VERTICES = (frozenset((name,)) for name in ("map", "edges", "vertices"))
_WAYS: Final = (_MAP, _EDGES)
"""Either tells what is joined to what."""
_ANY: Final = (_MAP, _EDGES, _VERTICES)
_VALUES_AND_WAYS: Final = (_EDGES | _VERTICES, _MAP | _VERTICES)
_COUNT: Final = rf"(?:{HOW_MANY})"


class FreeForm(NamedTuple):
    """One kind of question: the form, what of the inputs suffices, its least number of names."""

    form: Form
    enough: tuple[frozenset[str], ...]
    names: int


def _form(
    asked: Asked, enough: tuple[frozenset[str], ...], stations: int, lines: int, *cues: str
) -> FreeForm:
    domain = "travelmap" if asked in _OF_TRAVEL else "metromap"
    return FreeForm(
        Form(asked, domain, frozenset(), stations, lines, "|".join(cues)), enough, stations + lines
    )


_OF_TRAVEL: Final = frozenset(
    (
        Asked.ON_CIRCLE,
        Asked.CHEAPEST_ADJACENT,
        Asked.ADJACENT_COUNT,
        Asked.SAME_COUNT,
        Asked.BRIEF_ON_WAY,
        Asked.IS_NEAR,
        Asked.BRIEF_COUNT,
        Asked.CHEAPEST_OF,
        Asked.IS_ABOVE,
        Asked.MOST_FREQUENT,
        Asked.SPOT_COUNT,
    )
)
_CHANGE: Final = r"(?:transfer|change|interchange)"
_CHANGE_STATION: Final = r"(?:(?:transfer|interchange)s? (?:stations?|points?)|interchanges\b)"
_CHANGE_STATIONS: Final = rf"{_COUNT}.*{_CHANGE_STATION}|{_CHANGE_STATION}.*\bcount\b"
_MOST: Final = r"(?:largest|longest|most|total|sum|max|highest|greatest)"
_STOP_TIME: Final = r"(?:stop|dwell|stay)\w*[ -]time"
_STOPS: Final = r"(?:stations?|stops?)"
_SPOTS: Final = r"(?:spots|attractions|places|sights|sites)"
_ALIKE: Final = r"(?:same|equal|match|agree|identical|coincide|as many)"
_TIME: Final = r"(?:\btime\b|minutes)"
_WAY: Final = r"(?:path|route|way)"
_NO_NAME: Final = rf"[^{NAME_SIGN}]*"
_EDGE_VALUE: Final = _form(
    Asked.EDGE_VALUE, (_EDGES,), 2, 0, *(cue for _, cue in COLUMN_CUES), "value"
)
# The first that fits counts, so that the more telling come first.
FREE_FORMS: Final = (
    _form(
        Asked.MEAN_RELIABILITY,
        _VALUES_AND_WAYS,
        2,
        0,
        r"(?:average|mean).*reliab",
        r"reliab.*(?:average|mean)",
        r"how reliable",
    ),
    _form(
        Asked.SHORTEST_TRANSFER,
        _VALUES_AND_WAYS,
        0,
        2,
        rf"{_CHANGE} time",
        rf"(?:short|quick|fast|least|min)\w*.*{_CHANGE}",
        rf"how (?:short|long).*{_CHANGE}",
    ),
    _form(
        Asked.LONGEST_STOP_TIME,
        _VALUES_AND_WAYS,
        0,
        0,
        rf"{_STOP_TIME}.*{_MOST}",
        rf"{_MOST}.*{_STOP_TIME}",
    ),
    _form(Asked.ROWS_BETWEEN, (_EDGES,), 4, 0, rf"{LIST}.*between", rf"between.*{LIST}"),
    _form(Asked.TRANSFERS_ON_LINE, _ANY, 0, 1, _CHANGE_STATIONS),
    _form(Asked.TRANSFER_COUNT, _ANY, 0, 0, _CHANGE_STATIONS),
    _form(Asked.LINES_AT, _ANY, 1, 0, PASSES),
    _form(
        Asked.LONGEST_LINE,
        _ANY,
        0,
        0,
        r"longest (?:\w+ )?(?:line|route)",
        rf"line.*(?:most|(?:largest|maximum) number of) {_STOPS}",
    ),
    _form(
        Asked.STATIONS_BETWEEN,
        _WAYS,
        2,
        0,
        rf"{_COUNT}.*{_STOPS}.*(?:between|from|separat|on the way)",
        rf"between.*{_COUNT}.*{_STOPS}",
        r"intermediate",
    ),
    _form(Asked.LINE_COUNT, _ANY, 0, 0, rf"{_COUNT}{_NO_NAME}\b(?:lines|routes)\b{_NO_NAME}$"),
    _form(
        Asked.SHARE_LINE,
        _ANY,
        2,
        0,
        r"(?:same|common|share|both|one|single)\b.*\bline",
        r"line (?:in )?(?:common|shared)",
        rf"without (?:a )?(?:{_CHANGE}|chang|leaving)",
        r"\bdirect (?:line|train|connection)",
    ),
    _form(
        Asked.IS_ON_LINE,
        _ANY,
        1,
        1,
        r"\bon\b",
        r"serve|stop|belong|part of|\blie\b|pass|call|element of",
        r"\bgo(?:es)? (?:to|through)\b",
    ),
    _form(Asked.ON_CIRCLE, _WAYS, 1, 0, r"circ|loop|\bring\b|cycl"),
    _form(
        Asked.CHEAPEST_ADJACENT,
        _VALUES_AND_WAYS,
        1,
        0,
        rf"(?:{CHEAP}).*(?:{ADJACENT})",
        rf"(?:{ADJACENT}).*(?:{CHEAP})",
    ),
    _form(
        Asked.ADJACENT_COUNT,
        _WAYS,
        1,
        0,
        rf"{_COUNT}.*(?:{ADJACENT})",
        rf"(?:{ADJACENT}).*{_COUNT}",
    ),
    _form(
        Asked.SAME_COUNT,
        (_MAP | _VERTICES,),
        0,
        0,
        rf"{_ALIKE}.*(?:table|map)",
        rf"(?:table|map).*{_ALIKE}",
    ),
    _form(
        Asked.BRIEF_ON_WAY,
        _VALUES_AND_WAYS,
        2,
        0,
        rf"{_TIME}.*(?:{LESS}).*{_WAY}",
        rf"{_WAY}.*{_TIME}.*(?:{LESS})",
        rf"(?:{LESS})\D*\d+ ?min",
    ),
    _form(
        Asked.IS_NEAR,
        _WAYS,
        2,
        0,
        rf"(?:shortest|distance|hops|edges|steps).*(?:{LESS})\D*\d",
        rf"(?:{LESS})\D*\d+ (?:hops|edges|steps)",
    ),
    _form(
        Asked.BRIEF_COUNT,
        (_VERTICES,),
        0,
        0,
        rf"{_COUNT}.*(?:{_TIME}|take).*(?:{LESS})\D*\d",
        rf"{_COUNT}.*(?:{LESS})\D*\d+ ?min",
    ),
    _form(Asked.CHEAPEST_OF, (_VERTICES,), 2, 0, CHEAP),
    _form(
        Asked.IS_ABOVE,
        (_VERTICES,),
        2,
        0,
        r"\babove\b|\bbelow\b|beneath|\bbefore\b|\bafter\b|\bunder\b",
    ),
    _form(Asked.MOST_FREQUENT, (_EDGES,), 0, 0, r"frequen|most (?:often|common|times)|occurrences"),
    _form(Asked.SPOT_COUNT, _ANY, 0, 0, rf"{_COUNT}{_NO_NAME}{_SPOTS}{_NO_NAME}$"),
    _EDGE_VALUE,
    _EDGE_VALUE._replace(form=replace(_EDGE_VALUE.form, domain="travelmap")),
)


def free_form(
    domain: str, wording: str, names: int
) -> tuple[Form, tuple[frozenset[str], ...]] | None:
    """Return which kind of question a wording is, whatever is given; None where it is none.

    Parameters
    ----------
    domain : str
        "metromap" or "travelmap".
    wording : str
        In lower case, each name replaced by `NAME_SIGN`.
    names : int
        How many it names.

    Returns
    -------
    (Form, tuple of frozenset of str)
        With the sets of inputs, of "map", "edges", "vertices", each of which answers it.
    """
    for form, enough, least in FREE_FORMS:
        if form.domain == domain and names >= least and re.search(form.cue, wording):
            return form, enough
    return None
