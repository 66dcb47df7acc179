from __future__ import annotations

from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from eval.drawing.fonts import overlay_fonts
from perception.map_graph import MapEdge, MapGraph, MapLine, MapStation, MapTransfer
from perception.overlay import draw_overlay
from perception.picture import Picture

RGB = np.full((200, 300, 3), (40, 60, 80), np.uint8)
PICTURE = Picture("a.png", RGB, 300, 200, "")
GRAPH = MapGraph(
    "a.png",
    300,
    200,
    lines=(MapLine("L0", "Red", "#ff0000"), MapLine("L1", "", "#0000ff")),
    stations=(
        MapStation("S0", "Alba", (40.0, 100.0), ("L0",)),
        MapStation("S1", "巴戎寺", (240.0, 100.0), ("L0",)),
    ),
    edges=(MapEdge("S0", "S1", ("L0",), ((40.0, 100.0), (240.0, 100.0))),),
    transfers=(MapTransfer("S0", "S1"),),
)
MAGENTA = (214, 0, 147)


def has(drawn: np.ndarray, color: tuple[int, int, int]) -> bool:
    return bool((np.abs(drawn.astype(int) - color).max(axis=2) <= 10).any())


def test_it_has_the_size_of_the_picture_and_leaves_it_alone() -> None:
    before = RGB.copy()
    drawn = draw_overlay(PICTURE, GRAPH)
    assert drawn.shape == RGB.shape
    assert drawn.dtype == np.uint8
    assert (before == RGB).all()


def test_the_picture_is_dimmed_and_the_edge_has_its_lines_colour() -> None:
    drawn = draw_overlay(PICTURE, GRAPH)
    assert (drawn[10, 10] > RGB[10, 10]).all()
    assert has(drawn[95:106, 100:180], (255, 0, 0))
    assert not has(drawn, (0, 0, 255))


def test_edges_of_several_lines_show_all_of_them() -> None:
    shared = replace(GRAPH, edges=(replace(GRAPH.edges[0], lines=("L0", "L1")),))
    drawn = draw_overlay(PICTURE, shared)
    assert has(drawn, (255, 0, 0))
    assert has(drawn, (0, 0, 255))


@pytest.mark.parametrize(
    "doubtful",
    [
        replace(GRAPH, stations=(replace(GRAPH.stations[0], confidence=0.2), GRAPH.stations[1])),
        replace(GRAPH, stations=(replace(GRAPH.stations[0], name=""), GRAPH.stations[1])),
        replace(GRAPH, edges=(replace(GRAPH.edges[0], confidence=0.3),)),
    ],
)
def test_what_is_doubtful_is_magenta(doubtful: MapGraph) -> None:
    assert not has(draw_overlay(PICTURE, GRAPH), MAGENTA)
    assert has(draw_overlay(PICTURE, doubtful), MAGENTA)


def test_chinese_names_are_drawn_with_a_font_that_has_them() -> None:
    font = Path(str(files("eval.drawing") / "fonts" / "MapclewHan-Regular.otf"))
    with_font = draw_overlay(PICTURE, GRAPH, [font])
    assert (with_font != draw_overlay(PICTURE, GRAPH)).any()


def test_an_empty_graph_is_only_the_dimmed_picture() -> None:
    drawn = draw_overlay(PICTURE, MapGraph("a.png", 300, 200))
    assert len(np.unique(drawn.reshape(-1, 3), axis=0)) == 1


@pytest.mark.parametrize("name", ["Охотный Ряд", "Σύνταγμα", "السيدة زينب"])
def test_names_in_other_alphabets_are_drawn_with_fonts_that_have_them(name: str) -> None:
    other = name.translate({ord(char): "?" for char in name if not char.isspace()})
    fonts = overlay_fonts([name])
    drawn, unread = (
        draw_overlay(
            PICTURE,
            replace(
                GRAPH, stations=(MapStation("S0", text, (40.0, 100.0)),), edges=(), transfers=()
            ),
            fonts,
        )
        for text in (name, other)
    )
    assert (drawn != unread).any()
