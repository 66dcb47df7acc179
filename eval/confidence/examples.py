"""Examples of right and wrong stations and edges, from maps whose truth is known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from eval.confidence.faults import FAULTS, Read
from perception.colors import Rgb
from perception.graph.build import build_graph
from perception.graph.judging import judge_stations
from perception.graph.passing import pass_nameless
from perception.ocr.engine import OcrEngine
from perception.perceive import PerceptionConfig, read_picture_text
from perception.picture import Picture, load_picture
from perception.scoring.truth_score import MapTruth, read_truth, score_graph
from perception.stages import StationCandidate
from perception.stations.evidence import station_evidence
from perception.stations.find import find_stations
from perception.strokes.find import find_strokes
from perception.text_reading import TextReading
from perception.tracing.evidence import EDGE_FEATURES, edge_evidence
from perception.tracing.trace import trace

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Names = NDArray[np.str_]

# Scale and JPEG quality of the degraded pictures.
_DEGRADED = ((0.75, 100), (0.5, 100), (1.0, 25), (0.4, 90), (0.6, 12))


@dataclass(frozen=True, slots=True)
class Examples:
    """What was found on one reading of one map.

    Attributes
    ----------
    map_name : str
        Examples of one map belong together when a model is checked.
    stations, edges : (N, F) float64 array
        Evidence.
    stations_right, edges_right : (N,) bool array
        Whether the name is that of the truth, whether the truth has the edge.
    ends : (N, 2) int array
        The stations that each edge joins, by row; how sure they are is evidence of the edge.
    """

    map_name: str
    stations: Floats
    stations_right: Flags
    edges: Floats
    edges_right: Flags
    ends: NDArray[np.intp]


def drawn_examples(
    folders: Iterable[tuple[Path, Path]], engine: OcrEngine, seed: int = 0, turns: int = 1
) -> Iterator[Examples]:
    """Read pictures as drawn and degraded, with and without faults.

    Parameters
    ----------
    folders : iterable of (Path, Path)
        Picture and the folder of its truth (`truth.json`, `edges.csv`).
    engine : OcrEngine
        Text recogniser.
    seed : int
        Of the faults.
    turns : int
        How often each fault is put in.
    """
    random = np.random.default_rng(seed)
    for picture, folder in folders:
        truth = read_truth(folder)
        loaded = load_picture(picture)
        for changed, scale in degraded(loaded):
            reading = read_picture_text(changed, PerceptionConfig(), engine)
            strokes = find_strokes(changed.rgb, reading)
            stations = find_stations(changed.rgb, reading, strokes)
            there = replace(
                truth,
                places={
                    name: tuple((x * scale, y * scale) for x, y in points)
                    for name, points in truth.places.items()
                },
            )
            reads: list[Read] = [(strokes, stations)]
            reads += [fault((strokes, stations), random) for fault in FAULTS for _ in range(turns)]
            for read in reads:
                yield read_examples(picture.stem, changed, read, reading, there)


def read_examples(
    name: str, picture: Picture, read: Read, reading: TextReading, truth: MapTruth
) -> Examples:
    """Trace the edges of what was read, measure all and compare with the truth."""
    strokes, stations = read
    traced = trace(strokes, stations, reading)
    size = (picture.width, picture.height)
    graph = build_graph(picture.path, size, strokes, stations, traced.edges, reading=reading)
    names = score_graph(graph, truth).names
    place = {station.xy: station.id for station in graph.stations}
    identity = [place.get(_centre(station), "") for station in stations]
    edges, _ = pass_nameless(traced.edges, stations)
    judged = judge_stations(stations, edges)
    joined = {frozenset((e.source, e.target)) for e in edges}
    spare = [e for e in traced.spare if frozenset((e.source, e.target)) not in joined]
    right = [
        frozenset((names.get(identity[e.source], ""), names.get(identity[e.target], "")))
        in truth.edges
        for e in (*edges, *spare)
    ]
    evidence = [
        edge_evidence(edges, judged, strokes, reading),
        edge_evidence(spare, judged, strokes, reading, among=edges),
    ]
    return Examples(
        name,
        station_evidence(stations, edges),
        np.array([found in names for found in identity], bool),
        np.concatenate(evidence),
        np.array(right, bool),
        np.array([(e.source, e.target) for e in (*edges, *spare)], np.intp).reshape(-1, 2),
    )


def degraded(picture: Picture) -> Iterator[tuple[Picture, float]]:
    """Yield a picture as it is, smaller and compressed, each with its scale."""
    yield picture, 1.0
    for scale, quality in _DEGRADED:
        rgb = _compressed(_resized(picture.rgb, scale), quality)
        yield _with(picture, rgb), rgb.shape[1] / picture.width


def _compressed(rgb: Rgb, quality: int) -> Rgb:
    if quality >= 100:
        return rgb
    options = [cv2.IMWRITE_JPEG_QUALITY, quality]
    opened = cv2.imdecode(cv2.imencode(".jpg", rgb[:, :, ::-1], options)[1], cv2.IMREAD_COLOR)
    if opened is None:
        raise ValueError("cv2 cannot read the JPEG that it wrote")
    return np.asarray(opened[:, :, ::-1], np.uint8)


def _resized(rgb: Rgb, scale: float) -> Rgb:
    size = (round(rgb.shape[1] * scale), round(rgb.shape[0] * scale))
    return np.asarray(cv2.resize(rgb, size, interpolation=cv2.INTER_AREA), np.uint8)


def _with(picture: Picture, rgb: Rgb) -> Picture:
    rgb = np.ascontiguousarray(rgb)
    return replace(picture, rgb=rgb, width=rgb.shape[1], height=rgb.shape[0])


def _centre(station: StationCandidate) -> tuple[float, float]:
    x, y = np.mean([marker.xy for marker in station.markers], axis=0)
    return round(float(x), 1), round(float(y), 1)


def stacked_stations(examples: Sequence[Examples]) -> tuple[Floats, Flags, Names]:
    """Return evidence, rightness and map name of all stations."""
    return (
        np.concatenate([e.stations for e in examples]),
        np.concatenate([e.stations_right for e in examples]),
        np.concatenate([np.full(len(e.stations), e.map_name) for e in examples]),
    )


def stacked_edges(examples: Sequence[Examples], confidence: Floats) -> tuple[Floats, Flags, Names]:
    """Return evidence, rightness and map name of all edges.

    Parameters
    ----------
    examples : sequence of Examples
        At least one.
    confidence : (N,) float64 array
        Of all stations, as they are stacked.
    """
    column = EDGE_FEATURES.index("weakest_end")
    starts = np.cumsum([0, *(len(e.stations) for e in examples)])
    parts = []
    for example, start in zip(examples, starts[:-1], strict=True):
        evidence = example.edges.copy()
        evidence[:, column] = 1.0 - confidence[example.ends + start].min(axis=1, initial=1.0)
        parts.append(evidence)
    return (
        np.concatenate(parts),
        np.concatenate([e.edges_right for e in examples]),
        np.concatenate([np.full(len(e.edges), e.map_name) for e in examples]),
    )
