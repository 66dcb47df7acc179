"""Sketches: names in boxes and ovals, small pictures, pencil; and what only looks like one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from perception.colors import to_lab
from perception.map_graph import MapGraph
from perception.perceive import perceive_shapes
from perception.picture import Picture
from perception.strokes.text_over_strokes import part_at_strokes
from perception.strokes.thin_ink import thin_ink
from perception.text_reading import TextItem, TextReading
from tests.perception.drawn import Point, Rgb, canvas, stroke

GREY, DARK = (140, 140, 140), (40, 40, 40)
PLACES: dict[str, Point] = {
    "Alder Mill": (130, 90),
    "Brook Inn": (420, 70),
    "Castle Hill": (680, 140),
    "Dunmore": (200, 300),
    "Elm Grove": (460, 270),
    "Fern Lake": (660, 400),
    "Gate House": (330, 460),
}
PATHS = tuple((a, b) for a, b in zip("ABABDCEDG", "BCDEEEFGF", strict=True))


def write(picture: Rgb, text: str, middle: Point, scale: float = 0.6) -> TextItem:
    (wide, high), below = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, 2)
    x, y = round(middle[0] - wide / 2), round(middle[1] + high / 2)
    cv2.putText(picture, text, (x, y), cv2.FONT_HERSHEY_SIMPLEX, scale, DARK, 2, cv2.LINE_AA)
    top, bottom = y - high - 3, y + below
    corners = ((x - 3, top), (x + wide + 3, top), (x + wide + 3, bottom), (x - 3, bottom))
    return TextItem(text, tuple((float(a), float(b)) for a, b in corners), height=high + 6.0)


def named(letter: str) -> str:
    return next(name for name in PLACES if name.startswith(letter))


def box(picture: Rgb, at: Point, fill: tuple[int, int, int], rim: tuple[int, int, int]) -> None:
    (x, y), (w, h) = (round(at[0]), round(at[1])), (78, 22)
    cv2.rectangle(picture, (x - w, y - h), (x + w, y + h), fill, -1)
    cv2.rectangle(picture, (x - w, y - h), (x + w, y + h), rim, 1)


def filled_box(picture: Rgb, at: Point) -> None:
    box(picture, at, (236, 208, 180), (190, 140, 110))


def oval(picture: Rgb, at: Point) -> None:
    middle = (round(at[0]), round(at[1]))
    cv2.ellipse(picture, middle, (88, 30), 0, 0, 360, (255, 255, 255), -1, cv2.LINE_AA)
    cv2.ellipse(picture, middle, (88, 30), 0, 0, 360, GREY, 2, cv2.LINE_AA)


def nothing(picture: Rgb, at: Point) -> None:
    x, y = round(at[0]), round(at[1])
    cv2.rectangle(picture, (x - 64, y - 16), (x + 64, y + 16), (255, 255, 255), -1)


def house(picture: Rgb, at: Point) -> None:
    x, y = round(at[0]), round(at[1])
    cv2.rectangle(picture, (x - 15, y - 12), (x + 15, y + 16), (228, 200, 150), -1)
    roof = np.array([(x - 20, y - 10), (x, y - 28), (x + 20, y - 10)])
    cv2.fillPoly(picture, [roof], (160, 60, 40))


def sketch(mark: Callable[[Rgb, Point], None], name_below: float, width: int) -> MapGraph:
    picture = canvas(800, 560)
    for one, other in PATHS:
        stroke(picture, [PLACES[named(one)], PLACES[named(other)]], GREY, width)
    for at in PLACES.values():
        mark(picture, at)
    items = [write(picture, name, (x, y + name_below)) for name, (x, y) in PLACES.items()]
    seen = Picture("sketch.png", picture, 800, 560, "")
    return perceive_shapes(seen, TextReading(tuple(items), "drawn")).graph


def joins(graph: MapGraph) -> set[frozenset[str]]:
    names = {station.id: station.name for station in graph.stations}
    return {frozenset((names[e.source], names[e.target])) for e in graph.edges}


@pytest.mark.parametrize(
    ("mark", "name_below", "width"),
    [(filled_box, 0, 4), (oval, 0, 2), (nothing, 0, 2), (house, 32, 2)],
)
def test_spots_joined_by_thin_lines_are_a_map(
    mark: Callable[[Rgb, Point], None], name_below: float, width: int
) -> None:
    graph = sketch(mark, name_below, width)
    assert joins(graph) == {frozenset((named(a), named(b))) for a, b in PATHS}


def form(picture: Rgb) -> Sequence[TextItem]:
    """Fields to fill in, each below what it is called."""
    items = []
    for k, title in enumerate(("Name", "Street", "Town", "Telephone", "Remarks")):
        y = 60 + 95 * k
        items.append(write(picture, title, (110, y)))
        cv2.rectangle(picture, (70, y + 20), (730, y + 60), DARK, 2)
    return items


def bar_chart(picture: Rgb) -> Sequence[TextItem]:
    """Axes, bars in two colours, and what they are called."""
    stroke(picture, [(90, 40), (90, 480), (760, 480)], DARK, 2)
    items = [write(picture, "Visitors a year", (400, 25))]
    for k, (title, high) in enumerate(
        zip(("North", "East", "South", "West"), (310, 120, 240, 60), strict=True)
    ):
        x = 150 + 155 * k
        cv2.rectangle(picture, (x, 480 - high), (x + 40, 479), (60, 110, 190), -1)
        cv2.rectangle(picture, (x + 44, 480 - high // 2), (x + 84, 479), (220, 120, 50), -1)
        items.append(write(picture, title, (x + 42, 505)))
        items.append(write(picture, str(100 * k + 100), (55, 480 - 100 * k)))
    return items


def ruled_page(picture: Rgb) -> Sequence[TextItem]:
    """Lines of text, each on a rule."""
    items = []
    for k in range(11):
        y = 40 + 45 * k
        stroke(picture, [(60, y + 14), (740, y + 14)], GREY, 1)
        items.append(write(picture, f"Some words of a note {k}", (300, y)))
    return items


def table(picture: Rgb) -> Sequence[TextItem]:
    """Cells with a word each."""
    for k in range(6):
        stroke(picture, [(60, 50 + 80 * k), (740, 50 + 80 * k)], GREY, 2)
        stroke(picture, [(60 + 136 * k, 50), (60 + 136 * k, 450)], GREY, 2)
    words = ("Ash", "Birch", "Cedar", "Elm", "Fir")
    return [
        write(picture, f"{word} {row}", (128 + 136 * k, 90 + 80 * row))
        for k, word in enumerate(words)
        for row in range(5)
    ]


@pytest.mark.parametrize("draw", [form, bar_chart, ruled_page, table])
def test_forms_charts_and_tables_are_no_map(draw: Callable[[Rgb], Sequence[TextItem]]) -> None:
    picture = canvas(800, 560)
    items = tuple(draw(picture))
    seen = Picture("page.png", picture, 800, 560, "")
    graph = perceive_shapes(seen, TextReading(items, "drawn")).graph
    assert graph.edges == ()
    assert any("no map" in note for note in graph.notes)


def test_pencil_on_paper_is_ink_and_the_paper_is_not() -> None:
    rng = np.random.default_rng(3)
    paper = canvas(300, 200, (246, 242, 230)).astype(float) + rng.normal(0, 1.5, (200, 300, 1))
    picture = np.clip(paper, 0, 255).astype(np.uint8)
    bare = thin_ink(to_lab(picture))
    stroke(picture, [(20, 30), (140, 60), (280, 170)], (140, 138, 134), 1)
    found = thin_ink(to_lab(picture))
    drawn = np.zeros((200, 300), np.uint8)
    cv2.polylines(drawn, [np.array([(20, 30), (140, 60), (280, 170)])], False, (1,), 1)
    assert bare.mean() < 0.001
    assert found[drawn > 0].mean() > 0.95
    assert found[cv2.dilate(drawn, np.ones((7, 7), np.uint8)) == 0].mean() < 0.002


def test_a_line_read_over_a_stroke_is_parted_where_it_is_drawn() -> None:
    picture = canvas(500, 100)
    left, right = write(picture, "Gate", (70, 50)), write(picture, "Mill", (430, 50))
    stroke(picture, [(115, 50), (385, 50)], GREY, 2)
    box_of_both = (left.polygon[0], right.polygon[1], right.polygon[2], left.polygon[3])
    whole = TextItem("Gate-----Mill", box_of_both, height=left.height)
    parted = part_at_strokes(picture, TextReading((whole,), "drawn")).lines
    assert [item.text for item in parted] == ["Gate", "Mill"]
    for item, drawn in zip(parted, (left, right), strict=True):
        assert np.allclose(np.array(item.polygon)[:, 0], np.array(drawn.polygon)[:, 0], atol=6)


def test_a_name_with_a_hyphen_or_without_a_stroke_stays_whole() -> None:
    picture = canvas(500, 100)
    hyphen = write(picture, "Gate-Mill", (150, 50))
    close = replace(write(picture, "GateMill", (360, 50)), text="Gate--Mill")
    reading = TextReading((hyphen, close), "drawn")
    assert part_at_strokes(picture, reading) is reading
