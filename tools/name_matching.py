"""How alike two printed names of a station are.

Maps and tables name one place in different ways: "W.117th - Madison" and "West 117th_Madison",
"Louis Stokes Station at Windermere" and "Louis Stokes_Windermere", 頂溪 and 顶溪. A name is first
folded (case, diacritics, punctuation, Chinese variants, ordinals), then two folded names are
compared character by character and word by word; the better of the two counts. The rules are
those of place names in general, and none belongs to one map.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from opencc import OpenCC
from rapidfuzz.distance import Indel

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
_ORDINAL_WORDS = {
    word: str(number)
    for number, word in enumerate(
        [
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
        ],
        start=1,
    )
}
# Words that say what every name on a map is; they count little, but two names may differ by them.
_WEAK = frozenset({"stn", "stop", "metro", "at", "the", "of", "and", "站", "駅"})
_WEAK_WEIGHT = 0.2
_DIRECTIONS = frozenset(["n", "s", "e", "w", "ne", "nw", "se", "sw"])
_TELLING_HAN = frozenset("东西南北上下一二三四五六七八九十")
_LETTERS = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "’": "'"}
)
# What recognisers mix up, as one character each.
_LOOKALIKES = str.maketrans({"o": "0", "i": "1", "l": "1", "|": "1", "s": "5", "b": "8", "z": "2"})
_MARKED_SCRIPTS = ("LATIN", "GREEK", "CYRILLIC")
_WORD = re.compile(r"[^\W\d_]+|\d+")
_ORDINAL_END = re.compile(r"(?<=\d)(?:st|nd|rd|th|eme|er)\b")
_APOSTROPHE = re.compile(r"(?<=\w)['`´](?=\w)")
_HALVES = re.compile(r"\s*[/|／()（）\[\]【】]\s*")
_HAN = re.compile(r"[㐀-鿿豈-﫿]")

HALF_FACTOR = 0.94
"""A match of one half of a bilingual name against the whole of another."""
NEAR = 0.99
"""Two names that differ in their writing only."""
_TOO_UNLIKE = 0.62
_SHORT_FORM = 0.85
_CONFLICT = 0.6


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
        if _HAN.search(text):
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
    strong = [word for word in words if word not in _WEAK] or list(words)
    numbers = {word for word in strong if word.isdigit() or word in _DIRECTIONS}
    numbers |= {char for word in strong if _HAN.match(word) for char in word} & _TELLING_HAN
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


def _is_short_for(short: str, long: str) -> bool:
    """Whether `short` ("sq", "blvd", "d") may abbreviate `long`: same start, letters in order."""
    if len(short) > 4 or len(short) >= len(long) or short[0] != long[0]:
        return False
    rest = iter(long)
    return all(char in rest for char in short)


@lru_cache(maxsize=262144)
def _word_similarity(a: str, b: str) -> tuple[float, bool]:
    """Return how alike two folded words are, in [0, 1], and whether only as a short form."""
    if a == b:
        return 1.0, False
    if a.isdigit() or b.isdigit():
        return 0.0, False
    ratio = Indel.normalized_similarity(a, b)
    short, long = (a, b) if len(a) < len(b) else (b, a)
    if ratio < _SHORT_FORM and not _HAN.match(a + b) and _is_short_for(short, long):
        return _SHORT_FORM, True
    return (ratio if ratio >= _TOO_UNLIKE else 0.0), False


def _word_score(a: FoldedName, b: FoldedName, weights: Mapping[str, float]) -> float:
    """Compare word by word: shared weight over all weight, with credit for a name in a name."""

    def weight(word: str) -> float:
        if word in _WEAK:
            return _WEAK_WEIGHT
        # An initial tells less than a word, and "s" may stand for many.
        return weights.get(word, 1.0) * (0.5 if len(word) == 1 and word.isascii() else 1.0)

    compared = [
        (_word_similarity(x, y), abs(i - j), i, j)
        for i, x in enumerate(a.words)
        for j, y in enumerate(b.words)
    ]
    # "Alma" is no short form of "Alameda": a short form needs a word beside it that matches.
    anchored = any(
        score and not is_short and len(a.words[i]) > 1 for (score, is_short), _, i, _ in compared
    )
    pairs = sorted(
        (-score, apart, i, j)
        for (score, is_short), apart, i, j in compared
        if anchored or not is_short
    )
    total_a, total_b = sum(map(weight, a.words)), sum(map(weight, b.words))
    if not total_a or not total_b:
        return 0.0
    used_a: set[int] = set()
    used_b: set[int] = set()
    shared = 0.0
    for negative, _, i, j in pairs:
        if negative == 0.0:
            break
        if i in used_a or j in used_b:
            continue
        used_a.add(i)
        used_b.add(j)
        shared -= negative * min(weight(a.words[i]), weight(b.words[j]))
    dice = 2 * shared / (total_a + total_b)
    cover = shared / min(total_a, total_b)
    return 0.55 * dice + 0.45 * cover


def _han_score(a: FoldedName, b: FoldedName) -> float:
    """Chinese has no spaces: credit a name within a name by its characters."""
    short, long = sorted((a.flat, b.flat), key=len)
    if len(short) < 2 or short not in long or not _HAN.search(short):
        return 0.0
    return 0.45 + 0.55 * 2 * len(short) / (len(short) + len(long))


def _whole_similarity(a: FoldedName, b: FoldedName, weights: Mapping[str, float]) -> float:
    if not a.flat or not b.flat:
        return 0.0
    if a.text == b.text:
        return 1.0
    if a.flat == b.flat:
        return NEAR
    strong_a = "".join(word for word in a.words if word not in _WEAK)
    strong_b = "".join(word for word in b.words if word not in _WEAK)
    if strong_a and strong_a == strong_b:
        return NEAR - 0.01
    flat = Indel.normalized_similarity(a.flat, b.flat)
    looks = Indel.normalized_similarity(
        a.flat.translate(_LOOKALIKES), b.flat.translate(_LOOKALIKES)
    )
    score = max(flat, 0.98 * looks, _word_score(a, b, weights), _han_score(a, b))
    if a.numbers and b.numbers and a.numbers != b.numbers:
        nested = a.numbers < b.numbers or b.numbers < a.numbers
        score *= 0.9 if nested else _CONFLICT
    return min(score, NEAR - 0.01)


def name_similarity(a: str, b: str, weights: Mapping[str, float] | None = None) -> float:
    """Return how likely two printed names mean one place.

    Parameters
    ----------
    a, b : str
        Names as printed or as tabled.
    weights : mapping of str to float, optional
        How telling a folded word is (1 where absent), e.g. its inverse frequency on the map.

    Returns
    -------
    float
        In [0, 1]: 1 for the same text, above 0.97 where only the writing differs.

    Examples
    --------
    >>> name_similarity("W.117th - Madison", "West 117th_Madison") > 0.97
    True
    >>> name_similarity("E.79th", "East 55th") < 0.5
    True
    """
    folded_a, folded_b = fold_name(a), fold_name(b)
    weights = weights or {}
    best = _whole_similarity(folded_a, folded_b, weights)
    if best < NEAR - 0.01 and (folded_a.halves or folded_b.halves):
        halves = (
            _whole_similarity(x, y, weights)
            for x in (folded_a.halves or (folded_a,))
            for y in (folded_b.halves or (folded_b,))
        )
        best = max(best, HALF_FACTOR * max(halves, default=0.0))
    return best
