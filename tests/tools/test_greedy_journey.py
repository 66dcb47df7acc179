"""Rides and walks without a planner arrive where planned ones do, and are no better."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perception.errors import NoRoute, UnknownStation
from tools.greedy_journey import ride_greedily, walk_greedily
from tools.metro_data import parse_metro_data
from tools.plan_ride import plan_ride
from tools.ride_network import network_of_metro
from tools.scene_graph import EdgeKind, NodeKind, SceneEdge, SceneGraph, SceneNode
from tools.walk import plan_walk

LINES = st.lists(
    st.lists(st.sampled_from("ABCDEFGH"), min_size=2, max_size=6, unique=True),
    min_size=1,
    max_size=4,
)


@given(LINES, st.sampled_from("ABCDEFGH"), st.sampled_from("ABCDEFGH"))
def test_a_greedy_ride_arrives_where_any_does(lines: list[list[str]], a: str, b: str) -> None:
    network = network_of_metro(parse_metro_data({f"L{n}": stops for n, stops in enumerate(lines)}))
    try:
        best = plan_ride(network, a, b)
    except (NoRoute, UnknownStation) as error:
        with pytest.raises(type(error)):
            ride_greedily(network, a, b)
        return
    found = ride_greedily(network, a, b)
    assert (found.ride[0].departure, found.ride[-1].arrival) == (a, b)
    assert (found.transfers, found.stops) >= (best.transfers, best.stops)
    stations: list[int] = []
    for line, ridden in found.legs:
        assert all(y in network.lines[line].joins[x] for x, y in pairwise(ridden))
        stations += ridden[1:]
    assert len(set(stations)) == len(stations) == found.stops
    assert all(one.arrival == other.departure for one, other in pairwise(found.ride))


def grid(size: int, joined: list[bool]) -> SceneGraph:
    nodes = tuple(
        SceneNode((float(10 * (n % size)), float(10 * (n // size))), f"P{n}", NodeKind.LANDMARK)
        for n in range(size * size)
    )
    sides = [(n, n + 1) for n in range(size * size) if (n + 1) % size]
    sides += [(n, n + size) for n in range(size * (size - 1))]
    edges = tuple(
        SceneEdge(one, other, EdgeKind.ADJACENT)
        for (one, other), there in zip(sides, joined, strict=True)
        if there
    )
    return SceneGraph("zoo/grid", nodes, edges)


@given(st.lists(st.booleans(), min_size=12, max_size=12), st.integers(0, 8), st.integers(0, 8))
def test_a_greedy_walk_arrives_where_any_does(joined: list[bool], a: int, b: int) -> None:
    scene = grid(3, joined)
    try:
        best = plan_walk(scene, a, b)
    except NoRoute:
        with pytest.raises(NoRoute):
            walk_greedily(scene, a, b)
        return
    found = walk_greedily(scene, a, b)
    assert (found.path[0], found.path[-1]) == (a, b)
    assert len(set(found.path)) == len(found.path) >= len(best.path)
    assert all(scene.graph.has_edge(*step) for step in pairwise(found.path))
    assert [leg[0] for leg in found.legs] == list(found.path[:-1])
