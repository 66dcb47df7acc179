"""Which Chinese script a map uses, and keeping every name to it.

A recogniser that knows Simplified, Traditional and Japanese forms at once mixes them in small
print (a Traditional name with one Simplified character). One map uses one standard, so the
characters of all its names decide together. The national character sets tell the standards apart:
GB 2312 holds the Simplified forms, Big5 the Traditional ones, JIS X 0208 the Japanese ones.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from perception.ocr.engine import Transcript
from perception.text.cleaning import is_han, is_kana

SIMPLIFIED, TRADITIONAL, JAPANESE = "gb2312", "big5", "shift_jis"
# Share of a map's Chinese characters that its standard holds, and its lead over the other one.
SHARE, LEAD = 0.9, 0.05
# Fewer characters than this, weighted by score, decide nothing.
ENOUGH = 20.0


@lru_cache(maxsize=65536)
def belongs(char: str, standard: str) -> bool:
    """Tell whether the character set `standard` holds `char`."""
    try:
        char.encode(standard)
    except UnicodeEncodeError:
        return False
    return True


def han_standard(transcripts: Iterable[Transcript]) -> str | None:
    """Return the character set that the Chinese characters of a map come from.

    Kana anywhere make it Japanese, whose set shares most characters with both others. Each
    character counts with its score. None where there are too few characters or no set leads.
    """
    weights = {SIMPLIFIED: 0.0, TRADITIONAL: 0.0, JAPANESE: 0.0}
    total = 0.0
    kana = 0
    for transcript in transcripts:
        for char, score in zip(transcript.text, transcript.scores, strict=False):
            if score < 0.8:
                continue
            kana += is_kana(char)
            if is_han(char):
                total += score
                for standard in weights:
                    weights[standard] += score * belongs(char, standard)
    if total < ENOUGH:
        return None
    if kana >= 3:
        return JAPANESE if weights[JAPANESE] > SHARE * total else None
    ranked = sorted((SIMPLIFIED, TRADITIONAL), key=lambda s: -weights[s])
    best, second = (weights[s] / total for s in ranked)
    if best < max(SHARE, weights[JAPANESE] / total - 0.02) or best - second < LEAD:
        return None
    return ranked[0]


def in_standard(transcript: Transcript, standard: str) -> Transcript:
    """Replace characters of another standard by their likeliest candidate in this one.

    Characters that no standard holds are rare local ones and stay, as do those without such a
    candidate.
    """
    text = list(transcript.text)
    scores = list(transcript.scores)
    for i, options in enumerate(transcript.alternatives):
        if not is_han(text[i]) or belongs(text[i], standard):
            continue
        if not any(belongs(text[i], s) for s in (SIMPLIFIED, TRADITIONAL, JAPANESE)):
            continue
        for char, score in options:
            if is_han(char) and belongs(char, standard):
                text[i] = char
                # Both forms together are what the recogniser saw.
                scores[i] = min(scores[i] + score, 1.0)
                break
    changed = "".join(text)
    if changed == transcript.text:
        return transcript
    return replace(
        transcript, text=changed, scores=tuple(scores), confidence=sum(scores) / len(scores)
    )
