"""The text stage: every line of text on a map picture, at any size and angle."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field, replace

from perception.ocr.engine import OcrEngine, TextRegion
from perception.ocr.many_scripts import ManyScriptEngine
from perception.picture import Picture
from perception.text.cleaning import tidy
from perception.text.coverage import apart, not_yet_read
from perception.text.foreign import ForeignScripts, find_foreign
from perception.text.junk import without_junk
from perception.text.line import LineReading
from perception.text.quad import angle_of, sides
from perception.text.reader import LineReader, ReaderConfig
from perception.text.regions import DetectionConfig, FoundRegions, find_regions
from perception.text.rereading import reread
from perception.text.rivals import without_rivals
from perception.text.script import han_standard, in_standard
from perception.text.spacing import parted_at_columns
from perception.text.turns import read_side_by_side
from perception.text_reading import TextItem, TextReading


@dataclass(frozen=True, slots=True)
class TextConfig:
    """How a picture is read.

    Attributes
    ----------
    min_confidence : float
        Readings below it are dropped.
    """

    detection: DetectionConfig = field(default_factory=DetectionConfig)
    reader: ReaderConfig = field(default_factory=ReaderConfig)
    min_confidence: float = 0.6


def read_text(picture: Picture, engine: OcrEngine, config: TextConfig | None = None) -> TextReading:
    """Read every line of text of a picture.

    Detection runs at two scales over tiles, each region is read on its own, and of readings of the
    same place the one that explains most is kept. Where the engine has a second recogniser, scripts
    that the first does not know are found and read with it. What is no text is dropped, see
    `perception.text.junk`.

    Returns
    -------
    TextReading
        Lines from top to bottom.
    """
    settings = config or TextConfig()
    start = time.perf_counter()
    found = find_regions(picture.rgb, engine, settings.detection)
    readings, foreign = _read(picture, found, engine, settings.reader)
    readings = parted_at_columns(without_rivals(readings), settings.reader.spacing)
    standard = han_standard(reading.transcript for reading in readings)
    if standard:
        readings = [
            replace(reading, transcript=in_standard(reading.transcript, standard))
            for reading in readings
        ]
    lines = sorted(
        (_item(reading) for reading in readings),
        key=lambda line: (min(y for _, y in line.polygon), min(x for x, _ in line.polygon)),
    )
    who = engine.describe()
    if isinstance(engine, ManyScriptEngine):
        who["read_by"] = engine.read_by(language for _, language in foreign.languages)
    systems = [system for system, _ in foreign.languages]
    return TextReading(
        without_junk(lines, settings.min_confidence, systems),
        json.dumps(who, sort_keys=True),
        time.perf_counter() - start,
        (foreign.note,) if foreign.note else (),
    )


def _read(
    picture: Picture, found: FoundRegions, engine: OcrEngine, config: ReaderConfig
) -> tuple[list[LineReading], ForeignScripts]:
    """Read each region with what knows its script."""
    if isinstance(engine, ManyScriptEngine) and engine.only_second:
        regions = [*found.main, *found.coarse, *found.pieces]
        by_region: list[list[LineReading]] = [[] for _ in regions]
    else:
        regions, by_region = _read_first(LineReader(picture.rgb, config), found, engine)
    foreign = ForeignScripts()
    if isinstance(engine, ManyScriptEngine):
        foreign = find_foreign(picture.rgb, regions, by_region, engine)
        by_region = reread(picture.rgb, regions, by_region, foreign, engine, config)
    return [line for lines in by_region for line in lines], foreign


def _read_first(
    reader: LineReader, found: FoundRegions, engine: OcrEngine
) -> tuple[list[TextRegion], list[list[LineReading]]]:
    """Read in turns, each what those before it left; return the regions read with their lines."""
    # The longest of the pieces of a place first: it is the whole line, if they were joined right.
    pieces = sorted(found.pieces, key=lambda region: -max(sides(region.quad)))
    longest = set(apart([region.quad for region in pieces]))
    turns = (
        found.main,
        found.coarse,
        [region for k, region in enumerate(pieces) if k in longest],
        [region for k, region in enumerate(pieces) if k not in longest],
    )
    regions: list[TextRegion] = []
    by_region: list[list[LineReading]] = []
    for turn in turns:
        done = [line for lines in by_region for line in lines]
        rest = [turn[k] for k in not_yet_read(turn, done)]
        by_region += read_side_by_side(map(reader.read, rest), engine.transcribe)
        regions += rest
    return regions, by_region


def _item(reading: LineReading) -> TextItem:
    corners = [(float(x), float(y)) for x, y in reading.quad]
    return TextItem(
        text=tidy(reading.transcript.text),
        polygon=tuple(corners),
        angle=angle_of(reading.quad),
        confidence=reading.transcript.confidence,
        height=sides(reading.quad)[1],
    )
