"""Repairs where a name of the question was not found."""

from __future__ import annotations

from dataclasses import replace

from agent.problem import map_names
from agent.repairs.change import Change, failed_with, reason_of
from agent.state import AgentState, Goal
from agent.toolbox import Toolbox
from tools.alignment import Alignment, NamePair, Unpaired
from tools.name_matching import name_similarity
from tools.tables import vertex_names

SAME_WRITING = 0.975
LOWER_SCORE = 0.5
RUNNER_UP_SCORE = 0.5
RUNNER_UP_LEAD = 0.15
_NOT_FOUND = frozenset({"UnknownStation", "AlignmentError"})


def match_writing(state: AgentState, toolbox: Toolbox) -> Change | None:
    """Take a name of the question for the table's name that differs in its writing only."""
    goal = state.goal
    table = state.task.edge_table or state.task.vertex_table
    if goal is None or table is None or not failed_with(state, _NOT_FOUND):
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
    return Change("match_writing", reason_of(state), text, {"goal": changed})


def lower_min_score(state: AgentState, toolbox: Toolbox) -> Change | None:
    """Pair labels and names that are less alike, where the table lists all there are."""
    if not failed_with(state, _NOT_FOUND) or state.alignment is None:
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
        reason_of(state),
        f"labels and names are paired from a similarity of {LOWER_SCORE} on",
        {"attempt": attempt, "alignment": None},
    )


def take_runner_up(state: AgentState, toolbox: Toolbox) -> Change | None:
    """Take the nearest label for an end that found none, where it leads the next one clearly."""
    alignment, goal = state.alignment, state.goal
    if alignment is None or goal is None or not failed_with(state, _NOT_FOUND):
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
            reason_of(state),
            f"{item.text!r} is taken for the label {label!r} ({score:.2f})",
            {"alignment": _with_pair(alignment, NamePair(station, label, item.key, score, 0.0))},
        )
    return None


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
