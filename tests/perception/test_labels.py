"""Runs of lines that may be one name."""

from __future__ import annotations

from perception.stations.labels import label_candidates
from perception.stations.rejoining import rejoin
from perception.stations.scripts import script_of
from perception.text_reading import TextItem

HEIGHT = 20.0
TOWNS = ("Baikou", "Shuifeng", "Xingyuan", "Pudong")


def line(text: str, x: float, y: float, height: float = HEIGHT) -> TextItem:
    width = 0.55 * height * len(text)
    return TextItem(
        text, ((x, y), (x + width, y), (x + width, y + height), (x, y + height)), height=height
    )


def names(*lines: TextItem) -> dict[tuple[int, ...], str]:
    found = label_candidates(lines, [2.0] * len(lines), [None] * len(lines))
    return {label.lines: label.item.text for label in found}


def test_stacked_lines_are_offered_joined_and_alone() -> None:
    found = names(line("West Boulevard-", 0, 0), line("Cudell", 20, 18))
    assert found == {(0,): "West Boulevard-", (1,): "Cudell", (0, 1): "West Boulevard-Cudell"}


def test_a_line_in_parentheses_belongs_to_the_label_but_not_to_the_name() -> None:
    found = names(line("W.65th - Lorain", 0, 0), line("(Eco-Village)", 10, 18))
    assert found[0, 1] == "W.65th - Lorain"


def test_what_stands_in_parentheses_below_a_name_is_none_itself() -> None:
    notes = ("(City Hall)", "(Park and Ride)", "(Hospital)")
    lines = []
    for k, (name, spelled, note) in enumerate(
        zip(TOWNS, ("白口", "水凤", "星园"), notes, strict=False)
    ):
        lines += [
            line(name, 300.0 * k, 0),
            line(spelled, 300.0 * k, 19, 16),
            line(note, 300.0 * k, 35, 15),
        ]
    lines += [line(name, 300.0 * k, 200) for k, name in enumerate(TOWNS)]
    found = names(*lines)
    for k, name in enumerate(TOWNS[:3]):
        assert found[3 * k, 3 * k + 1, 3 * k + 2] == name
        assert (3 * k + 2,) not in found
    assert "(City Hall)" in names(*(line(n, 300.0 * k, 0) for k, n in enumerate(notes))).values()


def test_lines_far_apart_or_of_other_sizes_are_not_joined() -> None:
    assert set(names(line("Harbour", 0, 0), line("Market", 0, 60))) == {(0,), (1,)}
    assert set(names(line("Harbour", 0, 0), line("Market", 0, 22, height=44))) == {(0,), (1,)}


def test_no_line_is_skipped_between_two_that_are_joined() -> None:
    found = names(
        line("New York Ave", 0, 0), line("Florida Ave", 0, 18), line("Gallaudet U", 0, 36)
    )
    assert (0, 2) not in found
    assert found[0, 1, 2] == "New York Ave Florida Ave Gallaudet U"


def test_names_in_two_scripts_are_read_in_the_larger_one() -> None:
    pairs = [
        ("海淀黄庄", "HAIDIAN"),
        ("知春路", "ZHICHUN"),
        ("牡丹园", "MUDAN"),
        ("北土城", "BEITU"),
    ]
    lines = []
    for k, (name, spelled) in enumerate(pairs):
        lines += [line(name, 200.0 * k, 0), line(spelled, 200.0 * k, 17, height=11)]
    found = names(*lines)
    for k, (name, _) in enumerate(pairs):
        assert found[2 * k, 2 * k + 1] == name
    assert not any((2 * k + 1,) in found for k in range(len(pairs)))


def test_lines_of_one_box_are_one_name() -> None:
    box = (7, ((0.0, 0.0), (200.0, 0.0), (200.0, 60.0), (0.0, 60.0)))
    lines = [line("Castle", 10, 20), line("Yard", 80, 20), line("Elsewhere", 10, 80)]
    found = label_candidates(lines, [2.0] * 3, [box, box, None])
    strains = {label.lines: label.strain for label in found}
    assert strains[0, 1] == 0 < strains[0,]
    assert not any(2 in label.lines and len(label.lines) > 1 for label in found)


def test_a_join_wider_than_the_maps_own_pitch_is_strained() -> None:
    tight = [
        item
        for k in range(4)
        for item in (line("Upper", 200.0 * k, 0), line("Town", 200.0 * k, 15))
    ]
    lines = [*tight, line("Harbour", 900, 0), line("Market", 900, 24)]
    labels = label_candidates(lines, [2.0] * len(lines), [None] * len(lines))
    chosen = [k for k, label in enumerate(labels) if len(label.lines) == 2 and label.lines[0] < 8]
    more = {label.lines: extra for label, extra in zip(labels, rejoin(labels, chosen), strict=True)}
    assert more[8, 9] > more[0, 1] + 0.3
    assert more[0,] == 0


def test_scripts_are_told_by_most_letters() -> None:
    assert script_of("台北101") == "HAN"
    assert script_of("Île-de-France") == "LATIN"
    assert script_of("Невский") == "CYRILLIC"
    assert script_of("42") == ""


def test_a_translation_below_a_name_is_no_other_name() -> None:
    stacks = [
        ("Harbour", "Гавань", "נמל"),
        ("Old Mill", "Мельница", "טחנה"),
        ("Quay", "Причал", "רציף"),
    ]
    lines = [
        line(text, 300 * k, 18 * row, height=20 if row == 0 else 17)
        for k, stack in enumerate(stacks)
        for row, text in enumerate(stack)
    ]
    alone = line("Вокзал", 1200, 0, height=8)
    found = names(*lines, alone)
    assert {found[key] for key in found if key != (9,)} == {"Harbour", "Old Mill", "Quay"}
    assert found[9,] == "Вокзал"
