"""The script a name is written in, where a map prints its names in two."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence

from perception.stations.label import Label

# Share of the print of the first script from which Latin names are as many.
_NEARLY = 0.85


def script_of(text: str) -> str:
    """Return the script of most of a text's letters: "Han", "Latin", "Cyrillic", ..."""
    counts: dict[str, int] = {}
    for letter in text:
        if letter.isalpha():
            name = unicodedata.name(letter, "OTHER").split()[0]
            script = "HAN" if name in ("CJK", "HIRAGANA", "KATAKANA") else name
            counts[script] = counts.get(script, 0) + 1
    return max(sorted(counts), key=lambda script: counts[script]) if counts else ""


def main_script(
    singles: Mapping[int, Label],
    scripts: Mapping[int, str],
    follows: Mapping[int, Sequence[tuple[int, float]]],
) -> str:
    """Return the script of the names where names are printed twice, else an empty string.

    That is the one with most print; Latin, which is read surest, where it has about as much as
    another alphabet.
    """
    size: dict[str, float] = {}
    for i, label in singles.items():
        size[scripts[i]] = size.get(scripts[i], 0.0) + label.line_height
    ranked = sorted(size, key=lambda script: (-size[script], script))
    if len(ranked) < 2:
        return ""
    if ranked[0] != "HAN" and size.get("LATIN", 0.0) >= _NEARLY * size[ranked[0]]:
        ranked.sort(key=lambda script: script != "LATIN")
    main, second = ranked[:2]
    others = [i for i in singles if scripts[i] == second]
    paired = {
        i if scripts[i] == second else j
        for i, after in follows.items()
        for j, _ in after
        if {scripts[i], scripts[j]} == {main, second}
    }
    return main if len(others) >= 3 and len(paired) >= 0.5 * len(others) else ""


def translations(
    scripts: Mapping[int, str], follows: Mapping[int, Sequence[tuple[int, float]]], main: str
) -> frozenset[int]:
    """Return the lines that stand above or below a name of the main script and say the same.

    A name may be printed in up to four scripts: between it and the line there may be another.
    """
    if not main:
        return frozenset()
    beside: dict[int, set[int]] = {i: set() for i in scripts}
    for i, after in follows.items():
        for j, _ in after:
            beside[i].add(j)
            beside[j].add(i)
    foreign = {i for i in scripts if scripts[i] not in ("", main)}
    near = {i for i in foreign if any(scripts[j] == main for j in beside[i])}
    return frozenset(near | {i for i in foreign if beside[i] & near})
