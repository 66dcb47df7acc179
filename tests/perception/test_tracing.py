from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from shapely.geometry import MultiPoint

from perception.graph.build import build_graph
from perception.picture import load_picture
from perception.scoring.truth_score import read_truth, score_graph
from perception.stages import Marker, StationCandidate
from perception.strokes.find import find_strokes
from perception.text_reading import TextReading
from perception.tracing.trace import trace_edges
from tests.perception.drawn import (
    BLUE,
    GREEN,
    NO_TEXT,
    RED,
    Point,
    Rgb,
    canvas,
    label,
    ring,
    station,
    stroke,
)


def traced(
    picture: Rgb, stations: dict[str, Point], reading: TextReading = NO_TEXT, radius: float = 10.0
) -> set[str]:
    found = [station(name, at, radius) for name, at in stations.items()]
    edges = trace_edges(find_strokes(picture, reading), found, reading)
    names = list(stations)
    for edge in edges:
        assert edge.polyline[0] == pytest.approx(stations[names[edge.source]], abs=1.5)
        assert edge.polyline[-1] == pytest.approx(stations[names[edge.target]], abs=1.5)
        assert 0.0 <= edge.confidence <= 1.0
    return {"".join(sorted(names[edge.source] + names[edge.target])) for edge in edges}


def with_rings(picture: Rgb, stations: dict[str, Point]) -> Rgb:
    for at in stations.values():
        ring(picture, at)
    return picture


def test_neighbours_on_a_line_are_joined_and_no_others() -> None:
    stations = {"A": (40.0, 60.0), "B": (160.0, 60.0), "C": (280.0, 60.0), "D": (360.0, 200.0)}
    picture = canvas()
    stroke(picture, [stations["A"], stations["C"], stations["D"]], RED)
    assert traced(with_rings(picture, stations), stations) == {"AB", "BC", "CD"}


def test_lines_that_cross_without_a_stop_are_not_joined() -> None:
    stations = {"A": (40.0, 150.0), "B": (360.0, 150.0), "C": (200.0, 30.0), "D": (200.0, 270.0)}
    picture = canvas()
    stroke(picture, [stations["A"], stations["B"]], RED)
    stroke(picture, [stations["C"], stations["D"]], BLUE)
    assert traced(with_rings(picture, stations), stations) == {"AB", "CD"}


def test_lines_of_one_colour_go_straight_on_at_a_crossing() -> None:
    stations = {"A": (40.0, 60.0), "B": (360.0, 240.0), "C": (360.0, 60.0), "D": (40.0, 240.0)}
    picture = canvas()
    stroke(picture, [stations["A"], stations["B"]], RED)
    stroke(picture, [stations["C"], stations["D"]], RED)
    assert traced(with_rings(picture, stations), stations) == {"AB", "CD"}


def test_a_branch_joins_the_stem_with_both_arms_but_not_the_arms() -> None:
    stations = {"A": (40.0, 150.0), "B": (360.0, 60.0), "C": (360.0, 240.0)}
    picture = canvas()
    stroke(picture, [stations["A"], (200.0, 150.0), (270.0, 80.0), stations["B"]], GREEN)
    stroke(picture, [(200.0, 150.0), (270.0, 220.0), stations["C"]], GREEN)
    assert traced(with_rings(picture, stations), stations) == {"AB", "AC"}


def test_a_loop_is_closed() -> None:
    corners = {"A": (80.0, 60.0), "B": (320.0, 60.0), "C": (320.0, 240.0), "D": (80.0, 240.0)}
    picture = canvas()
    stroke(picture, [*corners.values(), corners["A"]], BLUE)
    assert traced(with_rings(picture, corners), corners) == {"AB", "BC", "CD", "AD"}


