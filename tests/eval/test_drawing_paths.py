from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import LineString, Point

from eval.drawing.canvas import cut_dashes
from eval.drawing.network import At, DrawnLine, Shift, Waypoint
from eval.drawing.paths import TracedLine, trace_line

PLACES = {"A": (0.0, 0.0), "B": (200.0, 0.0), "C": (400.0, 200.0), "D": (400.0, 400.0)}


def trace(*path: Waypoint, smooth: bool = False, pitch: float = 15.0) -> TracedLine:
    line = DrawnLine("1", "#000000", path, smooth=smooth)
    return trace_line(line, PLACES, pitch=pitch, radius=40.0)


def test_a_line_passes_exactly_through_its_stops() -> None:
    for smooth in (False, True):
        traced = trace("A", "B", (400.0, 0.0), "C", "D", smooth=smooth)
        assert [name for name, _ in traced.stops] == ["A", "B", "C", "D"]
        for name, index in traced.stops:
            assert traced.points[index] == pytest.approx(PLACES[name])


def test_a_bend_is_rounded_by_an_arc_of_the_given_radius() -> None:
    traced = trace("A", (400.0, 0.0), "D")
    arc = [p for p in traced.points if p[0] > 360.5 and p[1] < 39.5]
    assert len(arc) > 10
    for point in arc:
        assert math.dist(point, (360.0, 40.0)) == pytest.approx(40.0)
    assert LineString(traced.points).distance(Point(400, 0)) == pytest.approx(
        40 * (math.sqrt(2) - 1), abs=0.05
    )


@given(tracks=st.floats(-1.9, 1.9), turn=st.floats(-120, 120).filter(lambda t: abs(t) > 10))
def test_lines_of_a_bundle_keep_their_distance_round_a_corner(tracks: float, turn: float) -> None:
    radians = math.radians(turn)
    end = (400 + 400 * math.cos(radians), 400 * math.sin(radians))
    middle = LineString(trace("A", (400.0, 0.0), At("X", end)).points)
    beside = trace(Shift(tracks), "A", (400.0, 0.0), At("X", end))
    for point in beside.points:
        assert middle.distance(Point(point)) == pytest.approx(abs(tracks) * 15, abs=0.2)


def test_a_positive_track_lies_to_the_right_of_the_direction_of_travel() -> None:
    east = trace(Shift(1), "A", "B")
    assert east.points == ((0.0, 15.0), (200.0, 15.0))
    west = trace(Shift(1), "B", "A")
    assert west.points[0] == pytest.approx((200.0, -15.0))


def test_the_track_may_change_at_a_turn_only() -> None:
    joined = trace((0.0, -100.0), "A", Shift(1), "B")
    assert joined.points[1] == pytest.approx((0.0, 15.0))
    with pytest.raises(ValueError, match="straight stretch"):
        trace((-100.0, 0.0), "A", Shift(1), "B")


def test_two_waypoints_at_one_place_are_refused() -> None:
    with pytest.raises(ValueError, match="coincide"):
        trace("A", (0.0, 0.0), "B")


def test_pieces_join_neighbouring_stops_and_cover_the_line() -> None:
    traced = trace("A", "B", (400.0, 0.0), "C")
    pieces = traced.pieces()
    assert [(a, b) for a, b, _ in pieces] == [("A", "B"), ("B", "C")]
    assert pieces[0][2][-1] == pieces[1][2][0]
    lengths = sum(LineString(points).length for _, _, points in pieces)
    assert lengths == pytest.approx(LineString(traced.points).length)


def test_a_closed_smooth_line_has_no_kink_where_it_closes() -> None:
    ring = [
        (math.cos(math.radians(d)) * 100, math.sin(math.radians(d)) * 100)
        for d in range(0, 360, 30)
    ]
    traced = trace(*ring, ring[0], smooth=True)
    assert traced.points[0] == pytest.approx(traced.points[-1])
    for point in traced.points:
        assert math.hypot(*point) == pytest.approx(100, abs=1.0)


@given(
    length=st.floats(1, 500),
    dash=st.floats(2, 40),
    gap=st.floats(2, 40),
    cuts=st.lists(st.floats(0.01, 0.99), max_size=4),
)
def test_dashes_cover_dash_of_every_dash_and_gap(
    length: float, dash: float, gap: float, cuts: list[float]
) -> None:
    points = [(x * length, 0.0) for x in sorted({0.0, *cuts, 1.0})]
    drawn = sum(LineString(piece).length for piece in cut_dashes(points, dash, gap))
    whole, rest = divmod(length, dash + gap)
    assert drawn == pytest.approx(whole * dash + min(rest, dash), abs=1e-6)
