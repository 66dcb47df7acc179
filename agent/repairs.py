"""What may be changed when an attempt fails: one rule a repair, cheapest and likeliest first.

A rule looks at what went wrong and returns a change, or None where it does not fit or would
change nothing. No rule is applied twice to the same effect: each turns a setting that stays
turned.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from agent.problem import map_names
from agent.state import AgentState, Goal
from agent.toolbox import Toolbox
from tools.align_tables import Alignment, NamePair, Unpaired
from tools.findings import Fault
from tools.map_network import Reading
from tools.mend_graph import bridge_gaps, drop_weak_edges, join_same_names
from tools.name_matching import name_similarity
from tools.tables import vertex_names

SAME_WRITING = 0.975
LOWER_SCORE = 0.5
RUNNER_UP_SCORE = 0.5
RUNNER_UP_LEAD = 0.15
LONGER = 3.0

_MISMARKED = frozenset(
    {
        Fault.WRONG_LINES,
        Fault.WRONG_MARKS,
        Fault.NEEDLESS_CHANGE,
        Fault.WRONG_COST,
        Fault.WRONG_TOTALS,
    }
)
_NOT_FOUND = frozenset({"UnknownStation", "AlignmentError"})


@dataclass(frozen=True, slots=True)
class Change:
    """What a repair changes.

    Attributes
    ----------
    name : str
        Of the repair.
    reason : str
        What went wrong.
    change : str
        What is different now.
    update : mapping
        Updates of the state; what is to be found anew is None.
    """

    name: str
    reason: str
    change: str
    update: Mapping[str, Any]


Rule = Callable[[AgentState, Toolbox], Change | None]


def match_writing(state: AgentState, toolbox: Toolbox) -> Change | None:
    """Take a name of the question for the table's name that differs in its writing only."""
    goal = state.goal
    table = state.task.edge_table or state.task.vertex_table
    if goal is None or table is None or not _failed_with(state, _NOT_FOUND):
        return None
    names = vertex_names(table)
    found = {name: _same_writing(name, names) for name in (goal.source, goal.target)}
    if not any(found.values()):
        return None
    changed = Goal(
        found[goal.source] or goal.source,
        found[goal.target] or goal.target,
        goal.topology,
        goal.values,
    )
    if changed.source == changed.target:
        return None
    text = ", ".join(f"{name!r} is {match!r}" for name, match in found.items() if match)
    return Change("match_writing", _reason(state), text, {"goal": changed})


def lower_min_score(state: AgentState, toolbox: Toolbox) -> Change | None:
    """Pair labels and names that are less alike, where the table lists all there are."""
    if not _failed_with(state, _NOT_FOUND) or state.alignment is None:
        return None
    if state.goal is None or state.goal.values != "mix":
        return None
    if state.attempt.min_score <= LOWER_SCORE:
        return None
    taken = {pair.station for pair in state.alignment.pairs}
    if not any(
        score >= LOWER_SCORE and station not in taken
        for item in _unpaired_ends(state)
        for station, score in item.runners_up
    ):
        return None
    attempt = replace(state.attempt, min_score=LOWER_SCORE)
    return Change(
        "lower_min_score",
        _reason(state),
        f"labels and names are paired from a similarity of {LOWER_SCORE} on",
        {"attempt": attempt, "alignment": None},
    )


def take_runner_up(state: AgentState, toolbox: Toolbox) -> Change | None:
    """Take the nearest label for an end that found none, where it leads the next one clearly."""
    alignment, goal = state.alignment, state.goal
    if alignment is None or goal is None or not _failed_with(state, _NOT_FOUND):
        return None
    ends = {goal.source, goal.target}
    kept = {pair.station for pair in alignment.pairs if pair.name in ends}
    for item in _unpaired_ends(state):
        free = [(station, score) for station, score in item.runners_up if station not in kept]
        if not free or free[0][1] < RUNNER_UP_SCORE:
            continue
        if len(free) > 1 and free[0][1] - free[1][1] < RUNNER_UP_LEAD:
            continue
        station, score = free[0]
        label = _label(state, station)
        return Change(
            "take_runner_up",
            _reason(state),
            f"{item.text!r} is taken for the label {label!r} ({score:.2f})",
            {"alignment": _with_pair(alignment, NamePair(station, label, item.key, score, 0.0))},
        )
    return None


def join_names(state: AgentState, toolbox: Toolbox) -> Change | None:
    """Take stations of one name for one place."""
    graph = state.map_graph
    reading = state.attempt.reading
    if graph is None or reading.join_same_names or not _unconnected(state):
        return None
    joined = join_same_names(graph)
    if joined is graph:
        return None
    count = len(graph.stations) - len(joined.stations)
    return _new_reading(
        state,
        "join_same_names",
        f"{count} stations are one with another of the same name",
        replace(reading, join_same_names=True),
    )


