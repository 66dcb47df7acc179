"""The planning problem that a task comes down to: a network, two ends, weights."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from agent.state import Goal
from perception.errors import AlignmentError, BadQuestion, BadTable, NoRoute, UnknownStation
from perception.map_graph import MapGraph
from tools.alignment import Alignment
from tools.build_network import network_from_tables
from tools.map_network import MapNetwork, written_name
from tools.name_folding import fold_name
from tools.name_matching import misspells, name_similarity
from tools.network import Network
from tools.objective import Weights, require_weights
from tools.parse_question import parse_question
from tools.tables import vertex_names
from tools.task import Task

_ON_MAP = 0.95
"""Least likeness of a name as first read to a label, for it to be on the map."""
_SURE_LABEL = 0.8
"""Confidence from which a label is right where the question writes it otherwise."""


@dataclass(frozen=True, slots=True)
class Problem:
    """What is left to solve.

    Attributes
    ----------
    network : Network
        With the values that the task gives.
    ends : tuple of (str, str)
        Source and target vertex; more than one pair where a name stands at several places.
    weights : tuple of 4 floats or None
        None: fewest stations.
    labels : mapping of str to str
        What the map prints for a vertex, where that is not its key.
    asked : mapping of str to str
        What the question calls a vertex, where that is not what the tables do.
    """

    network: Network
    ends: tuple[tuple[str, str], ...]
    weights: Weights | None
    labels: Mapping[str, str] = field(default_factory=dict)
    asked: Mapping[str, str] = field(default_factory=dict)


def weights_of(task: Task) -> Weights | None:
    """Return the checked weights of a task, None where it is criteria-free.

    Raises
    ------
    MissingWeights
        A weighted task has none, or they do not sum to one.
    """
    return require_weights(task.weights) if task.kind.weighted else None


def table_network(task: Task, goal: Goal) -> Network:
    """Return the network of a task whose Edge_tab gives the topology.

    Raises
    ------
    BadTable
        There is none, or the tables do not hold together.
    """
    if task.edge_table is None:
        raise BadTable("the task gives no Edge_tab", field="edge_table", mend="give one, or a map")
    vertex_table = task.vertex_table if goal.values == "tables" else None
    return network_from_tables(task.kind.domain, task.edge_table, vertex_table)


def map_names(task: Task, goal: Goal) -> tuple[str, ...]:
    """Return the names to look for on the map: Mix_tab's vertices, or the question's two."""
    if goal.values == "mix" and task.vertex_table is not None:
        return mix_names(task)
    return (goal.source, goal.target)


def mix_names(task: Task) -> tuple[str, ...]:
    """Return the vertices of Mix_tab, sorted: its rows come in another order for each sample.

    Raises
    ------
    BadTable
        The task gives none.
    """
    if task.vertex_table is None:
        raise BadTable("the task gives no Mix_tab", field="vertex_table", mend="give one")
    return tuple(sorted(vertex_names(task.vertex_table)))


def label_names(graph: MapGraph) -> tuple[str, ...]:
    """Return the labels of a map as a question would write them, each once."""
    names = (written_name(station.name) for station in graph.stations)
    return tuple(dict.fromkeys(name for name in names if name))


def reread_goal(task: Task, goal: Goal, labels: tuple[str, ...]) -> Goal:
    """Return the goal with its ends read again, knowing what the map's labels say.

    A name may hold the words that separate names: "from Hill to Lake to Pier". Ends that are both
    on the map as first read stay: a label may be part of a name that the map writes otherwise
    ("West" of "West 25th_Ohio City", printed "W.25th - Ohio City"). Ends that differ in their
    writing only stay as the question writes them.
    """
    if all(_nearness(end, labels) >= _ON_MAP for end in (goal.source, goal.target)):
        return goal
    try:
        ends = parse_question(task.question, labels)
    except BadQuestion:
        return goal
    if ends.source == ends.target:
        return goal
    return replace(
        goal,
        source=_as_asked(ends.source, goal.source),
        target=_as_asked(ends.target, goal.target),
    )


def _nearness(name: str, labels: tuple[str, ...]) -> float:
    return max((name_similarity(name, label) for label in labels), default=0.0)


def _as_asked(found: str, asked: str) -> str:
    return asked if fold_name(found).flat == fold_name(asked).flat else found


def map_problem(
    task: Task,
    goal: Goal,
    graph: MapGraph,
    alignment: Alignment,
    on_map: MapNetwork,
) -> Problem:
    """Return the problem of a task whose topology was read from the map.

    Raises
    ------
    UnknownStation
        An end is not on the map.
    AlignmentError
        An end is in Mix_tab, but no label of the map fits it.
    NoRoute
        An end is joined to nothing, or both are one station.
    """
    sources, targets = (
        tuple(
            on_map.vertex_by_station[station]
            for station in _stations_of(name, goal, graph, alignment)
            if station in on_map.vertex_by_station
        )
        for name in (goal.source, goal.target)
    )
    for name, vertices in ((goal.source, sources), (goal.target, targets)):
        if not any(vertex in on_map.network.vertex for vertex in vertices):
            raise NoRoute(
                f"no edge of the map reaches {name!r}",
                file=graph.image_path,
                mend="look at it with `mapclew perceive --overlay`",
            )
    ends = tuple(
        (source, target)
        for source, target in itertools.product(sources, targets)
        if source != target and {source, target} <= on_map.network.vertex.keys()
    )
    if not ends:
        raise NoRoute(
            f"{goal.source!r} and {goal.target!r} are one station of the map",
            file=graph.image_path,
            mend="name two stations that the map shows",
        )
    asked: dict[str, str] = {}
    if goal.values != "mix":
        asked = _asked(goal, sources, targets, graph, on_map)
    return Problem(on_map.network, ends, weights_of(task), on_map.written, asked)


def _asked(
    goal: Goal,
    sources: tuple[str, ...],
    targets: tuple[str, ...],
    graph: MapGraph,
    on_map: MapNetwork,
) -> dict[str, str]:
    """Return what the question calls its ends, by vertex, but for what it misspells.

    A label that is none too sure may be the one that is wrong.
    """
    sure = {
        on_map.vertex_by_station[station.id]
        for station in graph.stations
        if station.confidence >= _SURE_LABEL and station.id in on_map.vertex_by_station
    }
    return {
        vertex: name
        for name, vertices in ((goal.source, sources), (goal.target, targets))
        for vertex in vertices
        if not (vertex in sure and misspells(name, on_map.written.get(vertex, vertex)))
    }


def stations_meant(name: str, goal: Goal, graph: MapGraph, alignment: Alignment) -> tuple[str, ...]:
    """Return the ids of the stations that a name of the question may mean; none if none does."""
    if name not in alignment.station_by_name():
        return ()
    return _stations_of(name, goal, graph, alignment)


def _stations_of(name: str, goal: Goal, graph: MapGraph, alignment: Alignment) -> tuple[str, ...]:
    """Return the ids of the stations that a name of the question may mean, best first."""
    station = alignment.station_by_name().get(name)
    if station is None:
        raise _not_found(name, goal, graph, alignment)
    if goal.values == "mix":
        return (station,)
    label = next(s.name for s in graph.stations if s.id == station)
    return (station, *(s.id for s in graph.stations if s.name == label and s.id != station))


def _not_found(
    name: str, goal: Goal, graph: MapGraph, alignment: Alignment
) -> UnknownStation | AlignmentError:
    labels = {station.id: station.name for station in graph.stations}
    unpaired = next((item for item in alignment.unpaired_names if item.key == name), None)
    near = ", ".join(
        f"{labels[station]!r} ({score:.2f})"
        for station, score in (unpaired.runners_up if unpaired else ())
    )
    mend = f"nearest labels: {near}" if near else "no label is near it"
    if unpaired is not None and goal.values == "mix":
        return AlignmentError(
            f"no label fits {name!r} of Mix_tab", file=graph.image_path, field=name, mend=mend
        )
    return UnknownStation(f"{name!r} is not on the map", file=graph.image_path, mend=mend)
