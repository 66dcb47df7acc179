"""What the nodes work with and the state does not hold: options, planner, tools."""

from __future__ import annotations

from dataclasses import dataclass

from agent.options import AgentOptions
from agent.planner import Planner
from agent.toolbox import Toolbox


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
