"""Networks of generated maps: connected, cleanly crossing, named apart."""

from __future__ import annotations

import itertools
import math
from random import Random

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import LineString
from shapely import Point as Dot

from eval.atlas.geometry import at, parallel, piece, rounded, total_length
from eval.atlas.metro_network import make_network
from eval.atlas.metro_plan import plan_metro
from eval.atlas.names import LANGUAGES, make_names
from eval.atlas.plan import Plan
from eval.atlas.spot_network import make_spots
from eval.atlas.style import LayoutChoice, LineLook, MapStyle
from eval.atlas.town_ground import trimmed
from eval.atlas.town_network import make_town

STYLE = MapStyle("test", "metromap", lines=LineLook(10, 2, palette=("#e00000", "#0000e0")))
ZIGZAG = ((0.0, 0.0), (100.0, 0.0), (160.0, 60.0), (160.0, 200.0))


def test_rounding_keeps_ends_and_shortens() -> None:
    curve = rounded(ZIGZAG, 25.0)
    assert (curve[0], curve[-1]) == (ZIGZAG[0], ZIGZAG[-1])
    assert 0.9 * total_length(ZIGZAG) < total_length(curve) < total_length(ZIGZAG)


@pytest.mark.parametrize("offset", [-12.0, 7.5])
def test_a_parallel_keeps_its_distance(offset: float) -> None:
    curve = rounded(ZIGZAG, 40.0)
    beside = parallel(curve, offset)
    line = LineString(curve)
    far = [line.distance(LineString([p, p])) for p in beside[1:-1]]
    assert min(far) == pytest.approx(abs(offset), rel=0.02)
    assert max(far) == pytest.approx(abs(offset), rel=0.02)


@given(st.floats(0, 300), st.floats(0, 300))
def test_a_piece_is_as_long_as_asked_for(start: float, end: float) -> None:
    cut = piece(ZIGZAG, start, end)
    assert total_length(cut) == pytest.approx(abs(end - start), abs=1e-6)
    assert math.dist(cut[0], at(ZIGZAG, start)) < 1e-6
    assert math.dist(cut[-1], at(ZIGZAG, end)) < 1e-6


@pytest.mark.parametrize("language", [*LANGUAGES, "chinese"])
def test_names_differ(language: str) -> None:
    names = make_names(90, language, Random(5))
    assert len({name.latin.casefold() for name in names}) == 90
    assert all((name.han != "") == (language == "chinese") for name in names)
    assert make_names(90, language, Random(5)) == names


def metro(form: str, seed: int) -> Plan:
    choice = LayoutChoice(
        form, (24, 40), (3, 5), rings=seed % 2, bundle=4, shared=0.5, branches=0.4, express=0.5,
        splits=0.2, walks=0.2,
    )  # fmt: skip
    rng = Random(seed)
    network = make_network(choice, rng)
    return plan_metro(network, make_names(network.count, "english", rng), STYLE, 60.0, rng)


@pytest.mark.parametrize("form", ["octilinear", "rectilinear", "curved", "geographic"])
@pytest.mark.parametrize("seed", [1, 4])
def test_metro_networks_hang_together(form: str, seed: int) -> None:
    plan = metro(form, seed)
    graph: nx.Graph[int] = nx.Graph(plan.edges().keys())
    graph.add_edges_from((a, b) for a, b, _ in plan.links)
    assert set(graph) == {place.number for place in plan.places}
    assert nx.is_connected(graph)
    for way in plan.ways:
        assert len(set(way.stops)) >= 2
        assert not any(math.dist(a, b) < 1e-9 for a, b in itertools.pairwise(way.curve))
    apart = [p.centre for p in plan.places]
    assert all(math.dist(a, b) > 20 for a, b in itertools.combinations(apart, 2))


@pytest.mark.parametrize("form", ["octilinear", "curved"])
def test_platforms_lie_on_the_strokes_of_their_lines(form: str) -> None:
    plan = metro(form, 4)
    lines = [LineString(way.curve) for way in plan.ways]
    for place in plan.places:
        for platform in place.platforms:
            assert place.number in plan.ways[platform.line].stops
            off = lines[platform.line].distance(LineString([platform.xy, platform.xy]))
            assert off < 0.51 * STYLE.lines.width


@settings(max_examples=12, deadline=None)
@given(st.sampled_from(["web", "tree", "ring"]), st.integers(0, 10**6))
def test_paths_between_spots_meet_at_spots_only(form: str, seed: int) -> None:
    network = make_spots(LayoutChoice(form, (8, 16)), Random(seed))
    graph: nx.Graph[int] = nx.Graph((a, b) for a, b, _ in network.paths)
    assert set(graph) == set(range(len(network.places)))
    assert nx.is_connected(graph)
    for (a, b, one), (c, d, other) in itertools.combinations(network.paths, 2):
        if not {a, b} & {c, d}:
            assert not LineString(one).intersects(LineString(other))


@pytest.mark.parametrize("seed", range(4))
def test_walks_in_a_town_lead_from_spot_to_spot_past_no_other(seed: int) -> None:
    spots, marks, walks = make_town(LayoutChoice("town", (12, 24), beside=0.3), Random(seed))
    graph = nx.Graph((a, b) for a, b, _ in walks)
    assert nx.is_connected(graph) and set(graph) == set(range(len(spots)))
    for a, b, way in walks:
        assert (way[0], way[-1]) == (spots[a], spots[b])
        line = LineString(way)
        others = (spot for k, spot in enumerate(spots) if k not in (a, b))
        assert all(line.distance(Dot(other)) > 1e-6 for other in others)
    off = [math.dist(spot, mark) for spot, mark in zip(spots, marks, strict=True)]
    assert all(each == pytest.approx(0.0) or each == pytest.approx(0.3) for each in off)


@given(st.floats(-4, 12), st.floats(0, 2 * math.pi))
def test_a_trimmed_path_ends_where_it_should(short: float, turn: float) -> None:
    far = (200 * math.cos(turn), 200 * math.sin(turn))
    shapes = [Dot(0, 0).buffer(20), Dot(far).buffer(30)]
    left = trimmed(((0.0, 0.0), far), list(shapes), short)
    for (x, y), shape in zip((left[0], left[-1]), shapes, strict=True):
        assert shape.exterior.distance(Dot(x, y)) == pytest.approx(abs(short), abs=0.3)
        assert shape.contains(Dot(x, y)) is (short < -0.3) or abs(short) <= 0.3
