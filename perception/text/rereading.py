"""Reading again, with a second recogniser, what the first does not know.

Each place keeps the reading that explains it best. Letters that two alphabets share make sure
readings of the wrong one ("ABTOBO"); such a reading gives way, one with a letter of its own
alphabet does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from perception.ocr.crop import crop_quad
from perception.ocr.engine import RgbArray, TextRegion
from perception.ocr.many_scripts import ManyScriptEngine
from perception.ocr.tesseract import confidence_of
from perception.ocr.writing_systems import WritingSystem
from perception.text.coverage import apart, fills, not_yet_read
from perception.text.foreign import ForeignScripts
from perception.text.line import LineReading
from perception.text.mixed_line import trimmed, with_numbers
from perception.text.quad import reading_orders, sides
from perception.text.reader import LineReader, ReaderConfig
from perception.text.striped import is_striped
from perception.text.turns import take_turns

# A first reading of this confidence with letters of its own is right.
SURE = 0.95
# Share of letters of the script, and Tesseract's confidence, that make a second reading one.
OWN, PLAUSIBLE = 0.7, 0.3
# Tesseract's words are read again below this score.
RETRY = 0.92
# Where a picture holds several scripts, those that know less of a line than this leave it.
HOPE = 0.2


def reread(
    rgb: RgbArray,
    regions: Sequence[TextRegion],
    readings: Sequence[list[LineReading]],
    foreign: ForeignScripts,
    engine: ManyScriptEngine,
    config: ReaderConfig,
) -> list[list[LineReading]]:
    """Return the best readings of each region by either recogniser.

    Parameters
    ----------
    rgb : numpy.ndarray, shape (H, W, 3), uint8
        Picture.
    regions : sequence of TextRegion
        Where text was found.
    readings : sequence of list of LineReading
        What the first recogniser read in each.
    foreign : ForeignScripts
        What else the picture holds.
    engine : ManyScriptEngine
        Both recognisers.
    config : ReaderConfig
        As for the first recogniser.
    """
    chosen = list(readings)
    systems = [system for system, _ in foreign.languages]
    doubtful = [
        i
        for i, lines in enumerate(readings)
        if systems
        and (
            not fills(lines, regions[i])
            or not all(_is_beyond_doubt(lines, system) for system in systems)
        )
        and not is_striped(crop_quad(rgb, reading_orders(regions[i].quad)[0]))
    ]
    shares = _shared_out(rgb, regions, doubtful, foreign, engine)
    reader = LineReader(rgb, replace(config, sure=RETRY))
    for (system, language), own in zip(foreign.languages, shares, strict=True):
        transcribe = engine.reader(language).transcribe
        # One region a place first, the longest, then the others where these leave something.
        own = sorted(own, key=lambda i: -max(sides(regions[i].quad)))
        first = [own[k] for k in apart([regions[i].quad for i in own])]
        done: list[LineReading] = []
        for turn in (first, [i for i in own if i not in set(first)]):
            open_ = [turn[k] for k in not_yet_read([regions[i] for i in turn], done)]
            second = take_turns([reader.read(regions[i]) for i in open_], transcribe)
            for i, lines in zip(open_, second, strict=True):
                better = [trimmed(line, system) for line in lines if is_plausible(line, system)]
                done += better
                value = sum(_letters_worth(line, system) for line in better)
                if better and value > _first_worth(readings[i], system):
                    chosen[i] = [with_numbers(line, readings[i], system) for line in better]
    return chosen


def _shared_out(
    rgb: RgbArray,
    regions: Sequence[TextRegion],
    doubtful: Sequence[int],
    foreign: ForeignScripts,
    engine: ManyScriptEngine,
) -> list[list[int]]:
    """Return for each language the regions that it knows best at the first look."""
    if len(foreign.languages) < 2:
        return [list(doubtful) for _ in foreign.languages]
    crops = [crop_quad(rgb, reading_orders(regions[i].quad)[0]) for i in doubtful]
    table = np.array(
        [
            [system.legibility(read) for read in engine.reader(language).look(crops)]
            for system, language in foreign.languages
        ]
    )
    best = table.argmax(axis=0)
    hopeful = table.max(axis=0, initial=0.0) >= HOPE
    return [
        [i for k, i in enumerate(doubtful) if hopeful[k] and best[k] == language]
        for language in range(len(foreign.languages))
    ]


def is_plausible(line: LineReading, system: WritingSystem) -> bool:
    """Tell whether a reading is writing of a system."""
    letters = [k for k, char in enumerate(line.text) if system.has(char)]
    if len(letters) < 2 or system.share(line.text) < OWN:
        return False
    scores = [confidence_of(line.transcript.scores[k]) for k in letters]
    return sum(scores) >= PLAUSIBLE * len(scores)


def _is_beyond_doubt(lines: Sequence[LineReading], system: WritingSystem) -> bool:
    """Tell whether the first reading is sure and has letters that `system` has none like."""
    sure = bool(lines) and min(line.transcript.confidence for line in lines) >= SURE
    return sure and _has_own_letters(lines, system)


def _has_own_letters(lines: Sequence[LineReading], system: WritingSystem) -> bool:
    letters = [char for line in lines for char in line.text if char.isalpha()]
    own = sum(char not in system.lookalikes and not system.has(char) for char in letters)
    return 3 * own >= len(letters) > 0


def _first_worth(lines: Sequence[LineReading], system: WritingSystem) -> float:
    """Return how many letters the first recogniser read for certain.

    What it does not know it reads with scores of 0.6 to 0.9.
    """
    if not _has_own_letters(lines, system):
        return 0.0
    return sum(
        max(score - 0.8, 0.0) / 0.2
        for line in lines
        for char, score in zip(line.text, line.transcript.scores, strict=True)
        if char.isalpha()
    )


def _letters_worth(line: LineReading, system: WritingSystem) -> float:
    return sum(
        confidence_of(score)
        for char, score in zip(line.text, line.transcript.scores, strict=True)
        if system.has(char)
    )
