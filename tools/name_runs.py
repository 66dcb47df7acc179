"""The names that a question holds: known ones by their writing, others by what is no word of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from tools.question_words import LINE_WORDS, WORDS, is_titled, is_word

_FIRST_SIGN: Final = 0xE000  # Private use: no question holds these characters.
_LAST_SIGN: Final = 0xF8FF
_TOKEN = re.compile(
    rf"[{chr(_FIRST_SIGN)}-{chr(_LAST_SIGN)}]"
    r"|[^\W_](?:[^\W]|[.'’&/+](?=\w))*(?:'s|’s)?"
    r"|\S"
)
_QUOTED = re.compile(
    r'"([^"]+)"|“([^”]+)”|「([^」]+)」|『([^』]+)』|‘([^’]+)’|`([^`]+)`|(?<![^\W_])\'([^\']+)\'(?!\w)'
)
_HYPHENS = r"\s*[-‐‑–—_]\s*"
_UNSPACED = re.compile(r"[぀-ヿ㐀-鿿豈-﫿]")
_SENTENCE_END = frozenset(".?!:。？！：")
_JOINERS = frozenset(
    ("of", "de", "la", "le", "du", "da", "do", "des", "del", "di", "der", "von", "/")
)
# What stands before a short name of a line that is not called one: "on 1", "between 1 and A".
_SURELY_BEFORE_LINE = frozenset(("on", "along", "ride", "riding"))
_BEFORE_LINE = _SURELY_BEFORE_LINE | {"of", "between", "and", "to", "with", "from", "in"}
# Shorter ones ("1", "A") would be found in any text; the words around them tell.
_LEAST_LINE_NAME = 3


@dataclass(frozen=True, slots=True)
class NameRun:
    """A name as it stands in a question.

    Attributes
    ----------
    text : str
        As written, or as the vocabulary writes it where it is known.
    known : str
        "station", "line", or empty where no vocabulary has it.
    by_line : bool
        Whether "line" stands beside it.
    before : str
        The word before it, in lower case.
    sure : bool
        Whether its writing makes it a name: known, quoted, capital inside a sentence, called a
        line. Else it is a word that questions are not made of, as a rule.
    start : int
        Order within the question.
    """

    text: str
    known: str
    by_line: bool
    before: str
    sure: bool
    start: int


@dataclass(frozen=True, slots=True)
class NamedText:
    """A question with its names told apart from its wording.

    Attributes
    ----------
    wording : str
        In lower case, each sure name replaced by a sign.
    bare : str
        The same with every name replaced, sure or not.
    runs : tuple of NameRun
        In order.
    """

    wording: str
    bare: str
    runs: tuple[NameRun, ...]


def find_runs(text: str, stations: Iterable[str], lines: Iterable[str], sign: str) -> NamedText:
    """Tell the names of a question from its wording.

    Known names are found first, the longest first, so that one may be part of another. What then
    is neither known nor a word that questions are made of may be a name too. A known name beside a
    capital word or a figure is part of a longer, unknown one ("West Park Road" is not "West Park").

    Parameters
    ----------
    text : str
        The question.
    stations, lines : iterable of str
        Known names.
    sign : str
        What to put in place of a name.
    """
    kinds: dict[str, set[str]] = {}
    for kind, names in (("station", stations), ("line", lines)):
        for name in names:
            if name.strip() and (kind == "station" or len(name) >= _LEAST_LINE_NAME):
                kinds.setdefault(name, set()).add(kind)
    veil = _Veil(" ".join(text.split()))
    by_length = sorted(kinds, key=lambda name: (-len(name), name))
    for name in by_length:
        veil.cover(name)
    for name in by_length:
        if not all(is_word(word) for word in name.split()):
            veil.cover(name, loosely=True)
    veil.cover_quoted()
    short = frozenset(name for name in lines if 0 < len(name.strip()) < _LEAST_LINE_NAME)
    return _NameReader(veil, kinds, short, sign).read()


class _Veil:
    """A text whose names stand as one character each."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.names: dict[str, str] = {}
        # In a text of spaced words, a name of an unspaced script stands apart like any other.
        words = sum(word.lower() in WORDS for word in re.findall(r"[A-Za-z]+", text))
        self.spaced = words > 1

    def cover(self, name: str, *, loosely: bool = False) -> None:
        """Replace every place where a name stands as whole words.

        `loosely` in any case, and with any hyphen where it has `_`: after all names have been
        looked for as written, as "Mill-Quay" may be an edge from Mill to Quay.
        """
        words = name.split() if not loosely else re.split(r"[\s_]+", name.lower().strip())
        if not all(word in (self.text.lower() if loosely else self.text) for word in words):
            return
        parts = name.strip().split("_") if loosely else [name.strip()]
        joined = _HYPHENS.join(re.escape(part).replace(r"\ ", r"\s+") for part in parts)
        pattern = re.compile(joined, re.IGNORECASE if loosely else 0)
        self.text = pattern.sub(lambda match: self._sign(match, name), self.text)

    def cover_quoted(self) -> None:
        """Replace quoted names, known within their quotes or not."""
        self.text = _QUOTED.sub(self._quoted, self.text)

    def unveil(self, text: str) -> str:
        """Put the names back."""
        return "".join(self.names.get(char, char) for char in text)

    def _quoted(self, match: re.Match[str]) -> str:
        inside = next(filter(None, match.groups()), "").strip()
        if not inside or inside in self.names:
            return inside
        # A quoted edge, or a quoted sentence, holds more than one name.
        if re.search(r"[\uE000-\uF8FF].*[\uE000-\uF8FF]", inside) or len(inside) > 60:
            return f" {inside} "
        return self._new(self.unveil(inside))

    def _sign(self, match: re.Match[str], name: str) -> str:
        before = match.string[match.start() - 1 : match.start()]
        after = match.string[match.end() : match.end() + 1]
        if self._runs_on(before, match[0][0]) or self._runs_on(after, match[0][-1]):
            return match[0]
        return self._new(name)

    def _runs_on(self, outside: str, inside: str) -> bool:
        if not outside or outside == "_":
            return bool(outside)
        if not (outside.isalnum() and inside.isalnum()):
            return False
        return self.spaced or not (_UNSPACED.match(outside) or _UNSPACED.match(inside))

    def _new(self, name: str) -> str:
        sign = chr(_FIRST_SIGN + len(self.names))
        self.names[sign] = name
        return sign


