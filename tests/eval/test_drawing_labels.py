from __future__ import annotations

import numpy as np
import pytest
from PIL import Image
from shapely import Polygon

from eval.drawing.canvas import Canvas
from eval.drawing.fonts import FAMILIES, require_glyphs
from eval.drawing.label_placement import PREFERENCE, Layout, find_collisions, place_labels
from eval.drawing.labels import SIDES, draw_label, place_label
from eval.drawing.markers import PlacedMarker, place_marker
from eval.drawing.network import DrawnLine, DrawnStation
from eval.drawing.paths import trace_line
from eval.drawing.style import Style
from perception.errors import ConfigError

STYLE = Style()
CENTRE = (300.0, 300.0)


def marker(name: str = "Quay", xy: tuple[float, float] = CENTRE) -> PlacedMarker:
    return place_marker(name, "ring", [xy], ["1"], "#000000", STYLE)


def ink_of(image: Image.Image) -> tuple[float, float, float, float]:
    rows, columns = np.nonzero(np.asarray(image.convert("L")) < 128)
    return (columns.min(), rows.min(), columns.max() + 1, rows.max() + 1)


@pytest.mark.parametrize("angle", [0, 90, -90, 45, -45, 30])
@pytest.mark.parametrize("side", PREFERENCE)
def test_the_label_polygon_is_where_the_ink_is(side: str, angle: float) -> None:
    station = DrawnStation("Quay", CENTRE, label="Maple\nQuay", angle=angle)
    label = place_label(station, marker(), side, STYLE)
    canvas = Canvas((600, 600), "#ffffff")
    draw_label(canvas, label, STYLE)
    image = canvas.finish()
    polygon = Polygon(label.polygon)
    rows, columns = np.nonzero(np.asarray(image.convert("L")) < 200)
    assert len(rows) > 300
    for x, y in zip(columns, rows, strict=True):
        assert polygon.buffer(1.6).contains(
            Polygon([(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)])
        )
    if angle % 90 == 0:
        assert ink_of(image) == pytest.approx(polygon.bounds, abs=1.6)


@pytest.mark.parametrize("angle", [0, 90, 45])
@pytest.mark.parametrize("side", PREFERENCE)
def test_a_label_stands_on_its_side_and_off_its_marker(side: str, angle: float) -> None:
    place = marker()
    label = place_label(DrawnStation("Quay", CENTRE, angle=angle), place, side, STYLE)
    polygon = Polygon(label.polygon)
    dx, dy = polygon.centroid.x - CENTRE[0], polygon.centroid.y - CENTRE[1]
    assert dx * SIDES[side][0] + dy * SIDES[side][1] > 0
    assert polygon.distance(place.shape) > 2


def test_names_on_one_side_stand_on_one_baseline_whatever_their_descenders() -> None:
    labels = [
        place_label(DrawnStation(name, CENTRE), marker(), "n", STYLE) for name in ("Haven", "Quay")
    ]
    assert labels[0].rows[0][1][1] == labels[1].rows[0][1][1]


def test_free_labels_keep_off_strokes_markers_and_names() -> None:
    stations = tuple(
        DrawnStation(name, (150.0 + 90 * k, 200.0))
        for k, name in enumerate(("Alder", "Birch", "Cedar", "Damson", "Elm"))
    )
    places = {station.name: station.xy for station in stations}
    line = DrawnLine("1", "#cc0000", tuple(places))
    traced = trace_line(line, places, pitch=15, radius=30)
    markers = {station.name: marker(station.name, station.xy) for station in stations}
    layout = Layout((660, 400), markers, (traced,), (), STYLE)
    labels = place_labels(stations, layout)
    assert find_collisions(labels, layout) == []


def test_collisions_are_found() -> None:
    stations = (
        DrawnStation("Alder", (150.0, 200.0), "e"),
        DrawnStation("Birch", (190.0, 200.0), "e"),
        DrawnStation("Cedar", (640.0, 200.0), "e"),
    )
    places = {station.name: station.xy for station in stations}
    traced = trace_line(DrawnLine("1", "#cc0000", tuple(places)), places, pitch=15, radius=30)
    markers = {station.name: marker(station.name, station.xy) for station in stations}
    layout = Layout((660, 400), markers, (traced,), (), STYLE)
    found = find_collisions(place_labels(stations, layout), layout)
    assert "Alder: on line 1" in found
    assert "Alder: on marker Birch" in found
    assert "Alder: too near to name Birch" in found
    assert "Cedar: over the frame" in found


def test_a_character_without_a_glyph_is_refused() -> None:
    with pytest.raises(ConfigError, match="Ж"):
        require_glyphs("Жук", "humanist")
    for family in FAMILIES:
        require_glyphs("Saint-Étienne 7", family)
        require_glyphs("Saint-Étienne 7", family, bold=True)
