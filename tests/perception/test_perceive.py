from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import networkx as nx
import numpy as np
import pytest
import typer
from PIL import Image
from typer.testing import CliRunner

from eval.cli.perceive import perceive as command
from perception.errors import BadPicture
from perception.map_graph import MapGraph
from perception.perceive import (
    PerceptionConfig,
    perceive,
    perceive_shapes,
)
from perception.picture import Picture
from perception.scoring.truth_score import plain_name
from perception.shapes import scaled_reading
from perception.text.read import TextConfig
from perception.text_reading import TextReading
from tests.perception.drawn import GREEN, NO_TEXT, RED, Rgb, canvas, label, ring, stroke


def picture_of(rgb: Rgb) -> Picture:
    return Picture("map.png", rgb, rgb.shape[1], rgb.shape[0], "")


def small_map(scale: int = 1) -> tuple[Picture, TextReading]:
    rgb = canvas(800, 500)
    places = {
        "Alba": (100, 100), "Birch": (300, 100), "Cedar": (500, 100), "Dover": (700, 100),
        "Elm": (300, 250), "Fern": (300, 400),
    }  # fmt: skip
    stroke(rgb, [places["Alba"], places["Dover"]], RED, 12)
    stroke(rgb, [places["Birch"], places["Fern"]], GREEN, 12)
    for at in places.values():
        ring(rgb, at, 11)
    names = [label(name, (x + 16, y + 24), 18.0) for name, (x, y) in places.items()]
    big = np.repeat(np.repeat(rgb, scale, axis=0), scale, axis=1)
    return picture_of(big), scaled_reading(TextReading(tuple(names), "drawn"), float(scale))


def edges_of(graph: MapGraph) -> set[frozenset[str]]:
    names = {station.id: station.name for station in graph.stations}
    return {frozenset((names[e.source], names[e.target])) for e in graph.edges}


def walkable(graph: MapGraph) -> nx.Graph[str]:
    """Return the graph with plain names as vertices."""
    names = {station.id: plain_name(station.name) for station in graph.stations}
    walked: nx.Graph[str] = nx.Graph()
    walked.add_edges_from((names[e.source], names[e.target]) for e in graph.edges)
    return walked


def command_line() -> typer.Typer:
    app = typer.Typer()
    app.command()(command)
    return app


EXPECTED = {
    frozenset(pair.split("-"))
    for pair in ("Alba-Birch", "Birch-Cedar", "Cedar-Dover", "Birch-Elm", "Elm-Fern")
}


def test_a_small_map_is_read() -> None:
    perception = perceive_shapes(*small_map())
    assert edges_of(perception.graph) == EXPECTED
    assert [record.stage for record in perception.stages] == [
        "text",
        "strokes",
        "stations",
        "edges",
        "graph",
    ]
    assert all(record.seconds >= 0 and 0 <= record.confidence <= 1 for record in perception.stages)
    assert perception.stages[-1].counts["edges"] == len(EXPECTED)
    assert {layer.id for layer in perception.layers} == {line.id for line in perception.graph.lines}


