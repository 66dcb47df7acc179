"""Rides: what Metro Data means, and plans against brute force."""

from __future__ import annotations

import itertools
from pathlib import Path

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perception.errors import BadQuestion, BadRecord, NoRoute, UnknownStation
from tools.metro_data import MetroData, parse_metro_data
from tools.plan_ride import plan_ride
from tools.read_ride_question import read_ride_question
from tools.ride import RideForm, Segment, read_ride, write_ride
from tools.ride_network import RideNetwork, network_of_metro
from tools.stop_names import clean_name, line_key
from tools.verify_ride import fewest_transfers, verify_ride


def rides(metro: dict[str, list[str]]) -> RideNetwork:
    return network_of_metro(parse_metro_data(metro))


def neighbours(network: RideNetwork, line: int, name: str) -> set[str]:
    found = network.lines[line]
    (station,) = [s for s, own in found.names.items() if own == name]
    return {found.names[other] for other in found.joins[station]}


def test_marks_are_read_off_names_of_either_language() -> None:
    metro = parse_metro_data(
        {
            "1": [
                "甲站（换乘站）",
                "B Station (Transfer Station) (Branch-starting Station)",
                "C (110 St)",
            ]
        }
    )
    first, second, third = metro.lines[0].stops
    assert (first.name, first.transfer, first.branch_start) == ("甲站", True, False)
    assert (second.name, second.transfer, second.branch_start) == ("B Station", True, True)
    assert (third.name, third.transfer) == ("C (110 St)", False)
    assert parse_metro_data(metro.to_text()) == metro


@pytest.mark.parametrize("value", [None, "[", [], {}, {"1": "A"}, {"1": ["A", 3]}, {"1": ["A"]}])
def test_what_is_no_metro_data_is_refused(value: object) -> None:
    with pytest.raises(BadRecord):
        parse_metro_data(value)


def test_columns_of_other_cities_are_passed_over() -> None:
    assert len(parse_metro_data({"Line 1": ["A", "B"], "Azul": None}).lines) == 1


def test_a_reviewed_seam_joins_the_branch_to_where_it_starts() -> None:
    rome = rides(
        {
            "Line B": [
                "Termini Station",
                "Bologna Station (Branch-starting Station)",
                "Rebibbia Station",
                "S. Agnese Annibaliano Station",
                "Jonio Station",
            ]
        }
    )
    assert neighbours(rome, 0, "Rebibbia Station") == {"Bologna Station"}
    assert "S. Agnese Annibaliano Station" in neighbours(rome, 0, "Bologna Station")
    assert not rome.uncertain


def test_an_unreviewed_branch_keeps_its_order_and_is_uncertain() -> None:
    network = rides({"Line 9": ["A", "B", "C (Branch-starting Station)", "D", "E"]})
    doubts = {frozenset(network.stations[s] for s in pair) for _, pair in network.uncertain}
    assert doubts == {frozenset("CD"), frozenset("DE")}
    plan = plan_ride(network, "A", "B")
    assert network.is_certain(network.lines[0], plan.legs[0][1])
    doubtful = plan_ride(network, "A", "E")
    assert not network.is_certain(network.lines[0], doubtful.legs[0][1])


def test_rings_closed_in_the_list_or_by_the_table() -> None:
    listed = rides({"4": ["A", "B", "C", "D", "A"]})
    assert len(listed.stations) == 4
    assert plan_ride(listed, "A", "D").stops == 1
    inner = ["西直门站", "积水潭站", "鼓楼大街站", "安定门站", "车公庄站"]
    assert plan_ride(rides({"Line 2": inner}), "西直门站", "车公庄站").stops == 1
    assert plan_ride(rides({"Line 3": inner}), "西直门站", "车公庄站").stops == 4


def test_a_name_that_a_line_repeats_is_two_stations() -> None:
    network = rides({"R": ["P", "36 St", "Q", "S", "36 St", "T"], "D": ["36 St", "Z"]})
    assert len(network.by_key["36st"]) == 2
    # D is joined to the first of the two; the nearest of the homonyms is meant.
    assert plan_ride(network, "36 St", "T").stops == 1


def test_unmarked_stops_of_one_name_without_a_common_neighbour_are_unsettled() -> None:
    apart = rides({"1": ["A", "Mill", "B"], "2": ["C", "Mill", "D"]})
    assert [apart.stations[s] for s in apart.unsettled] == ["Mill"]
    marked = rides({"1": ["A", "Mill (Transfer Station)", "B"], "2": ["C", "Mill", "D"]})
    assert not marked.unsettled
    shared = rides({"1": ["A", "Mill", "B"], "2": ["A", "Mill", "D"]})
    assert [shared.stations[s] for s in shared.unsettled] == []


_LINES = st.lists(
    st.lists(st.sampled_from("ABCDEFGHIJ"), min_size=2, max_size=6, unique=True),
    min_size=1,
    max_size=5,
)


