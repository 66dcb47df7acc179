"""Interchanges of differently named stations, drawn as one disc with names in lines' colours."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from perception.perceive import perceive_shapes
from perception.picture import Picture
from perception.stations.index_numbers import without_indices
from perception.text_reading import TextItem, TextReading
from tests.perception.drawn import BLUE, RED, Point, Rgb, canvas, label, stroke

BLACK = (20, 20, 20)


def write(picture: Rgb, text: str, at: Point, color: tuple[int, int, int]) -> TextItem:
    """Print a text with its middle left at a point; return it as it would be read."""
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, 0.5, 1)
    x, y = round(at[0]), round(at[1])
    below = (x, y + height // 2)
    cv2.putText(picture, text, below, cv2.FONT_HERSHEY_SIMPLEX, 0.5, color, 1, cv2.LINE_AA)
    top, bottom = y - height / 2 - 2, y + height / 2 + 2
    corners = ((x, top), (x + width, top), (x + width, bottom), (x, bottom))
    return TextItem(text, tuple((float(a), float(b)) for a, b in corners), height=bottom - top)


def disc(picture: Rgb, at: tuple[int, int], color: tuple[int, int, int], radius: int = 9) -> None:
    cv2.circle(picture, at, radius + 2, (255, 255, 255), -1, cv2.LINE_AA)
    cv2.circle(picture, at, radius, color, -1, cv2.LINE_AA)


def cross(without: str = "") -> tuple[Rgb, list[TextItem]]:
    """A red and a blue line that meet in a disc with a half of each colour."""
    picture = canvas(640, 480)
    stroke(picture, [(60, 240), (580, 240)], RED)
    stroke(picture, [(320, 40), (320, 440)], BLUE)
    names = []
    spots = [(60, 240, RED), (190, 240, RED), (450, 240, RED), (580, 240, RED)]
    spots += [(320, 40, BLUE), (320, 140, BLUE), (320, 340, BLUE), (320, 440, BLUE)]
    for (x, y, color), name in zip(
        spots,
        ("Arden", "Bolton", "Corby", "Dover", "Epsom", "Fleet", "Goole", "Hythe"),
        strict=True,
    ):
        disc(picture, (x, y), color)
        at = (x - 20, y + 24) if color == RED else (x + 18, y)
        if name != without:
            names.append(write(picture, name, at, BLACK))
    cv2.circle(picture, (320, 240), 19, (255, 255, 255), -1, cv2.LINE_AA)
    cv2.ellipse(picture, (320, 240), (16, 16), 0, 93, 267, RED, -1, cv2.LINE_AA)
    cv2.ellipse(picture, (320, 240), (16, 16), 0, -87, 87, BLUE, -1, cv2.LINE_AA)
    return picture, names


def read(picture: Rgb, names: list[TextItem]) -> dict[str, set[str]]:
    """Return the neighbours of each station."""
    height, width = picture.shape[:2]
    whole = Picture("drawn", picture, width, height, "")
    graph = perceive_shapes(whole, TextReading(tuple(names), "none")).graph
    name_of = {station.id: station.name for station in graph.stations}
    beside: dict[str, set[str]] = {name: set() for name in name_of.values()}
    for edge in graph.edges:
        one, other = name_of[edge.source], name_of[edge.target]
        beside[one].add(other)
        beside[other].add(one)
    assert len(beside) == len(name_of)
    links = {frozenset((name_of[t.source], name_of[t.target])) for t in graph.transfers}
    beside["links"] = {" ".join(sorted(pair)) for pair in links}
    return beside


def test_each_line_has_its_own_station_at_a_disc_of_two_colours() -> None:
    picture, names = cross()
    names.append(write(picture, "Redhill", (344, 206), RED))
    names.append(write(picture, "Bluewater", (344, 224), BLUE))
    found = read(picture, names)
    assert found["Redhill"] == {"Bolton", "Corby"}
    assert found["Bluewater"] == {"Fleet", "Goole"}
    assert found["links"] == {"Bluewater Redhill"}


def test_one_name_over_a_disc_of_two_colours_is_one_station() -> None:
    picture, names = cross()
    names.append(write(picture, "Market", (344, 224), BLACK))
    found = read(picture, names)
    assert found["Market"] == {"Bolton", "Corby", "Fleet", "Goole"}
    assert not found["links"]


def test_a_text_that_changes_its_colour_is_two_names() -> None:
    picture, names = cross(without="Corby")
    first = write(picture, "Redhill ", (344, 218), RED)
    second = write(picture, "Newport", (first.polygon[1][0], 218), BLACK)
    corners = (first.polygon[0], second.polygon[1], second.polygon[2], first.polygon[3])
    names.append(TextItem("Redhill Newport", corners, height=first.height))
    names.append(write(picture, "Bluewater", (344, 264), BLUE))
    found = read(picture, names)
    assert found["Redhill"] == {"Bolton", "Newport"}
    assert found["Bluewater"] == {"Fleet", "Goole"}


def lines(*texts: str) -> list[TextItem]:
    return [label(text, (20.0, 30.0 * row)) for row, text in enumerate(texts)]


TOWNS = ("Arden", "Bolton", "Corby", "Dover", "Epsom", "Fleet", "Goole", "Hythe 2")


@pytest.mark.parametrize("form", ["{n} {t}", "{n} - {t}", "{t} - {n}", "{n}. {t}", "{t} ({n})"])
def test_numbers_that_all_names_bear_are_no_part_of_them(form: str) -> None:
    printed = [form.format(n=number, t=town) for number, town in enumerate(TOWNS, start=11)]
    assert [item.text for item in without_indices(lines(*printed))] == list(TOWNS)


@pytest.mark.parametrize(
    "codes",
    [
        "1-{n:02d} {t}", "1-{n:02d}{t}", "B{n:02d} {t}", "B{n:02d}{t}", "AB {n:02d} {t}",
        "1-{n:02d} 3-0{r}{t}", "B{n:02d} C0{r} {t}",
    ],
)  # fmt: skip
def test_codes_of_lines_and_numbers_are_no_part_of_chinese_names(codes: str) -> None:
    names = ["东门", "南湖公园", "西山", "北桥", "金河路", "玉泉", "龙塔", "白云"]
    printed = [codes.format(n=5 + row, r=row, t=name) for row, name in enumerate(names)]
    assert [item.text for item in without_indices(lines(*printed))] == names
    assert [item.text for item in without_indices(lines("3号线", *names))] == ["3号线", *names]


def test_a_name_keeps_its_place_when_its_number_goes() -> None:
    whole = lines(*(f"{number} {town}" for number, town in enumerate(TOWNS, start=11)))
    for item, cut in zip(whole, without_indices(whole), strict=True):
        assert np.allclose(item.polygon[1], cut.polygon[1])
        assert item.polygon[0][0] < cut.polygon[0][0] < cut.polygon[1][0]


@pytest.mark.parametrize(
    "texts",
    [
        [f"{number} St" for number in (14, 23, 28, 33, 42, 50, 59, 66)],
        ["Pier 1", "Pier 2", "Terminal 1", "Terminal 2", "Arden", "Bolton", "Corby", "Dover"],
        ["4 Oaks", *TOWNS],
    ],
)
def test_numbers_that_tell_names_apart_stay(texts: list[str]) -> None:
    assert [item.text for item in without_indices(lines(*texts))] == texts
