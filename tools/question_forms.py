"""What tells one kind of question from another: what is given, the wording, the names it holds."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from tools.question import Asked

NAME_SIGN: Final = "\u2020"
"""Stands for each name in the text that the patterns are matched with."""


@dataclass(frozen=True, slots=True)
class Form:
    """One kind of question.

    Attributes
    ----------
    asked : Asked
        What for.
    domain : str
        "metromap" or "travelmap".
    gives : frozenset of str
        What has to be given, of "map", "edges", "vertices".
    stations, lines : int
        How many of either it names; `CHEAPEST_OF` at least two stations.
    cue : str
        Pattern in its wording, lower case, names replaced by `NAME_SIGN`.
    names : int or None
        Least number of names that tell it where the cue is not found; None: the cue has to be.
    """

    asked: Asked
    domain: str
    gives: frozenset[str]
    stations: int
    lines: int
    cue: str
    names: int | None = None

    def fits(self, wording: str, names: int) -> bool:
        """Return whether a wording with so many names is of this kind."""
        if self.names is not None and names >= self.names:
            return True
        return bool(re.search(self.cue, wording))


HOW_MANY = r"how many|number of|count\b|total of|quantity of|amount of"
LESS = r"less|below|under|fewer|shorter|smaller|lower than|<|within|不到|小于|少于"
ADJACENT = (
    r"adjacen|neighbou?r|next to|beside|(?:directly|immediately) (?:connect|link|join|reach)"
    r"|one (?:step|hop) (?:away )?from|相邻|相鄰"
)
CHEAP = r"cheap|lowest|least|min(?:imum|imal)|inexpensive|最便宜|最低"
LIST = r"(?:rows?|edges|entries|records)"
_LINES = rf"(?:{HOW_MANY})(?: [a-z]+){{0,3}} lines\b"
PASSES = (
    rf"{_LINES}[^{NAME_SIGN}]*"
    r"\b(?:pass(?:es)?|serves?|stops?|calls?|cross(?:es)?|meets?|intersects?|through|at|visits?)\b"
    rf"[^{NAME_SIGN}]*{NAME_SIGN}"
    rf"|{_LINES} (?:does|has|is) (?:the )?(?:station )?{NAME_SIGN}"
    r"(?: station)? (?:have|lie on|belong|on\b|\?|$)"
)
"""How many lines there are at one station."""
_ANY = r""


def _form(
    asked: Asked,
    domain: str,
    gives: str,
    names: tuple[int, int],
    cue: str,
    told_by: int | None = None,
) -> Form:
    return Form(asked, domain, frozenset(gives.split()), *names, cue, told_by)


# Of the forms that what is given allows, the first that fits counts: the more telling come first,
# and the last of each input takes any wording.
FORMS: Final = (
    _form(Asked.LINES_AT, "metromap", "map", (1, 0), PASSES),
    _form(
        Asked.STATIONS_BETWEEN,
        "metromap",
        "map",
        (2, 0),
        rf"between|intermediate|separat|(?:{HOW_MANY}).*(?:stations?|stops?).*{NAME_SIGN}|之间",
    ),
    _form(
        Asked.LINE_COUNT,
        "metromap",
        "map",
        (0, 0),
        rf"(?:{HOW_MANY}).*(?:lines|routes)|lines.*(?:in total|altogether|overall)|几条|多少条",
    ),
    _form(Asked.IS_ON_LINE, "metromap", "map", (1, 1), _ANY),
    _form(
        Asked.LONGEST_LINE,
        "metromap",
        "edges",
        (0, 0),
        r"longest|(?:most|maximum|largest|greatest|highest).*(?:stations|stops)|最长",
    ),
    _form(
        Asked.ROWS_BETWEEN,
        "metromap",
        "edges",
        (4, 0),
        r"(?:rows|edges|entries|records) (?:are |lie |there )*(?:between|separat)",
        3,
    ),
    _form(Asked.EDGE_VALUE, "metromap", "edges", (2, 0), _ANY),
    _form(
        Asked.TRANSFERS_ON_LINE,
        "metromap",
        "vertices",
        (0, 1),
        rf"(?:transfer|interchange|换乘).*{NAME_SIGN}|{NAME_SIGN}.*(?:transfer|interchange|换乘)",
    ),
    _form(Asked.TRANSFER_COUNT, "metromap", "vertices", (0, 0), r"transfer|interchange|换乘"),
    _form(Asked.SHARE_LINE, "metromap", "vertices", (2, 0), _ANY),
    _form(Asked.MEAN_RELIABILITY, "metromap", "map vertices", (2, 0), r"reliab|可靠"),
    _form(
        Asked.SHORTEST_TRANSFER,
        "metromap",
        "map vertices",
        (0, 2),
        r"transfer|interchange|intersect|换乘",
        2,
    ),
    _form(Asked.LONGEST_STOP_TIME, "metromap", "map vertices", (0, 0), _ANY),
    _form(Asked.ON_CIRCLE, "travelmap", "map", (1, 0), r"circ|loop|\bring\b|cycl|closed|环"),
    _form(Asked.ADJACENT_COUNT, "travelmap", "map", (1, 0), ADJACENT),
    _form(
        Asked.SPOT_COUNT,
        "travelmap",
        "map",
        (0, 0),
        rf"total|altogether|overall|whole|entire|(?:{HOW_MANY})[^{NAME_SIGN}]*$|多少|几",
    ),
    _form(Asked.ADJACENT_COUNT, "travelmap", "map", (1, 0), _ANY),
    _form(
        Asked.MOST_FREQUENT,
        "travelmap",
        "edges",
        (0, 0),
        r"frequen|most (?:often|common|times)|occur|(?:appear|mention|listed).*most|次数",
    ),
    _form(Asked.IS_NEAR, "travelmap", "edges", (2, 0), rf"shortest|distance|hops?\b|{LESS}|最短"),
    _form(Asked.EDGE_VALUE, "travelmap", "edges", (2, 0), _ANY),
    _form(
        Asked.BRIEF_COUNT,
        "travelmap",
        "vertices",
        (0, 0),
        rf"(?:time|minutes).*(?:{LESS})[^{NAME_SIGN}]*\d|(?:{LESS})[^{NAME_SIGN}]*\d+ ?min",
    ),
    _form(Asked.CHEAPEST_OF, "travelmap", "vertices", (2, 0), rf"{CHEAP}|price|cost|价格", 3),
    _form(Asked.IS_ABOVE, "travelmap", "vertices", (2, 0), _ANY),
    _form(Asked.CHEAPEST_ADJACENT, "travelmap", "map vertices", (1, 0), ADJACENT),
    _form(
        Asked.SAME_COUNT,
        "travelmap",
        "map vertices",
        (0, 0),
        r"same|equal|match|agree|correspond|identical|coincide|as many|consistent|一致|相同",
    ),
    _form(Asked.BRIEF_ON_WAY, "travelmap", "map vertices", (2, 0), _ANY),
)

COLUMN_CUES: Final = (
    ("Reliability", r"reliab|可靠"),
    ("Comfort Level", r"comfort|舒适"),
    ("Price", r"price|cost|fare|fee|expens|cheap|how much|票价|价格|费用"),
    ("Time", r"time|minute|duration|how long|时间"),
)
"""Column to the pattern that asks for it, the more telling first."""

LIMIT: Final = re.compile(
    r"(?:less than|fewer than|shorter than|smaller than|lower than|below|under|within|<|小于|少于)"
    r"[\s`*]*(?:or equal to\s*)?(\d+(?:\.\d+)?)"
)
DEFAULT_LIMITS: Final = {Asked.IS_NEAR: 5.0, Asked.BRIEF_COUNT: 30.0, Asked.BRIEF_ON_WAY: 30.0}

REVERSED: Final = re.compile(r"\b(?:below|beneath|under|after|later than|lower than|follows?)\b")
"""Wordings of `IS_ABOVE` that name the lower row first."""