def brute_force(network: RideNetwork, source: int, target: int) -> tuple[int, int] | None:
    """Fewest transfers, then stops, over all sequences of (station, line) without repeats."""
    graph: nx.Graph[tuple[int, int]] = nx.Graph()
    for number, line in enumerate(network.lines):
        for one, others in line.joins.items():
            for other in others:
                graph.add_edge((one, number), (other, number), cost=(0, 1))
    for station, lines in network.lines_at.items():
        for one, other in itertools.combinations(lines, 2):
            graph.add_edge((station, one), (station, other), cost=(1, 0))
    # A transfer outweighs any number of stops.
    for _, _, data in graph.edges(data=True):
        data["weight"] = 1000 * data["cost"][0] + data["cost"][1]
    best: list[int] = []
    for start in [n for n in graph if n[0] == source]:
        lengths = nx.single_source_dijkstra_path_length(graph, start)
        best += [int(length) for node, length in lengths.items() if node[0] == target]
    return divmod(min(best), 1000) if best else None


@settings(max_examples=120, deadline=None)
@given(_LINES)
def test_plans_equal_brute_force(lines: list[list[str]]) -> None:
    network = rides({str(number): stops for number, stops in enumerate(lines)})
    for (name, (source, *_)), (other, (target, *_)) in itertools.permutations(
        network.by_key.items(), 2
    ):
        best = brute_force(network, source, target)
        if best is None:
            with pytest.raises(NoRoute):
                plan_ride(network, name, other)
            continue
        plan = plan_ride(network, name, other)
        assert (plan.transfers, plan.stops) == best
        assert fewest_transfers(network, name, other) == plan.transfers
        assert verify_ride(network, plan, name, other).ok


def test_the_check_finds_what_is_wrong() -> None:
    network = rides({"1": ["A", "B", "C"], "2": ["C", "D"], "3": ["A", "D"]})
    around = plan_ride(rides({"1": ["A", "B", "C"], "2": ["C", "D"]}), "A", "D")
    found = verify_ride(network, around, "A", "D")
    assert not found.ok
    assert "0 transfers are enough" in found.findings[0]
    assert not verify_ride(network, plan_ride(network, "A", "C"), "A", "D").ok


def test_ends_that_are_one_unknown_or_apart() -> None:
    network = rides({"1": ["A", "B"], "2": ["C", "D"]})
    with pytest.raises(NoRoute):
        plan_ride(network, "A", "a")
    with pytest.raises(NoRoute):
        plan_ride(network, "A", "D")
    with pytest.raises(UnknownStation):
        plan_ride(network, "A", "Nowhere")


@pytest.mark.parametrize("form", list(RideForm))
def test_answers_are_read_as_they_are_written(form: RideForm) -> None:
    ride = (
        Segment("Line 1", "A - B Station", "C, D Station", ("E Station",), 1),
        Segment("昌平线", "C, D Station", "甲站", (), 0),
    )
    read = read_ride(write_ride(ride, form))
    assert [(s.line, s.departure, s.arrival) for s in read] == [
        (s.line, s.departure, s.arrival) for s in ride
    ]
    if form is RideForm.COUNTS:
        assert [s.via_count for s in read] == [1, 0]
    if form is RideForm.NAMES:
        assert [s.via for s in read] == [("E Station",), ()]


def test_questions_name_their_stops_in_any_wording() -> None:
    stops = ["Hill", "Upper Hill Station", "Lake Station", "甲站", "甲乙站"]
    asked = read_ride_question("How do I get from Upper Hill Station to Lake Station?", stops)
    assert (asked.source_stop, asked.target_stop) == ("Upper Hill Station", "Lake Station")
    asked = read_ride_question(
        "请问从甲乙站到甲站怎么走？\nRoute Name: Line 1\nVia Stops: x", stops
    )
    assert (asked.source_stop, asked.target_stop, asked.form) == ("甲乙站", "甲站", RideForm.NAMES)
    asked = read_ride_question('Ride from "Hill Station" to "Lake".', ["Hill", "Lake", "Lakeside"])
    assert (asked.source, asked.source_stop, asked.target) == ("Hill Station", "Hill", "Lake")
    asked = read_ride_question('从"西单站"到"甲站"', ["西单", "西单站", "甲站"])
    assert asked.source_stop == "西单站"
    with pytest.raises(BadQuestion):
        read_ride_question("Where can I eat?", stops)


@pytest.mark.parametrize(
    "read", ["Torrerejon", "Torrerejón ■", "TORREREJÓN", "Torrerej0n", "Torre-rejón"]
)
def test_ends_stay_as_the_question_writes_them(read: str) -> None:
    stops = [read, "Pueblagranda", "Torrelejos"]
    for asked in (
        read_ride_question('Ride from "Torrerejón" to "Pueblagranda".', stops),
        read_ride_question("How do I get from Torrerejón to Pueblagranda?", stops),
    ):
        assert (asked.source_stop, asked.target_stop) == (read, "Pueblagranda")
        assert (asked.source.lower(), asked.target) == ("torrerejón", "Pueblagranda")


@pytest.mark.shared
def test_the_thirty_released_cities(shared: Path) -> None:
    files = sorted((shared / "datasets/reasonmap/stations").glob("*/*.json"))
    assert len(files) == 30
    for file in files:
        metro: MetroData = parse_metro_data(file.read_text(encoding="utf-8"), file=str(file))
        keys = [line_key(line.name) for line in metro.lines]
        assert len(set(keys)) == len(keys), file
        network = network_of_metro(metro)
        assert not network.uncertain, file
        assert not network.unsettled, file
        for line in network.lines:
            start = next(iter(line.joins))
            assert all(line.path(start, other) for other in line.joins), (file, line.name)
        for name in ("7 Av Station", "36 St Station"):
            if file.stem == "new_york":
                assert len(network.by_key[clean_name(name)]) > 1
