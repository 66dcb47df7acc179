"""From a picture to its graph: text, strokes, stations, edges, graph, each stage timed."""

from __future__ import annotations

import hashlib
import json
import time
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from perception.graph.build import build_graph
from perception.graph.line_names import name_lines
from perception.graph.map_evidence import refuse_no_map
from perception.map_graph import MapGraph
from perception.ocr.engine import OcrEngine
from perception.ocr.registry import DEFAULT_KIND, load_engine
from perception.picture import MAX_PIXELS, Picture, load_picture
from perception.stations.find import find_stations
from perception.stations.vocabulary import Vocabulary, fits
from perception.strokes.find import find_strokes
from perception.text.read import TextConfig, read_text
from perception.text_reading import TextItem, TextReading
from perception.tracing.trace import trace
from perception.tracing.walking_links import find_walking_links
from perception.working_size import working_picture

VERSION = 11
"""Raised with every change of the code that changes a graph, so that no cache serves an old one."""


@dataclass(frozen=True, slots=True)
class PerceptionConfig:
    """Everything that determines what is read from a picture, besides the picture.

    Attributes
    ----------
    ocr : str
        Kind of the text recogniser.
    text : TextConfig
        Of the text stage.
    max_pixels : int
        Larger pictures are refused.
    working_pixels : int
        The geometric stages see a picture with at most so many; text is read at full size.
    """

    ocr: str = DEFAULT_KIND
    text: TextConfig = field(default_factory=TextConfig)
    max_pixels: int = MAX_PIXELS
    working_pixels: int = 6_000_000

    def to_dict(self) -> dict[str, Any]:
        """Return the settings with the version of the pipeline, as JSON values."""
        return {"version": VERSION, **asdict(self)}

    def cache_key(self) -> str:
        """Return a digest that changes with every setting and with the pipeline's version."""
        text = json.dumps(self.to_dict(), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class StageRecord:
    """What one stage did.

    Attributes
    ----------
    stage : str
        "text", "strokes", "stations", "edges" or "graph".
    seconds : float
        Wall time.
    counts : dict of str to int
        How many of what it found.
    confidence : float
        Mean over what it found, in [0, 1]; 0 where it found nothing.
    """

    stage: str
    seconds: float
    counts: dict[str, int]
    confidence: float


@dataclass(frozen=True, slots=True)
class LayerSummary:
    """A stroke layer without its pixels; fields as in `StrokeLayer`, `pixels` its size."""

    id: str
    color: tuple[int, int, int]
    width: float
    pixels: int
    state: str
    dashed: bool
    confidence: float
    name: str


@dataclass(frozen=True, slots=True)
class Perception:
    """What was read from one picture.

    Attributes
    ----------
    graph : MapGraph
        Image px.
    reading : TextReading
        All text, image px.
    layers : tuple of LayerSummary
        The drawn lines; widths and pixels in image px.
    stages : tuple of StageRecord
        In the order they ran.
    """

    graph: MapGraph
    reading: TextReading
    layers: tuple[LayerSummary, ...]
    stages: tuple[StageRecord, ...]


def perceive(
    image: Path, config: PerceptionConfig | None = None, engine: OcrEngine | None = None
) -> Perception:
    """Read a map picture.

    Parameters
    ----------
    image : Path
        Picture file.
    config : PerceptionConfig, optional
        Settings.
    engine : OcrEngine, optional
        A loaded text recogniser of the kind that `config.ocr` names; loaded here if absent.

    Raises
    ------
    BadPicture
        The picture is missing, broken, too small or too large. One that holds no map gives a
        graph without edges and a note.
    OcrUnavailable
        The text recogniser or its weights are not installed.
    """
    config = config or PerceptionConfig()
    picture = load_picture(image, max_pixels=config.max_pixels)
    return perceive_shapes(picture, read_picture_text(picture, config, engine), config)


def read_picture_text(
    picture: Picture, config: PerceptionConfig, engine: OcrEngine | None = None
) -> TextReading:
    """Run the text stage alone; see `perceive`."""
    return read_text(picture, engine or load_engine(config.ocr), config.text)


def perceive_shapes(
    picture: Picture,
    reading: TextReading,
    config: PerceptionConfig | None = None,
    vocabulary: Vocabulary | None = None,
) -> Perception:
    """Run the stages after the text stage; see `perceive`.

    Where a vocabulary is given, its names are the only ones that stations get. One of which the map
    prints too little (names in another language) is left aside, and a note says so.
    """
    config = config or PerceptionConfig()
    notes: tuple[str, ...] = ()
    if vocabulary is not None and not fits(reading.lines, vocabulary):
        vocabulary = None
        notes = ("the given names are not those on the map; it was read without them",)
    records = [
        StageRecord(
            "text",
            round(reading.seconds, 3),
            {"text_lines": len(reading.lines)},
            _mean([line.confidence for line in reading.lines]),
        )
    ]
    rgb, scale = working_picture(picture.rgb, reading, config.working_pixels)
    lettering = scaled_reading(reading, 1.0 / scale)

    clock = _Clock(records)
    strokes = find_strokes(rgb, lettering)
    clock.record(
        "strokes",
        {"layers": len(strokes.layers), "legend_samples": len(strokes.legend)},
        [layer.confidence for layer in strokes.layers],
    )
    stations = find_stations(rgb, lettering, strokes, vocabulary)
    clock.record(
        "stations",
        {
            "stations": len(stations),
            "named": sum(station.label is not None for station in stations),
        },
        [station.confidence for station in stations],
    )
    traced = trace(strokes, stations, lettering)
    clock.record(
        "edges",
        {"edges": len(traced.edges), "spare": len(traced.spare)},
        [edge.confidence for edge in traced.edges],
    )
    graph = build_graph(
        picture.path,
        (picture.width, picture.height),
        strokes,
        stations,
        traced.edges,
        transfers=find_walking_links(rgb, lettering, strokes, stations),
        line_names=name_lines(rgb, lettering, strokes),
        scale=scale,
        reading=lettering,
        spare=traced.spare,
    )
    graph = replace(graph, notes=(*reading.notes, *graph.notes, *notes))
    graph = refuse_no_map(graph, reading)
    clock.record(
        "graph",
        {
            "lines": len(graph.lines),
            "stations": len(graph.stations),
            "edges": len(graph.edges),
            "transfers": len(graph.transfers),
        },
        [edge.confidence for edge in graph.edges],
    )
    names = {line.id: line.name for line in graph.lines}
    layers = tuple(
        LayerSummary(
            layer.id,
            layer.color,
            round(layer.width * scale, 1),
            round(int(layer.mask.sum()) * scale * scale),
            layer.state,
            layer.dashed,
            layer.confidence,
            names.get(layer.id, ""),
        )
        for layer in strokes.layers
    )
    return Perception(graph, reading, layers, tuple(records))


def scaled_reading(reading: TextReading, factor: float) -> TextReading:
    """Return a reading with all lengths multiplied by `factor`."""

    def scaled(item: TextItem) -> TextItem:
        return TextItem(
            item.text,
            tuple((x * factor, y * factor) for x, y in item.polygon),
            item.angle,
            item.confidence,
            item.height * factor,
            tuple(scaled(piece) for piece in item.pieces),
        )

    if factor == 1.0:
        return reading
    return replace(reading, lines=tuple(map(scaled, reading.lines)))


class _Clock:
    """Times the stages one after another."""

    def __init__(self, records: list[StageRecord]) -> None:
        self._records = records
        self._start = time.perf_counter()

    def record(self, stage: str, counts: dict[str, int], confidences: list[float]) -> None:
        now = time.perf_counter()
        seconds = round(now - self._start, 3)
        self._records.append(StageRecord(stage, seconds, counts, _mean(confidences)))
        self._start = now


def _mean(values: list[float]) -> float:
    return round(sum(values) / len(values), 4) if values else 0.0
