"""Strokes, stations and edges of one picture: the stages between its text and its graph."""

from __future__ import annotations

from dataclasses import dataclass, replace

from perception.colors import Rgb
from perception.jpeg.undoing import undo_compression
from perception.picture import Picture
from perception.stage_clock import StageClock, StageRecord, mean
from perception.stages import StationCandidate, Strokes
from perception.stations.find import find_stations
from perception.stations.vocabulary import Vocabulary, fits
from perception.strokes.find import find_strokes
from perception.strokes.text_in_marks import part_at_marks
from perception.strokes.text_over_strokes import part_at_strokes
from perception.text_reading import TextItem, TextReading
from perception.tracing.trace import Tracing, trace
from perception.working_size import working_picture


@dataclass(frozen=True, slots=True)
class Shapes:
    """What the stages between the text and the graph found, at their working size.

    Attributes
    ----------
    picture : Picture
        What is read.
    reading : TextReading
        Its text, image px.
    rgb : (h, w, 3) uint8 array
        sRGB, the picture at the working size.
    scale : float
        Image px per px of `rgb`.
    lettering : TextReading
        The text in px of `rgb`, as are strokes, stations and edges.
    strokes : Strokes
        Of the stroke stage.
    stations : tuple of StationCandidate
        Of the station stage.
    traced : Tracing
        Edges of the tracing stage, by index of their stations.
    records : tuple of StageRecord
        Of the stages so far.
    notes : tuple of str
        What was left aside, and what was done to the picture.
    """

    picture: Picture
    reading: TextReading
    rgb: Rgb
    scale: float
    lettering: TextReading
    strokes: Strokes
    stations: tuple[StationCandidate, ...]
    traced: Tracing
    records: tuple[StageRecord, ...]
    notes: tuple[str, ...] = ()


def find_shapes(
    picture: Picture,
    reading: TextReading,
    working_pixels: int,
    vocabulary: Vocabulary | None = None,
) -> Shapes:
    """Run the stages from the strokes to the edges.

    Parameters
    ----------
    picture : Picture
        What is read.
    reading : TextReading
        Its text, image px.
    working_pixels : int
        The stages see a picture with at most so many.
    vocabulary : Vocabulary, optional
        The only names that stations get. One of which the map prints too little is left aside.
    """
    notes: tuple[str, ...] = ()
    if vocabulary is not None and not fits(reading.lines, vocabulary):
        vocabulary = None
        notes = ("the given names are not those on the map; it was read without them",)
    records = [
        StageRecord(
            "text",
            round(reading.seconds, 3),
            {"text_lines": len(reading.lines)},
            mean([line.confidence for line in reading.lines]),
        )
    ]
    clock = StageClock(records)
    seen = picture.rgb
    if picture.width * picture.height <= working_pixels:
        # Larger ones lose the damage when they are reduced.
        seen, told = undo_compression(seen)
        notes += told
    rgb, scale = working_picture(seen, reading, working_pixels)
    lettering = part_at_strokes(rgb, scaled_reading(reading, 1.0 / scale))
    lettering = part_at_marks(rgb, lettering)
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
    return Shapes(
        picture, reading, rgb, scale, lettering, strokes, stations, traced, tuple(records), notes
    )


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
