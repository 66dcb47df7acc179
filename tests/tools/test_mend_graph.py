from __future__ import annotations

from dataclasses import replace

import networkx as nx

from perception.map_graph import MapEdge, MapGraph, MapStation, Point
from tools.mend_graph import bridge_gaps, dissolve_stations, drop_weak_edges, join_same_names

PLACES: dict[str, Point] = {
    "A": (0, 0),
    "B": (10, 0),
    "C": (20, 0),
    "D": (30, 0),
    "N": (10, -10),
    "S": (20, 10),
}


def graph(*edges: tuple[str, str, str], names: dict[str, str] | None = None) -> MapGraph:
    ids = dict.fromkeys(end for a, b, _ in edges for end in (a, b))
    return MapGraph(
        "map",
        100,
        100,
        (),
        tuple(
            MapStation(
                i, (names or {}).get(i, i), PLACES[i], tuple({e[2]: 0 for e in edges if i in e})
            )
            for i in ids
        ),
        tuple(MapEdge(a, b, (line,), (PLACES[a], PLACES[b])) for a, b, line in edges),
    )


def links(found: MapGraph) -> dict[frozenset[str], tuple[str, ...]]:
    return {frozenset((e.source, e.target)): tuple(sorted(e.lines)) for e in found.edges}


def test_lines_go_on_through_a_dissolved_station() -> None:
    found = dissolve_stations(graph(("A", "B", "red"), ("C", "B", "red"), ("C", "D", "red")), {"B"})
    assert links(found) == {frozenset("AC"): ("red",), frozenset("CD"): ("red",)}
    edge = next(e for e in found.edges if {e.source, e.target} == {"A", "C"})
    ends = (PLACES[edge.source], PLACES[edge.target])
    assert (edge.polyline[0], edge.polyline[-1]) == ends
    assert PLACES["B"] in edge.polyline


def test_a_chain_of_dissolved_stations_leaves_one_edge() -> None:
    found = dissolve_stations(
        graph(("A", "B", "red"), ("B", "C", "red"), ("C", "D", "red")), {"B", "C"}
    )
    assert links(found) == {frozenset("AD"): ("red",)}


def test_lines_that_cross_at_a_dissolved_station_stay_apart() -> None:
    found = dissolve_stations(
        graph(("A", "B", "red"), ("B", "C", "red"), ("N", "B", "blue"), ("B", "S", "blue")), {"B"}
    )
    assert links(found) == {frozenset("AC"): ("red",), frozenset("NS"): ("blue",)}


def test_at_a_dissolved_branch_trains_do_not_turn_back() -> None:
    # From A the line runs east to C; a branch leaves at B to the south-east.
    found = dissolve_stations(graph(("A", "B", "red"), ("B", "C", "red"), ("B", "S", "red")), {"B"})
    assert links(found) == {frozenset("AC"): ("red",), frozenset("AS"): ("red",)}


def test_a_dead_end_goes_with_its_station() -> None:
    found = dissolve_stations(graph(("A", "B", "red"), ("B", "C", "red")), {"C"})
    assert links(found) == {frozenset("AB"): ("red",)}


def test_a_loop_goes_with_its_station() -> None:
    found = dissolve_stations(graph(("A", "B", "red"), ("B", "B", "red"), ("B", "C", "red")), {"B"})
    assert links(found) == {frozenset("AC"): ("red",)}


def test_a_parallel_edge_gains_the_line() -> None:
    found = dissolve_stations(
        graph(("A", "C", "blue"), ("A", "B", "red"), ("B", "C", "red")), {"B"}
    )
    assert links(found) == {frozenset("AC"): ("blue", "red")}


def test_stations_of_one_name_become_one_place() -> None:
    apart = graph(
        ("A", "B", "red"), ("C", "D", "blue"), names={"B": "Market St", "C": "MARKET ST."}
    )
    joined = join_same_names(apart)
    assert links(joined) == {frozenset("AB"): ("red",), frozenset("BD"): ("blue",)}
    station = next(s for s in joined.stations if s.id == "B")
    assert set(station.lines) == {"red", "blue"}
    assert join_same_names(joined) is joined


