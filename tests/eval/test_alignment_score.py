from __future__ import annotations

from eval.reading.alignment_score import score_alignment
from perception.map_graph import MapGraph, MapStation
from perception.scoring.truth_score import MapTruth

NAMES = ("Ashford", "Elmstead", "Firwood")


def graph(*stations: tuple[str, float, str]) -> MapGraph:
    return MapGraph(
        "map.png",
        1000,
        500,
        stations=tuple(
            MapStation(f"S{i}", name, (x, 100.0), printed=printed)
            for i, (name, x, printed) in enumerate(stations)
        ),
    )


def test_a_name_at_another_station_s_place_is_not_right() -> None:
    truth = MapTruth(
        NAMES,
        frozenset(),
        {"Ashford": ((100, 100),), "Elmstead": ((130, 100),), "Firwood": ((500, 100),)},
    )
    found = score_alignment(
        graph(("Ashford", 101, ""), ("Elmstead", 102, ""), ("Firwood", 900, "")), truth
    )
    assert (found.found, found.expected, found.right) == (3, 3, 1)


def test_without_places_the_printed_text_decides() -> None:
    truth = MapTruth(NAMES, frozenset(), other_names={"Firwood": ("冷杉林",)})
    found = score_alignment(
        graph(("Ashford", 1, "Ashfrd"), ("Elmstead", 2, "Quay"), ("Firwood", 3, "冷杉林")), truth
    )
    assert (found.found, found.right) == (3, 2)


def test_a_label_in_two_scripts_prints_either() -> None:
    truth = MapTruth(("Ashford", "Elmstead"), frozenset())
    read = graph(("Ashford", 1, "白蜡津 Ashford"), ("Elmstead", 2, "榆树镇 Quayside"))
    assert score_alignment(read, truth).right == 1


def test_places_are_scaled_to_the_picture_that_was_read() -> None:
    truth = MapTruth(("Ashford",), frozenset(), {"Ashford": ((50, 50),)}, size=(500, 250))
    assert score_alignment(graph(("Ashford", 100, "")), truth).recall == 1.0