class _NameReader:
    """Cuts a veiled text into names and words."""

    def __init__(
        self, veil: _Veil, kinds: dict[str, set[str]], short_lines: frozenset[str], sign: str
    ) -> None:
        self._veil = veil
        self._kinds = kinds
        self._short_lines = short_lines
        self._has_lines = any("line" in kind for kind in kinds.values()) or bool(short_lines)
        self._sign = sign
        found = list(_TOKEN.finditer(veil.text))
        self._tokens = [match[0] for match in found]
        self._spans = [match.span() for match in found]

    def read(self) -> NamedText:
        """Return the names and the wording between them."""
        sure = [self._is_sure(place) for place in range(len(self._tokens))]
        wording: list[str] = []
        bare: list[str] = []
        runs: list[NameRun] = []
        place = 0
        while place < len(self._tokens):
            token = self._tokens[place]
            if sure[place]:
                end = self._run_end(place, sure)
                runs.append(self._run(place, end, sure=True))
                wording.append(self._sign)
                bare.append(self._sign)
                place = end
                continue
            bare.append(token.lower())
            if token[0].isalnum() and (not is_word(token) or self._may_be_short_line(place)):
                runs.append(self._run(place, place + 1, sure=False))
                bare[-1] = self._sign
            wording.append(token.lower())
            place += 1
        return NamedText(" ".join(wording), " ".join(bare), tuple(runs))

    def _is_sure(self, place: int) -> bool:
        token = self._tokens[place]
        if token in self._veil.names:
            return True
        if not token[0].isalnum():
            return False
        if len(token) < _LEAST_LINE_NAME and token in self._short_lines:
            return self._may_be_line(place)
        if token.isdigit() or len(token) == 1:
            # A figure or a letter is a name only where the text calls it a line.
            if self._has_lines and self._may_be_short_line(place, _SURELY_BEFORE_LINE):
                return True
            return self._beside_line(place, place + 1) and token not in ("a", "A")
        if _UNSPACED.search(token):
            # In an unspaced text, wording and unknown names cannot be told apart.
            return self._veil.spaced
        first = place == 0 or self._tokens[place - 1] in _SENTENCE_END
        if is_titled(token) and not (first and is_word(token)):
            # A sentence may begin with any word; one that goes on with a capital begins a name.
            follows = [t for t in self._tokens[place + 1 : place + 3] if t.lower() not in _JOINERS]
            return not first or any(is_titled(t) for t in follows[:1])
        return not is_word(token) and self._beside_line(place, place + 1)

    def _may_be_line(self, place: int) -> bool:
        before = self._tokens[place - 1].lower() if place else ""
        return before in _BEFORE_LINE or (
            self._beside_line(place, place + 1) and (bool(place) or self._tokens[place] != "A")
        )

    def _may_be_short_line(self, place: int, after: frozenset[str] = _BEFORE_LINE) -> bool:
        """Return whether a figure or a capital letter stands where a line may be named."""
        token, before = self._tokens[place], self._tokens[max(place - 1, 0)].lower()
        is_short = token.isdigit() or (len(token) == 1 and token.isupper())
        return is_short and place > 0 and before in after

    def _run_end(self, place: int, sure: Sequence[bool]) -> int:
        """Return where a name ends; small words and figures inside it belong to it."""
        end = place + 1
        while end < len(sure):
            beside = self._touch(end - 1, end)
            if beside and (sure[end] or self._is_number_of(end)):
                end += 1
            elif (
                end + 1 < len(sure)
                and self._tokens[end].lower() in _JOINERS
                and sure[end + 1]
                and not {self._tokens[end - 1], self._tokens[end + 1]} & self._veil.names.keys()
            ):
                end += 2
            else:
                break
        return end

    def _is_number_of(self, place: int) -> bool:
        """Return whether a figure belongs to the name before it."""
        after = "".join(self._tokens[place + 1 : place + 2]).lower()
        return self._tokens[place].isdigit() and not after.startswith("min")

    def _touch(self, left: int, right: int) -> bool:
        """Return whether nothing but white space lies between two tokens."""
        between = self._veil.text[self._spans[left][1] : self._spans[right][0]]
        return not between.strip()

    def _run(self, start: int, end: int, *, sure: bool) -> NameRun:
        text = self._veil.text[self._spans[start][0] : self._spans[end - 1][1]]
        if text not in self._veil.names:
            text = text.removesuffix("'s").removesuffix("’s")
        text = self._veil.unveil(text).strip()
        by_line = self._beside_line(start, end)
        kinds = self._kinds.get(text, set()) if end == start + 1 else set()
        if text in self._short_lines and text not in self._veil.names.values():
            kinds = {"line"}
        known = ""
        if kinds:
            known = "line" if kinds == {"line"} or (by_line and "line" in kinds) else "station"
        before = self._tokens[start - 1].lower() if start else ""
        return NameRun(text, known, by_line, before, sure, start)

    def _beside_line(self, start: int, end: int) -> bool:
        before = self._tokens[start - 1].lower() if start else ""
        after = self._tokens[end].lower() if end < len(self._tokens) else ""
        if before in LINE_WORDS or after in LINE_WORDS:
            return True
        # "lines 1 and 2"
        if start > 1 and before in ("and", "&", ",", "or"):
            return any(
                self._tokens[place].lower() in LINE_WORDS
                for place in (start - 3, start - 2)
                if place >= 0
            )
        return False