def test_edges_that_were_not_taken_go_with_their_stations() -> None:
    found = graph(
        ("A", "B", "red"), ("B", "C", "red"), ("C", "D", "red"), names={"A": "Quay", "D": "quay"}
    )
    spare = replace(
        found, candidate_edges=(MapEdge("B", "D"), MapEdge("A", "C"), MapEdge("A", "D"))
    )
    dissolved = dissolve_stations(spare, {"B"})
    assert [(e.source, e.target) for e in dissolved.candidate_edges] == [("A", "C"), ("A", "D")]
    joined = join_same_names(spare)
    assert [(e.source, e.target) for e in joined.candidate_edges] == [("B", "A"), ("A", "C")]


def test_unnamed_stations_are_not_joined() -> None:
    apart = graph(("A", "B", "red"), ("C", "D", "blue"), names={"B": "", "C": ""})
    assert join_same_names(apart) is apart


def test_bridges_join_the_parts_where_they_are_near() -> None:
    apart = graph(("A", "B", "red"), ("C", "D", "red"))
    bridged = bridge_gaps(apart)
    assert links(bridged) == {
        frozenset("AB"): ("red",),
        frozenset("BC"): ("red",),
        frozenset("CD"): ("red",),
    }
    assert bridge_gaps(bridged) is bridged
    net = nx.Graph((e.source, e.target) for e in bridged.edges)
    assert nx.is_connected(net)


def test_no_bridge_over_a_long_gap() -> None:
    far = MapGraph(
        "map",
        1000,
        100,
        (),
        tuple(
            MapStation(i, i, xy, ("red",))
            for i, xy in {
                "A": (0.0, 0.0),
                "B": (10.0, 0.0),
                "C": (900.0, 0.0),
                "D": (910.0, 0.0),
            }.items()
        ),
        (MapEdge("A", "B", ("red",)), MapEdge("C", "D", ("red",))),
    )
    assert bridge_gaps(far) is far


def test_weak_edges_are_left_out() -> None:
    whole = MapGraph(
        "map",
        1,
        1,
        (),
        tuple(MapStation(i, i, (0.0, 0.0)) for i in "ABC"),
        (MapEdge("A", "B", confidence=0.2), MapEdge("B", "C", confidence=0.9)),
    )
    assert links(drop_weak_edges(whole, 0.5)) == {frozenset("BC"): ()}
    assert drop_weak_edges(whole, 0.1) is whole


def lattice(size: int) -> MapGraph:
    """Streets of a town without names: every crossing is a marker."""
    spots = [(x, y) for y in range(size) for x in range(size)]
    ids = {spot: f"s{spot[0]}.{spot[1]}" for spot in spots}
    pairs = [((x, y), (x + 1, y)) for x, y in spots if x + 1 < size]
    pairs += [((x, y), (x, y + 1)) for x, y in spots if y + 1 < size]
    places: dict[tuple[int, int], Point] = {(x, y): (10.0 * x, 10.0 * y) for x, y in spots}
    return MapGraph(
        "map",
        100,
        100,
        (),
        tuple(MapStation(ids[spot], "", places[spot], ("l1",)) for spot in spots),
        tuple(MapEdge(ids[a], ids[b], ("l1",), (places[a], places[b])) for a, b in pairs),
    )


def test_a_town_of_nameless_crossings_is_worked_through() -> None:
    # The ways through each crossing multiply: without a bound this would not end.
    town = lattice(9)
    everything = {station.id for station in town.stations}
    assert dissolve_stations(town, everything).edges == ()
    kept = {"s0.0", "s8.8", "s4.4"}
    found = dissolve_stations(town, everything - kept)
    assert set(links(found)) == {
        frozenset(pair) for pair in (("s0.0", "s4.4"), ("s4.4", "s8.8"), ("s0.0", "s8.8"))
    }
