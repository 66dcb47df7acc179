from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from perception.errors import MissingWeights
from tests.tools.labelled_queries import DATA_SETS, labelled_queries
from tests.tools.random_networks import (
    WEIGHTS,
    Query,
    best_routes,
    changes_of,
    every_route,
    examples,
    queries,
    shared_stretches,
    weights,
)
from tools.findings import Fault
from tools.network import Criteria, Edge, Network, Vertex
from tools.objective import Objective, Weights
from tools.route import Route, Totals
from tools.solve_route import solve_route
from tools.verify_route import Verification, verify_route

TIME: Weights = (1.0, 0.0, 0.0, 0.0)

NETWORK = Network(
    "metromap",
    tuple(
        Vertex(name, Criteria(1.0, 0.0, 0.5, 0.9), 60.0 if name == "B" else 5.0) for name in "ABCDE"
    ),
    (
        Edge("A", "B", "1", Criteria(2.0, 0.3, 0.2, 0.0)),
        Edge("B", "C", "1", Criteria(2.0, 0.9, 0.7, 0.0)),
        Edge("B", "C", "2", Criteria(2.0, 0.6, 0.6, 0.0)),
        Edge("C", "D", "2", Criteria(3.0, 0.6, 0.6, 0.0)),
        Edge("C", "D", "1", Criteria(4.5, 0.6, 0.6, 0.0)),
        Edge("B", "E", "2", Criteria(2.0, 0.6, 0.6, 0.0)),
    ),
)


def faults(verification: Verification) -> list[Fault]:
    return [finding.fault for finding in verification.findings]


def check(text: str, ends: str, of_weights: Weights | None = TIME) -> list[Fault]:
    return faults(verify_route(NETWORK, text, ends[0], ends[1], of_weights))


@pytest.mark.parametrize(
    ("text", "ends", "expected"),
    [
        ("A-B-C-D", "AD", []),
        ("A-B-C", "AC", []),
        ("A - B-C", "AC", [Fault.FORMAT]),
        ("A", "AC", [Fault.FORMAT]),
        ("A-B-Z", "AC", [Fault.WRONG_END, Fault.UNKNOWN_STATION]),
        ("B-C-D", "AD", [Fault.WRONG_END]),
        ("A-B-C", "AD", [Fault.WRONG_END]),
        ("A-B-C-B-E", "AE", [Fault.REPEATED_STATION, Fault.WRONG_MARKS]),
        ("A-C-D", "AD", [Fault.NOT_ADJACENT]),
        ("A-B-E", "AE", [Fault.WRONG_MARKS]),
        ("A(transfer)-B-C", "AC", [Fault.FORMAT]),
        ("A-B(transfer)-C-D", "AD", [Fault.NOT_OPTIMAL]),
        ("A-B-C(transfer)-D", "AD", [Fault.NOT_OPTIMAL]),
        ("A-B(transfer)-C(transfer)-D", "AD", [Fault.NEEDLESS_CHANGE, Fault.NOT_OPTIMAL]),
    ],
)
def test_each_fault_is_found(text: str, ends: str, expected: list[Fault]) -> None:
    found = check(text, ends)
    if expected and expected[-1] is Fault.NOT_OPTIMAL and len(expected) == 1:
        assert Fault.NOT_OPTIMAL in found
    else:
        assert found == expected


def test_a_cheaper_walk_that_visits_a_station_twice_is_settled() -> None:
    # To E the change at B takes an hour; riding on to C, changing there and coming back does not.
    verification = verify_route(NETWORK, "A-B(transfer)-E", "A", "E", TIME)
    assert verification.ok
    assert "visits a station twice" in verification.why
    assert verification.bound == verification.cost


def test_optimality_that_cannot_be_settled_in_time_is_said() -> None:
    verification = verify_route(NETWORK, "A-B(transfer)-E", "A", "E", TIME, time_limit=-1.0)
    assert faults(verification) == [Fault.UNSETTLED]
    assert not verification.ok
    averaged = verify_route(
        NETWORK, "A-B-C", "A", "C", (0.0, 0.0, 1.0, 0.0), "averaged", time_limit=-1.0
    )
    assert faults(averaged) == [Fault.UNSETTLED]


def test_the_better_route_is_named() -> None:
    verification = verify_route(NETWORK, "A-B-C(transfer)-D", "A", "D", TIME)
    assert "A-B-C-D costs less" in verification.why


def test_weights_are_checked() -> None:
    with pytest.raises(MissingWeights):
        verify_route(NETWORK, "A-B", "A", "B", (1.0, 1.0, 0.0, 0.0))


def test_marks_without_lines_may_mean_any_lines_that_change_there() -> None:
    edges = [Edge(a, b, line) for a, b in ("AB", "BC", "CD") for line in "123"]
    network = Network("metromap", tuple(Vertex(name) for name in "ABCD"), tuple(edges))
    assert verify_route(network, "A-B-C-D", "A", "D").ok
    assert faults(verify_route(network, "A-B(transfer)-C(transfer)-D", "A", "D")) == [
        Fault.NEEDLESS_CHANGE
    ]


