"""The systems that a run can be of, and how each is spread over workers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from eval.systems import System
from tools.task import TaskKind

if TYPE_CHECKING:
    from agent.options import AgentOptions
    from eval.ablation.map_truths import TruthSource
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
    ablation : dict
        "without" and "oracle": tools left out and perfect tools; empty for a system as it is. Told
        with every result of the run.
    """

    name: str
    build: Callable[[list[TaskKind]], System]
    processes: bool
    settings: dict[str, Any]
    ablation: dict[str, list[str]] = field(default_factory=dict)

    @property
    def label(self) -> str:
        """The name with what is left out or perfect, for files that travel alone."""
        told = (f"-{how}-{name}" for how, names in self.ablation.items() for name in names)
        return self.name + "".join(told)


def agent_plan(options: AgentOptions, truth: TruthSource | None = None) -> SystemPlan:
    """Return the plan of the agent.

    Parameters
    ----------
    options : AgentOptions
        Of the agent.
    truth : TruthSource, optional
        Where the truth for `options.oracle` is; needed where that names any.
    """
    settings = options.to_dict()
    ablation = {how: settings[how] for how in ("without", "oracle") if settings[how]}
    return SystemPlan("agent", partial(_build_agent, options, truth), True, settings, ablation)


def native_plan(options: NativeOptions) -> SystemPlan:
    """Return the plan of the native baseline."""
    settings = options.model_dump(mode="json")
    return SystemPlan("native", partial(_build_native, options), False, settings)


def chain_plan(options: NativeOptions) -> SystemPlan:
    """Return the plan of the chain of four steps."""
    settings = options.model_dump(mode="json")
    return SystemPlan("native-cot", partial(_build_chain, options), False, settings)


def _build_chain(options: NativeOptions, kinds: list[TaskKind]) -> System:
    from eval.native.chain import ChainSystem

    system = ChainSystem(options)
    system.check(kinds)
    return system


def _build_agent(options: AgentOptions, truth: TruthSource | None, kinds: list[TaskKind]) -> System:
    from agent.system import AgentSystem

    if not options.oracle or truth is None:
        return AgentSystem(options)
    from eval.ablation.oracles import DataOracles

    return AgentSystem(options, oracles=DataOracles(truth, kinds, options.oracle))


def _build_native(options: NativeOptions, kinds: list[TaskKind]) -> System:
    from eval.native.system import NativeSystem

    system = NativeSystem(options)
    system.check(kinds)
    return system
