"""What the nodes work with and the state does not hold: options, planner, tools."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from langgraph.runtime import Runtime

from agent.options import AgentOptions
from agent.planner import Planner
from agent.rule_planner import RulePlanner
from agent.tool_set import ToolSet
from agent.toolbox import Toolbox
from perception.errors import ConfigError
from tools.cached_reader import CachedReader
from tools.map_reader import MapReader

PLANNERS = ("rule", "model")
"""Planners by the name that `AgentOptions.planner` gives."""


@dataclass(frozen=True)
class AgentContext:
    """Run settings and services, handed to every node.

    Attributes
    ----------
    options : AgentOptions
        Budgets and objective.
    planner : Planner
        Decides which tool comes next.
    toolbox : Toolbox
        Runs the tools.
    """

    options: AgentOptions
    planner: Planner
    toolbox: Toolbox


def make_planner(options: AgentOptions, reader: MapReader) -> Planner:
    """Return the planner that the options name.

    Parameters
    ----------
    options : AgentOptions
        `planner`, and `model` for the one that asks a model.
    reader : MapReader
        What it read is told to a model.

    Raises
    ------
    ConfigError
        There is none of this name, or it lacks its options.
    ModelError
        There is no key for the model's endpoint.
    """
    if options.planner not in PLANNERS:
        raise ConfigError(
            f"no planner is called {options.planner!r}",
            field="planner",
            mend=f"choose of {', '.join(PLANNERS)}",
        )
    if options.planner == "rule":
        return RulePlanner()
    if options.model is None:
        raise ConfigError("names no model", field="planner", mend="give --model")
    from agent.model_planner.planner import ModelPlanner

    return ModelPlanner(
        options.model, reader, without=options.without, objective_of=options.objective_of
    )


def make_toolbox(
    options: AgentOptions, planner: Planner, reader: MapReader, tools: ToolSet
) -> Toolbox:
    """Return the tools, with a model to ask about the map where the planner has one."""
    from agent.model_planner.planner import ModelPlanner

    if options.model is None or not isinstance(planner, ModelPlanner):
        return Toolbox(reader, options, tools)
    from agent.model_planner.viewer import ModelViewer

    viewer = ModelViewer(options.model, planner.client) if options.model.viewer else None
    return Toolbox(reader, options, tools, viewer)


@lru_cache(maxsize=1)
def default_context() -> AgentContext:
    """Return the context of a graph that is served without one: every option at its default."""
    options = AgentOptions()
    reader = CachedReader(options.perception, options.cache)
    return AgentContext(options, make_planner(options, reader), Toolbox(reader, options))


def context_of(runtime: Runtime[AgentContext]) -> AgentContext:
    """Return the context of a run."""
    return runtime.context or default_context()
