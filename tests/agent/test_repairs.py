"""Cases in which the first attempt fails, a repair changes something, and the route comes right."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from agent.options import AgentOptions
from agent.repairs.rules import REPAIRS
from agent.rule_planner import RulePlanner
from agent.state import AgentState, Decision, Finish, ToolCall
from agent.system import AgentSystem
from perception.map_graph import MapEdge, MapGraph, MapLine, MapStation
from tests.agent.truth_reader import TruthReader
from tools.network import Network
from tools.objective import route_cost, route_totals
from tools.reply import Outcome, Reply
from tools.route import Route
from tools.solve_route import Solution, solve_route
from tools.tables import Table
from tools.task import Task, TaskKind

MAP_ONLY = TaskKind("metromap", "only_map", "only_map", uses_map=True)
MIX = TaskKind(
    "metromap", "only_vertex2", "only_vertex2", uses_map=True, uses_mix_tab=True, weighted=True
)
TABLES = TaskKind("metromap", "only_tab", "only_tab", uses_edge_tab=True)
EQUAL = (0.25, 0.25, 0.25, 0.25)


def a_map(
    lines: dict[str, str], names: dict[str, str] | None = None, weak: str = "", gap: float = 10.0
) -> MapGraph:
    """Build a map: each line a string of one-letter stations, 10 px apart in alphabetical order.

    Two letters in `weak` name an edge of confidence 0.1.
    """
    ids = sorted({station for stops in lines.values() for station in stops})
    xy = {i: (gap * (ord(i) - ord("A")), 5.0) for i in ids}
    edges: dict[tuple[str, str], list[str]] = {}
    for line, stops in lines.items():
        for a, b in itertools.pairwise(stops):
            edges.setdefault((min(a, b), max(a, b)), []).append(line)
    return MapGraph(
        "map.png",
        1000,
        10,
        tuple(MapLine(line, line, "#123456") for line in lines),
        tuple(
            MapStation(
                i,
                (names or {}).get(i, f"Station {i}{i}{i}"),
                xy[i],
                tuple(line for line, stops in lines.items() if i in stops),
            )
            for i in ids
        ),
        tuple(
            MapEdge(a, b, tuple(found), (xy[a], xy[b]), 0.1 if a + b == weak else 1.0)
            for (a, b), found in edges.items()
        ),
    )


def mix_tab(*names: str) -> Table:
    columns = ("Vertex", "Time", "Price", "Comfort Level", "Reliability", "Transfer Time")
    return Table(
        "Mix_tab", "mix.json", columns, tuple((n, 1.0, 0.5, 0.5, 0.75, 5.0) for n in names)
    )


def ask(graph: MapGraph, question: str, options: AgentOptions | None = None, **more: Any) -> Reply:
    task = Task(question, more.pop("kind", MAP_ONLY), Path("map.png"), **more)
    return AgentSystem(options, reader=TruthReader(lambda _: graph)).answer(task)


def repairs(reply: Reply) -> list[str]:
    return [done["name"] for done in reply.trace["repairs"]]


def test_stations_of_one_name_are_joined_where_the_map_falls_apart() -> None:
    graph = a_map({"1": "ABC", "2": "DEF"}, {"C": "Market St.", "D": "Market Street"})
    reply = ask(graph, "from Station AAA to Station FFF")
    assert reply.response == (
        "Station AAA-Station BBB-Market St.(transfer)-Station EEE-Station FFF"
    )
    assert repairs(reply) == ["join_same_names"]
    assert reply.verified
    assert "1 stations are one" in reply.why


def test_gaps_are_bridged_where_nothing_else_helps() -> None:
    graph = a_map({"1": "ABC", "1b": "DEF"})
    reply = ask(graph, "from Station BBB to Station EEE")
    assert repairs(reply) == ["bridge_gaps"]
    assert reply.response is not None
    stops = [name.removesuffix("(transfer)") for name in reply.response.split("-")]
    assert stops == ["Station BBB", "Station CCC", "Station DDD", "Station EEE"]


def test_no_bridge_no_answer() -> None:
    graph = a_map({"1": "ABC", "2": "WXYZ"})
    reply = ask(graph, "from Station BBB to Station YYY")
    assert (reply.response, reply.outcome) == (None, Outcome.NO_ANSWER)
    assert "NoRoute" in reply.error
    assert repairs(reply) == []


def test_weak_edges_are_used_where_the_strong_ones_do_not_reach() -> None:
    graph = a_map({"1": "ABCD"}, weak="BC")
    options = AgentOptions(min_edge_confidence=0.3)
    reply = ask(graph, "from Station AAA to Station DDD", options)
    assert repairs(reply) == ["use_weak_edges"]
    assert reply.response == "Station AAA-Station BBB-Station CCC-Station DDD"


def test_a_route_may_pass_unlisted_stations_where_there_is_no_other() -> None:
    # The one stop between has a name that the table does not know and a branch of its own, so
    # that it cannot be left out: trains from A turn at it.
    graph = a_map({"1": "AB", "2": "BC"}, {"B": "Qqqq"})
    table = mix_tab("Station AAA", "Station CCC")
    reply = ask(
        graph,
        "from Station AAA to Station CCC",
        kind=MIX,
        vertex_table=table,
        weights=EQUAL,
    )
    assert repairs(reply) == ["admit_unpaired"]
    assert reply.response == "Station AAA-Qqqq(transfer)-Station CCC"


def test_the_nearest_label_is_taken_where_it_leads_clearly() -> None:
    graph = a_map({"1": "ABC"}, {"A": "Zrqntnl Wvx", "B": "Harbour", "C": "Old Mill"})
    reply = ask(graph, "from Grantnel Wood to Old Mill")
    assert repairs(reply) == ["take_runner_up"]
    assert reply.response == "Grantnel Wood-Harbour-Old Mill"
    assert "is taken for the label" in reply.why


def test_what_is_on_no_label_is_not_answered() -> None:
    graph = a_map({"1": "ABC"}, {"A": "Kings Hill", "B": "Harbour", "C": "Old Mill"})
    reply = ask(graph, "from Xyxyxy to Old Mill")
    assert (reply.response, reply.outcome) == (None, Outcome.NO_ANSWER)
    assert "'Xyxyxy' is not on the map" in reply.error


def test_less_alike_labels_are_paired_where_the_table_lists_all() -> None:
    # Two labels are nearly as like the name, so that neither is its clear best.
    names = {"A": "Gqrdxqsmqxh Wxxd", "B": "Harbour", "C": "Old Mill", "D": "Gqrdyqsmqyh Wyyd"}
    graph = a_map({"1": "ABCD"}, names)
    table = mix_tab("Gardensmith Wood", "Harbour", "Old Mill")
    reply = ask(
        graph,
        "from Gardensmith Wood to Old Mill",
        kind=MIX,
        vertex_table=table,
        weights=EQUAL,
    )
    assert repairs(reply) == ["lower_min_score"]
    assert reply.response in {
        "Gardensmith Wood-Harbour-Old Mill",
        "Gardensmith Wood-Old Mill",
    }


def test_names_that_hold_the_words_between_names_are_told_by_the_labels() -> None:
    graph = a_map({"1": "ABC"}, {"A": "Hill to Lake", "B": "Harbour", "C": "Pier"})
    reply = ask(graph, "How do I travel from Hill to Lake to Pier?")
    assert reply.response == "Hill to Lake-Harbour-Pier"
    assert repairs(reply) == []


def test_a_name_written_otherwise_is_found_in_the_tables() -> None:
    edges = Table(
        "Edge_tab",
        "edges.json",
        ("Edge", "Line"),
        (("West 9th_Main-Harbour", ("1",)), ("Harbour-Old Mill", ("1",))),
    )
    task = Task("from W.9th - Main Station to Old Mill", TABLES, edge_table=edges)
    reply = AgentSystem().answer(task)
    assert repairs(reply) == ["match_writing"]
    assert reply.response == "West 9th_Main-Harbour-Old Mill"


def test_a_name_at_two_places_means_the_better_route() -> None:
    graph = a_map({"1": "ABCDE"}, {"A": "Lee", "D": "Lee"})
    reply = ask(graph, "from Lee to Station EEE")
    assert reply.response == "Lee-Station EEE"


def test_a_place_that_cannot_be_reached_is_not_the_one_meant() -> None:
    graph = a_map({"1": "AB", "2": "WXYZ"}, {"A": "Lee", "Z": "Lee"})
    reply = ask(graph, "from Lee to Station XXX")
    assert reply.response == "Lee-Station YYY-Station XXX"
    assert repairs(reply) == []


def test_other_stations_are_written_as_the_question_writes_its_own() -> None:
    graph = a_map(
        {"1": "ABC", "2": "CD"}, {"A": "OLD-MILL", "B": "RUE D'ARTOIS", "C": "QUAI", "D": "GARE"}
    )
    reply = ask(graph, "from Old_Mill to Gare")
    assert reply.response == "Old_Mill-Rue d'Artois-Quai(transfer)-Gare"
    as_printed = ask(graph, "from OLD_MILL to GARE")
    assert as_printed.response == "OLD_MILL-RUE D'ARTOIS-QUAI(transfer)-GARE"


def test_a_station_that_no_edge_reaches_is_joined_to_its_neighbours() -> None:
    graph = a_map({"1": "ABC"})
    alone = MapStation("D", "Station DDD", (30.0, 5.0), ("1",))
    reply = ask(
        replace(graph, stations=(*graph.stations, alone)), "from Station BBB to Station DDD"
    )
    assert reply.response == "Station BBB-Station CCC-Station DDD"
    assert repairs(reply) == ["bridge_gaps"]


def test_markers_without_a_name_are_no_stops() -> None:
    graph = a_map({"1": "ABCD"}, {"B": ""})
    reply = ask(graph, "from Station AAA to Station DDD")
    assert reply.response == "Station AAA-Station CCC-Station DDD"


@pytest.mark.parametrize("budget", [0, 1, 2])
def test_repairs_keep_to_their_budget(budget: int) -> None:
    # Both repairs are needed: an unreadable end, and parts that do not hang together.
    names = {"A": "Zrqntnl Wvx", "C": "Market", "D": "Market"}
    graph = a_map({"1": "ABC", "2": "DEF"}, names)
    question = "from Grantnel Wood to Station FFF"
    reply = ask(graph, question, AgentOptions(max_repairs=budget))
    assert len(repairs(reply)) == min(budget, 2)
    assert (reply.response is not None) == (budget == 2)


class ScriptedPlanner:
    """Decides what it was told to."""

    name = "scripted"
    goes_on = False

    def __init__(self, decisions: list[Decision]) -> None:
        self._decisions = decisions

    def describe(self) -> dict[str, Any]:
        return {"name": self.name}

    def decide(self, state: AgentState) -> Decision:
        done = len(state.calls)
        return self._decisions[min(done, len(self._decisions) - 1)]


TASK = Task(
    "from A to C",
    TABLES,
    edge_table=Table(
        "Edge_tab", "e.json", ("Edge", "Line"), (("A-B", ("1",)), ("B-C", ("2",)), ("A-D", ("1",)))
    ),
)


@pytest.mark.parametrize(
    ("decision", "outcome", "message"),
    [
        (Finish("enough"), Outcome.LIMIT, "finished without a route"),
        (ToolCall("dream"), Outcome.ERROR, "no tool is called 'dream'"),
        (ToolCall("verify_route"), Outcome.ERROR, "solve it first"),
        (ToolCall("align_tables"), Outcome.ERROR, "build it first"),
        (ToolCall("read_text"), Outcome.ERROR, "no picture"),
    ],
)
def test_a_planner_that_goes_wrong_is_stopped(
    decision: Decision, outcome: Outcome, message: str
) -> None:
    reply = AgentSystem(planner=ScriptedPlanner([decision])).answer(TASK)
    assert (reply.response, reply.outcome) == (None, outcome)
    assert message in reply.error


def test_a_planner_that_never_ends_runs_out_of_calls() -> None:
    graph = a_map({"1": "AB"})
    planner = ScriptedPlanner([ToolCall("build_graph")])
    system = AgentSystem(
        AgentOptions(max_calls=5), planner=planner, reader=TruthReader(lambda _: graph)
    )
    reply = system.answer(Task("from A to B", MAP_ONLY, Path("map.png")))
    assert reply.outcome is Outcome.LIMIT
    assert len(reply.calls) == 5


def test_a_defect_is_an_error_with_its_place() -> None:
    class Broken(RulePlanner):
        def decide(self, state: AgentState) -> Decision:
            raise RuntimeError("lost")

    reply = AgentSystem(planner=Broken()).answer(TASK)
    assert (reply.response, reply.outcome) == (None, Outcome.ERROR)
    assert "RuntimeError: lost" in reply.error
    assert "decide" in reply.trace["traceback"]


def wrongly_marked(*args: Any, **more: Any) -> Solution:
    """Solve, then lose the marks, as a faulty solver would; on a single route it is sound."""
    found = solve_route(*args, **more)
    network: Network = args[0]
    if len(network.edges) == 2:
        return found
    route = replace(found.best, transfers=(False,) * len(found.best.stations))
    return replace(found, routes=(route,))


def test_wrong_marks_are_recomputed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("agent.tool_set.solve_route", wrongly_marked)
    reply = AgentSystem().answer(TASK)
    assert reply.response == "A-B(transfer)-C"
    assert reply.verified
    assert repairs(reply) == ["recompute_marks"]
    assert [call.tool for call in reply.calls] == ["solve_route", "verify_route", "verify_route"]


def test_without_budget_the_unverified_route_is_answered_as_such(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("agent.tool_set.solve_route", wrongly_marked)
    reply = AgentSystem(AgentOptions(max_repairs=0)).answer(TASK)
    assert (reply.response, reply.outcome) == ("A-B-C", Outcome.SCORED)
    assert reply.verified is False
    assert reply.trace["findings"]
    assert repairs(reply) == []


def test_a_search_that_missed_a_better_route_gets_more_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    limits = []

    def cut_off(*args: Any, time_limit: float, **more: Any) -> Solution:
        limits.append(time_limit)
        found = solve_route(*args, time_limit=time_limit, **more)
        if len(limits) > 1:
            return found
        way = (("A", "D", "C"), ("1", "3"), (False, True, False))
        cost = route_cost(args[0], *way, args[3])
        totals = route_totals(args[0], *way)
        detour = Route(way[0], way[2], way[1], cost, totals)
        return replace(found, routes=(detour,), cost=cost, optimal=False)

    monkeypatch.setattr("agent.tool_set.solve_route", cut_off)
    columns = ("Edge", "Line", "Time", "Price", "Comfort Level", "Reliability")
    rows = (
        ("A-B", ("1",), 1.0, 1.0, 0.9, 0.0),
        ("B-C", ("1",), 1.0, 1.0, 0.9, 0.0),
        ("A-D", ("1",), 3.0, 1.5, 0.1, 0.0),
        ("D-C", ("3",), 3.0, 1.5, 0.1, 0.0),
    )
    kind = replace(TABLES, weighted=True)
    task = Task(
        "from A to C",
        kind,
        edge_table=Table("Edge_tab", "e.json", columns, rows),
        weights=(0.5, 0.5, 0.0, 0.0),
    )
    reply = AgentSystem(AgentOptions(time_limit=1.0)).answer(task)
    assert repairs(reply) == ["search_longer"]
    assert reply.response == "A-B-C"
    assert limits[-1] > limits[0]


def test_no_repair_fits_where_nothing_is_wrong() -> None:
    system = AgentSystem()
    state = system.run(TASK)
    assert state.response == "A-B(transfer)-C"
    assert all(rule(state, system.toolbox) is None for rule in REPAIRS)
    untouched = replace(state, response=None)
    assert all(rule(untouched, system.toolbox) is None for rule in REPAIRS)
