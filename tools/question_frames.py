"""How questions name an origin and a destination, English and Chinese.

A frame is what stands before the first name and between the two ("from ... to ...", "reach ...
from ...", 从……到……). One list serves both readers: with a vocabulary the names are known and the
frame is looked for around them; without one, the frame is looked for and the names are what it
leaves.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple


class Reading(NamedTuple):
    """One way to read a question: where it starts and where it ends."""

    source: str
    target: str


@dataclass(frozen=True, slots=True)
class Frame:
    """One way to name two ends.

    Attributes
    ----------
    opening : str
        Pattern that ends where the first name begins.
    between : str
        Pattern from the end of the first name to the start of the second.
    target_first : bool
        Whether the destination is named first.
    closing : str
        Pattern that has to follow the second name somewhere; empty where nothing has to.
    sure : bool
        False for frames that other wordings may contain by chance.
    """

    opening: str
    between: str
    target_first: bool = False
    closing: str = ""
    sure: bool = True


_TO = r"(?:to|towards?|until|-+>|=+>|→|⇒)"
_MOVING = r"(?:starting|departing|leaving|coming|beginning|travell?ing|going|heading|riding)"
_REACH = (
    r"(?:reach|visit|(?:get|go|come|travel|head|walk|ride|take\s+me|bring\s+me|directions|way|"
    r"route|path|trip|journey)\s+to|arrive\s+(?:at|in))"
)
_START = (
    r"(?:start(?:s|ing)?(?:\s+out)?(?:\s+(?:at|from|in))?|begin(?:s|ning)?\s+(?:at|from|in)|"
    r"depart(?:s|ing)?(?:\s+(?:at|from))?|leav(?:e|es|ing)|board(?:ing)?(?:\s+at)?)"
)
_END = (
    r"(?:(?:end|finish)(?:s|ing)?(?:\s+up)?\s+(?:at|in)|arriv(?:e|es|ing)\s+(?:at|in)|"
    r"reach(?:es|ing)?|(?:(?:go|head|travel)(?:s|es|l?ing)?\s+)?to|for)"
)
_IS = r"\s*(?:station|point|stop|spot)?\s*(?:is\s+|[:：=]\s*)"
_ZH_TO = r"(?:前往|到达|抵达|到|至|去|往)"
_ZH_IS = r"\s*(?:是|为|[:：=])?\s*"
_HEAD = r"(?:^|[，,：:。]\s*)(?:请问)?"

FRAMES: Final = (
    Frame(
        rf"\b{_REACH}\s+(?!from\b|get\b|go\b|travel\b|ride\b|take\b|reach\b)",
        rf",?\s+(?:{_MOVING}\s+)?from\s+",
        target_first=True,
    ),
    Frame(r"\bfrom\s+", rf",?\s+(?:and\s+)?(?:(?:all\s+the\s+way|{_MOVING})\s+)?{_TO}\s+"),
    Frame(r"\bbetween\s+", r"\s+(?:and|&)\s+"),
    Frame(rf"\b{_START}\s+", rf",?\s+(?:and\s+)?(?:then\s+)?{_END}\s+"),
    Frame(
        r"(?:\b(?:am|are)|'m|’m|'re)\s+(?:now\s+|currently\s+)?(?:at|in)\s+",
        r"[.,;]?\s+[^.?]*?\b(?:to|reach)\s+",
    ),
    Frame(
        rf"\b(?:origin|start|source|departure){_IS}",
        rf"[,;.，；。]?\s*(?:and\s+)?(?:the\s+)?\b(?:destination|end|goal|target|arrival){_IS}",
    ),
    Frame(
        rf"(?:起点站?|出发地|出发站|始发站){_ZH_IS}",
        rf"[,;，；。、\s]*(?:终点站?|目的地|到达站){_ZH_IS}",
    ),
    Frame(rf"{_ZH_TO}\s*", r"\s*[，,]?\s*(?:要|是)?[从由自]\s*", target_first=True),
    Frame(r"[从由自]\s*", rf"\s*(?:出发)?\s*[，,]?\s*{_ZH_TO}\s*"),
    Frame(rf"{_HEAD}(?:在)?\s*", r"\s*(?:和|与|跟|及|到|至)\s*", closing=r"之间|间的"),
    Frame(r"(?:^|[:：]\s*)", r"\s*(?:-+>|=+>|→|⇒)\s*"),
    Frame(
        # A capital, a figure or a letter without cases: "way takes me to" names nothing.
        r"\b(?:route|path|way|trip|journey|directions|travel|go|get)[\s:]+(?-i:(?=[^a-z]))",
        rf"\s+{_TO}\s+",
        sure=False,
    ),
    Frame(rf"{_HEAD}\s*", rf"\s*{_ZH_TO}\s*", sure=False),
)

# What may stand between a frame and a name besides the name.
LEAD = r"(?:the\s+)?(?:(?:metro|subway|train)\s+)?(?:(?:station|stop|spot)\s+)?[\"'“‘「『《(\[]*"
TRAIL = r"[\"'”’」』》)\]]*(?:\s+(?:metro\s+|subway\s+)?(?:station|stop)\b|站)?"

SOURCE_CUE: Final = re.compile(
    rf"(?:\bfrom|\b{_START}|\borigin(?:{_IS})?|\bat|[从由自在]|起点站?{_ZH_IS}|出发地{_ZH_IS})"
    rf"[\s:：]*{LEAD}$",
    re.IGNORECASE,
)
TARGET_CUE: Final = re.compile(
    rf"(?:\b{_REACH}|\bto|\btowards?|\b{_END}|\bdestination(?:{_IS})?|{_ZH_TO}|终点站?{_ZH_IS}|"
    rf"目的地{_ZH_IS})[\s:：]*{LEAD}$",
    re.IGNORECASE,
)

_BEST = (
    r"(?:fewest|least|lowest|minimum|minimal|smallest|shortest|fastest|quickest|cheapest|highest|"
    r"best|most|maximum|optimal|greatest)"
)
# What may follow the last name within its sentence.
_TAIL = re.compile(
    r"(?<=.)(?:"
    r",?\s+(?:via|with|by|using|along|through|on|in|at|for|taking|following)\s+(?:the\s+|an?\s+)?"
    rf"{_BEST}\b"
    r"|,?\s+(?:(?:with|in|at|for|by)\s+)?as\s+\w+(?:\s+\w+){0,3}\s+as\s+(?:possible|I\s+can)\b"
    r"|,?\s+(?:in\s+terms\s+of|based\s+on|according\s+to|with\s+respect\s+to|subject\s+to|"
    r"so\s+that|such\s+that|while|whilst|if\s+(?:I|you|we|time|price|comfort|only|all)|"
    r"when\s+(?:I|you|we|time|price|comfort|only|all)|taking\s+into\s+account)\b"
    r"|,?\s+(?:considering|optimi[sz]ing|minimi[sz]ing|maximi[sz]ing|balancing|prioriti[sz]ing|"
    r"weighing|trading\s+off|passing)\b"
    r"|,?\s+(?:with|by|for|on|given)\s+(?:the\s+|all\s+|both\s+)?(?:time|price|cost|fare|comfort|"
    r"reliability|speed|safety|criteria|four|little|less|low|high|good|equal)\b"
    r"|,?\s+(?:the\s+)?most\s+[a-z]+ly\b"
    r"|,?\s+(?:in\s+order\s+)?to\s+(?:minimi[sz]e|maximi[sz]e|optimi[sz]e|balance|save|avoid|"
    r"spend|pay)\b"
    r"|,?\s+without\s+(?:any|changing|stopping|too|more|wasting|paying)\b"
    rf"|,?\s+(?:that|which)\s+(?:is|has|takes|offers|costs)\b|\s+(?:is|are)\s+(?:the\s+)?{_BEST}\b"
    r"|,\s+(?:please|and|what|which|how|if|where|given|assuming|with|using|by|via)\b"
    r"|\s+(?:the\s+)?(?:soonest|quickest|fastest|cheapest)$"
    r"|[？！。；;]|[?!]\s+[A-Z]|\.\s+[A-Z][a-z]+\s+[a-z]"
    r"|的(?:最|路|线|行|换|乘|站|距|方|全|总)|之间|怎么|怎样|如何|应该|需要"
    r"|最(?:短|快|少|便宜|舒适|可靠|优)|一共|总共|是什么|是哪|有几|有多|哪条|，"
    r").*",
    re.DOTALL,
)
QUOTED: Final = re.compile('"([^"]+)"|“([^”]+)”|「([^」]+)」|『([^』]+)』|《([^》]+)》')
# Words that point to a place named elsewhere, and traces of a frame laid across a sentence.
_NO_NAME = re.compile(
    r"(?:here|there|it|this|that|another|one station|(?:my|your|the) (?:destination|origin|start))"
    r"|.*(?:[?!]\s+(?-i:[A-Z])|;\s|[？！；。]|\b(?:what|which|how)\s+(?:is|are|can|do|does|to)\b"
    rf"|\b(?:route|path|way)\s+(?:is|from|between)\b|\b{_BEST}\s+(?:route|path|way)\b).*",
    re.IGNORECASE | re.DOTALL,
)
_END_MARK = re.compile(r"\s*[?？.。!！]$")


def without_end_mark(question: str) -> str:
    """Return the question on one line without surrounding space and its last ? or full stop."""
    return _END_MARK.sub("", " ".join(question.split()))


def readings(text: str, *, sure: bool) -> Iterator[Reading]:
    """Yield what the frames leave for names, the likeliest first, each once.

    A name that itself holds "to", "and" or "from" makes several readings.

    Parameters
    ----------
    text : str
        A question `without_end_mark`.
    sure : bool
        Which frames: the sure ones or the others.
    """
    seen: set[Reading] = set()
    for frame, opening, between in _COMPILED:
        if frame.sure != sure:
            continue
        for start in opening.finditer(text):
            for gap in between.finditer(text, start.end()):
                if not text[start.end() : gap.start()].strip():
                    continue
                rest = text[gap.end() :]
                if frame.closing and not re.search(frame.closing, rest):
                    continue
                first, second = _bare(text[start.end() : gap.start()]), _bare(_TAIL.sub("", rest))
                reading = Reading(second, first) if frame.target_first else Reading(first, second)
                is_name = all(end and not _NO_NAME.fullmatch(end) for end in reading)
                if is_name and reading not in seen:
                    seen.add(reading)
                    yield reading


_COMPILED: Final = tuple(
    (frame, re.compile(frame.opening, re.IGNORECASE), re.compile(frame.between, re.IGNORECASE))
    for frame in FRAMES
)


def _bare(name: str) -> str:
    return name.strip().rstrip(",;，；、").strip()
