"""Read origin and destination from a question's wording, and from nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from perception.errors import BadQuestion
from tools.name_folding import fold_name
from tools.name_matching import name_similarity
from tools.question_frames import (
    FRAMES,
    LEAD,
    QUOTED,
    SOURCE_CUE,
    TARGET_CUE,
    TRAIL,
    Reading,
    readings,
    without_end_mark,
)


@dataclass(frozen=True, slots=True)
class Ends:
    """The two ends of a question.

    Attributes
    ----------
    source, target : str
        As the vocabulary writes them where they are in it, else as the question does. They may be
        equal: what to make of that is the solver's.
    """

    source: str
    target: str


class _Mention(NamedTuple):
    start: int
    end: int
    name: str


def parse_question(question: str, names: Iterable[str] = (), *, as_written: bool = False) -> Ends:
    """Return origin and destination of a question, in English or Chinese.

    With a vocabulary, whole names are found in the text and told apart by the wording around
    them; so a name may hold "to", "and", "from" or any mark, and be part of another one. What is
    not in the vocabulary is read by the wording alone, where such a name has several readings:
    the one nearest to the vocabulary counts, without one the first.

    Parameters
    ----------
    question : str
        As worded.
    names : iterable of str
        The names that may occur: of the tables, or of the map's labels.
    as_written : bool
        Whether ends that differ from the vocabulary in accents or marks stay as the question has
        them.

    Returns
    -------
    Ends

    Raises
    ------
    BadQuestion
        Where the question is empty or no two ends can be read from it.

    Examples
    --------
    >>> parse_question("How can I reach West Park from Triskett via the shortest path?")
    Ends(source='Triskett', target='West Park')
    >>> parse_question("从巴方寺到比粒寺的最短路径是什么？")
    Ends(source='巴方寺', target='比粒寺')
    """
    if not isinstance(question, str) or not question.strip():
        raise BadQuestion("the question is empty", field="question", mend="ask from A to B")
    vocabulary = tuple(dict.fromkeys(name for name in names if name.strip()))
    text = without_end_mark(question)
    whole = " ".join(question.split())

    # A mark at the very end is the question's own, unless only a name that ends in it fits.
    for variant in (text, whole):
        mentions = _mentions(variant, vocabulary)
        if framed := _framed(variant, mentions):
            return framed
    veil = _Veil(text, _mentions(text, vocabulary))
    if sure := veil.readings(sure=True):
        return _nearest(sure, vocabulary, as_written)
    if cued := _cued(whole, mentions):
        return cued
    if unsure := veil.readings(sure=False):
        return _nearest(unsure, vocabulary, as_written)
    raise BadQuestion(
        f"no origin and destination in {question.strip()!r}",
        field="question",
        mend='word it "from A to B"',
    )


_WORD = re.compile(r"[^\W_]")
_UNSPACED = re.compile(r"[぀-ヿ㐀-鿿豈-﫿]")


def _mentions(text: str, vocabulary: tuple[str, ...]) -> list[_Mention]:
    """Find every place where a name stands as whole words, overlapping ones too."""
    found = _mentions_in(text, vocabulary)
    lowered = text.lower()
    if len(found) < 2 and len(lowered) == len(text):
        found = _mentions_in(lowered, vocabulary, lower=True)
    return sorted(found)


def _mentions_in(text: str, vocabulary: tuple[str, ...], *, lower: bool = False) -> list[_Mention]:
    found = []
    for name in vocabulary:
        wanted = " ".join((name.lower() if lower else name).split())
        start = text.find(wanted)
        while start >= 0:
            end = start + len(wanted)
            if not (_joined(text, start) or _joined(text, end)):
                found.append(_Mention(start, end, name))
            start = text.find(wanted, start + 1)
    return found


def _joined(text: str, place: int) -> bool:
    """Whether a word runs on over a place; scripts without spaces have no words here."""
    if not 0 < place < len(text):
        return False
    before, after = text[place - 1], text[place]
    if _UNSPACED.match(before) or _UNSPACED.match(after):
        return False
    return bool(_WORD.match(before) and _WORD.match(after))


_AROUND: Final = tuple(
    (
        frame,
        re.compile(rf"(?:{frame.opening})\s*{LEAD}$", re.IGNORECASE),
        re.compile(rf"{TRAIL}(?:{frame.between})\s*{LEAD}", re.IGNORECASE),
    )
    for frame in FRAMES
    if frame.sure
)


def _framed(text: str, mentions: list[_Mention]) -> Ends | None:
    """Return the two names that a sure frame holds.

    Of frames that overlap, the one around the longest names counts ("from Hill to Lake to Pier"
    goes to Pier where "Hill to Lake" is a name); of others, the first.
    """
    best: tuple[int, int] = (0, 0)
    reach, ends = 0, None
    for first, second in _pairs(mentions):
        if reach and first.start >= reach:
            break
        length = len(first.name) + len(second.name)
        if length <= best[0]:
            continue
        if frame_order := _frame_order(text, first, second, mentions):
            best, reach = (length, first.start), max(reach, second.end)
            ends = (
                Ends(second.name, first.name) if frame_order < 0 else Ends(first.name, second.name)
            )
    return ends


def _pairs(mentions: list[_Mention]) -> Iterator[tuple[_Mention, _Mention]]:
    for first, second in combinations(mentions, 2):
        if first.end < second.start:
            yield first, second


def _frame_order(text: str, first: _Mention, second: _Mention, mentions: list[_Mention]) -> int:
    """Return 1 where a frame says source then target, -1 the other way round, 0 for no frame."""
    gap = text[first.end : second.start]
    for frame, opening, between in _AROUND:
        if not between.fullmatch(gap) or not (cue := opening.search(text[: first.start])):
            continue
        if frame.closing and not re.search(frame.closing, text[second.end :]):
            continue
        # The "from" of "View from Hill" is the name's own.
        if cue[0].strip() and any(m.start < cue.start() and first.end <= m.end for m in mentions):
            continue
        return -1 if frame.target_first else 1
    return 0


class _Veil:
    """A text whose known and quoted names stand as one character each.

    So no word within them is taken for a part of a frame.
    """

    _FIRST = 0xE000  # Private use: no question holds these characters.

    def __init__(self, text: str, mentions: list[_Mention]) -> None:
        quoted = [
            _Mention(match.start(), match.end(), next(filter(None, match.groups())))
            for match in QUOTED.finditer(text)
        ]
        known = [m for m in mentions if m.name.lower() not in ("to", "and", "from", "between")]
        chosen: list[_Mention] = []
        for mention in sorted(quoted + known, key=lambda m: m.start - m.end):
            if all(m.end <= mention.start or mention.end <= m.start for m in chosen):
                chosen.append(mention)
        self._text, self._names = text, {}
        for number, mention in enumerate(sorted(chosen, reverse=True)):
            sign = chr(self._FIRST + number)
            self._names[ord(sign)] = mention.name
            self._text = self._text[: mention.start] + sign + self._text[mention.end :]

    def readings(self, *, sure: bool) -> list[Reading]:
        """Return the readings of the veiled text with the names back in their places."""
        return [
            Reading(reading.source.translate(self._names), reading.target.translate(self._names))
            for reading in readings(self._text, sure=sure)
        ]


def _cued(text: str, mentions: list[_Mention]) -> Ends | None:
    """Tell the two names by the word before each; the order decides where only two are named."""
    widest = [
        mention
        for mention in mentions
        if not any(
            other != mention and other.start <= mention.start and mention.end <= other.end
            for other in mentions
        )
    ]
    sources = [m for m in widest if SOURCE_CUE.search(text[: m.start])]
    targets = [m for m in widest if TARGET_CUE.search(text[: m.start]) and m not in sources]
    if sources and targets:
        return Ends(sources[0].name, targets[0].name)
    if len(widest) != 2:
        return None
    first, second = widest
    if first in targets or second in sources:
        first, second = second, first
    return Ends(first.name, second.name)


def _nearest(found: list[Reading], vocabulary: tuple[str, ...], as_written: bool) -> Ends:
    """Return the reading nearest to the vocabulary, its ends as that writes them or as read."""
    if vocabulary and len(found) > 1:
        found = [max(found, key=lambda reading: sum(_nearness(end, vocabulary) for end in reading))]
    source, target = found[0]
    if as_written:
        return Ends(source, target)
    return Ends(_as_listed(source, vocabulary), _as_listed(target, vocabulary))


@lru_cache(maxsize=4096)
def _nearness(name: str, vocabulary: tuple[str, ...]) -> float:
    return max(name_similarity(name, other) for other in vocabulary)


@lru_cache(maxsize=4096)
def _as_listed(name: str, vocabulary: tuple[str, ...]) -> str:
    """Return the one name of the vocabulary that differs in its writing only, else the name."""
    if name in vocabulary:
        return name
    folded = fold_name(name).flat
    same = [other for other in vocabulary if folded and fold_name(other).flat == folded]
    return same[0] if len(same) == 1 else name
