"""Spaces and label ends, from the gaps between glyphs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from perception.ocr.engine import Transcript
from perception.text.cleaning import is_cjk
from perception.text.extent import Extent
from perception.text.ink import LineInk
from perception.text.line import Gap, LineReading
from perception.text.transcript import printed

# Fewer spaces than this do not tell how wide a map's spaces are.
ENOUGH_SPACES = 8


@dataclass(frozen=True, slots=True)
class SpacingConfig:
    """What counts as a gap, in heights of the line's ink.

    On published maps the gaps between letters stay below 0.29 heights and 1.8 times the median
    gap of their line, those between words above 0.42 heights and 2.4 times.

    Attributes
    ----------
    word, word_ratio : float
        A gap wider than both, the second times the line's median gap, is a space.
    case, case_ratio : float
        The same between a small letter and a capital.
    label : float
        A gap wider than this ends a label.
    label_ratio : float
        So does a space this many times as wide as the usual one of the map.
    han, han_ratio : float
        As `word`, for the end of a label written without spaces.
    padding : float
        Room left beside the ink at a cut, box heights.
    """

    word: float = 0.3
    word_ratio: float = 2.2
    case: float = 0.15
    case_ratio: float = 1.8
    label: float = 1.4
    label_ratio: float = 1.55
    han: float = 0.5
    han_ratio: float = 3.0
    padding: float = 0.12


def find_gaps(
    transcript: Transcript, width: float, extent: Extent, ink: LineInk
) -> tuple[Gap, ...]:
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

    Returns
    -------
    tuple of Gap
        In reading order. Where a character stands in it the glyph is missing, and it is no gap.
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
        inside = any(one[1] < center < other[0] for center in centers)
        if inside or not 0 < count < len(positions):
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
    return tuple(found[count] for count in sorted(found))


def label_ends(line: LineReading, config: SpacingConfig) -> list[Gap]:
    """Return the gaps that cannot lie within one label: too wide, or with a marker in them."""
    if not line.gaps:
        return []
    median = float(np.median([gap.size for gap in line.gaps]))
    ends = []
    for gap in line.gaps:
        cjk = is_cjk(line.text[gap.before]) and is_cjk(line.text[gap.after])
        limit = max(config.han, config.han_ratio * median) if cjk else config.label
        word = max(config.word, config.word_ratio * median)
        if gap.size > limit or (gap.crossed and gap.size > word):
            ends.append(gap)
    return ends


def spaced(line: LineReading, config: SpacingConfig) -> LineReading:
    """Insert the spaces that the gaps show and the recogniser lost."""
    if len(line.gaps) < 3:
        return line
    median = float(np.median([gap.size for gap in line.gaps]))
    lost = []
    for gap in line.gaps:
        one, other = line.text[gap.before], line.text[gap.after]
        if gap.after != gap.before + 1 or gap.crossed or is_cjk(one) or is_cjk(other):
            continue
        limit = max(config.word, config.word_ratio * median)
        if one.islower() and other.isupper():
            limit = max(config.case, config.case_ratio * median)
        if gap.size > limit:
            lost.append(gap.after)
    return line.with_spaces(lost) if lost else line


def parted_at_columns(lines: Sequence[LineReading], config: SpacingConfig) -> list[LineReading]:
    """Cut the lines of a map at spaces much wider than its usual one: two labels in a row.

    The usual one is the median over all lines; a map with few spaces is left as it is.
    """
    sizes = [gap.size for line in lines for gap in line.gaps if line.is_space(gap)]
    if len(sizes) < ENOUGH_SPACES:
        return list(lines)
    limit = config.label_ratio * float(np.median(sizes))
    parted = []
    for line in lines:
        ends = [gap for gap in line.gaps if line.is_space(gap) and gap.size > limit]
        parted += line.cut(ends, config.padding)
    return parted
