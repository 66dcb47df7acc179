"""Joining the lines of a name."""

from __future__ import annotations

import pytest

from perception.text.lines import join_lines, joined
from perception.text_reading import TextItem, TextReading


def line(text: str, x: float, y: float, *, width: float = 100, height: float = 20) -> TextItem:
    corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    return TextItem(text, corners, 0.0, 0.99, height)


def names(*lines: TextItem) -> list[str]:
    return [item.text for item in join_lines(TextReading(lines, "drawn"))]


def test_lines_of_one_pitch_and_edge_are_one_name() -> None:
    assert names(line("Swami Vivekananda", 0, 0), line("Road", 0, 20, width=40)) == [
        "Swami Vivekananda Road"
    ]


def test_centred_and_right_aligned_lines_are_joined() -> None:
    assert names(line("National", 0, 0), line("Airport", 20, 20, width=60)) == ["National Airport"]
    assert names(line("National", 0, 0), line("Airport", 40, 20, width=60)) == ["National Airport"]


def test_a_column_of_stations_is_not_joined() -> None:
    assert names(*(line(f"Stop {'ABCD'[k]}", 0, 32 * k) for k in range(4))) == [
        "Stop A",
        "Stop B",
        "Stop C",
        "Stop D",
    ]


def test_a_map_with_tight_names_keeps_its_wider_steps_apart() -> None:
    tight = [
        line(f"{t} {h}", x, y)
        for x in (0, 300, 600)
        for t, h, y in (("Upper", "Town", 0), ("Lower", "Town", 18))
    ]
    apart = [line("Harbour", 900, 0), line("Market", 900, 23)]
    assert names(*tight, *apart)[-2:] == ["Harbour", "Market"]


def test_a_number_and_another_script_are_not_joined() -> None:
    assert names(line("Harbour", 0, 0), line("1.9", 0, 20)) == ["Harbour", "1.9"]
    assert names(line("西单", 0, 0), line("Xidan", 0, 20)) == ["西单", "Xidan"]


@pytest.mark.parametrize(
    ("parts", "name"),
    [
        (("大安", "森林公園"), "大安森林公園"),
        (("Édouard-", "Montpetit"), "Édouard-Montpetit"),
        (("Smith-", "sonian"), "Smithsonian"),
        (("Pont-", "sur-Yonne"), "Pont-sur-Yonne"),
        (("Tower City -", "Public Square"), "Tower City - Public Square"),
        (("Louise /", "Louiza"), "Louise / Louiza"),
    ],
)
def test_the_text_across_a_line_break(parts: tuple[str, str], name: str) -> None:
    item = joined([line(parts[0], 0, 0), line(parts[1], 0, 20)])
    assert item.text == name
    assert [piece.text for piece in item.pieces] == list(parts)
    assert item.polygon == ((0, 0), (100, 0), (100, 40), (0, 40))
