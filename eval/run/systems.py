"""The systems that a run can be of, and how each is spread over workers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from eval.systems import System
from tools.task import TaskKind

if TYPE_CHECKING:
    from agent.options import AgentOptions
    from eval.native.options import NativeOptions


@dataclass(frozen=True, slots=True)
class SystemPlan:
    """How to come by a system.

    Attributes
    ----------
    name : str
        As results files name it.
    build : callable
        From the kinds of task of the run to a system; picklable; raises `MapclewError` where the
        system cannot serve them.
    processes : bool
        Whether each worker is a process with a system of its own (work bound by the processor),
        or a thread that shares one system (work that waits for a network).
    settings : dict
        Its options for the record, without secrets.
    """

    name: str
    build: Callable[[list[TaskKind]], System]
    processes: bool
    settings: dict[str, Any]


def agent_plan(options: AgentOptions) -> SystemPlan:
    """Return the plan of the agent."""
    return SystemPlan("agent", partial(_build_agent, options), True, options.to_dict())


def native_plan(options: NativeOptions) -> SystemPlan:
    """Return the plan of the native baseline."""
    settings = options.model_dump(mode="json")
    return SystemPlan("native", partial(_build_native, options), False, settings)


def _build_agent(options: AgentOptions, kinds: list[TaskKind]) -> System:
    from agent.system import AgentSystem

    return AgentSystem(options)


def _build_native(options: NativeOptions, kinds: list[TaskKind]) -> System:
    from eval.native.system import NativeSystem

    system = NativeSystem(options)
    system.check(kinds)
    return system
