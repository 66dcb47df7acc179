"""Lines of a foreign script with what surrounds their letters: numbers, dashes, drawings."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from perception.ocr.engine import Transcript
from perception.ocr.writing_systems import WritingSystem
from perception.text.line import LineReading
from perception.text.transcript import moved, sliced

# Numbers that the first recogniser scores higher are right.
SURE = 0.93
# Of what is not a letter, this may stand within a name or at its ends.
_OPENING, _CLOSING = '("«', ')"».!?'
_NUMBER = re.compile(r"[-–—/.(]*\d+[-–—/.)]*|[-–—/&]")


def trimmed(line: LineReading, system: WritingSystem) -> LineReading:
    """Drop what Tesseract made of markers and pictograms beside the letters of a line.

    That are words without a letter that are no number either, and signs at the ends that have no
    partner within.
    """
    transcript = line.transcript
    words = [(m.start(), m.end()) for m in re.finditer(r"\S+", line.text)]
    kept = [
        (start, end)
        for start, end in words
        if any(map(system.has, line.text[start:end])) or _NUMBER.fullmatch(line.text[start:end])
    ]
    while kept and not any(map(str.isalnum, line.text[slice(*kept[0])])):
        kept.pop(0)
    while kept and not any(map(str.isalnum, line.text[slice(*kept[-1])])):
        kept.pop()
    if not kept:
        return line
    start, end = kept[0][0], kept[-1][1]
    text = line.text
    while not text[start].isalnum() and not _has_partner(text, start, start, end):
        start += 1
    while not _ends_well(text, end - 1, start, end):
        end -= 1
    places = [
        k
        for k in range(start, end)
        if any(left <= k < right for left, right in kept)
        or (text[k].isspace() and any(right == k for _, right in kept))
    ]
    if _is_spelled_out([text[left:right] for left, right in kept], system):
        places = [k for k in places if not text[k].isspace()]
    return LineReading(line.quad, _picked(transcript, places))


def _is_spelled_out(words: Sequence[str], system: WritingSystem) -> bool:
    """Tell whether most words are single letters, as Tesseract parts wide Hangul."""
    letters = [sum(map(system.has, word)) for word in words if any(map(system.has, word))]
    return len(letters) > 2 and 3 * letters.count(1) >= 2 * len(letters)


def _ends_well(text: str, last: int, start: int, end: int) -> bool:
    char = text[last]
    return (
        char.isalnum()
        or unicodedata.category(char)[0] == "M"
        or char in ".!?"
        or _has_partner(text, last, start, end)
    )


def _has_partner(text: str, place: int, start: int, end: int) -> bool:
    pairs = dict(zip(_OPENING + _CLOSING[:3], _CLOSING[:3] + _OPENING, strict=True))
    return text[place] in pairs and pairs[text[place]] in text[start:place] + text[place + 1 : end]


def _picked(transcript: Transcript, places: Sequence[int]) -> Transcript:
    scores = tuple(transcript.scores[k] for k in places)
    return Transcript(
        text="".join(transcript.text[k] for k in places),
        confidence=sum(scores) / len(scores),
        centers=tuple(transcript.centers[k] for k in places),
        scores=scores,
    )


def with_numbers(
    line: LineReading, first: Sequence[LineReading], system: WritingSystem
) -> LineReading:
    """Take the numbers at either end from the first reading, which knows digits better."""
    for other in first:
        tail = re.search(r"\s*-?\s*\d+\s*$", other.text)
        head = re.match(r"\s*\d+\s*-?\s*", other.text)
        for found, at_end in ((tail, True), (head, False)):
            if found is None or found[0] == other.text:
                continue
            scores = [other.transcript.scores[k] for k in range(*found.span())]
            if min(scores) >= SURE:
                line = _joined(line, other, found.span(), system, at_end=at_end)
    return line


def _joined(
    line: LineReading,
    other: LineReading,
    span: tuple[int, int],
    system: WritingSystem,
    *,
    at_end: bool,
) -> LineReading:
    """Replace what stands outside the letters of `line`, at one end, by a part of `other`."""
    letters = [k for k, char in enumerate(line.text) if system.has(char)]
    kept = sliced(line.transcript, 0, letters[-1] + 1) if at_end else None
    kept = kept or sliced(line.transcript, letters[0], len(line.text))
    number = moved(sliced(other.transcript, *span), other.quad, line.quad)
    parts = (kept, number) if at_end else (number, kept)
    between = (parts[0].centers[-1] + parts[1].centers[0]) / 2
    scores = (*parts[0].scores, min(parts[0].scores[-1], parts[1].scores[0]), *parts[1].scores)
    if abs(number.centers[0 if at_end else -1] - kept.centers[-1 if at_end else 0]) > 1.0:
        return line
    transcript = Transcript(
        text=f"{parts[0].text} {parts[1].text}",
        confidence=kept.confidence,
        centers=(*parts[0].centers, between, *parts[1].centers),
        scores=scores,
    )
    return LineReading(line.quad, transcript)
