from __future__ import annotations

import numpy as np
import pytest

from perception.map_graph import MapEdge, MapGraph, MapStation
from tools.draw_route import draw_route, place_route

GRAPH = MapGraph(
    "map.png",
    300,
    200,
    (),
    (
        MapStation("A", "A", (50.0, 50.0)),
        MapStation("B", "", (150.0, 50.0)),
        MapStation("C", "C", (150.0, 150.0)),
        MapStation("D", "D", (250.0, 150.0)),
    ),
    (
        MapEdge("B", "A", ("1",), ((150.0, 50.0), (50.0, 50.0))),
        MapEdge("B", "C", ("1",), ((150.0, 50.0), (150.0, 150.0))),
    ),
)


def test_legs_follow_the_drawn_line_through_unnamed_stops() -> None:
    placed = place_route(GRAPH, ["A", "C"], [False, False])
    assert placed.stops == ((50.0, 50.0), (150.0, 150.0))
    (leg,) = placed.legs
    assert leg[0] == (50.0, 50.0)
    assert leg[-1] == (150.0, 150.0)
    assert (150.0, 50.0) in leg


def test_legs_without_a_drawn_line_are_straight_and_unknown_stops_left_out() -> None:
    placed = place_route(GRAPH, ["C", "D", None], [False, True, False])
    assert placed.legs == (((150.0, 150.0), (250.0, 150.0)), ())
    assert placed.stops[2] is None


def test_the_picture_is_changed_along_the_route_and_nowhere_else() -> None:
    blank = np.full((200, 300, 3), 255, np.uint8)
    drawn = draw_route(blank, place_route(GRAPH, ["A", "C", "D"], [False, True, False]))
    assert drawn.shape == blank.shape
    assert drawn.dtype == np.uint8
    assert (blank == 255).all()
    changed = (drawn != 255).any(axis=2)
    assert changed[50, 100]
    assert changed[100, 150]
    assert changed[150, 200]
    assert not changed[:30].any()
    assert not changed[:, 275:].any()
    red, green, blue = (int(value) for value in drawn[50, 43])
    assert green > red
    assert green > blue
    assert np.array_equal(drawn, draw_route(blank, place_route(GRAPH, "ACD", [False, True, False])))


@pytest.mark.parametrize("size", [(40, 60), (3000, 4000)])
def test_any_size_of_picture(size: tuple[int, int]) -> None:
    blank = np.full((*size, 3), 200, np.uint8)
    drawn = draw_route(blank, place_route(GRAPH, ["A", None], [False, False]))
    assert drawn.shape == blank.shape