@pytest.mark.parametrize("domain", ["metromap", "travelmap"])
@pytest.mark.parametrize("objective", ["additive", "averaged"])
@examples(60)
@given(data=st.data(), of_weights=weights)
def test_every_solved_route_is_accepted(
    domain: str, objective: Objective, data: st.DataObject, of_weights: Weights | None
) -> None:
    query = data.draw(queries(domain, 6))
    ends = (query.source, query.target)
    solution = solve_route(query.network, *ends, of_weights, objective)
    for route in solution.routes:
        for form in (route, str(route)):
            verification = verify_route(query.network, form, *ends, of_weights, objective)
            assert verification.ok, verification.why
            assert verification.cost == pytest.approx(solution.cost)
            assert verification.bound == pytest.approx(solution.cost)


@examples(100)
@given(shared_stretches())
def test_cheaper_walks_that_visit_a_station_twice_do_not_count(query: Query) -> None:
    ends = (query.source, query.target)
    assert verify_route(query.network, solve_route(query.network, *ends, TIME).best, *ends, TIME).ok
    _, optimal = best_routes(query, TIME)
    for stations, lines in every_route(query):
        marks = changes_of(lines)
        if (stations, marks) not in optimal:
            other = verify_route(query.network, str(Route(stations, marks)), *ends, TIME)
            assert Fault.NOT_OPTIMAL in faults(other) or Fault.NEEDLESS_CHANGE in faults(other)


def swap(route: Route, place: int) -> Route:
    names = list(route.stations)
    names[place], names[place - 1] = names[place - 1], names[place]
    return replace(route, stations=tuple(names))


def without(route: Route, place: int) -> Route:
    keep = [n for n in range(len(route.stations)) if n != place]
    lines = [line for n, line in enumerate(route.lines) if n != min(place, len(route.lines) - 1)]
    marks = [route.transfers[n] for n in keep]
    marks[0] = marks[-1] = False
    return replace(
        route,
        stations=tuple(route.stations[n] for n in keep),
        transfers=tuple(marks),
        lines=tuple(lines),
    )


def other_mark(route: Route, place: int) -> Route:
    marks = list(route.transfers)
    marks[place] = not marks[place]
    return replace(route, transfers=tuple(marks))


def other_line(route: Route, place: int) -> Route:
    lines = list(route.lines)
    lines[place % len(lines)] = "4"
    return replace(route, lines=tuple(lines))


def misspelt(route: Route, place: int) -> Route:
    names = list(route.stations)
    names[place] += "x"
    return replace(route, stations=tuple(names))


def detour(route: Route, place: int) -> Route:
    """Go back and forth between two stations."""
    names, marks, lines = list(route.stations), list(route.transfers), list(route.lines)
    names[place:place] = [names[place], names[place - 1]]
    marks[place:place] = [False, False]
    lines[place - 1 : place - 1] = [lines[place - 1]] * 2
    return replace(route, stations=tuple(names), transfers=tuple(marks), lines=tuple(lines))


def other_cost(route: Route, place: int) -> Route:
    return replace(route, cost=route.cost + 1e-3)


def other_total(route: Route, place: int) -> Route:
    totals = route.totals or Totals(None, None, None, None)
    return replace(route, totals=replace(totals, time=(totals.time or 0.0) + 0.01))


DAMAGES: tuple[Callable[[Route, int], Route], ...] = (
    swap,
    without,
    other_mark,
    other_line,
    misspelt,
    detour,
    other_cost,
    other_total,
)


@examples(30)
@given(query=queries("metromap", 5), of_weights=weights, data=st.data())
def test_a_route_with_any_single_damage_is_rejected(
    query: Query, of_weights: Weights | None, data: st.DataObject
) -> None:
    ends = (query.source, query.target)
    _, optimal = best_routes(query, of_weights)
    route = solve_route(query.network, *ends, of_weights).best
    assume(len(route.stations) > 2)
    place = data.draw(st.integers(1, len(route.stations) - 2))
    for damage in DAMAGES:
        damaged = damage(route, place)
        verification = verify_route(query.network, damaged, *ends, of_weights)
        assert not verification.ok, damage.__name__
        assert verification.findings
        assert verification.why
        # As text, lines, cost and totals are not there; what is left may be an optimal route.
        as_text = verify_route(query.network, str(damaged), *ends, of_weights)
        assert as_text.ok == ((damaged.stations, damaged.transfers) in optimal), damage.__name__


@examples(60)
@given(query=queries("metromap", 6), of_weights=st.sampled_from((None, *WEIGHTS)), data=st.data())
def test_of_all_marked_routes_exactly_the_optimal_are_accepted(
    query: Query, of_weights: Weights | None, data: st.DataObject
) -> None:
    rides = list(every_route(query))
    _, optimal = best_routes(query, of_weights)
    stations = data.draw(st.sampled_from(sorted({stations for stations, _ in rides})))
    middle = len(stations) - 2
    marks = data.draw(st.lists(st.booleans(), min_size=middle, max_size=middle))
    route = Route(stations, (False, *marks, False))
    verification = verify_route(query.network, str(route), query.source, query.target, of_weights)
    assert verification.ok == ((route.stations, route.transfers) in optimal)


@pytest.mark.shared
@pytest.mark.parametrize("data_set", DATA_SETS)
def test_every_label_is_accepted(shared: Path, data_set: str) -> None:
    for query in labelled_queries(shared, data_set):
        of_weights = query.record.get("weights")
        for text in query.record["routes"]:
            verification = verify_route(query.network, text, *query.ends, of_weights)
            assert verification.ok, f"{query.task.kind.id}: {text}: {verification.why}"
