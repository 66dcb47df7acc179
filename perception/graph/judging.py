"""How sure each station and each edge is, from all that speaks for and against it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from perception.graph.calibration import calibrations
from perception.stages import StationCandidate, Strokes
from perception.stations.evidence import STATION_FEATURES, station_evidence
from perception.text_reading import TextReading
from perception.traced_edge import TracedEdge
from perception.tracing.evidence import EDGE_FEATURES, edge_evidence


def judge_stations(
    stations: Sequence[StationCandidate], edges: Sequence[TracedEdge]
) -> list[StationCandidate]:
    """Return the stations, the confidence of each the probability that its name is right."""
    evidence = station_evidence(stations, edges)
    sure = calibrations()["station"].probability(evidence, STATION_FEATURES)
    return [
        replace(station, confidence=round(float(p), 4))
        for station, p in zip(stations, sure, strict=True)
    ]


def judge_edges(
    edges: Sequence[TracedEdge],
    stations: Sequence[StationCandidate],
    strokes: Strokes,
    reading: TextReading | None = None,
    among: Sequence[TracedEdge] | None = None,
) -> list[TracedEdge]:
    """Return the edges, the confidence of each the probability that it joins what it should.

    Parameters
    ----------
    edges : sequence of TracedEdge
        Of all layers.
    stations : sequence of StationCandidate
        As `judge_stations` returns them.
    strokes, reading, among
        See `edge_evidence`.
    """
    evidence = edge_evidence(edges, stations, strokes, reading, among)
    sure = calibrations()["edge"].probability(evidence, EDGE_FEATURES)
    return [
        replace(edge, confidence=round(float(p), 4)) for edge, p in zip(edges, sure, strict=True)
    ]
