"""The options that say what is answered, and where the runs go: one text for every command."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

if TYPE_CHECKING:
    from eval.run.config import RunConfig

INTERRUPTED = 130

Data = Annotated[
    str, typer.Option(help="Folder of a data set of the benchmark, or mini: the embedded.")
]
Benchmark = Annotated[
    str, typer.Option(help="maptab, reasonmap or mapbench: whose data and scores.")
]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", help="NAME=VALUE, a setting of the benchmark; repeatable."),
]
Domain = Annotated[str, typer.Option(help="metromap, travelmap or all.")]
Tasks = Annotated[
    list[str] | None,
    typer.Option(
        help="Task or selector (see mapclew tasks); repeatable. Default: canonical-planning of "
        "maptab, every task of the others."
    ),
]
Split = Annotated[str, typer.Option(help="test, training or all.")]
Limit = Annotated[int | None, typer.Option(help="Only the first N samples per task.")]


def run_config(values: Mapping[str, Any], oracle: tuple[str, ...]) -> RunConfig:
    """Return the configuration that a command's options give.

    Parameters
    ----------
    values : mapping of str to Any
        Options by name: those above, `workers` and `out`.
    oracle : tuple of str
        What the benchmark itself hands over as truth.

    Raises
    ------
    ValidationError
        An option cannot be used as given.
    ConfigError
        A setting is no NAME=VALUE.
    """
    from eval.cli.system_options import settings_of
    from eval.run.config import RunConfig

    taken = ("data", "domain", "benchmark", "split", "limit", "workers", "out")
    return RunConfig.model_validate(
        {
            **{name: values[name] for name in taken},
            "settings": settings_of(values["setting"] or []),
            "tasks": tuple(values["task"] or ()),
            "oracle": oracle,
        }
    )


def tell_interrupted(out: Path) -> NoReturn:
    """Say that a command may be given again, and end with the exit code of an interruption."""
    print(
        f"mapclew: interrupted; what is finished stays in {out}, "
        "the same command goes on with the rest",
        file=sys.stderr,
    )
    raise typer.Exit(INTERRUPTED) from None
