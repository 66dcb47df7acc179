"""Where roads meet without a mark, or under one that hides them, there is the station."""

from __future__ import annotations

import cv2
import numpy as np

from perception.markers.find import find_candidates
from perception.markers.scene import build_scene
from perception.stages import Marker, StationCandidate
from perception.stations.path_nodes import path_nodes
from perception.strokes.find import find_strokes
from perception.tracing.trace import trace_edges
from tests.perception.drawn import NO_TEXT, Point, Rgb, canvas, label, station, stroke

GREEN = (185, 215, 160)
ROAD = (254, 247, 230)
HUB: Point = (300.0, 200.0)
ENDS: dict[str, Point] = {"A": (60.0, 190.0), "B": (520.0, 60.0), "C": (510.0, 340.0)}


def star() -> Rgb:
    picture = canvas(600, 400, GREEN)
    for end in ENDS.values():
        stroke(picture, [HUB, end], ROAD, 12)
    return picture


def test_nodes_are_the_fork_and_the_ends() -> None:
    picture = star()
    scene = build_scene(picture, NO_TEXT, find_strokes(picture, NO_TEXT))
    nodes = path_nodes(scene)
    assert len(nodes) == 4
    for place in (HUB, *ENDS.values()):
        assert np.hypot(*(nodes - place).T).min() < 12


def test_a_fork_beside_an_unsure_mark_is_its_station() -> None:
    picture = star()
    found = [station(name, at, 8.0, "tick") for name, at in ENDS.items()]
    for kind, confidence, pairs in (
        ("tick", 0.5, {"AM", "BM", "CM"}),
        ("ring", 0.98, {"AB", "AC"}),
    ):
        beside = Marker((HUB[0] - 2.0, HUB[1] + 26.0), 5.0, kind, confidence=confidence)
        hub = StationCandidate((beside,), label("M", (300.0, 240.0)))
        edges = trace_edges(find_strokes(picture, NO_TEXT), [*found, hub], NO_TEXT)
        names = [*ENDS, "M"]
        assert {"".join(sorted(names[e.source] + names[e.target])) for e in edges} == pairs


def test_a_part_of_a_park_between_roads_is_no_mark() -> None:
    picture = canvas(600, 400, (238, 240, 230))
    cv2.ellipse(picture, (230, 210), (190, 120), 0.0, 0.0, 360.0, (200, 230, 180), -1)
    corners: list[Point] = [(300, 150), (360, 240), (260, 250), (300, 150)]
    stroke(picture, [(40, 140), *corners, (560, 100)], (140, 140, 140), 12)
    stroke(picture, [(40, 140), *corners, (560, 100)], (255, 255, 255), 8)
    strokes = find_strokes(picture, NO_TEXT)
    marks = find_candidates(build_scene(picture, NO_TEXT, strokes))
    assert all(mark.size < 30 for mark in marks)
