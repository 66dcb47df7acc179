"""Dashed and dotted strokes are joined and reach their marks."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perception.markers.find import find_candidates
from perception.markers.line_dots import without_line_dots
from perception.markers.scene import build_scene
from perception.stages import StationCandidate
from perception.strokes.find import find_strokes
from perception.tracing.dashes import join_dashes
from perception.tracing.trace import trace_edges
from tests.perception.drawn import NO_TEXT, RED, Point, Rgb, canvas, ring, station, stroke


def arc(start: Point, end: Point, bulge: float, step: float = 1.0) -> np.ndarray:
    """Return points of a parabola, `step` px apart along its chord, (N, 2)."""
    a, b = np.array(start), np.array(end)
    length = float(np.hypot(*(b - a)))
    share = np.arange(0.0, length, step)[:, None] / length
    across = np.array([-(b - a)[1], (b - a)[0]])
    return np.asarray(a + share * (b - a) + bulge * 4 * share * (1 - share) * across)


def dotted(picture: Rgb, way: np.ndarray, radius: int = 3, every: int = 13) -> None:
    for x, y in way[::every]:
        cv2.circle(picture, (round(x), round(y)), radius, RED, -1, cv2.LINE_AA)


def parts(mask: np.ndarray) -> int:
    return int(cv2.connectedComponents(mask.astype(np.uint8), connectivity=8)[0]) - 1


@settings(max_examples=15, deadline=None)
@given(
    bulge=st.floats(-0.25, 0.25),
    radius=st.integers(2, 5),
    space=st.floats(3.4, 4.5),
)
def test_a_chain_of_dots_becomes_one_stroke(bulge: float, radius: int, space: float) -> None:
    picture = canvas(500, 400)
    way = arc((60, 200), (440, 200), bulge)
    dotted(picture, way, radius, round(space * radius))
    mask = picture[..., 1] < 128
    joined, gap = join_dashes(mask, 2.0 * radius, np.zeros(mask.shape, bool))
    assert parts(joined) == 1
    assert gap > 0
    assert (joined | ~mask).all()


def test_whole_strokes_and_scattered_spots_stay_as_they_are() -> None:
    mask = np.zeros((300, 400), np.uint8)
    cv2.line(mask, (20, 50), (380, 50), (1,), 8)
    cv2.line(mask, (20, 100), (380, 250), (1,), 8)
    whole, gap = join_dashes(mask > 0, 8.0, mask > 0)
    assert gap == 0.0
    assert (whole == (mask > 0)).all()
    for x, y in np.random.default_rng(3).integers((20, 120), (380, 290), (9, 2)).tolist():
        cv2.circle(mask, (x, y), 3, (1,), -1)
    far = cv2.resize(mask, None, fx=1, fy=1) > 0
    assert parts(join_dashes(far, 1.0, far)[0]) == parts(far)


@pytest.mark.parametrize("short", [0, 8])
@pytest.mark.parametrize("dashed", [False, True])
def test_dotted_paths_lead_from_mark_to_mark(short: int, dashed: bool) -> None:
    picture = canvas(600, 400)
    stations: dict[str, Point] = {
        "A": (60.0, 200.0), "B": (300.0, 80.0), "C": (540.0, 200.0), "D": (300.0, 320.0)
    }  # fmt: skip
    ways = [("A", "B", 0.15), ("B", "C", 0.1), ("C", "D", -0.1), ("B", "D", -0.05)]
    for a, b, bulge in ways[: 3 if dashed else 4]:
        way = arc(stations[a], stations[b], bulge)
        dotted(picture, way[14 + short : len(way) - 14 - short])
    if dashed:
        for y in range(94 + short, 306 - short, 20):
            stroke(picture, [(300, y), (300, min(y + 10, 306))], RED, 6)
    for at in stations.values():
        ring(picture, at, 14)
    found: list[StationCandidate] = [station(name, at, 14.0) for name, at in stations.items()]
    edges = trace_edges(find_strokes(picture, NO_TEXT), found, NO_TEXT)
    names = list(stations)
    pairs = {"".join(sorted(names[e.source] + names[e.target])) for e in edges}
    assert pairs == {"AB", "BC", "CD", "BD"}


def test_a_stippled_area_and_scattered_dots_are_no_strokes() -> None:
    picture = canvas(600, 400)
    for x in range(40, 300, 14):
        for y in range(40, 300, 14):
            cv2.circle(picture, (x + (y % 28) // 4, y), 3, RED, -1, cv2.LINE_AA)
    assert not find_strokes(picture, NO_TEXT).layers
    picture = canvas(600, 400)
    for x, y in np.random.default_rng(5).integers((20, 20), (580, 380), (60, 2)).tolist():
        cv2.circle(picture, (x, y), 3, RED, -1, cv2.LINE_AA)
    assert not find_strokes(picture, NO_TEXT).layers


def test_dots_of_a_dotted_line_are_no_marks_on_it() -> None:
    picture = canvas(600, 300)
    way = arc((60.0, 150.0), (540.0, 150.0), 0.1)
    dotted(picture, way[12:-12])
    for at in (way[0], way[-1]):
        ring(picture, (float(at[0]), float(at[1])))
    scene = build_scene(picture, NO_TEXT, find_strokes(picture, NO_TEXT))
    marks = find_candidates(scene)
    dots = [replace(marks[0], kind="dot", color=0, size=size) for size in (6.0, 15.0)]
    assert [mark.size for mark in without_line_dots(scene, dots)] == [15.0]
