"""The text stage: every line of text on a map picture, at any size and angle."""

from __future__ import annotations

import json
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace

from perception.ocr.engine import OcrEngine
from perception.picture import Picture
from perception.text_cleaning import tidy
from perception.text_junk import without_junk
from perception.text_line import LineReading
from perception.text_quad import angle_of, sides
from perception.text_reader import LineReader, ReaderConfig
from perception.text_reading import TextItem, TextReading
from perception.text_regions import DetectionConfig, find_regions
from perception.text_rivals import without_rivals
from perception.text_script import han_standard, in_standard
from perception.text_spacing import parted_at_columns

# Regions read at a time; a recogniser works better on several short lines at once than with
# several threads on one.
_READERS = 2


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
    same place the one that explains most is kept. What is no text is dropped, see
    `perception.text_junk`.

    Returns
    -------
    TextReading
        Lines from top to bottom.
    """
    settings = config or TextConfig()
    start = time.perf_counter()
    reader = LineReader(engine, picture.rgb, settings.reader)
    regions = find_regions(picture.rgb, engine, settings.detection)
    with ThreadPoolExecutor(_READERS) as pool:
        readings = [reading for read in pool.map(reader.read, regions) for reading in read]
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
    return TextReading(
        without_junk(lines, settings.min_confidence),
        json.dumps(engine.describe(), sort_keys=True),
        time.perf_counter() - start,
    )


def _item(reading: LineReading) -> TextItem:
    corners = [(float(x), float(y)) for x, y in reading.quad]
    return TextItem(
        text=tidy(reading.transcript.text),
        polygon=tuple(corners),
        angle=angle_of(reading.quad),
        confidence=reading.transcript.confidence,
        height=sides(reading.quad)[1],
    )
