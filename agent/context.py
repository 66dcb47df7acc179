"""What the nodes work with and the state does not hold: options, planner, tools."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from langgraph.runtime import Runtime

from agent.options import AgentOptions
from agent.planner import Planner
from agent.rule_planner import RulePlanner
from agent.toolbox import Toolbox
from perception.errors import ConfigError
from tools.cached_reader import CachedReader

PLANNERS: dict[str, type[RulePlanner]] = {"rule": RulePlanner}
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


def make_planner(name: str) -> Planner:
    """Return the planner of a name.

    Raises
    ------
    ConfigError
        There is none.
    """
    kind = PLANNERS.get(name)
    if kind is None:
        raise ConfigError(
            f"no planner is called {name!r}",
            field="planner",
            mend=f"choose of {', '.join(PLANNERS)}",
        )
    return kind()


@lru_cache(maxsize=1)
def default_context() -> AgentContext:
    """Return the context of a graph that is served without one: every option at its default."""
    options = AgentOptions()
    reader = CachedReader(options.perception, options.cache)
    return AgentContext(options, make_planner(options.planner), Toolbox(reader, options))


def context_of(runtime: Runtime[AgentContext]) -> AgentContext:
    """Return the context of a run."""
    return runtime.context or default_context()
