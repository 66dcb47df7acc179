"""What the mini maps must be: readable as a real map is, and with the features they are to test."""

from __future__ import annotations

from difflib import SequenceMatcher
from itertools import combinations

import pytest
from shapely import LineString, Point

from eval.drawing.decoration import Caption, Legend, River
from eval.drawing.draw_network import lay_out
from eval.drawing.fonts import require_glyphs
from eval.drawing.label_placement import find_collisions
from eval.mini.catalogue import MAPS
from eval.mini.mini_map import MiniMap
from eval.mini.references import simple_paths

EACH = pytest.mark.parametrize("item", MAPS, ids=lambda item: item.key)


@EACH
def test_no_name_touches_a_line_a_marker_a_name_or_the_frame(item: MiniMap) -> None:
    truth = lay_out(item.network, item.style)
    assert find_collisions(truth.labels, truth.layout) == []


@EACH
def test_markers_keep_apart(item: MiniMap) -> None:
    shapes = lay_out(item.network, item.style).layout.markers
    for a, b in combinations(shapes, 2):
        assert shapes[a].shape.distance(shapes[b].shape) > 15, (a, b)


@EACH
def test_no_line_runs_through_the_marker_of_a_station_it_does_not_serve(item: MiniMap) -> None:
    layout = lay_out(item.network, item.style).layout
    for traced in layout.strokes:
        path = LineString(traced.points)
        for name, marker in layout.markers.items():
            if name not in traced.line.stops:
                assert path.distance(marker.shape) > item.style.line_width, (traced.line.name, name)


@EACH
def test_names_are_told_apart_by_the_scorer(item: MiniMap) -> None:
    names = [station.name.lower() for station in item.network.stations]
    for a, b in combinations(names, 2):
        assert SequenceMatcher(None, a, b).ratio() < 0.5, (a, b)
        assert SequenceMatcher(None, b, a).ratio() < 0.5, (b, a)


@EACH
def test_names_hold_no_separator_and_can_be_drawn(item: MiniMap) -> None:
    for station in item.network.stations:
        assert "-" not in station.name
        require_glyphs(station.text, item.style.font)
        printed = station.text.replace("\n", " " if station.text.isascii() else "")
        assert printed.replace("-", "_") == station.name


@EACH
def test_each_map_is_connected_and_of_natural_size(item: MiniMap) -> None:
    edges = item.network.edges()
    names = [station.name for station in item.network.stations]
    assert 15 <= len(names) <= 30
    assert all(simple_paths(edges, names[0], name) for name in names[1:])
    width, height = item.network.size
    assert 900 <= width <= 1500
    assert 900 <= height <= 1500


def crossings_without_stop(item: MiniMap) -> int:
    layout = lay_out(item.network, item.style).layout
    count = 0
    for a, b in combinations(layout.strokes, 2):
        if a.line.name == b.line.name:
            continue
        for point in getattr(
            met := LineString(a.points).intersection(LineString(b.points)), "geoms", [met]
        ):
            if isinstance(point, Point) and not point.is_empty:
                count += all(m.shape.distance(point) > 20 for m in layout.markers.values())
    return count


def test_the_metro_maps_show_what_they_are_to_show() -> None:
    metro = [item for item in MAPS if item.domain == "metromap"]
    assert len(metro) == 4
    markers = {
        m.kind for item in metro for m in lay_out(item.network, item.style).layout.markers.values()
    }
    assert {"capsule", "circle"} <= markers
    assert any(line.path[0] == line.path[-1] for item in metro for line in item.network.lines)
    names = [[line.name for line in item.network.lines] for item in metro]
    assert any(len(set(lines)) < len(lines) for lines in names), "a branch"
    assert sum(map(crossings_without_stop, metro)) >= 3
    assert any(len(lines) == 3 for item in metro for lines in item.network.edges().values())
    assert any("-" in s.text for item in metro for s in item.network.stations)
    assert {s.angle for item in metro for s in item.network.stations} >= {0, 45, 90}
    assert any("\n" in s.text for item in metro for s in item.network.stations)
    assert any(not s.name.isascii() for item in metro for s in item.network.stations)
    decorations = [x for item in metro for x in (*item.network.under, *item.network.over)]
    assert any(isinstance(x, River) for x in decorations)
    assert any(isinstance(x, Legend) for x in decorations)
    assert sum(isinstance(x, Caption) for x in decorations) >= 4


def test_the_travel_maps_show_what_they_are_to_show() -> None:
    travel = [item for item in MAPS if item.domain == "travelmap"]
    assert len(travel) == 4
    assert all(item.hubs for item in travel)
    assert any(line.dash for item in travel for line in item.network.lines)
    assert {"dot", "ring", "box"} <= {item.style.marker for item in travel}
    assert {"paper", "grass", ""} <= {item.style.texture for item in travel}
    assert any(not s.name.isascii() for item in travel for s in item.network.stations)
