"""Which scripts that the first recogniser does not know a picture holds.

Decided from the picture alone: lines that were found but not read are tried with each installed
language of the second recogniser, and a language that knows several of them better than every
other, English included, is one of the picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from perception.ocr.crop import crop_quad
from perception.ocr.engine import Quad, RgbArray, TextRegion, Transcript
from perception.ocr.many_scripts import ManyScriptEngine
from perception.ocr.tesseract import TesseractLines, detect_script
from perception.ocr.writing_systems import LATIN, WritingSystem, system_named
from perception.text.coverage import apart, fills
from perception.text.line import LineReading
from perception.text.quad import reading_orders, sides
from perception.text.striped import is_striped

T = TypeVar("T")

# A reading of this confidence is read; foreign scripts come out as words of known ones below it.
READ = 0.93
# Unread places that make a trial worth while: so many, and so large a share of all places.
FEWEST, SHARE = 5, 0.15
# Share from which the picture as a whole is in a script that was not read.
MOST = 0.4
# A line of writing is longer than this, in heights; shorter ones are tried only in the last resort.
LONG = 2.0
# Places tried: a few with every language, more with those that know any of the few.
FEW, SAMPLE = 8, 16
# A language knows a line from this legibility on, and if it leads the next by so much.
LEGIBLE, LEAD = 0.45, 0.1
# And knows it well from here on.
WELL = 0.85
# One that knows none of the few lines that far is not tried on more.
HOPE = 0.35
# The first language of a script stays unless another knows its lines that much better.
NEARLY = 0.96
# It is one of the picture's if it knows so many of the lines tried, and such a share of them.
LINES, PART = 2, 0.12


@dataclass(frozen=True, slots=True)
class ForeignScripts:
    """What a picture holds besides the scripts of the first recogniser.

    Attributes
    ----------
    languages : tuple of (WritingSystem, str)
        Scripts with the language that reads each best, most lines first.
    note : str
        What cannot be read and what to install; empty where nothing is missing.
    """

    languages: tuple[tuple[WritingSystem, str], ...] = ()
    note: str = ""


def find_foreign(
    rgb: RgbArray,
    regions: Sequence[TextRegion],
    readings: Sequence[Sequence[LineReading]],
    engine: ManyScriptEngine,
) -> ForeignScripts:
    """Tell which scripts the places hold that the first recogniser did not read.

    Parameters
    ----------
    rgb : numpy.ndarray, shape (H, W, 3), uint8
        Picture.
    regions : sequence of TextRegion
        Where text was found.
    readings : sequence of sequences of LineReading
        What the first recogniser read in each.
    engine : ManyScriptEngine
        Both recognisers.
    """
    places, share = unread_places(regions, readings)
    if len(places) < FEWEST or share < SHARE:
        return ForeignScripts()
    written = [quad for quad in places if not is_striped(crop_quad(rgb, reading_orders(quad)[0]))]
    share *= len(written) / len(places)
    places = written
    if len(places) < FEWEST or share < SHARE:
        return ForeignScripts()
    crops = [crop_quad(rgb, reading_orders(quad)[0]) for quad in _spread(places, SAMPLE)]
    few = _spread(crops, FEW)
    hopeful = [
        system
        for system in engine.systems()
        if max(_legibilities(system, _first_choice(system, engine).look(few))) >= HOPE
    ]
    known = _known(hopeful, crops, engine)
    return ForeignScripts(known, "" if known else _note(crops, share, engine))


def unread_places(
    regions: Sequence[TextRegion], readings: Sequence[Sequence[LineReading]]
) -> tuple[list[Quad], float]:
    """Return the places of writing that were not read, and their share of all places.

    Each place counts once, however many regions it was found as.
    """
    sure = [
        reading.quad
        for region, lines in zip(regions, readings, strict=True)
        for reading in lines
        if fills(lines, region)
        and reading.transcript.confidence >= READ
        and any(map(str.isalnum, reading.text))
    ]
    read = [sure[k] for k in apart(sure)]
    long = [
        region.quad
        for region in sorted(regions, key=lambda region: -max(sides(region.quad)))
        if max(sides(region.quad)) > LONG * min(sides(region.quad))
    ]
    unread = [long[k] for k in apart(long, read)]
    unread.sort(key=lambda quad: (float(quad[:, 1].min()), float(quad[:, 0].min())))
    return unread, len(unread) / max(len(unread) + len(read), 1)


def _spread(items: Sequence[T], most: int) -> list[T]:
    """Return at most `most` items, evenly spaced."""
    places = np.linspace(0, len(items) - 1, min(most, len(items))).round()
    return [items[int(place)] for place in np.unique(places)]


def _first_choice(system: WritingSystem, engine: ManyScriptEngine) -> TesseractLines:
    return engine.reader(engine.installed(system)[0])


def _known(
    systems: Sequence[WritingSystem], crops: Sequence[RgbArray], engine: ManyScriptEngine
) -> tuple[tuple[WritingSystem, str], ...]:
    """Return the scripts of the lines, each with its best language, most lines first."""
    if not systems:
        return ()
    table = [_legibilities(system, _first_choice(system, engine).look(crops)) for system in systems]
    if LATIN not in systems and engine.installed(LATIN):
        table.append(_legibilities(LATIN, _first_choice(LATIN, engine).look(crops)))
    scores = np.array(table)
    order = np.sort(scores, axis=0)
    lead = order[-1] - (order[-2] if len(order) > 1 else 0.0)
    best = scores.argmax(axis=0)
    clear = (order[-1] >= LEGIBLE) & (lead >= LEAD)
    found = []
    for i, system in enumerate(systems):
        lines = np.flatnonzero(clear & (best == i))
        # One that finds its letters in lines that another knows well finds them anywhere.
        anywhere = (best != i) & (order[-1] >= WELL) & (scores[i] >= LEGIBLE)
        if len(lines) >= max(LINES, PART * len(crops)) and len(lines) > anywhere.sum():
            own = [crops[k] for k in lines]
            found.append((len(lines), system, _best_language(system, own, engine)))
    found.sort(key=lambda entry: -entry[0])
    return tuple((system, language) for _, system, language in found)


def _best_language(
    system: WritingSystem, crops: Sequence[RgbArray], engine: ManyScriptEngine
) -> str:
    languages = engine.installed(system)
    if len(languages) == 1:
        return languages[0]
    totals = [
        sum(_legibilities(system, engine.reader(language).look(crops))) for language in languages
    ]
    best = int(np.argmax(totals))
    return languages[0 if totals[0] >= NEARLY * totals[best] else best]


def _legibilities(system: WritingSystem, transcripts: Sequence[Transcript]) -> list[float]:
    return [system.legibility(transcript) for transcript in transcripts]


def _note(crops: Sequence[RgbArray], share: float, engine: ManyScriptEngine) -> str:
    """Tell what no installed recogniser reads; empty where it may be no writing at all."""
    if engine.program is None:
        if share < MOST:
            return ""
        return (
            f"{share:.0%} of the text is in a script that {engine.first.kind} does not read and "
            "tesseract is not installed: names are left out; see `mapclew doctor`"
        )
    name = detect_script(engine.program, crops)
    system = system_named(name)
    if system is None or engine.installed(system):
        return ""
    return (
        f"{share:.0%} of the text is in a script that no installed recogniser reads ({name}): "
        f"its names are left out; apt-get install {system.package}"
    )
