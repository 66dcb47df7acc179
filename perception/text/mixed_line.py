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
_CODE = r"(?:(?<!\S)[A-Z]{1,3})?\d+"
_LIKE_CODE = re.compile(r"[^\W\d_]{1,3}\d{1,3}")
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
    """Take the numbers and station codes at either end from the first reading.

    It knows digits and Latin letters better: "A09" is Cyrillic to a network of Cyrillic.
    """
    for other in first:
        tail = re.search(rf"(?<![A-Za-z])\s*-?\s*{_CODE}\s*$", other.text)
        head = re.match(rf"\s*(?:{_CODE}(?![A-Za-z])|\d+)\s*-?\s*", other.text)
        alone = re.fullmatch(r"\s*[A-Z]{1,3}\d+\s*", other.text) is not None
        if alone:
            # A code alone: on the side of the name where it stands.
            place = moved(other.transcript, other.quad, line.quad).centers[-1]
            tail, head = (None, head) if place < _middle(line, system) else (tail, None)
        for found, at_end in ((tail, True), (head, False)):
            if found is None or (found[0] == other.text and not alone):
                continue
            scores = [other.transcript.scores[k] for k in range(*found.span())]
            if min(scores) >= SURE:
                line = _joined(line, other, found.span(), system, at_end=at_end)
    return line


def _middle(line: LineReading, system: WritingSystem) -> float:
    own = _name(line, system)
    return float((line.transcript.centers[own[0]] + line.transcript.centers[own[-1]]) / 2)


def _name(line: LineReading, system: WritingSystem) -> list[int]:
    """Return the places of the letters, without those of codes before or behind the name."""
    letters = [k for k, char in enumerate(line.text) if system.has(char)]
    codes = [m for m in re.finditer(r"\S+", line.text) if _LIKE_CODE.fullmatch(m[0])]
    own = [k for k in letters if not any(code.start() <= k < code.end() for code in codes)]
    return own or letters


def _joined(
    line: LineReading,
    other: LineReading,
    span: tuple[int, int],
    system: WritingSystem,
    *,
    at_end: bool,
) -> LineReading:
    """Replace what stands outside the letters of `line`, at one end, by a part of `other`."""
    letters = _name(line, system)
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