def test_a_large_picture_is_reduced_and_the_graph_is_in_its_own_pixels() -> None:
    picture, reading = small_map(scale=3)
    config = PerceptionConfig(working_pixels=picture.width * picture.height // 4)
    graph = perceive_shapes(picture, reading, config).graph
    assert (graph.width, graph.height) == (2400, 1500)
    assert edges_of(graph) == EXPECTED
    alba = next(station for station in graph.stations if station.name == "Alba")
    assert alba.xy == pytest.approx((300, 300), abs=8)


def test_the_same_input_gives_the_same_graph() -> None:
    one, other = perceive_shapes(*small_map()).graph, perceive_shapes(*small_map()).graph
    assert json.dumps(one.to_dict()) == json.dumps(other.to_dict())


@pytest.mark.parametrize("kind", ["white", "black", "noise", "gradient", "tiny"])
def test_what_is_no_map_gives_an_empty_graph_with_a_note(kind: str) -> None:
    rng = np.random.default_rng(3)
    rgb = {
        "white": canvas(),
        "black": canvas(color=(0, 0, 0)),
        "noise": rng.integers(0, 256, (300, 400, 3)).astype(np.uint8),
        "gradient": np.repeat(
            np.linspace(0, 255, 400).astype(np.uint8)[None, :, None].repeat(300, 0), 3, axis=2
        ),
        "tiny": canvas(16, 16),
    }[kind]
    graph = perceive_shapes(picture_of(rgb), NO_TEXT).graph
    assert graph.stations == ()
    assert graph.edges == ()
    assert any("no map" in note for note in graph.notes)


def test_a_page_of_text_gives_no_edges() -> None:
    rgb = canvas(600, 400)
    lines = tuple(label("Some words of a page", (40, 40 + 40 * i), 20.0) for i in range(8))
    for item in lines:
        for x, y in item.polygon[:1]:
            for step in range(12):
                rgb[int(y) : int(y) + 16, int(x) + 14 * step : int(x) + 14 * step + 5] = 20
    graph = perceive_shapes(picture_of(rgb), TextReading(lines, "drawn")).graph
    assert graph.edges == ()


def test_the_cache_key_changes_with_every_setting() -> None:
    config = PerceptionConfig()
    others = [
        replace(config, ocr="other"),
        replace(config, text=TextConfig(min_confidence=0.1)),
        replace(config, max_pixels=1),
        replace(config, working_pixels=1),
    ]
    keys = {config.cache_key(), *(other.cache_key() for other in others)}
    assert len(keys) == 5
    assert config.cache_key() == PerceptionConfig().cache_key()
    assert hash(config) == hash(PerceptionConfig())


def test_scaling_a_reading_scales_every_length() -> None:
    item = label("Alba", (10, 20), 8.0)
    reading = TextReading((replace(item, pieces=(item,)),), "drawn", 1.5)
    scaled = scaled_reading(reading, 2.0)
    assert scaled.lines[0].height == 16.0
    assert scaled.lines[0].polygon[0] == (20.0, 32.0)
    assert scaled.lines[0].pieces[0].polygon[0] == (20.0, 32.0)
    assert scaled.seconds == 1.5
    assert scaled_reading(reading, 1.0) is reading


@pytest.mark.parametrize("content", [b"", b"no picture"])
def test_a_broken_picture_is_an_error_that_names_it(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "map.png"
    path.write_bytes(content)
    with pytest.raises(BadPicture, match=r"map\.png"):
        perceive(path)


def test_the_command_fails_on_a_missing_picture(tmp_path: Path) -> None:
    result = CliRunner().invoke(command_line(), [str(tmp_path / "none.png")])
    assert isinstance(result.exception, BadPicture)
    assert "none.png" in str(result.exception)


@pytest.mark.ocr
@pytest.mark.shared
def test_cleveland_is_read_rightly_from_triskett_to_west_25th(shared: Path) -> None:
    image = shared / "datasets/maptab_sample/metromap/images/america/cleveland.png"
    graph = perceive(image).graph
    walked = walkable(graph)
    end = next(name for name in walked if name.startswith("w25th"))
    way = nx.shortest_path(walked, "triskett", end)
    assert len(way) == 5
    assert [name[:6] for name in way[:4]] == ["triske", "w117th", "westbo", "w65thl"]


@pytest.mark.ocr
@pytest.mark.shared
def test_angkor_is_read_rightly_from_baphuon_to_pre_rup(shared: Path) -> None:
    image = shared / "datasets/maptab_sample/travelmap/images/cambodia/angkorWar.png"
    graph = perceive(image).graph
    ways = list(nx.all_shortest_paths(walkable(graph), "巴方寺", "比粒寺"))
    assert ways == [["巴方寺", "巴戎寺", "圣剑寺", "龙蟠水池", "塔逊庙", "东梅硼", "比粒寺"]]


@pytest.mark.ocr
@pytest.mark.shared
def test_the_command_writes_graph_and_overlay(shared: Path, tmp_path: Path) -> None:
    image = shared / "datasets/maptab_sample/travelmap/images/cambodia/angkorWar.png"
    out, overlay = tmp_path / "graph.json", tmp_path / "overlay.png"
    result = CliRunner().invoke(
        command_line(), [str(image), "--out", str(out), "--overlay", str(overlay)]
    )
    assert result.exit_code == 0, result.output
    data = json.loads(out.read_text(encoding="utf-8"))
    assert data["image"] == {"path": str(image), "width": 790, "height": 827}
    assert set(data["stations"][0]) >= {"id", "name", "xy", "lines", "confidence"}
    assert set(data["edges"][0]) >= {"source", "target", "lines", "polyline", "confidence"}
    assert Image.open(overlay).size == (790, 827)
