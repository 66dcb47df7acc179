"""Numbers that a map prints beside all its names, as an index: no part of the names.

That they are an index shows in the whole picture: many names have one, no two have the same, and
what is left without it tells the names apart ("34 St" and "42 St" are names).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from perception.code_patterns import CODE_BEFORE_NAME, FEWEST, LETTERED_CODES, SHARE
from perception.text_reading import TextItem, piece_of

# Of an index, this share of the numbers and of the names is met once.
_OWN = 0.8
_SIGNS = rf"[#№]?\s?(?:{CODE_BEFORE_NAME}|\d{{1,3}})[A-Za-z]?"
# An interchange has one on each line; Chinese names may follow one of letters without a space.
_FURTHER = rf"(?:[\s/]+(?:{CODE_BEFORE_NAME})(?![^\W_]))*"
_HAN = r"[\u3040-\u30ff\u3400-\u9fff]"
_BEFORE = re.compile(
    rf"(?=({_SIGNS}))(?:"
    rf"(?:{CODE_BEFORE_NAME})(?:[\s/]+(?:{CODE_BEFORE_NAME}))*(?={_HAN}{{2}})"
    rf"|{_SIGNS}{_FURTHER}(?:\s*[-.):]\s*|\s+)(?=\S*[^\W\d_]{{2}}))"
)
_BEHIND = re.compile(r"(?<=[^\W_])(?:\s*-\s*|\s*[(]\s*)([A-Z]{0,3}\d{1,3})[)]?$")
# A code that was read without the space behind it, with what the edge of its box was taken for.
_LETTERED = r"[A-Z][A-Za-z]{0,2}\s?\d{1,3}"
_GLUED = re.compile(rf"[^\W\d_a-zA-Z]?({_LETTERED})(?:\s?{_LETTERED})*\s?(?=[A-Z][^\W\d_])")
# A number behind a name where the dash before it was not read.
_BARE = re.compile(r"(?<=[^\W\d_])\s(\d{2,3})$")


def without_indices(lines: Sequence[TextItem]) -> tuple[TextItem, ...]:
    """Return the lines, those with an index number cut to the name.

    Parameters
    ----------
    lines : sequence of TextItem
        As read, px.
    """
    names = sum(sum(c.isalpha() for c in item.text) > 2 for item in lines)
    heads = [(m[1], m.string[m.end() :]) for x in lines if (m := _head(x.text))]
    tails = [(m[1], m.string[: m.start()]) for x in lines if (m := _BEHIND.search(x.text))]
    before, behind = _are_index(heads, names), _are_index(tails, names)
    # Of some names the code may have been read as a line of its own.
    alone = [(x.text, x.text) for x in lines if _is_code(x.text)]
    coded = [(number, rest) for number, rest in heads if _is_code(number)]
    before = before or (bool(alone) and _are_index([*alone, *coded], names))
    if not before and not behind:
        return tuple(lines)
    return tuple(_cut(item, before, behind) for item in lines)


def _is_code(text: str) -> bool:
    """Tell whether a text is a code, or several, and no mere number."""
    return bool(re.fullmatch(_LETTERED, text) or LETTERED_CODES.fullmatch(text))


def _are_index(found: Sequence[tuple[str, str]], names: int) -> bool:
    """Tell whether numbers, each with the rest of its text, are an index of so many names."""
    own, rests = len({number for number, _ in found}), len({rest for _, rest in found})
    return own >= max(FEWEST, SHARE * names) and min(own, rests) >= _OWN * len(found)


def _head(text: str) -> re.Match[str] | None:
    """Return what may be a number before a name; its first group is the number."""
    return _BEFORE.match(text) or _GLUED.match(text)


def _cut(item: TextItem, before: bool, behind: bool) -> TextItem:
    """Return a line without its index number, of which it has one at most."""
    text = item.text
    if LETTERED_CODES.fullmatch(text):
        return item
    tail = _BEHIND.search(text) if behind else None
    head = _head(text) if tail is None else None
    if tail is None and head is None and behind:
        tail = _BARE.search(text)
    if head is not None:
        return piece_of(item, text[head.end() :], head.end() / len(text), 1.0)
    if tail is not None and sum(c.isalpha() for c in text[: tail.start()]) > 1:
        return piece_of(item, text[: tail.start()], 0.0, tail.start() / len(text))
    return item
