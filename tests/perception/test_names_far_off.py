"""Names that stand far from their marks, in frames, or in one row that was read as one line."""

from __future__ import annotations

from dataclasses import replace

import cv2

from perception.stages import StationCandidate
from perception.stations.find import find_stations
from perception.stations.same_names import join_same_names
from perception.text_reading import TextItem, TextReading
from tests.perception.drawn import BLUE, RED, Point, Rgb, canvas, ring, stroke
from tests.perception.test_markers import layers_of

INK = (20, 20, 20)
FONT, SIZE = cv2.FONT_HERSHEY_SIMPLEX, 0.5


def written(picture: Rgb, text: str, at: Point) -> TextItem:
    """Print a line of text from its left end on, and return what a recogniser makes of it."""
    (wide, high), low = cv2.getTextSize(text, FONT, SIZE, 1)
    x, y = round(at[0]), round(at[1])
    cv2.putText(picture, text, (x, y), FONT, SIZE, INK, 1, cv2.LINE_AA)
    corners = ((x, y - high), (x + wide, y - high), (x + wide, y + low), (x, y + low))
    polygon = tuple((float(a), float(b)) for a, b in corners)
    return TextItem(text, polygon, height=float(high + low))


def as_one(items: list[TextItem]) -> TextItem:
    """Return the reading that runs over several names in one row."""
    first, last = items[0], items[-1]
    polygon = (first.polygon[0], last.polygon[1], last.polygon[2], first.polygon[3])
    return TextItem(" ".join(item.text for item in items), polygon, height=first.height)


def placed(found: tuple[StationCandidate, ...]) -> dict[str, tuple[int, int]]:
    return {
        s.label.text: (round(s.markers[0].xy[0]), round(s.markers[0].xy[1]))
        for s in found
        if s.label is not None
    }


def near(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return abs(one[0] - other[0]) <= 3 and abs(one[1] - other[1]) <= 3


def map_with(names: list[str], below: int) -> tuple[Rgb, list[TextItem]]:
    picture = canvas(150 + 120 * len(names), 300)
    stroke(picture, [(40, 120), (100 + 120 * len(names), 120)], RED, 12)
    items = []
    for k, name in enumerate(names):
        ring(picture, (100 + 120 * k, 120))
        if name:
            items.append(written(picture, name, (100 + 120 * k - 4.5 * len(name), 120 + below)))
    return picture, items


def test_a_reading_over_two_names_is_taken_apart_between_two_marks() -> None:
    names = ["Ashby", "Brook", "Long Acre", "Old Forge", "Elm", "Ford"]
    picture, items = map_with(names, 40)
    reading = TextReading((*items[:2], as_one(items[2:4]), *items[4:]), "drawn")
    found = placed(find_stations(picture, reading, layers_of(picture, RED)))
    assert set(found) == set(names)
    assert all(near(found[name], (100 + 120 * k, 120)) for k, name in enumerate(names))


def test_a_name_of_two_words_stays_whole() -> None:
    names = ["Ashby", "Brook", "Long  Acre", "Dene", "Elm", "Ford"]
    picture, items = map_with(names, 40)
    found = placed(
        find_stations(picture, TextReading(tuple(items), "drawn"), layers_of(picture, RED))
    )
    assert set(found) == set(names)


def test_a_frame_beside_a_mark_holds_its_name_and_is_no_station() -> None:
    names = ["Ashby", "Brook", "Coombe", "Dene", "Elm", ""]
    picture, items = map_with(names, 34)
    cv2.rectangle(picture, (660, 150), (760, 200), RED, 3)
    items.append(written(picture, "Ford", (695, 180)))
    found = find_stations(picture, TextReading(tuple(items), "drawn"), layers_of(picture, RED))
    assert near(placed(found)["Ford"], (700, 120))
    assert len(found) == len(names)


def test_a_name_behind_a_sign_goes_to_the_station_left_nameless() -> None:
    names = ["Ashby", "Brook", "Coombe", "", "Elm", "Ford"]
    picture, items = map_with(names, 34)
    cv2.rectangle(picture, (445, 142), (475, 180), (90, 90, 90), -1)
    items.append(written(picture, "Dene", (440, 220)))
    found = find_stations(picture, TextReading(tuple(items), "drawn"), layers_of(picture, RED))
    assert near(placed(found)["Dene"], (460, 120))


def test_rings_round_a_circle_belong_to_the_mark() -> None:
    names = ["Ashby", "Brook", "Coombe", "Dene", "Elm", "Ford"]
    picture, items = map_with(names, 44)
    for at in ((100, 120), (700, 120)):
        cv2.circle(picture, at, 26, INK, -1, cv2.LINE_AA)
        cv2.circle(picture, at, 18, RED, -1, cv2.LINE_AA)
        cv2.circle(picture, at, 12, (255, 255, 255), -1, cv2.LINE_AA)
    found = find_stations(picture, TextReading(tuple(items), "drawn"), layers_of(picture, RED))
    radii = {s.label.text: s.markers[0].radius for s in found if s.label is not None}
    assert set(radii) == set(names)
    assert 24 <= radii["Ashby"] <= 30
    assert 24 <= radii["Ford"] <= 30
    assert radii["Elm"] <= 14


def test_one_name_at_two_dots_near_each_other_is_one_station() -> None:
    picture, items = map_with(["Ashby", "Brook", "Coombe", "Dene", "Elm", "Ford"], 34)
    stroke(picture, [(340, 170), (340, 290)], BLUE, 12)
    for y in (180, 260):
        ring(picture, (340, y))
    items += [written(picture, "Coombe", (356, 184)), written(picture, "Upton", (356, 264))]
    strokes = layers_of(picture, RED, BLUE)
    found = find_stations(picture, TextReading(tuple(items), "drawn"), strokes)
    named = [s for s in found if s.label is not None and s.label.text == "Coombe"]
    assert [len(s.markers) for s in named] == [2]
    far = join_same_names([named[0], moved(named[0], 400.0)])
    assert len(far) == 2


def moved(station: StationCandidate, by: float) -> StationCandidate:
    markers = tuple(replace(m, xy=(m.xy[0] + by, m.xy[1])) for m in station.markers)
    return replace(station, markers=markers)