@pytest.mark.parametrize("lines", [2, 4, 6])
def test_parallel_lines_share_the_stations_of_a_bundle(lines: int) -> None:
    colors = [RED, GREEN, BLUE, (240, 190, 20), (130, 60, 150), (240, 120, 20)][:lines]
    picture = canvas(400, 300)
    middle = 150.0
    stations = []
    for place, x in enumerate((60.0, 200.0, 340.0)):
        top, bottom = middle, middle + 14 * (lines - 1)
        hull = MultiPoint([(x, top), (x, bottom + 0.1)]).convex_hull.buffer(11)
        outline = tuple((float(a), float(b)) for a, b in hull.exterior.coords)
        marker = Marker((x, (top + bottom) / 2), (bottom - top) / 2 + 11, "capsule", outline)
        stations.append(StationCandidate((marker,), label("ABC"[place], (x, middle))))
    for place, color in enumerate(colors):
        y = middle + 14 * place
        stroke(picture, [(60, y), (340, y)], color, 9)
    for candidate in stations:
        polygon = np.rint(np.array(candidate.markers[0].outline)).astype(np.int32)
        cv2.fillPoly(picture, [polygon], (255, 255, 255))
        cv2.polylines(picture, [polygon], True, (20, 20, 20), 2, cv2.LINE_AA)
    edges = trace_edges(find_strokes(picture, NO_TEXT), stations, NO_TEXT)
    pairs = [(edge.source, edge.target) for edge in edges]
    assert sorted(pairs) == sorted([(0, 1), (1, 2)] * lines)
    assert len({edge.layer for edge in edges}) == lines


def test_a_neighbouring_line_that_brushes_a_marker_does_not_stop() -> None:
    stations = {"A": (40.0, 150.0), "B": (200.0, 150.0), "C": (360.0, 150.0)}
    bent = {"D": (40.0, 260.0), "E": (360.0, 260.0)}
    picture = canvas()
    stroke(picture, [stations["A"], stations["C"]], RED, 9)
    stroke(picture, [bent["D"], (110, 164), (290, 164), bent["E"]], BLUE, 9)
    stations.update(bent)
    assert traced(with_rings(picture, stations), stations, radius=11.0) == {"AB", "BC", "DE"}


def test_a_line_goes_on_under_another_and_under_text() -> None:
    stations = {"A": (40.0, 150.0), "B": (360.0, 150.0)}
    picture = canvas()
    stroke(picture, [stations["A"], stations["B"]], RED)
    stroke(picture, [(150, 20), (150, 280)], BLUE, 18)
    picture[130:170, 240:246] = (10, 10, 10)
    picture[130:170, 252:258] = (10, 10, 10)
    assert traced(with_rings(picture, stations), stations) == {"AB"}


def test_a_stroke_that_ends_in_the_open_is_not_prolonged() -> None:
    stations = {"A": (40.0, 150.0), "B": (360.0, 150.0)}
    picture = canvas()
    stroke(picture, [stations["A"], (130, 150)], RED)
    stroke(picture, [(270, 150), stations["B"]], RED)
    assert traced(with_rings(picture, stations), stations) == set()


def test_dashed_lines_are_followed() -> None:
    stations = {"A": (40.0, 60.0), "B": (360.0, 60.0), "C": (200.0, 250.0)}
    picture = canvas()
    for a, b in ("AB", "BC"):
        start, end = np.array(stations[a]), np.array(stations[b])
        count = int(np.hypot(*(end - start)) / 16)
        for step in range(1, count):
            first = start + (end - start) * step / count
            stroke(picture, [tuple(first), tuple(first + (end - start) / count * 0.55)], RED, 4)
    assert traced(with_rings(picture, stations), stations) == {"AB", "BC"}


def test_thin_edges_of_a_diagram_go_on_under_their_numbers() -> None:
    stations = {"A": (40.0, 150.0), "B": (360.0, 150.0)}
    picture = canvas()
    stroke(picture, [stations["A"], stations["B"]], (110, 110, 110), 2)
    picture[135:166, 185:216] = (255, 255, 255)
    number = label("26", (188, 150), 22)
    reading = TextReading((number,), "none")
    assert traced(with_rings(picture, stations), stations, reading) == {"AB"}