def use_weak_edges(state: AgentState, toolbox: Toolbox) -> Change | None:
    """Ride edges that were left out for their low confidence."""
    graph = state.map_graph
    reading = state.attempt.reading
    if graph is None or not _unconnected(state):
        return None
    strong = drop_weak_edges(graph, reading.min_edge_confidence)
    if strong is graph:
        return None
    count = len(graph.edges) - len(strong.edges)
    return _new_reading(
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
    if not _unconnected(state) or not alignment.unpaired_labels:
        return None
    return _new_reading(
        state,
        "admit_unpaired",
        f"{len(alignment.unpaired_labels)} stations without a row are passed at mean values",
        replace(reading, admit_unpaired=True),
    )


def bridge_parts(state: AgentState, toolbox: Toolbox) -> Change | None:
    """Join the parts of the map where they come nearest to each other."""
    graph = state.map_graph
    reading = state.attempt.reading
    if graph is None or reading.bridge_gaps or not _unconnected(state):
        return None
    bridged = bridge_gaps(drop_weak_edges(graph, reading.min_edge_confidence))
    count = len(bridged.edges) - len(graph.edges)
    if count <= 0:
        return None
    return _new_reading(
        state,
        "bridge_gaps",
        f"{count} gaps between parts of the map are bridged",
        replace(reading, bridge_gaps=True),
    )


def recompute_marks(state: AgentState, toolbox: Toolbox) -> Change | None:
    """Keep the stations of a route and find its lines, marks, cost and totals anew."""
    solution = state.solution
    if solution is None or not _found(state) & _MISMARKED:
        return None
    again = toolbox.solve_along(state, solution.best.stations)
    if again is None or again.best == solution.best:
        return None
    return Change(
        "recompute_marks",
        _reason(state),
        f"the same stations are marked {again.best}",
        # What was proven about the route as a whole is no matter of its marks.
        {"solution": replace(again, optimal=solution.optimal, bound=solution.bound)},
    )


def search_longer(state: AgentState, toolbox: Toolbox) -> Change | None:
    """Give a search that was cut off, and is known to have missed a better route, more time."""
    solution = state.solution
    if solution is None or solution.optimal or Fault.NOT_OPTIMAL not in _found(state):
        return None
    if any(done.name == "search_longer" for done in state.repairs):
        return None
    longer = state.attempt.time_limit * LONGER
    return Change(
        "search_longer",
        _reason(state),
        f"the search may take {longer:g} s",
        {"attempt": replace(state.attempt, time_limit=longer)},
    )


REPAIRS: tuple[Rule, ...] = (
    match_writing,
    lower_min_score,
    take_runner_up,
    join_names,
    use_weak_edges,
    admit_unpaired,
    bridge_parts,
    search_longer,
    recompute_marks,
)


def _reason(state: AgentState) -> str:
    if state.failure is not None:
        return f"{state.failure.kind}: {state.failure.message}"
    return state.verification.why if state.verification is not None else "there is no route"


def _failed_with(state: AgentState, kinds: frozenset[str]) -> bool:
    return state.failure is not None and state.failure.kind in kinds


def _found(state: AgentState) -> frozenset[Fault]:
    if state.failure is not None or state.verification is None:
        return frozenset()
    return frozenset(finding.fault for finding in state.verification.findings)


def _unconnected(state: AgentState) -> bool:
    return _failed_with(state, frozenset({"NoRoute"}))


def _same_writing(name: str, names: tuple[str, ...]) -> str | None:
    """Return the one name that differs from `name` in its writing only."""
    if name in names:
        return None
    alike = [other for other in names if name_similarity(name, other) >= SAME_WRITING]
    return alike[0] if len(alike) == 1 else None


def _unpaired_ends(state: AgentState) -> list[Unpaired]:
    goal, alignment = state.goal, state.alignment
    if goal is None or alignment is None:
        return []
    ends = {goal.source, goal.target} & set(map_names(state.task, goal))
    return [item for item in alignment.unpaired_names if item.key in ends]


def _label(state: AgentState, station: str) -> str:
    graph = state.map_graph
    return next((s.name for s in graph.stations if s.id == station), "") if graph else ""


def _with_pair(alignment: Alignment, pair: NamePair) -> Alignment:
    """Return the alignment with one pair more; what held its label before gives way."""
    displaced = [p for p in alignment.pairs if p.station == pair.station]
    return replace(
        alignment,
        pairs=(*(p for p in alignment.pairs if p.station != pair.station), pair),
        unpaired_labels=tuple(u for u in alignment.unpaired_labels if u.key != pair.station),
        unpaired_names=(
            *(u for u in alignment.unpaired_names if u.key != pair.name),
            *(Unpaired(p.name, p.name) for p in displaced),
        ),
    )


def _new_reading(state: AgentState, name: str, change: str, reading: Reading) -> Change:
    attempt = replace(state.attempt, reading=reading)
    return Change(name, _reason(state), change, {"attempt": attempt})
