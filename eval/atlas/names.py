"""Names of places that do not exist, in Latin letters, in Chinese and in Japanese."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from random import Random
from typing import Any

import yaml
from rapidfuzz.distance import Indel

_MOST_ALIKE = 0.72
_TRIES = 4000


@dataclass(frozen=True, slots=True)
class PlaceName:
    """A name as it may be printed.

    Attributes
    ----------
    latin : str
        In Latin letters.
    han : str
        In Chinese characters or kana, of which `latin` is the transcription; empty: there is none.
    note : str
        What is printed after it in parentheses; empty: nothing.
    """

    latin: str
    han: str = ""
    note: str = ""


_WORDS: dict[str, Any] = yaml.safe_load(
    (files("eval.atlas") / "place_words.yml").read_text(encoding="utf-8")
)
LANGUAGES: dict[str, dict[str, list[str]]] = _WORDS["languages"]
_PINYIN: dict[str, str] = _WORDS["pinyin"]
_METRO_TAILS: dict[str, str] = _WORDS["metro_tails"]
_SPOT_TAILS: dict[str, str] = _WORDS["spot_tails"]


_JAPANESE: dict[str, dict[str, str]] = _WORDS["japanese"]
_REAL: list[str] = _WORDS["japanese"].pop("real")
PRINTED: dict[str, dict[str, Any]] = _WORDS["printed"]
"""By language: what maps print besides names: `metro`, `spots` (titles), `legend`, `numbered`,
`named` (lines), `districts`."""


def make_names(count: int, language: str, rng: Random, *, spots: bool = False) -> list[PlaceName]:
    """Return names of which no two are alike.

    Parameters
    ----------
    count : int
        How many, at most a few hundred.
    language : str
        A key of `LANGUAGES`, "chinese" or "japanese".
    rng : Random
        Source of all choices.
    spots : bool
        Whether they are sights or buildings instead of stations.

    Raises
    ------
    ValueError
        The language is unknown or has too few names.
    """
    if language not in PRINTED and language not in LANGUAGES:
        raise ValueError(f"no language {language!r}")
    make = {"chinese": _chinese, "japanese": _japanese}.get(language)
    found: list[PlaceName] = []
    for _ in range(_TRIES):
        name = make(rng, spots) if make else _latin(language, rng, spots)
        if all(_differ(name, other) for other in found):
            found.append(name)
            if len(found) == count:
                return found
    raise ValueError(f"only {len(found)} names of {language} that differ, {count} wanted")


def with_notes(names: Sequence[PlaceName], share: float, rng: Random) -> list[PlaceName]:
    """Return the names, about such a share of them with a note."""
    return [
        replace(name, note=rng.choice(_WORDS["notes"])) if rng.random() < share else name
        for name in names
    ]


def all_han() -> str:
    """Return every Chinese character that a map may print."""
    parts = ("".join(_PINYIN), "".join(_METRO_TAILS), "".join(_SPOT_TAILS), _WORDS["words"])
    return "".join(sorted(set("".join(parts)) | set("一二三四五六七八九十")))


def line_words(count: int, language: str, rng: Random) -> list[str]:
    """Return names of lines in Chinese or Japanese, numbered or named."""
    words = PRINTED[language]
    if words["named"] and count <= len(_JAPANESE["kana"]) and rng.random() < 0.5:
        return [words["named"].format(word) for word in rng.sample(list(_JAPANESE["kana"]), count)]
    return [words["numbered"].format(k + 1) for k in range(count)]


def all_japanese() -> str:
    """Return every character, but for Latin ones, that a Japanese map may print."""
    words = [*(key for part in _JAPANESE.values() for key in part)]
    for printed in PRINTED["japanese"].values():
        words += printed if isinstance(printed, list) else [printed]
    return "".join(sorted(set("".join(words))))


def _differ(one: PlaceName, other: PlaceName) -> bool:
    if one.han and (one.han == other.han or one.han[:2] == other.han[:2]):
        return False
    a, b = one.latin.casefold(), other.latin.casefold()
    return Indel.normalized_similarity(a, b) < _MOST_ALIKE


def _latin(language: str, rng: Random, spots: bool) -> PlaceName:
    parts = LANGUAGES[language]
    heads, tails = parts["heads"], parts["tails"]
    word = _word(heads, tails, rng)
    if spots:
        return PlaceName(f"{word} {rng.choice(_WORDS['spots'])}" if rng.random() < 0.75 else word)
    dice = rng.random()
    if dice < 0.22:
        return PlaceName(word + rng.choice(parts["after"]))
    if dice < 0.34:
        start = rng.choice(parts["before"])
        return PlaceName(start + word if start.endswith((" ", "-")) else f"{start} {word}")
    if dice < 0.37:
        return PlaceName(f"{word}-{_word(heads, tails, rng)}")
    return PlaceName(word)


def _word(heads: Sequence[str], tails: Sequence[str], rng: Random) -> str:
    while True:
        head, tail = rng.choice(heads), rng.choice(tails)
        if head[-1].casefold() != tail[0].casefold() and len(head + tail) > 4:
            return head + tail


def _chinese(rng: Random, spots: bool) -> PlaceName:
    first, second = rng.sample(list(_PINYIN), 2)
    tails = _SPOT_TAILS if spots else _METRO_TAILS
    tail = rng.choice(list(tails))
    if not spots and rng.random() < 0.3:
        tail = ""
    if len(tail) == 1 and rng.random() < 0.3:
        second = ""
    base = _PINYIN[first] + (_PINYIN[second].lower() if second else "")
    latin = base + tails.get(tail, "")
    return PlaceName(latin, first + second + tail)


def _japanese(rng: Random, spots: bool) -> PlaceName:
    dice = rng.random()
    if dice < 0.6:
        name = _REAL[0]
        while name in _REAL:
            head, tail = rng.choice(list(_JAPANESE["heads"])), rng.choice(list(_JAPANESE["tails"]))
            name, latin = head + tail, _JAPANESE["heads"][head] + _JAPANESE["tails"][tail]
    else:
        kind = "kana" if dice < 0.85 else "katakana"
        head = rng.choice(list(_JAPANESE[kind]))
        tail = rng.choice(list(_JAPANESE[f"{kind}_tails"]))
        name, latin = head + tail, _JAPANESE[kind][head] + _JAPANESE[f"{kind}_tails"][tail]
    if spots or (dice < 0.6 and rng.random() < 0.3):
        ends = _JAPANESE["spot_tails" if spots else "metro_tails"]
        end = rng.choice(list(ends))
        name, latin = name + end, latin + ends[end]
    return PlaceName(latin, name)
