"""Names of several lines: which lines may belong together, and joining them.

A name of several lines and a column of names look alike but for the pitch: the lines of one name
stand closer than those of two. The pitch alone decides here; a stage that knows the markers can
weigh the candidates itself.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from perception.text.cleaning import is_cjk
from perception.text.quad import angle_of, axes, rectangle
from perception.text_reading import TextItem, TextReading

MOST_LINES = 4
# Degrees between lines of one name.
_ANGLE = 4.0
# Ratio of their heights; a box is as high as its letters, and some have no descenders.
_HEIGHTS = 1.6
# Pitch in box heights: certainly one name up to the first, certainly two from the second on.
_ONE, _TWO = 1.08, 1.35
# Offset of the nearest of the left, middle and right edges, box heights: at most, and where two
# lines are certainly aligned.
_OFFSET = 1.2
_ALIGNED = 0.3
# How much the pitch of a map's names varies, and how many pairs tell it.
_PITCHES = 1.2
_SEVERAL = 3
# Words that a line of a name may begin or end with, although it is hyphenated between syllables.
_SMALL_WORD = 4


@dataclass(frozen=True, slots=True)
class JoinCandidate:
    """Two lines that may follow each other in one name.

    Attributes
    ----------
    first, second : int
        Indices in the reading, in reading order.
    score : float
        In [0, 1]; from 0.5 on they are joined where nothing else is known.
    """

    first: int
    second: int
    score: float


def join_candidates(lines: Sequence[TextItem]) -> tuple[JoinCandidate, ...]:
    """Return all pairs of lines that may follow each other, the best first.

    They have the same direction and about the same height, are aligned left, centred or right,
    hold letters, and are written in the same script: a name and its translation are two names.
    A map sets all its names with one pitch: where several pairs stand close, those a fifth
    farther apart are not offered.
    """
    steps = [
        (i, j, step)
        for i, upper in enumerate(lines)
        for j, lower in enumerate(lines)
        if i != j and (step := _step(upper, lower)) is not None
    ]
    close = [step.pitch for _, _, step in steps if step.pitch <= _ONE and step.offset < _ALIGNED]
    limit = _PITCHES * float(np.median(close)) if len(close) >= _SEVERAL else _TWO
    found = [
        JoinCandidate(i, j, step.score)
        for i, j, step in steps
        if step.pitch <= limit or step.continued
    ]
    found.sort(key=lambda pair: (-pair.score, pair.first, pair.second))
    return tuple(found)


def join_lines(reading: TextReading, *, least: float = 0.5) -> tuple[TextItem, ...]:
    """Return the station labels of a reading: single lines, and lines joined to one name.

    Parameters
    ----------
    reading : TextReading
        Single lines.
    least : float
        Score from which two lines are joined.

    Returns
    -------
    tuple of TextItem
        In the order of their first lines; the lines of a joined name are its `pieces`.
    """
    lines = reading.lines
    after: dict[int, int] = {}
    before: dict[int, int] = {}
    for pair in join_candidates(lines):
        if pair.score < least:
            break
        if pair.first in after or pair.second in before:
            continue
        chain = _chain(pair.first, before, after) + _chain(pair.second, before, after)
        if len(set(chain)) == len(chain) <= MOST_LINES:
            after[pair.first] = pair.second
            before[pair.second] = pair.first
    return tuple(
        joined([lines[k] for k in _chain(i, before, after)])
        for i in range(len(lines))
        if i not in before
    )


def joined(pieces: Sequence[TextItem]) -> TextItem:
    """Return lines of one name, in reading order, as one item.

    Between words goes a space, between characters written without spaces and after a hyphen at a
    line's end nothing. A hyphen that parts a word ("Smith-" above "sonian") goes.
    """
    if len(pieces) == 1:
        return pieces[0]
    text = pieces[0].text
    for piece in pieces[1:]:
        text = _continued(text, piece.text)
    corners = np.array([point for piece in pieces for point in piece.polygon])
    first = np.array(pieces[0].polygon)
    box = rectangle(corners, angle=angle_of(first))
    return TextItem(
        text=text,
        polygon=tuple((float(x), float(y)) for x, y in box),
        angle=pieces[0].angle,
        confidence=min(piece.confidence for piece in pieces),
        height=float(np.mean([piece.height for piece in pieces])),
        pieces=tuple(pieces),
    )


def _continued(text: str, more: str) -> str:
    if is_cjk(text[-1]) and is_cjk(more[0]):
        return text + more
    if re.search(r"\w-$", text):
        word = re.match(r"\w+", more)
        parted = word is not None and word[0].islower() and len(word[0]) > _SMALL_WORD
        return text[:-1] + more if parted else text + more
    return f"{text} {more}"


def _chain(start: int, before: dict[int, int], after: dict[int, int]) -> list[int]:
    while start in before:
        start = before[start]
    chain = [start]
    while chain[-1] in after:
        chain.append(after[chain[-1]])
    return chain


@dataclass(frozen=True, slots=True)
class _Step:
    """From one line to the next: lengths in box heights."""

    pitch: float
    offset: float
    continued: bool

    @property
    def score(self) -> float:
        score = 1.0 if self.pitch <= _ONE else max(_TWO - self.pitch, 0.0) / (_TWO - _ONE)
        score *= 1.0 - 0.3 * self.offset / _OFFSET
        return min(1.0, score + 0.4) if self.continued else score


def _step(upper: TextItem, lower: TextItem) -> _Step | None:
    """Measure the step; None where the two cannot be lines of one name."""
    height = (upper.height + lower.height) / 2
    if height <= 0 or not 1 / _HEIGHTS < upper.height / max(lower.height, 1e-6) < _HEIGHTS:
        return None
    if abs((upper.angle - lower.angle + 180.0) % 360.0 - 180.0) > _ANGLE:
        return None
    if not _has_letters(upper.text) or not _has_letters(lower.text):
        return None
    if _unspaced(upper.text) != _unspaced(lower.text):
        return None
    one, other = np.array(upper.polygon), np.array(lower.polygon)
    along, across = axes(one)
    pitch = float((other.mean(axis=0) - one.mean(axis=0)) @ across) / height
    if not 0.5 < pitch < _TWO:
        return None
    spans = [np.sort(quad @ along) for quad in (one, other)]
    (left, right), (low, high) = [(span[:2].mean(), span[2:].mean()) for span in spans]
    offset = min(abs(left - low), abs(right - high), abs(left + right - low - high) / 2) / height
    if offset > _OFFSET or min(right, high) - max(left, low) < 0:
        return None
    continued = bool(re.search(r"[-/&,]$", upper.text)) or lower.text[0].islower()
    return _Step(pitch, float(offset), continued)


def _unspaced(text: str) -> bool:
    """Tell whether most letters are of a script written without spaces."""
    letters = [char for char in text if char.isalpha()]
    return 2 * sum(map(is_cjk, letters)) > len(letters)


def _has_letters(text: str) -> bool:
    """Tell whether `text` is more than a number."""
    return any(map(str.isalpha, text))
