"""Boxes that names stand in."""

from __future__ import annotations

import cv2
import numpy as np

from perception.markers.scene import Scene
from perception.stations.find import find_stations
from perception.stations.panels import find_panels, is_badge
from perception.text_reading import TextItem, TextReading
from tests.perception.drawn import RED, Rgb, canvas, stroke
from tests.perception.test_markers import layers_of, scene_of

GREY = (205, 205, 210)


def name(text: str, x: float, y: float, width: float = 90) -> TextItem:
    return TextItem(text, ((x, y), (x + width, y), (x + width, y + 20), (x, y + 20)), height=20.0)


def boxed(*items: TextItem, color: tuple[int, int, int] = GREY) -> tuple[Rgb, Scene]:
    picture = canvas(500, 300)
    stroke(picture, [(40, 250), (460, 250)], RED, 12)
    cv2.rectangle(picture, (60, 60), (240, 130), color, -1)
    return picture, scene_of(picture, RED, text=TextReading(items, "drawn"))


def test_lines_in_one_box_share_it_and_a_line_outside_has_none() -> None:
    _, scene = boxed(name("Berri", 80, 70), name("Station", 80, 95), name("Elsewhere", 300, 80))
    found = find_panels(scene)
    boxes = [panel.box if panel is not None else () for panel in found]
    assert boxes == [(60, 60, 241, 131), (60, 60, 241, 131), ()]
    assert not is_badge(scene.lines[0], found[0], len(scene.widths))


def test_a_short_text_in_a_box_of_a_lines_colour_is_a_badge() -> None:
    _, scene = boxed(name("M2", 120, 80, width=40), color=RED)
    (panel,) = find_panels(scene)
    assert panel is not None and is_badge(scene.lines[0], panel, len(scene.widths))


def test_a_piece_of_a_stroke_is_no_box() -> None:
    picture = canvas(500, 200)
    stroke(picture, [(40, 100), (120, 100)], RED, 12)
    scene = scene_of(picture, RED, text=TextReading((name("0", 60, 94, width=20),), "drawn"))
    assert find_panels(scene) == [None]


def test_a_slanted_name_stands_in_its_slanted_box() -> None:
    turn = np.radians(-30.0)
    spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])

    def turned(*corners: tuple[float, float]) -> list[tuple[float, float]]:
        return [(float(x), float(y)) for x, y in np.array(corners) @ spin + (250, 130)]

    picture = canvas(500, 300)
    box = turned((-90, -20), (90, -20), (90, 20), (-90, 20))
    cv2.fillPoly(picture, [np.rint(box).astype(np.int32)], GREY)
    stroke(picture, [(40, 280), (460, 280)], RED, 12)
    corners = tuple(turned((-40, -10), (40, -10), (40, 10), (-40, 10)))
    text = TextItem("Berri", corners, 30.0, height=20.0)
    (panel,) = find_panels(scene_of(picture, RED, text=TextReading((text,), "drawn")))
    assert panel is not None
    assert np.abs(np.array(panel.polygon) - box).max() < 3.0
    (inside,) = turned((80, 0))
    assert panel.holds(inside) and not panel.holds((box[0][0], box[1][1]))


def test_a_mark_on_a_line_is_kept_beside_a_park_that_looks_like_the_box_of_a_name() -> None:
    picture = canvas(700, 300)
    cv2.ellipse(picture, (350, 112), (80, 48), 0, 0, 360, (215, 235, 200), -1, cv2.LINE_AA)
    stroke(picture, [(40, 122), (660, 60)], RED, 12)
    xs = (80, 190, 294, 480, 600)
    for x in xs:
        y = round(122 - (x - 40) / 10)
        cv2.circle(picture, (x, y), 4, (255, 255, 255), -1, cv2.LINE_AA)
    texts = ("Alder", "Brook", "Castle", "Dale", "Elm")
    names = [name(text, x - 35, 75 - x / 10, 70) for text, x in zip(texts, xs, strict=True)]
    names.append(name("Foxfield Gardens", 280, 116, 140))
    reading = TextReading(tuple(names), "drawn")
    assert find_panels(scene_of(picture, RED, text=reading))[-1] is not None
    found = find_stations(picture, reading, layers_of(picture, RED))
    named = {station.label.text for station in found if station.label is not None}
    assert named >= set(texts)
