from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from perception.errors import BadPicture, ConfigError
from perception.map_graph import MapGraph
from perception.perceive import LayerSummary
from perception.text_reading import TextItem, TextReading
from tools.ask_about_map import ask_about_map
from tools.look_closer import Look, clip_box, look_closer
from tools.map_reader import Read
from tools.picture_size import picture_size


class Texts:
    """Reads given texts at given places."""

    def __init__(self, *found: tuple[str, float, float]) -> None:
        self._found = found

    def describe(self) -> dict[str, Any]:
        return {}

    def text(self, image: Path) -> Read[TextReading]:
        lines = tuple(
            TextItem(text, ((x - 9, y - 2), (x + 9, y - 2), (x + 9, y + 2), (x - 9, y + 2)))
            for text, x, y in self._found
        )
        return Read(TextReading(lines, "given"), True)

    def lines(self, image: Path, names: Sequence[str] = ()) -> Read[tuple[LayerSummary, ...]]:
        raise NotImplementedError

    def graph(self, image: Path, names: Sequence[str] = ()) -> Read[MapGraph]:
        raise NotImplementedError


class Eyes:
    def look(self, image: Path, part: Look | None, question: str) -> tuple[str, dict[str, Any]]:
        return f"{question} {part.box if part else 'whole'}", {"requests": 1}


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("look") / "map.png"
    Image.new("RGB", (200, 100), "white").save(path)
    return path


def test_the_text_in_a_part_is_told_top_to_bottom(image: Path) -> None:
    reader = Texts(("low", 50, 80), ("high", 60, 20), ("outside", 150, 50), ("edge", 100, 50))
    found = look_closer(image, (0, 0, 100, 100), reader)
    assert [text for text, _, _ in found.value.texts] == ["high", "low"]
    assert found.summary == {"box": [0, 0, 100, 100], "text_lines": 2}


@given(st.tuples(*[st.floats(-1e12, 1e12)] * 4))
def test_any_part_is_within_the_picture_or_refused(box: tuple[float, ...]) -> None:
    path = Path(__file__).with_name("no such picture")
    sizes = {path: (200, 100)}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tools.look_closer.picture_size", sizes.__getitem__)
        try:
            look = clip_box(path, (box[0], box[1], box[2], box[3]))
        except ConfigError as error:
            assert "0 to 200 across" in str(error)
            return
    assert 0 <= look.left < look.left + look.width <= 200
    assert 0 <= look.top < look.top + look.height <= 100


def test_a_viewer_is_asked_about_the_part_on_the_picture(image: Path) -> None:
    found = ask_about_map(Eyes(), image, "What?", (150, 50, 500, 500))
    assert found.value == "What? (150, 50, 50, 50)"
    assert found.summary["usage"] == {"requests": 1}
    assert ask_about_map(Eyes(), image, "What?").value == "What? whole"
    for question in ("", " ", "x" * 601):
        with pytest.raises(ConfigError, match="question"):
            ask_about_map(Eyes(), image, question)


def test_the_size_is_that_of_the_picture_as_turned(tmp_path: Path, image: Path) -> None:
    turned = tmp_path / "turned.jpg"
    exif = Image.Exif()
    exif[0x0112] = 6
    Image.new("RGB", (60, 40)).save(turned, exif=exif)
    assert picture_size(turned) == (40, 60)
    assert picture_size(image) == (200, 100)
    (tmp_path / "broken.png").write_bytes(b"no picture")
    with pytest.raises(BadPicture):
        picture_size(tmp_path / "broken.png")
    with pytest.raises(BadPicture):
        picture_size(tmp_path / "none.png")
