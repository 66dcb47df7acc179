"""Editing a transcript without losing where its characters stand."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

import numpy as np

from perception.ocr.engine import Quad, Transcript
from perception.text.quad import axes

T = TypeVar("T")


def printed(text: str) -> list[int]:
    """Return the positions of the characters that leave ink.

    >>> printed("a b")
    [0, 2]
    """
    return [i for i, char in enumerate(text) if not char.isspace()]


def moved(transcript: Transcript, old: Quad, new: Quad) -> Transcript:
    """Express the centres, fractions along `old`, along a box of about the same direction."""
    along, _ = axes(old)
    length = max(float((new[1] - new[0]) @ along), 1e-6)
    offset = float((new[0] - old[0]) @ along)
    scale = float((old[1] - old[0]) @ along)
    return replace(
        transcript, centers=tuple((c * scale - offset) / length for c in transcript.centers)
    )


def sliced(transcript: Transcript, start: int, end: int) -> Transcript:
    """Return the characters from `start` to before `end`, without outer spaces."""
    text = transcript.text
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    chosen = slice(start, end)
    scores = transcript.scores[chosen]
    return Transcript(
        text=text[chosen],
        confidence=float(np.mean(scores)) if scores else 0.0,
        centers=transcript.centers[chosen],
        scores=scores,
        alternatives=transcript.alternatives[chosen],
    )


def with_space(transcript: Transcript, position: int) -> Transcript:
    """Insert a space before the character at `position`."""

    def put(values: tuple[T, ...], value: T) -> tuple[T, ...]:
        return (*values[:position], value, *values[position:])

    before, after = transcript.centers[position - 1], transcript.centers[position]
    score = min(transcript.scores[position - 1], transcript.scores[position])
    changed = replace(
        transcript,
        text=f"{transcript.text[:position]} {transcript.text[position:]}",
        centers=put(transcript.centers, (before + after) / 2),
        scores=put(transcript.scores, score),
    )
    if transcript.alternatives:
        return replace(changed, alternatives=put(transcript.alternatives, ()))
    return changed


def without_capital_i(transcript: Transcript) -> Transcript:
    """Replace a capital I within a word of small letters by l, where l was the other candidate.

    Many typefaces draw the two alike; "McIntosh" stays, as there the recogniser is certain.
    """
    text = transcript.text
    swapped = {
        i
        for i, options in enumerate(transcript.alternatives)
        if text[i] == "I"
        and text[max(i - 1, 0) : i].islower()
        and not text[i + 1 : i + 2].isupper()
        and any(char == "l" for char, _ in options)
    }
    if not swapped:
        return transcript
    changed = "".join("l" if i in swapped else char for i, char in enumerate(text))
    return replace(transcript, text=changed)
