"""Repairs that switch to what perception kept as alternatives."""

from __future__ import annotations

from dataclasses import replace

from agent.problem import stations_meant
from agent.repairs.change import (
    Change,
    failed_with,
    faults_found,
    is_unconnected,
    new_reading,
    reason_of,
)
from agent.state import AgentState
from agent.toolbox import Toolbox
from perception.map_graph import MapEdge, MapGraph
from tools.check_reading import LIKELY, contradicted_legs
from tools.findings import Fault
from tools.map_network import as_taken
from tools.take_alternatives import joins_of_parts, likeliest_way, move_name, other_bearers

_NOT_READ = frozenset({"UnknownStation", "AlignmentError", "NoRoute", "BadPicture"})


def take_likeliest_way(state: AgentState, toolbox: Toolbox) -> Change | None:
    """Take the candidate edges that join the two ends most likely."""
    graph, alignment, goal = state.map_graph, state.alignment, state.goal
    if graph is None or alignment is None or goal is None or not is_unconnected(state):
        return None
    ends = [stations_meant(name, goal, graph, alignment) for name in (goal.source, goal.target)]
    way = likeliest_way(as_taken(graph, state.attempt.reading), *ends)
    return _taking(state, "take_likeliest_way", graph, way) if way else None


def take_joins(state: AgentState, toolbox: Toolbox) -> Change | None:
    """Take the likely candidate edges that join parts of the map."""
    graph = state.map_graph
    if graph is None or Fault.LOOSE_PARTS not in faults_found(state):
        return None
    joins = joins_of_parts(as_taken(graph, state.attempt.reading), LIKELY)
    return _taking(state, "take_joins", graph, joins) if joins else None


def drop_contradicted(state: AgentState, toolbox: Toolbox) -> Change | None:
    """Drop the legs of a route whose ends share no line of the table."""
    table, solution, graph = state.task.vertex_table, state.solution, state.map_graph
    if table is None or solution is None or graph is None:
        return None
    if Fault.LINES_DISAGREE not in faults_found(state):
        return None
    stations: dict[str, list[str]] = {}
    for station, vertex in toolbox.routes.map_network(state).vertex_by_station.items():
        stations.setdefault(vertex, []).append(station)
    legs = contradicted_legs(table, solution.best.stations)
    pairs = {
        (one, other)
        for a, b in legs
        for one in stations.get(a, ())
        for other in stations.get(b, ())
    }
    reading = state.attempt.reading
    dropped = tuple(sorted({*reading.dropped, *pairs}))
    if dropped == reading.dropped:
        return None
    text = ", ".join(f"{a} - {b}" for a, b in legs)
    return new_reading(
        state,
        "drop_contradicted",
        f"edges that the table contradicts are not ridden: {text}",
        replace(reading, dropped=dropped),
    )


def move_end(state: AgentState, toolbox: Toolbox) -> Change | None:
    """Give the name of an end that is joined to nothing useful to another station it may name."""
    graph, alignment, goal = state.map_graph, state.alignment, state.goal
    if graph is None or alignment is None or goal is None or not is_unconnected(state):
        return None
    if any(done.name == "move_end" for done in state.repairs):
        return None
    joined = {end for edge in graph.edges for end in (edge.source, edge.target)}
    for name in (goal.source, goal.target):
        for station in stations_meant(name, goal, graph, alignment):
            for other, sure in other_bearers(graph, station):
                if other.id in joined and station not in joined:
                    return Change(
                        "move_end",
                        reason_of(state),
                        f"{name!r} is taken for the name of the station at"
                        f" ({other.xy[0]:.0f}, {other.xy[1]:.0f}) (confidence {sure:.2f})",
                        {"map_graph": move_name(graph, station, other.id), "alignment": None},
                    )
    return None


def read_openly(state: AgentState, toolbox: Toolbox) -> Change | None:
    """Read the map without the names of the table, where with them some are borne by no station."""
    goal = state.goal
    if goal is None or goal.values != "mix" or not state.attempt.closed:
        return None
    if not failed_with(state, _NOT_READ) and Fault.UNBORNE_NAME not in faults_found(state):
        return None
    attempt = replace(
        state.attempt,
        closed=False,
        reading=replace(state.attempt.reading, candidates=(), dropped=()),
    )
    update = {"attempt": attempt, "map_graph": None, "lines": None, "alignment": None}
    return Change(
        "read_openly", reason_of(state), "stations may bear names that the table lacks", update
    )


def _taking(state: AgentState, name: str, graph: MapGraph, edges: tuple[MapEdge, ...]) -> Change:
    names = {station.id: station.name or station.id for station in graph.stations}
    text = ", ".join(f"{names[e.source]} - {names[e.target]} ({e.confidence:.2f})" for e in edges)
    reading = state.attempt.reading
    pairs = {(edge.source, edge.target) for edge in edges}
    taken = tuple(sorted({*reading.candidates, *pairs}))
    return new_reading(
        state,
        name,
        f"candidate edges are taken: {text}",
        replace(reading, candidates=taken),
    )