def test_ticks_beside_a_line_are_stops() -> None:
    picture = canvas()
    stroke(picture, [(40, 150), (360, 150)], GREEN)
    places = [(80.0, 150.0), (200.0, 150.0), (320.0, 150.0)]
    found = []
    strokes = None
    for x, y in places:
        stroke(picture, [(x, y + 8), (x, y + 16)], (240, 160, 80), 8)
    strokes = find_strokes(picture, NO_TEXT)
    for place, (x, y) in enumerate(places):
        box = ((x - 4, y + 5), (x + 4, y + 5), (x + 4, y + 19), (x - 4, y + 19))
        marker = Marker((x, y + 12), 7.0, "tick", box, (strokes.layers[0].id,))
        found.append(StationCandidate((marker,), label("ABC"[place], (x, y + 30))))
    edges = trace_edges(strokes, found, NO_TEXT)
    assert {(edge.source, edge.target) for edge in edges} == {(0, 1), (1, 2)}


def test_touching_markers_of_one_line_are_neighbours() -> None:
    stations = {"A": (60.0, 150.0), "B": (200.0, 150.0), "C": (222.0, 150.0), "D": (340.0, 150.0)}
    picture = canvas()
    stroke(picture, [stations["A"], stations["D"]], RED)
    assert traced(with_rings(picture, stations), stations, radius=11.0) == {"AB", "BC", "CD"}


def test_tracing_is_repeatable() -> None:
    stations = {"A": (40.0, 60.0), "B": (360.0, 240.0), "C": (360.0, 60.0), "D": (40.0, 240.0)}
    picture = canvas()
    stroke(picture, [stations["A"], stations["B"]], RED)
    stroke(picture, [stations["C"], stations["D"]], RED)
    picture = with_rings(picture, stations)
    found = [station(name, at) for name, at in stations.items()]
    strokes = find_strokes(picture, NO_TEXT)
    assert trace_edges(strokes, found, NO_TEXT) == trace_edges(strokes, found, NO_TEXT)


def stations_of(folder: Path, width: float) -> list[StationCandidate]:
    """Return the stations of a drawn city where its truth has them, as markers of a usual size."""
    places = json.loads((folder / "truth.json").read_text(encoding="utf-8"))["positions"]
    found = []
    for name, points in places.items():
        hull = MultiPoint(points).convex_hull.buffer((1.1 if len(points) > 1 else 0.6) * width)
        outline = tuple((float(x), float(y)) for x, y in hull.exterior.coords)[:-1]
        marker = Marker((hull.centroid.x, hull.centroid.y), width, "ring", outline)
        found.append(StationCandidate((marker,), label(name, points[0])))
    return found


@pytest.mark.shared
@pytest.mark.parametrize("city", ["Brussels", "Budapest", "Lisboa", "Sapporo", "Warsaw"])
def test_drawn_cities_are_traced_from_their_true_stations(city: str, shared: Path) -> None:
    folder = shared / "maps" / city
    picture = load_picture(folder / "map.png")
    strokes = find_strokes(picture.rgb, NO_TEXT)
    found = stations_of(folder, float(np.median([layer.width for layer in strokes.layers])))
    edges = trace_edges(strokes, found, NO_TEXT)
    graph = build_graph("map.png", (picture.width, picture.height), strokes, found, edges)
    score = score_graph(graph, read_truth(folder))
    assert score.stations.f1 == 1.0
    assert score.edges.f1 == 1.0, (score.missing_edges, score.extra_edges)


@pytest.mark.parametrize("missing", [0.0, 40.0])
def test_a_line_ends_in_a_mark_whose_rim_has_its_colour(missing: float) -> None:
    picture = canvas()
    stroke(picture, [(60, 150), (340, 150)], RED, 8)
    for x in (60, 340):
        cv2.circle(picture, (x, 150), 20, (255, 255, 255), -1)
        cv2.ellipse(picture, (x, 150), (20, 20), 0, missing + 20, 380, RED, 3)
    stations = {"A": (60.0, 150.0), "B": (340.0, 150.0)}
    assert traced(picture, stations, radius=17.0) == {"AB"}
