"""Repairs where the map, as it was read, does not join the two ends."""

from __future__ import annotations

from dataclasses import replace

from agent.repairs.change import Change, is_unconnected, new_reading
from agent.state import AgentState
from agent.toolbox import Toolbox
from tools.mend_graph import bridge_gaps, drop_weak_edges, join_same_names


def join_names(state: AgentState, toolbox: Toolbox) -> Change | None:
    """Take stations of one name for one place."""
    graph = state.map_graph
    reading = state.attempt.reading
    if graph is None or reading.join_same_names or not is_unconnected(state):
        return None
    joined = join_same_names(graph)
    if joined is graph:
        return None
    count = len(graph.stations) - len(joined.stations)
    return new_reading(
        state,
        "join_same_names",
        f"{count} stations are one with another of the same name",
        replace(reading, join_same_names=True),
    )


def use_weak_edges(state: AgentState, toolbox: Toolbox) -> Change | None:
    """Ride edges that were left out for their low confidence."""
    graph = state.map_graph
    reading = state.attempt.reading
    if graph is None or not is_unconnected(state):
        return None
    strong = drop_weak_edges(graph, reading.min_edge_confidence)
    if strong is graph:
        return None
    count = len(graph.edges) - len(strong.edges)
    return new_reading(
        state,
        "use_weak_edges",
        f"{count} edges of a confidence below {reading.min_edge_confidence} are used",
        replace(reading, min_edge_confidence=0.0),
    )


def admit_unpaired(state: AgentState, toolbox: Toolbox) -> Change | None:
    """Let a route pass stations of the map that Mix_tab does not list."""
    goal, alignment = state.goal, state.alignment
    reading = state.attempt.reading
    if goal is None or alignment is None or goal.values != "mix" or reading.admit_unpaired:
        return None
    if not is_unconnected(state) or not alignment.unpaired_labels:
        return None
    return new_reading(
        state,
        "admit_unpaired",
        f"{len(alignment.unpaired_labels)} stations without a row are passed at mean values",
        replace(reading, admit_unpaired=True),
    )


def bridge_parts(state: AgentState, toolbox: Toolbox) -> Change | None:
    """Join the parts of the map where they come nearest to each other."""
    graph = state.map_graph
    reading = state.attempt.reading
    if graph is None or reading.bridge_gaps or not is_unconnected(state):
        return None
    bridged = bridge_gaps(drop_weak_edges(graph, reading.min_edge_confidence))
    count = len(bridged.edges) - len(graph.edges)
    if count <= 0:
        return None
    return new_reading(
        state,
        "bridge_gaps",
        f"{count} gaps between parts of the map are bridged",
        replace(reading, bridge_gaps=True),
    )
