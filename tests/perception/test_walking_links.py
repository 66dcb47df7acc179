"""Walking links between stations of different names, on drawn maps."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from perception.perceive import Perception, perceive_shapes
from perception.picture import Picture
from perception.text_reading import TextReading
from tests.perception.drawn import GREEN, RED, Point, Rgb, canvas, label, ring, stroke

GREY, BLACK = (120, 120, 120), (20, 20, 20)
RED_STOPS = {"Alba": (100, 120), "Birch": (300, 120), "Cedar": (500, 120), "Dover": (700, 120)}
GREEN_STOPS = {"Elm": (100, 200), "Fern": (300, 200), "Gorse": (500, 200), "Hazel": (700, 200)}


def dashes(rgb: Rgb, start: Point, end: Point, color: tuple[int, int, int], width: int) -> None:
    """Draw a stroke whose dashes are 6 px long and 4 px apart."""
    first = np.array(start)
    length = float(np.hypot(*(np.array(end) - first)))
    axis = (np.array(end) - first) / length
    for at in range(0, int(length), 10):
        a, b = first + axis * at, first + axis * min(at + 6.0, length)
        stroke(rgb, [(a[0], a[1]), (b[0], b[1])], color, width)


def two_lines(link: str) -> Perception:
    """Read a map of two lines with a link of the given style between Birch and Fern."""
    rgb = canvas(800, 320)
    stroke(rgb, list(RED_STOPS.values()), RED, 12)
    stroke(rgb, list(GREEN_STOPS.values()), GREEN, 12)
    ends = RED_STOPS["Birch"], GREEN_STOPS["Fern"]
    if link == "dashed":
        dashes(rgb, *ends, GREY, 4)
    elif link == "thin":
        stroke(rgb, list(ends), BLACK, 3)
    elif link == "double":
        stroke(rgb, list(ends), BLACK, 9)
        stroke(rgb, list(ends), (255, 255, 255), 5)
    elif link == "border":
        cv2.line(rgb, (0, 160), (799, 160), GREY, 3)
    for stops in (RED_STOPS, GREEN_STOPS):
        for at in stops.values():
            ring(rgb, at, 11)
    names = [label(name, (x - 10, y - 28), 18.0) for name, (x, y) in RED_STOPS.items()]
    names += [label(name, (x - 10, y + 32), 18.0) for name, (x, y) in GREEN_STOPS.items()]
    picture = Picture("map.png", rgb, rgb.shape[1], rgb.shape[0], "")
    return perceive_shapes(picture, TextReading(tuple(names), "drawn"))


def transfers_of(perception: Perception) -> set[frozenset[str]]:
    names = {station.id: station.name for station in perception.graph.stations}
    return {frozenset((names[t.source], names[t.target])) for t in perception.graph.transfers}


@pytest.mark.parametrize("link", ["dashed", "thin", "double"])
def test_a_link_is_a_transfer_and_merges_nothing(link: str) -> None:
    perception = two_lines(link)
    assert transfers_of(perception) == {frozenset(("Birch", "Fern"))}
    names = [station.name for station in perception.graph.stations]
    assert sorted(names) == sorted([*RED_STOPS, *GREEN_STOPS])
    assert len(perception.graph.edges) == 6


def test_near_stations_without_a_link_are_no_transfer() -> None:
    assert transfers_of(two_lines("none")) == set()


def test_a_border_that_passes_between_two_stations_is_no_link() -> None:
    assert transfers_of(two_lines("border")) == set()
