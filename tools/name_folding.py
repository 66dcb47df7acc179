"""Names of stations in comparable form.

Case, diacritics, punctuation, Chinese variants, ordinals and usual short forms are folded away.
The rules are those of place names in general, and none belongs to one map.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from opencc import OpenCC

# Words and their usual short forms on maps; all of a row count as one word. "St" is saint and
# street alike, "Dr" doctor and drive: the words around them tell, not this table.
_SHORT_FORMS = (
    "n north nord nth",
    "s south sud sth",
    "e east ost",
    "w west ouest",
    "ne northeast",
    "nw northwest",
    "se southeast",
    "sw southwest",
    "st saint street sankt",
    "dr doctor drive",
    "ave avenue av",
    "blvd boulevard bd boul",
    "rd road",
    "sq square",
    "pl place platz plac",
    "pz plaza piazza praca",
    "ctr center centre",
    "stn station",
    "intl international",
    "mt mount",
    "ft fort",
    "pk park",
    "pkwy parkway",
    "hwy highway",
    "jct junction jn",
    "univ university",
    "hosp hospital",
    "str strasse",
    "hts heights",
    "gdns gardens gdn garden",
    "meml memorial",
    "govt government",
    "and et und",
)
_CANONICAL = {word: row.split()[0] for row in _SHORT_FORMS for word in row.split()}
ORDINALS: Final = (
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
)
_ORDINAL_WORDS = {word: str(number) for number, word in enumerate(ORDINALS, start=1)}
# Words that say what every name on a map is; they count little, but two names may differ by them.
WEAK_WORDS = frozenset({"stn", "stop", "metro", "at", "the", "of", "and", "站", "駅"})
_DIRECTIONS = frozenset(["n", "s", "e", "w", "ne", "nw", "se", "sw"])
_TELLING_HAN = frozenset("东西南北上下一二三四五六七八九十")
_LETTERS = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "’": "'"}
)
_MARKED_SCRIPTS = ("LATIN", "GREEK", "CYRILLIC")
_WORD = re.compile(r"[^\W\d_]+|\d+")
_ORDINAL_END = re.compile(r"(?<=\d)(?:st|nd|rd|th|eme|er)\b")
_APOSTROPHE = re.compile(r"(?<=\w)['`´](?=\w)")
_HALVES = re.compile(r"\s*[/|／()（）\[\]【】]\s*")
HAN = re.compile(r"[㐀-鿿豈-﫿]")


@dataclass(frozen=True, slots=True)
class FoldedName:
    """A name in comparable form.

    Attributes
    ----------
    text : str
        As given, Unicode-normalised, case folded, white space collapsed.
    words : tuple of str
        Letters or digits in reading order, short forms and ordinals unified.
    flat : str
        All words joined.
    numbers : frozenset of str
        Digits and directions, which set apart names that look alike ("E.55th", "E.79th").
    halves : tuple of FoldedName
        The parts of "Parc / Park" or "101 (World Trade Center)"; empty where there is one.
    """

    text: str
    words: tuple[str, ...]
    flat: str
    numbers: frozenset[str]
    halves: tuple[FoldedName, ...] = ()


@lru_cache(maxsize=1)
def _simplifier() -> OpenCC:
    return OpenCC("t2s")


def _strip_marks(text: str) -> str:
    """Drop diacritics of alphabetic scripts; vowel signs and voicing marks of others stay."""
    kept: list[str] = []
    strip = False
    for char in unicodedata.normalize("NFD", text):
        if unicodedata.combining(char):
            if strip:
                continue
        else:
            strip = unicodedata.name(char, "").startswith(_MARKED_SCRIPTS)
        kept.append(char)
    return unicodedata.normalize("NFC", "".join(kept))


def _plain(name: str) -> str:
    text = " ".join(unicodedata.normalize("NFKC", name).casefold().translate(_LETTERS).split())
    if not text.isascii():
        if HAN.search(text):
            text = _simplifier().convert(text)
        text = _strip_marks(text).replace("ß", "ss")
    return text


def _words(plain: str) -> tuple[str, ...]:
    text = _APOSTROPHE.sub("", plain.replace("&", " and ").replace("+", " and "))
    text = re.sub(r"(?<=\d)o|o(?=\d)", "0", re.sub(r"(?<=\d)[li](?!\w)|[li](?=\d)", "1", text))
    text = _ORDINAL_END.sub(" ", text.replace("_", " "))
    words = [_ORDINAL_WORDS.get(word, _CANONICAL.get(word, word)) for word in _WORD.findall(text)]
    # 站 ("station") ends many Chinese names in one source and not in the other.
    return tuple(
        part
        for word in words
        for part in ((word[:-1], word[-1]) if len(word) > 2 and word[-1] in "站駅" else (word,))
    )


def _fold(plain: str) -> FoldedName:
    words = _words(plain)
    strong = [word for word in words if word not in WEAK_WORDS] or list(words)
    numbers = {word for word in strong if word.isdigit() or word in _DIRECTIONS}
    numbers |= {char for word in strong if HAN.match(word) for char in word} & _TELLING_HAN
    return FoldedName(plain, words, "".join(words), frozenset(numbers))


@lru_cache(maxsize=65536)
def fold_name(name: str) -> FoldedName:
    """Bring a name into comparable form.

    >>> fold_name("W.117th - Madison").words
    ('w', '117', 'madison')
    >>> fold_name("West 117th_Madison").words
    ('w', '117', 'madison')
    """
    plain = _plain(name)
    whole = _fold(plain)
    parts = [part for part in _HALVES.split(plain) if part.strip()]
    if len(parts) < 2:
        return whole
    halves = tuple(half for half in map(_fold, parts) if len(half.flat) > 1)
    return FoldedName(whole.text, whole.words, whole.flat, whole.numbers, halves)
