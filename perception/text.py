"""The text stage: every line of text on a map picture, at any size and angle."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field, replace

from perception.ocr.engine import OcrEngine
from perception.picture import Picture
from perception.text_cleaning import has_letters, tidy
from perception.text_quad import angle_of, sides
from perception.text_reader import LineReader, LineReading, ReaderConfig
from perception.text_reading import TextItem, TextReading
from perception.text_regions import DetectionConfig, find_regions
from perception.text_rivals import without_rivals
from perception.text_script import han_standard, in_standard


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
    min_confidence: float = 0.5


def read_text(picture: Picture, engine: OcrEngine, config: TextConfig | None = None) -> TextReading:
    """Read every line of text of a picture.

    Detection runs at two scales over tiles, each region is read on its own, and of readings of the
    same place the one that explains most is kept. Dropped as junk: readings below
    `min_confidence`, and those without any letter or digit.

    Returns
    -------
    TextReading
        Lines from top to bottom.
    """
    settings = config or TextConfig()
    start = time.perf_counter()
    reader = LineReader(engine, picture.rgb, settings.reader)
    readings = [
        reading
        for region in find_regions(picture.rgb, engine, settings.detection)
        for reading in reader.read(region)
    ]
    readings = without_rivals(readings)
    standard = han_standard(reading.transcript for reading in readings)
    if standard:
        readings = [
            replace(reading, transcript=in_standard(reading.transcript, standard))
            for reading in readings
        ]
    lines = [_item(reading) for reading in readings]
    kept = [
        line
        for line in lines
        if line.confidence >= settings.min_confidence and has_letters(line.text)
    ]
    kept.sort(key=lambda line: (min(y for _, y in line.polygon), min(x for x, _ in line.polygon)))
    return TextReading(
        tuple(kept), json.dumps(engine.describe(), sort_keys=True), time.perf_counter() - start
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
