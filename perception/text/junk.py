"""Which readings are no text: markers, strokes, and scripts that the recogniser does not know."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from perception.ocr.writing_systems import WritingSystem
from perception.text.cleaning import is_cjk
from perception.text_reading import TextItem

# What rings, capsules and rows of them are read as.
_RING_LIKE = frozenset("0Oo8Q69CDG°.-=_()[]{}|:;,'\" ")
# On published maps print reads at 0.95 and more, rings mostly below; those that do not are larger
# than the print around.
_RING_SURE = 0.97
_RING_SIZE = 1.5
# A line this much less sure than the median line of the map is ornament or of another script.
_BELOW_USUAL = 0.12
# An alphabet that the recogniser does not know comes out as words of a known one, between 0.7 and
# 0.95; where it is the alphabet of the map, few words are surer than that.
_WORD_LETTERS = 4
_WORD_SURE = 0.93
_LEGIBLE = 0.6
_FOREIGN_SURE = 0.97
# Where not even this share of words is certain, no word is of a known alphabet.
_CERTAIN, _SOME = 0.985, 0.15


def without_junk(
    lines: Sequence[TextItem],
    min_confidence: float,
    foreign: Sequence[WritingSystem] = (),
) -> tuple[TextItem, ...]:
    """Return the lines that are text.

    Parameters
    ----------
    lines : sequence of TextItem
        As read.
    min_confidence : float
        Lines below it are dropped.
    foreign : sequence of WritingSystem
        What a second recogniser read; the lines of these stay. Dropped is then, among the others,
        every line with a letter below 0.93: it is one of these scripts in letters of another.

    Notes
    -----
    Of lines read by the first recogniser, dropped are

    - lines below `min_confidence`, and lines without a letter or digit;
    - lines of signs that look like rings, below 0.97 or half as high again as the median word;
    - lines 0.12 less sure than the median word, but for Chinese and Japanese, where one wrong
      stroke in ten thousand signs makes an honest reading unsure;
    - where fewer than 60 % of the words of four letters or more reach 0.93, which means that the
      alphabet of the picture is not among the recogniser's: every line with a letter below 0.97,
      and where fewer than 15 % reach 0.985, every line with a letter.
    """
    kept = [
        line
        for line in lines
        if line.confidence >= min_confidence and any(char.isalnum() for char in line.text)
    ]
    if foreign:
        second = [any(system.share(line.text) > 0.5 for system in foreign) for line in kept]
        first = [line for line, is_second in zip(kept, second, strict=True) if not is_second]
        legible = {id(line) for line in _legible(first) if _is_sure(line)}
        return tuple(
            line
            for line, is_second in zip(kept, second, strict=True)
            if is_second or id(line) in legible
        )
    return _legible(kept)


def _is_sure(line: TextItem) -> bool:
    return line.confidence >= _WORD_SURE or not any(map(str.isalpha, line.text))


def _legible(kept: list[TextItem]) -> tuple[TextItem, ...]:
    """Drop what is no text of an alphabet that the first recogniser knows."""
    words = [line for line in kept if sum(map(str.isalpha, line.text)) >= _WORD_LETTERS]
    if not words:
        return tuple(line for line in kept if not _is_ring(line, float("inf")))
    height = float(np.median([line.height for line in words]))
    usual = float(np.median([line.confidence for line in words]))
    kept = [
        line
        for line in kept
        if not _is_ring(line, _RING_SIZE * height)
        and (line.confidence >= usual - _BELOW_USUAL or any(map(is_cjk, line.text)))
    ]
    sure = sum(line.confidence >= _WORD_SURE for line in words)
    if sure < _LEGIBLE * len(words):
        certain = sum(line.confidence >= _CERTAIN for line in words)
        limit = _FOREIGN_SURE if certain >= _SOME * len(words) else float("inf")
        kept = [
            line
            for line in kept
            if line.confidence >= limit or not any(map(str.isalpha, line.text))
        ]
    return tuple(kept)


def _is_ring(line: TextItem, limit: float) -> bool:
    """Tell whether a line is a row of rings; `limit` is the height from which it cannot be text."""
    if not _RING_LIKE.issuperset(line.text):
        return False
    return line.confidence < _RING_SURE or line.height > limit
