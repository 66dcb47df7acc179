"""The whole stage: marks and names of maps, with readings that are known to be right."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from perception.markers.scene import build_scene
from perception.picture import load_picture
from perception.stages import Strokes
from perception.stations.find import find_stations
from perception.stations.label_worth import line_worths
from perception.strokes.find import find_strokes
from perception.text_reading import TextItem, TextReading
from tests.conftest import REPO
from tests.perception.drawn import NO_TEXT, RED, Rgb, canvas, label, ring, stroke
from tests.perception.test_markers import layers_of

MINI = REPO / "eval" / "mini"
MAPS = sorted(path.stem for path in (MINI / "data").glob("*/images/*/*.png"))


def read_mini(name: str) -> tuple[Path, TextReading, dict[str, list[tuple[float, float]]]]:
    """Picture, exact reading (one item a printed line) and places of one map of the mini split."""
    picture = next((MINI / "data").glob(f"*/images/*/{name}.png"))
    truth = json.loads((MINI / "truth" / name / "truth.json").read_text(encoding="utf-8"))
    items = []
    for station, corners in truth["labels"].items():
        lines = truth["printed"][station].split("\n")
        box = np.array(corners, float)
        down = (box[3] - box[0]) / len(lines)
        for k, text in enumerate(lines):
            quad = [box[0] + k * down, box[1] + k * down]
            quad += [box[1] + (k + 1) * down, box[0] + (k + 1) * down]
            polygon = tuple((float(x), float(y)) for x, y in quad)
            items.append(TextItem(text, polygon, height=float(np.linalg.norm(down))))
    places = {
        truth["printed"][station].replace("\n", " "): [(x, y) for x, y in spots]
        for station, spots in truth["positions"].items()
    }
    return picture, TextReading(tuple(items), "truth"), places


@pytest.mark.parametrize("name", MAPS)
def test_every_station_of_a_mini_map_has_its_name_and_place(name: str) -> None:
    path, reading, places = read_mini(name)
    picture = load_picture(path)
    found = find_stations(picture.rgb, reading, find_strokes(picture.rgb, reading))
    named = {s.label.text: s for s in found if s.label is not None}
    wanted = {text.replace(" ", ""): spots for text, spots in places.items()}
    assert {text.replace(" ", "") for text in named} == set(wanted)
    for text, station in named.items():
        spots = wanted[text.replace(" ", "")]
        apart = min(
            float(np.hypot(x - m.xy[0], y - m.xy[1])) for x, y in spots for m in station.markers
        )
        assert apart <= max(m.radius for m in station.markers) + 3.0, text


def line_with_rings(names: list[str]) -> tuple[Rgb, TextReading]:
    picture = canvas(760, 240)
    stroke(picture, [(40, 120), (720, 120)], RED, 12)
    items = []
    for k, name in enumerate(names):
        x = 90 + 110 * k
        ring(picture, (x, 120))
        if name:
            items.append(label(name, (x - 4.2 * len(name), 98)))
    return picture, TextReading(tuple(items), "drawn")


def test_a_drawn_station_without_a_name_is_kept_nameless() -> None:
    names = ["Ashby", "Brook", "", "Dene", "Elm", "Ford"]
    picture, reading = line_with_rings(names)
    found = find_stations(picture, reading, layers_of(picture, RED))
    assert sorted(s.label.text if s.label else "" for s in found) == sorted(names)
    nameless = next(s for s in found if s.label is None)
    assert abs(nameless.markers[0].xy[0] - 310) < 3
    assert nameless.confidence < min(s.confidence for s in found if s.label)


def test_a_name_at_a_line_without_a_mark_founds_a_station_of_low_confidence() -> None:
    names = ["Ashby", "Brook", "Coombe", "Dene", "Elm", "Ford"]
    picture, reading = line_with_rings(names)
    cv2.line(picture, (260, 120), (360, 120), RED, 12)
    cv2.rectangle(picture, (290, 100), (330, 113), (255, 255, 255), -1)
    cv2.rectangle(picture, (290, 127), (330, 140), (255, 255, 255), -1)
    found = find_stations(picture, reading, layers_of(picture, RED))
    coombe = next(s for s in found if s.label and s.label.text == "Coombe")
    assert coombe.markers[0].kind == "bend"
    assert coombe.confidence < min(s.confidence for s in found if s is not coombe)


def test_titles_numbers_and_legend_rows_name_no_station() -> None:
    picture, reading = line_with_rings(["Ashby", "Brook", "Coombe", "Dene", "Elm", "Ford"])
    stroke(picture, [(40, 215), (90, 215)], RED, 12)
    extra = (label("Metro", (300, 20), 40.0), label("Red Line", (100, 215)), label("12", (60, 150)))
    strokes = layers_of(picture, RED)
    strokes = Strokes(
        strokes.layers, strokes.background, (("L0", "Red Line", (40.0, 209.0, 90.0, 221.0)),)
    )
    found = find_stations(picture, TextReading(reading.lines + extra, "drawn"), strokes)
    assert sorted(s.label.text for s in found if s.label) == [
        "Ashby",
        "Brook",
        "Coombe",
        "Dene",
        "Elm",
        "Ford",
    ]


def test_the_same_picture_gives_the_same_stations() -> None:
    picture, reading = line_with_rings(["Ashby", "Brook", "Coombe", "Dene", "Elm", "Ford"])
    strokes = layers_of(picture, RED)
    assert find_stations(picture, reading, strokes) == find_stations(picture, reading, strokes)


def test_without_strokes_or_text_there_is_nothing_to_name() -> None:
    picture = canvas()
    assert find_stations(picture, NO_TEXT, Strokes(())) == ()
    stroke(picture, [(40, 150), (360, 150)], RED, 12)
    assert all(s.label is None for s in find_stations(picture, NO_TEXT, layers_of(picture, RED)))


def test_names_in_a_script_of_larger_letters_keep_their_worth() -> None:
    names = ["复兴门", "西单", "宣武门", "长椿街", "木樨地", "军事博物馆"]
    picture = canvas(760, 240)
    stroke(picture, [(40, 120), (720, 120)], RED, 12)
    items = []
    for k, name in enumerate(names):
        x = 90 + 110 * k
        ring(picture, (x, 120))
        items.append(label(name, (x - 7 * len(name), 78), 24.0))
        items.append(label(f"Latin{k}", (x - 20, 97), 10.0))
        items.append(label(f"{k + 10}", (x - 6, 150), 10.0))
    reading, strokes = TextReading(tuple(items), "drawn"), layers_of(picture, RED)
    scene = build_scene(picture, reading, strokes)
    worths = line_worths(scene, [None] * len(items), strokes)
    assert min(worths[::3]) == max(worths[:3])
    found = find_stations(picture, reading, strokes)
    assert sorted(s.label.text for s in found if s.label) == sorted(names)
