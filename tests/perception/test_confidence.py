from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perception.graph.build import build_graph
from perception.graph.calibration import Calibration, calibrations
from perception.graph.judging import judge_edges, judge_stations
from perception.map_graph import MapGraph
from perception.stages import Marker, StationCandidate
from perception.stations.evidence import STATION_FEATURES, station_evidence
from perception.stations.other_names import other_names
from perception.strokes.find import find_strokes
from perception.text_reading import TextReading
from perception.tracing.evidence import EDGE_FEATURES, edge_evidence
from perception.tracing.trace import trace
from tests.perception.drawn import NO_TEXT, RED, Point, Rgb, canvas, label, ring, station, stroke

ROW: dict[str, Point] = {"Ash": (50, 150), "Elm": (200, 150), "Fir": (350, 150)}


def with_gap(width: int) -> Rgb:
    """A line through three stations, broken between the first two."""
    picture = canvas()
    stroke(picture, [(50, 150), (125 - width // 2, 150)], RED)
    stroke(picture, [(125 + width // 2, 150), (350, 150)], RED)
    for at in ROW.values():
        ring(picture, at)
    return picture


def read(picture: Rgb, stations: dict[str, Point], reading: TextReading = NO_TEXT) -> MapGraph:
    found = [station(name, at) for name, at in stations.items()]
    strokes = find_strokes(picture, reading)
    traced = trace(strokes, found, reading)
    return build_graph(
        "map.png", (400, 300), strokes, found, traced.edges, reading=reading, spare=traced.spare
    )


def confidence_of(graph: MapGraph, one: str, other: str) -> float:
    names = {s.id: s.name for s in graph.stations}
    return next(
        e.confidence for e in graph.edges if {names[e.source], names[e.target]} == {one, other}
    )


def test_a_bridged_edge_is_less_sure() -> None:
    graph = read(with_gap(28), ROW)
    assert confidence_of(graph, "Ash", "Elm") < confidence_of(graph, "Elm", "Fir")


def test_an_edge_that_passes_a_free_name_is_less_sure() -> None:
    missed = TextReading(
        (*(label(n, (x, y - 20)) for n, (x, y) in ROW.items()), label("Oak", (120, 130))), "none"
    )
    stations = [
        replace(station(n, at), label=label(n, (at[0], at[1] - 20))) for n, at in ROW.items()
    ]
    strokes = find_strokes(with_gap(0), missed)
    traced = trace(strokes, stations, missed)
    evidence = edge_evidence(traced.edges, stations, strokes, missed)
    column = evidence[:, EDGE_FEATURES.index("free_names")]
    assert sorted(column.tolist()) == [0.0, 1.0]
    sure = judge_edges(traced.edges, stations, strokes, missed)
    assert sure[int(column.argmax())].confidence < sure[int(column.argmin())].confidence


def test_a_gap_too_wide_to_bridge_stays_as_a_candidate() -> None:
    graph = read(with_gap(40), ROW)
    names = {s.id: s.name for s in graph.stations}
    joined = [{names[e.source], names[e.target]} for e in graph.edges]
    others = [{names[e.source], names[e.target]} for e in graph.candidate_edges]
    assert joined == [{"Elm", "Fir"}]
    assert {"Ash", "Elm"} in others
    assert MapGraph.from_dict(graph.to_dict()) == graph


def test_candidates_are_ranked_and_never_edges_already() -> None:
    graph = read(with_gap(40), ROW)
    ranks = [edge.confidence for edge in graph.candidate_edges]
    assert ranks == sorted(ranks, reverse=True)
    known = {frozenset((e.source, e.target)) for e in graph.edges}
    assert not known & {frozenset((e.source, e.target)) for e in graph.candidate_edges}


def test_a_name_in_another_script_is_less_sure() -> None:
    names = ("农业展览馆", "太阳宫", "芍药居", "SANYUANQIAO")
    stations = [station(name, (60 + 90 * i, 100)) for i, name in enumerate(names)]
    evidence = station_evidence(stations, [])
    assert evidence[:, STATION_FEATURES.index("other_script")].tolist() == [0, 0, 0, 1]
    sure = [s.confidence for s in judge_stations(stations, [])]
    assert sure[3] < min(sure[:3])


def test_a_name_that_a_nameless_mark_may_claim_is_less_sure() -> None:
    stations = [
        station("Ash", (60, 100)),
        StationCandidate((Marker((60, 120), 10.0, "ring"),)),
        station("Elm", (300, 100)),
    ]
    evidence = station_evidence(stations, [])
    assert evidence[:, STATION_FEATURES.index("contested")].tolist() == [1, 0, 0]


def test_every_feature_speaks_against() -> None:
    for model, features in (
        (calibrations()["station"], STATION_FEATURES),
        (calibrations()["edge"], EDGE_FEATURES),
    ):
        assert set(model.weights) <= set(features)
        assert all(weight < 0 for weight in model.weights.values())


@given(st.lists(st.floats(0, 3), min_size=2, max_size=2), st.integers(0, 1), st.floats(0, 3))
def test_more_evidence_is_never_surer(row: list[float], column: int, more: float) -> None:
    model = Calibration(1.0, {"gap": -2.0, "turn": -0.5})
    worse = list(row)
    worse[column] += more
    first, second = model.probability(np.array([row, worse]), ("gap", "turn"))
    assert 0.0 < second <= first < 1.0


def test_a_model_refuses_columns_that_lack_its_features() -> None:
    with pytest.raises(ValueError, match="turn"):
        Calibration(0.0, {"turn": -1.0}).probability(np.zeros((1, 1)), ("gap",))


def test_other_names_share_what_is_left_of_the_confidence() -> None:
    mine, near, far = label("Ash", (0, 0)), label("Oak", (0, 30)), label("Elm", (0, 60))
    stations = [
        StationCandidate(
            (Marker((0, 10), 5.0, "ring"),), mine, (near, far), 0.6, surplus=(0.2, 1.5)
        ),
        StationCandidate((Marker((0, 70), 5.0, "ring"),), far, confidence=0.95),
    ]
    first, second = other_names(stations)
    assert [other.name for other in first] == ["Oak", "Elm"]
    assert 0.4 >= first[0].confidence > first[1].confidence > 0
    assert sum(other.confidence for other in first) <= 0.41
    assert second == ()
