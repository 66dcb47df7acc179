"""Names of lines: what they look like, how they run on, which line gets which."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perception.colors import Rgb
from perception.line_names.choose import choose_names
from perception.line_names.claim import Claim
from perception.line_names.forms import form_of, is_line_name, key_of
from perception.line_names.name_lines import name_lines
from perception.line_names.series import fill_series, missing_one
from perception.line_names.shared_colors import part_shared_colors
from perception.map_graph import MapEdge, MapGraph, MapLine, MapStation
from perception.strokes.find import find_strokes
from perception.text_reading import TextItem, TextReading
from tests.perception.drawn import BLUE, GREEN, RED, canvas, label, stroke

COLORS = (RED, GREEN, BLUE)
NAMES = ("Line 1", "Line 2", "Line 3")


@pytest.mark.parametrize(
    "text",
    [
        "M2",
        "10",
        "A",
        "Line 4",
        "Ligne 13",
        "Red Line",
        "3号线",
        "机场线",
        "U6",
        "Linie 4",
        "2호선",
    ],
)
def test_such_are_names_of_lines(text: str) -> None:
    assert is_line_name(text)


@pytest.mark.parametrize("text", ["Harbour", "005", "Old Mill Station", "号线", "Line", "人民广场"])
def test_such_are_not(text: str) -> None:
    assert not is_line_name(text)


def test_forms_and_keys_tell_what_is_the_same() -> None:
    assert form_of("Line 2") == form_of("Line 12") != form_of("M2")
    assert form_of("Red Line") == form_of("Airport Line")
    assert key_of("Line 10") == key_of("10号线") == key_of("10")


@given(st.integers(1, 5), st.integers(4, 9), st.data())
def test_unread_rows_of_a_series_are_told_by_their_place(
    first: int, count: int, data: st.DataObject
) -> None:
    names = [f"Line {first + k}" for k in range(count)]
    lost = data.draw(st.sets(st.integers(0, count - 1), max_size=count - 2))
    assert fill_series(["" if k in lost else name for k, name in enumerate(names)]) == names


def test_names_that_do_not_run_on_tell_nothing() -> None:
    assert fill_series(["1", "", "5"]) == ["1", "", "5"]
    assert fill_series(["Red Line", "", "M3"]) == ["Red Line", "", "M3"]
    assert missing_one(["M2", "M3"]) == "M1"
    assert missing_one(["A", "C"]) == "B"
    assert missing_one(["M2", "M5"]) == missing_one(["M2"]) == ""


def test_names_are_given_so_that_no_two_lines_have_one() -> None:
    near = [
        Claim("L0", "M1", "badge", 1.0, (0.0, 0.0)),
        Claim("L1", "M1", "badge", 0.9, (0.0, 0.0)),
        Claim("L1", "M2", "badge", 0.8, (0.0, 0.0)),
    ]
    found = choose_names(near)
    assert {layer: name.text for layer, name in found.items()} == {"L0": "M1", "L1": "M2"}
    assert 0 < found["L1"].confidence < found["L0"].confidence < 1
    assert [name for name, _ in found["L1"].others] == ["M1"]


def network() -> Rgb:
    picture = canvas(900, 600)
    for k, color in enumerate(COLORS):
        stroke(picture, [(40, 60 + 60 * k), (860, 90 + 60 * k)], color, 10)
    return picture


def read(picture: Rgb, lines: list[TextItem]) -> dict[str, str]:
    reading = TextReading(tuple(lines), "drawn")
    strokes = find_strokes(picture, reading)
    found = name_lines(picture, reading, strokes)
    color = {layer.id: layer.color for layer in strokes.layers}
    near = {
        layer: int(np.abs(np.subtract(COLORS, color[layer])).sum(axis=1).argmin())
        for layer in color
    }
    return {NAMES[near[layer]]: name.text for layer, name in found.items()}


@pytest.mark.parametrize("manner", ["bar", "disc", "square", "dashes"])
@pytest.mark.parametrize("side", ["left", "right", "above", "columns"])
def test_legends_of_any_manner_name_the_lines(manner: str, side: str) -> None:
    picture = network()
    lines = []
    for k, (name, color) in enumerate(zip(NAMES, COLORS, strict=True)):
        x, y = (100 + 160 * k, 400) if side == "columns" else (200, 380 + 60 * k)
        at = {
            "left": (x + 54, y),
            "columns": (x + 54, y),
            "right": (x - 70, y),
            "above": (x, y + 22),
        }
        lines.append(label(name, at[side]))
        if manner == "bar":
            cv2.rectangle(picture, (x, y - 5), (x + 44, y + 5), color, -1)
        elif manner == "disc":
            cv2.circle(picture, (x + 20, y), 9, color, -1, cv2.LINE_AA)
        elif manner == "square":
            cv2.rectangle(picture, (x + 12, y - 8), (x + 28, y + 8), color, -1)
        else:
            for start in (0, 17, 34):
                cv2.rectangle(picture, (x + start, y - 5), (x + start + 9, y + 5), color, -1)
    assert read(picture, lines) == {name: name for name in NAMES}


def test_a_row_that_was_not_read_is_named_by_the_others() -> None:
    picture = network()
    lines = []
    for k, (name, color) in enumerate(zip(NAMES, COLORS, strict=True)):
        y = 380 + 30 * k
        cv2.rectangle(picture, (200, y - 5), (244, y + 5), color, -1)
        if k:
            lines.append(label(name, (254, y)))
    assert read(picture, lines) == {name: name for name in NAMES}


def test_text_in_the_colour_of_a_line_names_it_and_station_names_do_not() -> None:
    picture = network()
    lines = []
    for k, (name, color) in enumerate(zip(("M1", "M2", "M3"), COLORS, strict=True)):
        for text, x in ((name, 780), ("Elmgrove", 300)):
            y = 44 + 60 * k + 30 * x // 900
            cv2.putText(picture, text, (x, y), cv2.FONT_HERSHEY_DUPLEX, 0.6, color, 1, cv2.LINE_AA)
            lines.append(label(text, (x, y - 6), 16))
    assert read(picture, lines) == dict(zip(NAMES, ("M1", "M2", "M3"), strict=True))


def two_lines_of_a_colour() -> MapGraph:
    """Two lines that cross at `x`, read as one colour: a1 - x - a2 across, b1 - x - b2 down."""
    at = {"a1": (50, 200), "x": (300, 200), "a2": (550, 200), "b1": (300, 50), "b2": (300, 350)}
    ends = ("a1", "a2", "b1", "b2")
    return MapGraph(
        "map",
        600,
        400,
        (MapLine("L0", "M1", "#0000ff"),),
        tuple(MapStation(name, name, place, ("L0",)) for name, place in at.items()),
        tuple(MapEdge(end, "x", ("L0",), (at[end], at["x"])) for end in ends),
    )


def test_signs_at_the_ends_part_two_lines_of_one_colour() -> None:
    claims = [
        Claim("L0", "M1", "badge", 1.0, (20.0, 200.0)),
        Claim("L0", "M1", "badge", 1.0, (580.0, 200.0)),
        Claim("L0", "M2", "badge", 1.0, (300.0, 20.0)),
        Claim("L0", "M2", "badge", 1.0, (300.0, 380.0)),
    ]
    found = part_shared_colors(two_lines_of_a_colour(), claims, choose_names(claims), 1.0)
    name = {line.id: line.name for line in found.lines}
    assert {e.source: [name[line] for line in e.lines] for e in found.edges} == {
        "a1": ["M1"], "a2": ["M1"], "b1": ["M2"], "b2": ["M2"],
    }  # fmt: skip
    served = {s.id: {name[line] for line in s.lines} for s in found.stations}
    assert served["x"] == {"M1", "M2"}
    assert served["b1"] == {"M2"}


def test_one_sign_of_another_name_parts_nothing() -> None:
    graph = two_lines_of_a_colour()
    claims = [Claim("L0", "M1", "badge", 2.0, (20.0, 200.0)), Claim("L0", "M2", "ink", 0.5, (0, 0))]
    assert part_shared_colors(graph, claims, choose_names(claims), 1.0) == graph
