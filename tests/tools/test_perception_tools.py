"""The three tools that read pictures, on a drawn map and on broken files."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageDraw, ImageFont

from perception.errors import BadPicture, ConfigError
from perception.map_graph import MapGraph
from perception.perceive import PerceptionConfig
from tests.agent.truth_reader import TruthReader
from tools.build_graph import build_graph
from tools.cached_reader import CachedReader
from tools.map_reader import MapReader
from tools.read_text import read_text
from tools.recorded_call import ToolResult, record_call
from tools.trace_lines import trace_lines

Tool = Callable[[Path, MapReader], ToolResult[Any]]
NAMES = ("Harbour", "Old Mill", "Kings Hill")


@pytest.fixture(scope="module")
def picture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One line with three named stops."""
    path = tmp_path_factory.mktemp("picture") / "map.png"
    image = Image.new("RGB", (640, 240), "white")
    draw = ImageDraw.Draw(image)
    draw.line((80, 120, 560, 120), fill="#d03030", width=10)
    for x, name in zip((80, 320, 560), NAMES, strict=True):
        draw.ellipse((x - 9, 111, x + 9, 129), fill="white", outline="black", width=3)
        draw.text((x, 165), name, fill="black", font=ImageFont.load_default(22), anchor="mm")
    image.save(path)
    return path


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.mark.ocr
def test_a_drawn_map_is_read_stage_by_stage_and_kept(picture: Path, folder: Path) -> None:
    reader = CachedReader(folder=folder)
    text = read_text(picture, reader)
    assert {line.text for line in text.value.lines} >= set(NAMES)
    assert text.confidence is not None
    assert 0.5 < text.confidence <= 1.0
    lines = trace_lines(picture, reader)
    assert len(lines.value) == 1
    graph = build_graph(picture, reader)
    names = {station.id: station.name for station in graph.value.stations}
    edges = {frozenset((names[e.source], names[e.target])) for e in graph.value.edges}
    assert edges == {frozenset(NAMES[:2]), frozenset(NAMES[1:])}
    # The stages after the text run once for both tools.
    assert [result.cached for result in (text, lines, graph)] == [False, False, True]

    again = pickle.loads(pickle.dumps(reader))
    for tool, first in ((read_text, text), (trace_lines, lines), (build_graph, graph)):
        kept = tool(picture, again)
        assert kept.cached
        assert kept.value == first.value
        assert kept.summary == first.summary


@pytest.mark.parametrize("tool", [read_text, trace_lines, build_graph])
@pytest.mark.parametrize("content", [None, b"", b"\x89PNG\r\n\x1a\n cut off"])
def test_a_broken_picture_is_named(tmp_path: Path, tool: Tool, content: bytes | None) -> None:
    image = tmp_path / "broken.png"
    if content is not None:
        image.write_bytes(content)
    with pytest.raises(BadPicture, match=r"broken\.png"):
        tool(image, CachedReader(folder=tmp_path / "cache"))


def test_a_picture_without_a_map_is_refused(tmp_path: Path) -> None:
    empty = TruthReader(lambda image: MapGraph(str(image), 10, 10))
    with pytest.raises(BadPicture, match="no map was found"):
        build_graph(tmp_path / "photo.png", empty)


def test_a_call_is_recorded_with_its_result_or_its_error(tmp_path: Path) -> None:
    def found() -> ToolResult[int]:
        return ToolResult(7, {"found": 7}, 0.5, cached=True)

    done = record_call("read_text", {"image": "map.png"}, found)
    assert (done.value, done.error) == (7, None)
    assert (done.record.result, done.record.confidence, done.record.cached) == (
        {"found": 7},
        0.5,
        True,
    )
    assert done.record.seconds >= 0.0

    def failed() -> ToolResult[int]:
        raise BadPicture("is a folder", file="map.png")

    done = record_call("read_text", {"image": "map.png"}, failed)
    assert done.record.error == "BadPicture: map.png: is a folder"
    with pytest.raises(BadPicture):
        _ = done.value


def test_an_unknown_recogniser_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="ppocr-v6-small"):
        CachedReader(PerceptionConfig(ocr="guess"), tmp_path)


def test_the_description_tells_settings_and_weights_apart(tmp_path: Path) -> None:
    first = CachedReader(folder=tmp_path).describe()
    assert first["text"]["engine"]["kind"]
    assert first["shapes"]["code"]
    assert first == CachedReader(folder=tmp_path / "elsewhere").describe()
