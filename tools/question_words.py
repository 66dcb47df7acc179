"""Words that questions are made of besides the names they hold."""

from __future__ import annotations

from typing import Final

_FUNCTION_WORDS = """
a an the this that these those there here it its itself they them their i me my we us our you your
and or nor but if so whether then else either both each every any all some no not none only just
of in on at to from by with without for about between among amongst across through via along within
into onto over under above below before after beneath beyond around near next beside towards toward
up down out off as than per across
is are was were be been being am do does did has have had having can could will would shall should
may might must let lets
what which who whom whose where when why how many much
also please kindly thanks yes no true false otherwise instead exactly directly immediately strictly
same different common shared equal equals identical separate distinct unique respective first second
third fourth last other another one two three four five
more most less least fewer fewest few lower lowest higher highest smaller smallest larger largest
greater greatest shorter shortest longer longest longest earlier later early late top bottom best
big bigger biggest long short high low cheap cheaper cheapest expensive maximum minimum max min
"""
_VERBS = """
tell give return report state provide find determine identify compute calculate count check verify
look see say know show shown shows showing display displayed list listed lists listing answer
output respond indicate indicates indicated specify confirm decide consider considering considered
given based according regarding using use used refer
lie lies lying located locate sit sits situated placed place positioned position appear appears
appearing occur occurs occurring come comes stand stands found belong belongs belonging include
includes including included contain contains containing exclude excluding pass passes passing stop
stops stopping serve serves served serving run runs running go goes going travel travels travelling
traveling ride get gets reach reaches connect connects connected connecting connection connections
link links linked join joins joined share shares sharing intersect intersects intersection
intersections meet meets cross crosses crossing transfer transfers transferring change changes
interchange interchanges exist exists have need needs takes take cost costs match matches matching
correspond corresponds separate separates separating associated recorded assigned marked drawn
direct depicted visible presented depict want visit form forms
"""
_NOUNS = """
station stations stop stops spot spots place places location locations attraction attractions
scenic tourist sight sights site sites point points vertex vertices node nodes landmark landmarks
line lines metro subway transit rail railway tram train light rapid underground network system
route routes path paths way segment segments section edge edges loop ring circle circular
circuit cycle branch
map maps image picture diagram table tables tab edge_tab vertex_tab mix_tab row rows entry entries
column columns record records value values number total sum amount quantity count figure average
mean score level rating time times dwell duration minutes minute min price prices fare fee cost
comfort reliability reliable frequent frequently frequency often popular distance hop hops step
steps length neighbour neighbours neighbor neighbors neighbouring neighboring adjacent adjacency
intermediate terminal end ends start starting ending destination origin question whole entire
overall altogether actual data dataset information case
"""
_TITLE_WORDS = """
i yes no transfer interchange travel planning walking
"""
WORDS: Final = frozenset(" ".join((_FUNCTION_WORDS, _VERBS, _NOUNS)).split())
_TITLES: Final = frozenset(" ".join((_NOUNS, _TITLE_WORDS)).split())
LINE_WORDS: Final = frozenset({"line", "lines"})


def is_word(token: str) -> bool:
    """Return whether a token is one of the words that questions are made of.

    >>> is_word("station"), is_word("Alder"), is_word("5")
    (True, False, True)
    """
    bare = token.lower().removesuffix("'s").removesuffix("’s")
    return bare in WORDS or bare.replace(".", "", 1).isdigit()


def is_titled(token: str) -> bool:
    """Return whether a token is capital inside a sentence without being a common title.

    Titles are what stands before a name ("Station", "Spot") or heads a column ("Time").

    >>> is_titled("Alder"), is_titled("Station"), is_titled("alder")
    (True, False, False)
    """
    bare = token.lower().removesuffix("'s").removesuffix("’s")
    return token[0].isupper() and bare not in _TITLES and not (token.isupper() and bare in WORDS)
