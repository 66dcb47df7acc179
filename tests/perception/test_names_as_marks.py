"""Where strokes end at names, the names are the marks; elsewhere marks stay as they are."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from perception.stages import StationCandidate
from perception.stations.names_as_marks import take_names_as_marks
from perception.strokes.find import find_strokes
from perception.tracing.trace import trace_edges
from tests.perception.drawn import NO_TEXT, Point, Rgb, canvas, label, station, stroke

PLACES: dict[str, Point] = {
    "Mill": (80.0, 60.0), "Lake": (300.0, 50.0), "Gate": (520.0, 80.0),
    "Pier": (90.0, 300.0), "Tower": (300.0, 320.0), "Camp": (500.0, 300.0),
}  # fmt: skip
WAYS = (
    "Mill Lake",
    "Lake Gate",
    "Mill Pier",
    "Lake Tower",
    "Gate Camp",
    "Pier Tower",
    "Tower Camp",
)
HEIGHT = 18.0


def edges_between_names() -> Rgb:
    """Strokes that end 8 px before the boxes of the names."""
    picture = canvas(620, 380)
    for way in WAYS:
        stroke(picture, [PLACES[name] for name in way.split()], (120, 120, 120), 3)
    for name, (x, y) in PLACES.items():
        half = 0.3 * HEIGHT * len(name) + 8
        picture[
            int(y - HEIGHT / 2 - 8) : int(y + HEIGHT / 2 + 8), int(x - half) : int(x + half)
        ] = 255
    return picture


def named(name: str, at: Point, kind: str) -> StationCandidate:
    x, y = PLACES[name]
    text = label(name, (x - 0.3 * HEIGHT * len(name), y), HEIGHT)
    return replace(station(name, at, 2.0, kind), label=text)


def test_edges_lead_from_name_to_name() -> None:
    strokes = find_strokes(edges_between_names(), NO_TEXT)
    marked = [named(name, (x, y + HEIGHT), "tick") for name, (x, y) in PLACES.items()]
    found = take_names_as_marks(marked, strokes)
    for candidate, at in zip(found, PLACES.values(), strict=True):
        assert np.hypot(*np.subtract(candidate.markers[0].xy, at)) < 4.0
    names = list(PLACES)
    pairs = {
        " ".join(sorted((names[e.source], names[e.target])))
        for e in trace_edges(strokes, found, NO_TEXT)
    }
    assert pairs == {" ".join(sorted(way.split())) for way in WAYS}


def test_drawn_marks_stay() -> None:
    strokes = find_strokes(edges_between_names(), NO_TEXT)
    rings = [named(name, at, "ring") for name, at in PLACES.items()]
    assert take_names_as_marks(rings, strokes) == rings


def test_marks_on_a_line_that_goes_on_stay() -> None:
    picture = canvas(620, 380)
    stroke(picture, [(20, 200), (600, 200)], (200, 40, 40), 8)
    strokes = find_strokes(picture, NO_TEXT)
    ticks = [
        replace(
            named(name, (70.0 + 90 * n, 200.0), "tick"), label=label(name, (50.0 + 90 * n, 222.0))
        )
        for n, name in enumerate(PLACES)
    ]
    assert take_names_as_marks(ticks, strokes) == ticks


def test_bars_across_a_line_are_no_ends() -> None:
    picture = canvas(620, 380)
    stroke(picture, [(20, 200), (600, 200)], (200, 40, 40), 8)
    bars = []
    for n, name in enumerate(PLACES):
        x = 70.0 + 90 * n
        stroke(picture, [(x, 190), (x, 210)], (200, 40, 40), 5)
        bars.append(replace(named(name, (x, 200.0), "tick"), label=label(name, (x - 25.0, 222.0))))
    assert take_names_as_marks(bars, find_strokes(picture, NO_TEXT)) == bars
