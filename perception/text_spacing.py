"""Spaces and label ends, from the white between glyphs."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from perception.ocr.engine import Transcript
from perception.text_cleaning import is_cjk
from perception.text_extent import Extent
from perception.text_ink import LineInk
from perception.text_transcript import printed, with_space


@dataclass(frozen=True, slots=True)
class SpacingConfig:
    """What counts as a gap, in heights of the line's ink.

    On published maps the gaps between letters stay below 0.29 heights and 1.8 times the median
    gap of their line, those between words above 0.42 heights and 2.4 times.

    Attributes
    ----------
    word, word_ratio : float
        A gap wider than both, the second times the line's median gap, is a space.
    label : float
        A gap wider than this ends a label.
    han, han_ratio : float
        The same between characters written without spaces.
    """

    word: float = 0.3
    word_ratio: float = 2.2
    label: float = 1.4
    han: float = 0.5
    han_ratio: float = 3.0


@dataclass(frozen=True, slots=True)
class Gap:
    """The space between the glyphs of two printed characters.

    Attributes
    ----------
    before, after : int
        Positions of the two in the text.
    left, right : float
        Edges along the line, box heights.
    size : float
        In heights of the line's ink.
    crossed : bool
        Whether ink that is no glyph, as of a marker, reaches into it.
    """

    before: int
    after: int
    left: float
    right: float
    size: float
    crossed: bool = False


def gaps(transcript: Transcript, width: float, extent: Extent, ink: LineInk) -> list[Gap]:
    """Return the gaps of a line whose characters all stand on glyphs.

    Parameters
    ----------
    transcript : Transcript
        Reading of the box that `ink` was found in.
    width : float
        Of that box, in box heights.
    extent : Extent
        Of the whole text.
    ink : LineInk
        All its ink.
    """
    glyphs = extent.glyphs
    height = max(float(glyphs[:, 3].max() - glyphs[:, 1].min()), 1e-6)
    runs: list[list[float]] = []
    for left, right in sorted((float(glyph[0]), float(glyph[2])) for glyph in glyphs):
        if runs and left <= runs[-1][1]:
            runs[-1][1] = max(runs[-1][1], right)
        else:
            runs.append([left, right])
    across = ink.foreign[(ink.foreign[:, 1] < 0.6) & (ink.foreign[:, 3] > 0.4)]
    positions = printed(transcript.text)
    centers = [transcript.centers[i] * width for i in positions]
    found: dict[int, Gap] = {}
    for one, other in pairwise(runs):
        count = sum(center < (one[1] + other[0]) / 2 for center in centers)
        if not 0 < count < len(positions):
            continue
        gap = Gap(
            before=positions[count - 1],
            after=positions[count],
            left=one[1],
            right=other[0],
            size=(other[0] - one[1]) / height,
            crossed=bool(((across[:, 2] > one[1]) & (across[:, 0] < other[0])).any()),
        )
        # Parts of one glyph, or ink between two, give several gaps at one place: the widest counts.
        if count not in found or gap.size > found[count].size:
            found[count] = gap
    return [found[count] for count in sorted(found)]


def label_ends(text: str, between: list[Gap], config: SpacingConfig) -> list[Gap]:
    """Return the gaps that cannot lie within one label: too wide, or with a marker in them."""
    if not between:
        return []
    median = float(np.median([gap.size for gap in between]))
    ends = []
    for gap in between:
        cjk = is_cjk(text[gap.before]) and is_cjk(text[gap.after])
        limit = max(config.han, config.han_ratio * median) if cjk else config.label
        word = max(config.word, config.word_ratio * median)
        if gap.size > limit or (gap.crossed and gap.size > word):
            ends.append(gap)
    return ends


def spaced(transcript: Transcript, between: list[Gap], config: SpacingConfig) -> Transcript:
    """Insert the spaces that the gaps show and the recogniser lost."""
    if len(between) < 3:
        return transcript
    text = transcript.text
    limit = max(config.word, config.word_ratio * float(np.median([gap.size for gap in between])))
    lost = [
        gap.after
        for gap in between
        if gap.size > limit
        and not gap.crossed
        and gap.after == gap.before + 1
        and not (is_cjk(text[gap.before]) or is_cjk(text[gap.after]))
    ]
    for position in sorted(set(lost), reverse=True):
        transcript = with_space(transcript, position)
    return transcript
