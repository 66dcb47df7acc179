"""What a tool needs of the state, and the error where an earlier tool has not given it yet."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from agent.state import AgentState, Goal, ToolCall
from perception.errors import ConfigError
from perception.map_graph import MapGraph
from tools.alignment import Alignment


def require_goal(state: AgentState) -> Goal:
    """Return what the task asks for, or raise `ConfigError`."""
    if state.goal is None:
        raise ConfigError("the task is not decomposed yet", field="goal", mend="decompose it first")
    return state.goal


def with_ends(goal: Goal, call: ToolCall) -> Goal:
    """Return the goal with the ends of a call, where no rule read them from the question."""
    if goal.source:
        return goal
    if "source" not in call.arguments:
        raise ConfigError(
            "the ends are not known yet",
            field=call.tool,
            mend="name source and target in align_tables or solve_route",
        )
    return replace(goal, source=call.arguments["source"], target=call.arguments["target"])


def require_map(state: AgentState) -> tuple[MapGraph, Alignment]:
    """Return the map as read and its alignment, or raise `ConfigError`."""
    if state.map_graph is None or state.alignment is None:
        raise ConfigError(
            "the map is not read and aligned yet",
            field="solve_route",
            mend="call build_graph and align_tables first",
        )
    return state.map_graph, state.alignment


def require_image(state: AgentState) -> Path:
    """Return the picture, or raise `ConfigError`."""
    if state.task.image is None:
        raise ConfigError(
            "the task has no picture", field="image", mend="give a map or an Edge_tab"
        )
    return state.task.image
