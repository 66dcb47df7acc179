"""The six error classes of MapTab, on made cases of each."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from eval.comparison.answers import Answer, key_of
from eval.comparison.error_classes import ErrorClass, Topology, classify
from eval.maptab.benchmark import BENCHMARK as MAPTAB
from eval.maptab.kinds import get_kind
from eval.metrics.scores import score_answer
from eval.systems import Outcome

# Lines 1 and 2 cross between Cedar and Gorse without a station.
LINES = {
    "1": ("Alder", "Birch", "Cedar", "Dune", "Elm"),
    "2": ("Fir", "Birch", "Gorse", "Dune"),
    "3": ("Hazel", "Ivy"),
}
TOPOLOGY = Topology(
    {
        frozenset(pair): frozenset(
            line for line, stops in LINES.items() if pair in itertools.pairwise(stops)
        )
        for stops in LINES.values()
        for pair in itertools.pairwise(stops)
    }
)


def answer(
    response: str | None,
    *references: str,
    kind: str = "metromap/only_map",
    outcome: Outcome | None = None,
    **more: Any,
) -> Answer:
    domain, name = kind.split("/")
    record = {"routes": list(references), "question": "?", "weights": [1.0, 0, 0, 0], **more}
    found = get_kind(domain, name)
    score = score_answer(found, record, response, outcome)
    facts = MAPTAB.facts(found, record)
    return Answer(found, key_of(found, facts), 0, record, response or "", score, facts)


def classes(response: str | None, *references: str, **more: Any) -> list[str]:
    return [each.value for each in classify(answer(response, *references, **more), TOPOLOGY)]


def test_a_right_answer_is_in_no_class() -> None:
    assert classes("Alder-Birch-Cedar", "Alder-Birch-Cedar") == []


@pytest.mark.parametrize(
    "response",
    [
        "",
        "I cannot see a route.",
        "Wait. Let me look again - the red line starts at Alder\nSo Alder-Birch-Cedar",
        "Alder-Birch--Cedar",
        "Let us think about it step by step: the first station is certainly Alder, and then "
        "-Birch-Cedar",
    ],
)
def test_what_is_no_route_is_an_error_of_format(response: str) -> None:
    assert classes(response, "Alder-Birch-Cedar") == ["output format"]


@pytest.mark.parametrize("outcome", [Outcome.NO_ANSWER, Outcome.REFUSED])
def test_no_answer_is_an_error_of_format(outcome: Outcome) -> None:
    assert classes(None, "Alder-Birch-Cedar", outcome=outcome) == ["output format"]


@pytest.mark.parametrize("outcome", [Outcome.ERROR, Outcome.BAD_RECORD])
def test_a_fault_that_is_not_the_systems_is_in_no_class(outcome: Outcome) -> None:
    assert classes(None, "Alder-Birch-Cedar", outcome=outcome) == []


def test_ends_that_are_swapped_are_an_error_of_perception() -> None:
    assert classes("Cedar-Birch-Alder", "Alder-Birch-Cedar") == ["perception"]


def test_a_station_that_the_map_has_not_is_an_error_of_perception() -> None:
    assert "perception" in classes("Alder-Quay Street-Cedar-Dune", "Alder-Birch-Cedar-Dune")


def test_a_marked_name_that_is_not_to_the_letter_is_an_error_of_perception() -> None:
    reference = "Alder-Birch(transfer)-Gorse"
    assert classes("Alder-Birsh(transfer)-Gorse", reference) == ["perception"]


@pytest.mark.parametrize("response", ["Alder-Birch-Gorse", "Alder(transfer)-Birch(transfer)-Gorse"])
def test_the_right_stations_with_wrong_marks_are_an_error_of_transfer(response: str) -> None:
    assert classes(response, "Alder-Birch(transfer)-Gorse") == ["transfer indeterminate"]


def test_stations_left_out_are_an_error_of_search() -> None:
    assert classes("Alder-Dune-Elm", "Alder-Birch-Cedar-Dune-Elm") == ["path search"]
    # Left out on a line of the map, though on no reference.
    assert classes("Alder-Birch(transfer)-Dune", "Alder-Birch-Cedar-Dune") == ["path search"]


def test_a_longer_way_is_an_error_of_search() -> None:
    reference = "Alder-Birch-Cedar"
    response = "Alder-Birch(transfer)-Gorse-Dune(transfer)-Cedar"
    assert classes(response, reference) == ["path search"]


def test_a_longer_way_with_wrong_marks_is_both() -> None:
    response = "Alder-Birch-Gorse-Dune(transfer)-Cedar"
    assert classes(response, "Alder-Birch-Cedar") == ["path search", "transfer indeterminate"]


def test_an_edge_that_is_not_there_is_an_error_of_topology() -> None:
    response = "Alder-Birch-Cedar(transfer)-Gorse"
    assert classes(response, "Alder-Birch(transfer)-Gorse") == ["topology extraction"]


def test_a_route_with_several_faults_is_in_several_classes() -> None:
    found = classes("Alder-Hazel-Dune-Quay Street", "Alder-Birch-Cedar-Dune-Elm")
    assert found == ["perception", "topology extraction"]


@pytest.mark.parametrize("kind", ["metromap/only_vertex2", "metromap/constraint_1"])
def test_the_shortest_way_against_the_weights_is_an_error_of_lookup(kind: str) -> None:
    reference = "Birch-Gorse-Dune(transfer)-Cedar"
    assert classes("Birch-Cedar", reference, kind=kind) == ["table lookup"]


def test_a_way_neither_short_nor_cheap_is_an_error_of_search() -> None:
    reference = "Birch-Cedar-Dune"
    response = "Birch-Alder-Birch(transfer)-Gorse-Dune"
    assert "path search" in classes(response, reference, kind="metromap/only_vertex2")


def test_a_route_in_its_tags_is_judged_without_them() -> None:
    response = "<route_begin>Cedar-Birch-Alder<route_end>"
    kind = "metromap/constraint_1_totals"
    assert classes(response, "Alder-Birch-Cedar", kind=kind) == ["perception"]


def test_without_a_topology_the_references_tell_what_they_can() -> None:
    reference = "Alder-Birch-Cedar-Dune-Elm"

    def told(response: str) -> list[str]:
        return [each.value for each in classify(answer(response, reference), None)]

    assert told("Elm-Dune-Cedar-Birch-Alder") == ["perception"]
    assert told("Alder-Dune-Elm") == ["path search"]
    assert told("no") == ["output format"]
    assert told("Alder-Birch(transfer)-Cedar-Dune-Elm") == ["transfer indeterminate"]


@pytest.mark.parametrize(
    ("kind", "response", "expected"),
    [
        ("metromap/1_qa_only_pic_global", "three", ErrorClass.OUTPUT_FORMAT),
        ("metromap/1_qa_only_pic_global", "<answer_begin>3<answer_end>", ErrorClass.PERCEPTION),
        ("metromap/5_qa_edge_tab_part", "<answer_begin>3<answer_end>", ErrorClass.TABLE_LOOKUP),
        (
            "travelmap/6_qa_edge_tab_spatial_judge",
            "<answer_begin>0<answer_end>",
            ErrorClass.PATH_SEARCH,
        ),
        (
            "metromap/10_qa_pic_and_tab_global",
            "<answer_begin>0<answer_end>",
            ErrorClass.PERCEPTION,
        ),
    ],
)
def test_a_wrong_number_is_in_the_class_of_what_it_takes(
    kind: str, response: str, expected: ErrorClass
) -> None:
    assert classify(answer(response, kind=kind, answer=1), None) == (expected,)


def test_every_class_is_made_by_some_case() -> None:
    made = {
        *classes("", "Alder-Birch-Cedar"),
        *classes("Cedar-Birch-Alder", "Alder-Birch-Cedar"),
        *classes("Alder-Birch-Cedar-Gorse", "Alder-Birch(transfer)-Gorse"),
        *classes("Alder-Dune-Elm", "Alder-Birch-Cedar-Dune-Elm"),
        *classes("Alder-Birch-Gorse", "Alder-Birch(transfer)-Gorse"),
        *classes("Birch-Cedar", "Birch-Gorse-Dune(transfer)-Cedar", kind="metromap/only_vertex2"),
    }
    assert made == {each.value for each in ErrorClass}
