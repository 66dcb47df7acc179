"""The runs of an ablation: the agent as it is, then with one tool at a time replaced."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from agent.options import AgentOptions
from agent.tool_set import KNOWN_TRUTHS, REMOVABLE
from eval.ablation.map_truths import MapTruths, TruthSource
from eval.benchmark import find_benchmark
from eval.run.config import RunConfig
from eval.run.runner import RunSummary, run
from eval.run.scope import RunScope, find_scope
from eval.run.systems import agent_plan
from perception.errors import ConfigError, ModelError
from tools.task import TaskKind

How = Literal["without", "oracle"]
BASELINE: Final = "baseline"
MAPTAB: Final = "maptab"
RUNS: Final = "runs"


@dataclass(frozen=True, slots=True)
class Setting:
    """One tool replaced: left out, or perfect."""

    how: How
    name: str

    @property
    def folder(self) -> str:
        """Name of its run's folder."""
        return f"{self.how}-{self.name}"


@dataclass(frozen=True, slots=True)
class Grid:
    """What is run.

    Attributes
    ----------
    config : RunConfig
        Samples and workers; `out` holds `runs/baseline` and one folder per setting beside it.
    options : AgentOptions
        The agent as it is, or as it is given the truth of some tools.
    settings : tuple of Setting
        In the order they are run.
    truth : TruthSource
        For the oracles.
    """

    config: RunConfig
    options: AgentOptions
    settings: tuple[Setting, ...]
    truth: TruthSource

    def scope(self) -> RunScope:
        """Return the samples of every run."""
        return find_scope(self.config)

    def config_of(self, setting: Setting | None) -> RunConfig:
        """Return the configuration of one run; None for the agent as it is."""
        folder = BASELINE if setting is None else setting.folder
        change: dict[str, Any] = {"out": self.config.out / RUNS / folder}
        if self.handed(setting):
            assert setting is not None
            change["oracle"] = (*self.config.oracle, setting.name)
        return self.config.model_copy(update=change)

    def options_of(self, setting: Setting) -> AgentOptions:
        """Return the options of the agent of one run."""
        return self.options if self.handed(setting) else replaced(self.options, setting)

    def handed(self, setting: Setting | None) -> bool:
        """Whether the data itself hands over the truth with each task."""
        known = find_benchmark(self.config.benchmark).oracles
        return setting is not None and setting.how == "oracle" and setting.name in known


def choose_settings(
    without: Sequence[str],
    oracle: Sequence[str],
    kinds: Sequence[TaskKind],
    truth: TruthSource,
    benchmark: str = MAPTAB,
) -> tuple[tuple[Setting, ...], dict[str, str]]:
    """Return the settings that are asked for, and those of "all" that the data cannot have.

    Parameters
    ----------
    without, oracle : sequence of str
        Names of tools, or "all". Neither given: all of both.
    kinds : sequence of TaskKind
        Of the runs.
    truth : TruthSource
        For the oracles.
    benchmark : str
        Whose data it is; those other than MapTab's hand over what they can themselves.

    Returns
    -------
    settings : tuple of Setting
        Each once.
    refused : dict of str to str
        Oracle of "all" that lacks its truth, and why.

    Raises
    ------
    ConfigError
        An oracle that is named lacks its truth.
    """
    if not without and not oracle:
        without = oracle = ("all",)
    removed = [name for name in REMOVABLE if name in without or "all" in without]
    known = [name for name in KNOWN_TRUTHS if name in oracle or "all" in oracle]
    for given, all_names, option in (
        (without, REMOVABLE, "without"),
        (oracle, KNOWN_TRUTHS, "oracle"),
    ):
        for name in given:
            if name not in (*all_names, "all"):
                raise ConfigError(
                    f"{name!r} is no tool that can be replaced so",
                    field=f"--{option}",
                    mend=f"choose of {', '.join(all_names)} or all",
                )
    handed = find_benchmark(benchmark).oracles
    truths = MapTruths(truth, kinds) if benchmark == MAPTAB else None
    refused: dict[str, str] = {}
    for name in known:
        try:
            if truths is not None:
                truths.require([name])
            elif name not in handed:
                raise ConfigError(
                    f"{name} cannot be perfect: {benchmark} has no truth of it",
                    field="--oracle",
                    mend=f"use {' or '.join(handed)}",
                )
        except ConfigError as error:
            if name in oracle:
                raise
            refused[name] = str(error)
    settings = (
        *(Setting("without", name) for name in removed),
        *(Setting("oracle", name) for name in known if name not in refused),
    )
    return settings, refused


def run_grid(grid: Grid, say: Callable[[str], None]) -> RunSummary:
    """Do every run of a grid, or what is left of it, and return the summary of the baseline.

    Each run is one of its own that goes on where it stopped; all read pictures through the same
    cache, so that a map is read once.

    Parameters
    ----------
    grid : Grid
        The runs.
    say : callable
        Told what is run next.

    Raises
    ------
    ModelError
        A model plans, and not one sample of the first run was answered.
    """
    say(f"{BASELINE} ({len(grid.settings) + 1} runs in all)")
    summary = run(grid.config_of(None), agent_plan(grid.options, grid.truth))
    if grid.options.model is not None and summary.all_failed:
        # Differences from nothing would be asked for at length, and say nothing.
        raise ModelError(
            "no sample was answered, each is an error; the other runs are not begun",
            file=str(grid.config_of(None).out),
            mend="see the errors of its samples, and give the same command again",
        )
    for number, setting in enumerate(grid.settings, start=2):
        say(f"{setting.how} {setting.name} ({number} of {len(grid.settings) + 1})")
        run(grid.config_of(setting), agent_plan(grid.options_of(setting), grid.truth))
    return summary


def replaced(options: AgentOptions, setting: Setting) -> AgentOptions:
    """Return the options with one tool replaced."""
    if setting.how == "without":
        return replace(options, without=(setting.name,))
    return replace(options, oracle=(*options.oracle, setting.name))
