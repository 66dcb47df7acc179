"""Which marks form one station."""

from __future__ import annotations

import cv2
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from perception.markers.find import find_candidates
from perception.stations.interchanges import Link, find_links, hypotheses
from tests.perception.drawn import BLUE, GREEN, RED, Rgb, canvas, stroke
from tests.perception.test_markers import BLACK, WHITE, scene_of

COLORS = (RED, GREEN, BLUE)


def bundle(picture: Rgb, apart: int) -> None:
    for index, color in enumerate(COLORS):
        x = 100 + index * apart
        stroke(picture, [(x, 30), (x, 370)], color, 12)


def circles(picture: Rgb, y: int, apart: int, connector: bool) -> None:
    places = [(100 + k * apart, y) for k in range(3)]
    if connector:
        cv2.line(picture, places[0], places[-1], BLACK, 24, cv2.LINE_AA)
        cv2.line(picture, places[0], places[-1], WHITE, 14, cv2.LINE_AA)
    for at in places:
        cv2.circle(picture, at, 12, BLACK, -1, cv2.LINE_AA)
        cv2.circle(picture, at, 8, WHITE, -1, cv2.LINE_AA)


def clusters(picture: Rgb) -> list[list[tuple[int, int]]]:
    scene = scene_of(picture, *COLORS)
    found = find_candidates(scene)
    possible, _ = hypotheses(len(found), find_links(scene, found))
    rings = [
        sorted(
            (round(found[m].centre[0]), round(found[m].centre[1]))
            for m in hypothesis.members
            if found[m].elongation < 1.3 and found[m].size > 10
        )
        for hypothesis in possible
        if hypothesis.share == 1
    ]
    return sorted(places for places in rings if places)


def test_circles_joined_by_a_connector_are_one_station() -> None:
    picture = canvas(400, 400)
    bundle(picture, 34)
    circles(picture, 200, 34, connector=True)
    (places,) = clusters(picture)
    assert {(100, 200), (134, 200), (168, 200)} <= set(places)


def test_circles_side_by_side_without_a_connector_are_several() -> None:
    picture = canvas(400, 400)
    bundle(picture, 60)
    circles(picture, 200, 60, connector=False)
    assert [len(places) for places in clusters(picture)] == [1, 1, 1]


def test_stations_one_below_the_other_stay_apart() -> None:
    picture = canvas(400, 400)
    bundle(picture, 34)
    circles(picture, 150, 34, connector=True)
    circles(picture, 250, 34, connector=True)
    upper, lower = clusters(picture)
    assert {y for _, y in upper} == {150} and {y for _, y in lower} == {250}
    for row in (upper, lower):
        assert {100, 134, 168} <= {x for x, _ in row}


links = st.lists(
    st.tuples(st.integers(0, 7), st.integers(0, 7), st.sampled_from([0.3, 0.6, 0.8, 0.9, 1.0])),
    max_size=10,
).map(lambda drawn: [Link(min(a, b), max(a, b), s) for a, b, s in drawn if a != b])


@settings(max_examples=200, deadline=None)
@given(links=links)
def test_every_mark_is_in_one_cluster_and_firm_links_are_never_cut(links: list[Link]) -> None:
    possible, exclusive = hypotheses(8, links)
    whole = [m for h in possible if h.share == 1 for m in h.members]
    assert sorted(whole) == list(range(8))
    strongest = {}
    for link in links:
        pair = (link.first, link.second)
        strongest[pair] = link.strength
    for hypothesis in possible:
        members = set(hypothesis.members)
        for (a, b), strength in strongest.items():
            if strength >= 1:
                assert (a in members) == (b in members)
        assert hypothesis.penalty >= 0
    for one in range(len(possible)):
        for other in range(one):
            shared = set(possible[one].members) & set(possible[other].members)
            if shared:
                assert any({one, other} <= set(group) for group in exclusive)


def test_no_marks_give_no_links() -> None:
    scene = scene_of(np.full((60, 60, 3), 255, np.uint8), RED)
    assert find_links(scene, []) == []
