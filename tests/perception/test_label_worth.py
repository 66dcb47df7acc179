"""Which texts could name a station."""

from __future__ import annotations

from perception.stages import Strokes
from perception.stations.label_worth import line_worths
from perception.text_reading import TextReading
from tests.perception.drawn import RED, canvas, label, stroke
from tests.perception.test_markers import scene_of

NAMES = ("Alba", "Birch", "Cedar", "Dover", "Elmstead", "Fernley")


def worths(codes: tuple[str, ...]) -> list[float]:
    """Return the worth of each code that stands above a name."""
    picture = canvas(900, 200)
    stroke(picture, [(40, 150), (860, 150)], RED, 10)
    items = [label(code, (40 + 140 * k, 60), 13.0) for k, code in enumerate(codes)]
    items += [label(name, (40 + 140 * k, 85), 18.0) for k, name in enumerate(NAMES)]
    scene = scene_of(picture, RED, text=TextReading(tuple(items), "drawn"))
    found = line_worths(scene, [None] * len(scene.lines), Strokes(()))
    texts = {item.text: worth for item, worth in zip(scene.lines, found, strict=True)}
    assert all(texts[name] > 0 for name in NAMES)
    return [texts[code] for code in codes]


def test_index_codes_over_names_are_no_names() -> None:
    assert worths(("A01", "A02", "AO3", "B1l", "B12", "C 7")) == [0.0] * 6


def test_a_few_names_that_look_like_codes_stay() -> None:
    assert min(worths(("T1", "T2"))) > 0
    assert min(worths(("Zoo", "Fort", "Isle", "Moat", "Nave", "Pier"))) > 0


def test_distances_and_times_are_no_names() -> None:
    assert worths(("0.7 km", "350m", "5-10 min", "1 h 20", "约3分钟", "1,2 км"))[:3] == [0.0] * 3
    assert worths(("1,2 км", "约3分钟", "1 h 20 min", "12'", "km", "800 m")) == [0.0] * 6
    assert min(worths(("Km 7", "Minster", "M Street", "Hay", "Mile End", "5 Mai"))) > 0
