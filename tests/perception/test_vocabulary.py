from __future__ import annotations

import cv2
import numpy as np
import pytest

from perception.perceive import perceive_shapes
from perception.picture import Picture
from perception.stations.vocabulary import fits, named_labels
from perception.text_reading import TextItem, TextReading
from tests.perception.drawn import RED, Point, Rgb, canvas, label, ring, stroke
from tools.table_vocabulary import TableVocabulary

ROW: dict[str, Point] = {
    "Ashford": (60, 150),
    "Elmstead": (200, 150),
    "Firwood": (340, 150),
    "Oakham": (480, 150),
    "Pinehurst": (620, 150),
}
NAMES = tuple(ROW)


def row(without_marks: tuple[str, ...] = ()) -> Rgb:
    picture = canvas(700, 300)
    stroke(picture, [(60, 150), (620, 150)], RED)
    for name, at in ROW.items():
        if name not in without_marks:
            ring(picture, at)
    return picture


def under(name: str, text: str | None = None) -> TextItem:
    x, y = ROW[name]
    text = text or name
    return label(text, (x - 4.2 * len(text), y + 26))


def read(
    picture: Rgb, lines: list[TextItem], names: tuple[str, ...] = NAMES
) -> tuple[dict[str, Point], set[str], tuple[str, ...]]:
    """Return where each station is, the edges as "A-B", and the notes."""
    for item in lines:  # lettering that the text mask covers
        (x0, y0), _, (x1, y1), _ = item.polygon
        for x in np.arange(x0 + 2, x1 - 2, 8):
            cv2.line(picture, (int(x), int(y0) + 3), (int(x), int(y1) - 3), (0, 0, 0), 2)
    shown = Picture("map.png", picture, picture.shape[1], picture.shape[0], "")
    graph = perceive_shapes(
        shown, TextReading(tuple(lines), "none"), vocabulary=TableVocabulary(names)
    ).graph
    named = {s.id: s.name for s in graph.stations}
    assert len(set(filter(None, named.values()))) == len([n for n in named.values() if n])
    edges = {"-".join(sorted((named[e.source], named[e.target]))) for e in graph.edges}
    return {s.name: s.xy for s in graph.stations}, edges, graph.notes


CHAIN = {"Ashford-Elmstead", "Elmstead-Firwood", "Firwood-Oakham", "Oakham-Pinehurst"}


def test_names_are_read_as_the_table_writes_them_and_titles_are_none() -> None:
    lines = [under(name) for name in ROW]
    lines[1] = under("Elmstead", "EImstcad")
    lines.append(label("Northern Region", (180, 60), 16.0))
    places, edges, _ = read(row(), lines)
    assert set(places) == set(NAMES)
    assert edges == CHAIN
    for name, (x, y) in ROW.items():
        assert places[name] == pytest.approx((x, y), abs=4)


def test_a_text_that_holds_two_names_names_two_stations() -> None:
    lines = [under(name) for name in ("Ashford", "Elmstead", "Pinehurst")]
    lines.append(label("Firwood Oakham", (330, 176), 16.0))
    places, edges, _ = read(row(), lines)
    assert edges == CHAIN
    assert places["Firwood"][0] < places["Oakham"][0]


def test_a_name_without_a_mark_gets_a_station_at_the_line() -> None:
    places, edges, _ = read(row(("Firwood",)), [under(name) for name in ROW])
    assert edges == CHAIN
    assert places["Firwood"] == pytest.approx((340, 150), abs=25)


def test_the_last_name_goes_to_the_last_mark() -> None:
    lines = [under(name) for name in ROW if name != "Firwood"]
    places, edges, _ = read(row(), lines)
    assert edges == CHAIN
    assert places["Firwood"] == pytest.approx(ROW["Firwood"], abs=4)


def test_names_of_another_map_are_left_aside_with_a_note() -> None:
    names = ("Zwolle", "Leiden", "Utrecht", "Breda")
    places, _, notes = read(row(), [under(name) for name in ROW], names)
    assert set(NAMES) <= set(places)
    assert any("read without them" in note for note in notes)


def test_a_name_in_two_pieces_is_found_together() -> None:
    vocabulary = TableVocabulary(("Mt Vernon Sq_7th St Convention Ctr", "Navy Yard"))
    upper = label("Mt Vernon Sq 7th St", (10, 10), 14.0)
    lower = label("Convention Ctr", (24, 40), 14.0)
    named = named_labels([upper, lower, label("Navy Yard", (300, 10), 14.0)], vocabulary)
    both = [
        label
        for label, name in zip(named.labels, named.names, strict=True)
        if vocabulary.names[name].startswith("Mt Vernon") and set(label.lines) >= {0, 1}
    ]
    assert both
    assert max(label.worth for label in both) >= max(
        label.worth
        for label, name in zip(named.labels, named.names, strict=True)
        if vocabulary.names[name].startswith("Mt Vernon") and len(label.lines) == 1
    )


def test_a_name_printed_twice_may_be_borne_twice_but_not_a_part_of_another() -> None:
    vocabulary = TableVocabulary(("Park", "Park Lane", "Quay"))
    items = [
        label("Park", (0, 0)),
        label("Park", (0, 200)),
        label("Quay", (300, 0)),
        label("Park Lane", (300, 200)),
    ]
    copies = named_labels(items, vocabulary).copies
    assert copies == {vocabulary.names.index("Park"): 2}
    alone = named_labels([items[0], items[2], items[3]], vocabulary)
    assert alone.copies == {}


def test_a_vocabulary_fits_where_its_names_are_printed() -> None:
    lines = [under(name) for name in ROW]
    assert fits(lines, TableVocabulary(NAMES))
    assert not fits(lines, TableVocabulary(("Zwolle", "Leiden", "Utrecht")))
    assert not fits([], TableVocabulary(NAMES))


def test_the_order_of_the_table_does_not_tell() -> None:
    lines = [under(name) for name in ROW]
    one = named_labels(lines, TableVocabulary(NAMES))
    other = named_labels(lines, TableVocabulary(NAMES[::-1]))
    assert [x.item for x in one.labels] == [x.item for x in other.labels]


def test_the_graph_tells_what_was_printed_where_the_table_gives_the_name() -> None:
    lines = [under(name) for name in ROW]
    lines[1] = under("Elmstead", "Elmstad")
    picture = row()
    shown = Picture("map.png", picture, picture.shape[1], picture.shape[0], "")
    graph = perceive_shapes(
        shown, TextReading(tuple(lines), "none"), vocabulary=TableVocabulary(NAMES)
    ).graph
    printed = {station.name: station.printed for station in graph.stations}
    assert printed["Elmstead"] == "Elmstad"
    assert printed["Ashford"] == ""
