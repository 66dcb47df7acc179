"""How alike two printed names of a station are.

Maps and tables name one place in different ways: "W.117th - Madison" and "West 117th_Madison",
"Louis Stokes Station at Windermere" and "Louis Stokes_Windermere", 頂溪 and 顶溪. Two
folded names are compared character by character and word by word; the better of the two counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from rapidfuzz.distance import Indel

from tools.name_folding import HAN, WEAK_WORDS, FoldedName, fold_name

_WEAK_WEIGHT = 0.2
# What recognisers mix up, as one character each.
_LOOKALIKES = str.maketrans({"o": "0", "i": "1", "l": "1", "|": "1", "s": "5", "b": "8", "z": "2"})
HALF_FACTOR = 0.94
"""A match of one half of a bilingual name against the whole of another."""
NEAR = 0.99
"""Two names that differ in their writing only."""
_TOO_UNLIKE = 0.62
_SHORT_FORM = 0.85
_CONFLICT = 0.6
_MISSPELT = 0.6


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
    if ratio < _SHORT_FORM and not HAN.match(a + b) and _is_short_for(short, long):
        return _SHORT_FORM, True
    return (ratio if ratio >= _TOO_UNLIKE else 0.0), False


def _word_score(a: FoldedName, b: FoldedName, weights: Mapping[str, float]) -> float:
    """Compare word by word: shared weight over all weight, with credit for a name in a name."""

    def weight(word: str) -> float:
        if word in WEAK_WORDS:
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
    if len(short) < 2 or short not in long or not HAN.search(short):
        return 0.0
    return 0.45 + 0.55 * 2 * len(short) / (len(short) + len(long))


def _whole_similarity(a: FoldedName, b: FoldedName, weights: Mapping[str, float]) -> float:
    if not a.flat or not b.flat:
        return 0.0
    if a.text == b.text:
        return 1.0
    if a.flat == b.flat:
        return NEAR
    strong_a = "".join(word for word in a.words if word not in WEAK_WORDS)
    strong_b = "".join(word for word in b.words if word not in WEAK_WORDS)
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
    # Words are paired greedily, so the order of the two could tell; it must not.
    folded_a, folded_b = fold_name(min(a, b)), fold_name(max(a, b))
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


def misspells(name: str, label: str) -> bool:
    """Return whether a name differs from a label by letters within words, and by nothing else.

    Short forms, other words, numbers and other scripts are another way to call a place, no
    misspelling.

    Examples
    --------
    >>> misspells("Mlocini", "Mlociny"), misspells("West 117th_Madison", "W.117th - Madison")
    (True, False)
    >>> misspells("Windermere", "Louis Stokes Station at Windermere")
    False
    """
    a, b = fold_name(name), fold_name(label)
    if a.flat == b.flat or len(a.words) != len(b.words) or a.numbers != b.numbers:
        return False
    return all(
        Indel.normalized_similarity(one, other) >= _MISSPELT
        for one, other in zip(a.words, b.words, strict=True)
    )
