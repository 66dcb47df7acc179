"""From a picture to its graph: text, strokes, stations, edges, graph, each stage timed."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from perception.graph.build import build_graph
from perception.graph.map_evidence import refuse_no_map
from perception.graph.parted_interchanges import part_interchanges
from perception.line_names.choose import choose_names
from perception.line_names.name_lines import line_claims, used_layers
from perception.line_names.shared_colors import part_shared_colors
from perception.map_graph import MapGraph
from perception.ocr.engine import OcrEngine
from perception.ocr.registry import DEFAULT_KIND, load_engine
from perception.picture import MAX_PIXELS, Picture, load_picture
from perception.shapes import Shapes, find_shapes
from perception.stage_clock import StageClock, StageRecord
from perception.stations.vocabulary import Vocabulary
from perception.text.read import TextConfig, read_text
from perception.text_reading import TextReading
from perception.tracing.walking_links import find_walking_links

VERSION = 52
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
    return map_of(find_shapes(picture, reading, config.working_pixels, vocabulary))


def map_of(shapes: Shapes) -> Perception:
    """Run the graph stage on what the others found."""
    records = list(shapes.records)
    clock = StageClock(records)
    picture, strokes, scale = shapes.picture, shapes.strokes, shapes.scale
    stations, traced, changes = part_interchanges(shapes.stations, shapes.traced)
    walks = find_walking_links(shapes.rgb, shapes.lettering, strokes, stations)
    claims = line_claims(shapes.rgb, shapes.lettering, strokes, stations, traced.edges)
    called = choose_names(claims, used_layers(strokes, traced.edges))
    graph = build_graph(
        picture.path,
        (picture.width, picture.height),
        strokes,
        stations,
        traced.edges,
        transfers=sorted({*changes, *walks}),
        line_names={layer: name.text for layer, name in called.items()},
        scale=scale,
        reading=shapes.lettering,
        spare=traced.spare,
    )
    graph = part_shared_colors(graph, claims, called, scale)
    graph = replace(graph, notes=(*shapes.reading.notes, *graph.notes, *shapes.notes))
    graph = refuse_no_map(graph, shapes.reading, strokes)
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
    return Perception(graph, shapes.reading, layers, tuple(records))
