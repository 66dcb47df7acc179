"""`mapclew ablate`: what each tool of the agent is worth."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from eval.ablation.differences import AblationResult, TaskDifference
    from eval.ablation.grid import Setting

INTERRUPTED = 130


def ablate(
    data: Annotated[
        str, typer.Option(help="Folder of a data set in MapTab's layout, or mini: the embedded.")
    ],
    out: Annotated[Path, typer.Option(help="Folder of all runs; unfinished ones go on in it.")],
    domain: Annotated[str, typer.Option(help="metromap, travelmap or all.")] = "all",
    task: Annotated[
        list[str] | None,
        typer.Option(
            help="Task or selector (see mapclew tasks); repeatable. Default: canonical-planning."
        ),
    ] = None,
    split: Annotated[str, typer.Option(help="test, training or all.")] = "test",
    limit: Annotated[int | None, typer.Option(help="Only the first N samples per task.")] = None,
    without: Annotated[
        list[str] | None,
        typer.Option(
            help="Tool to leave out, alone: ocr, line_tracing, graph, alignment, solver, verifier, "
            "repair or all; repeatable."
        ),
    ] = None,
    oracle: Annotated[
        list[str] | None,
        typer.Option(
            help="Tool to put the truth in the place of, alone: ocr, line_tracing, graph, "
            "perception, alignment, solver, verifier or all; repeatable."
        ),
    ] = None,
    truth: Annotated[
        Path | None,
        typer.Option(
            help="Folder with a folder per map, by its picture's name, that holds truth.json. "
            "Default: truth in the data."
        ),
    ] = None,
    workers: Annotated[int, typer.Option(help="Processes; 0: none beside this one.")] = 2,
    cache: Annotated[
        Path | None, typer.Option(help="Folder of what was read from pictures.")
    ] = None,
) -> None:
    """Run the agent as it is, then with each tool left out or perfect, and compare.

    Without --without and --oracle each tool is taken alone, both ways, as far as the data holds
    the truth. OUT/ablation.json has the scores, the differences and their intervals; OUT/runs has
    the runs, each as `mapclew run` leaves it. The same command goes on where it was stopped.
    """
    from pydantic import ValidationError

    from agent.options import AgentOptions
    from eval.ablation.differences import find_differences
    from eval.ablation.grid import Grid, choose_settings, run_grid
    from eval.ablation.map_truths import TruthSource
    from eval.cli.score import print_scores
    from eval.cli.system_options import config_error
    from eval.run.config import RunConfig
    from eval.run.scope import find_scope
    from eval.run.store import RunStore

    try:
        config = RunConfig(
            data=data,
            domain=domain,
            tasks=tuple(task or ("canonical-planning",)),
            split=split,
            limit=limit,
            workers=workers,
            out=out,
        )
    except ValidationError as error:
        raise config_error(error) from None
    source = TruthSource(data, split, limit, truth)
    kinds = find_scope(config).kinds
    settings, refused = choose_settings(without or (), oracle or (), kinds, source)
    grid = Grid(config, AgentOptions(cache=cache), settings, source)
    try:
        summary = run_grid(grid, lambda text: print(f"mapclew: {text}", file=sys.stderr))
    except KeyboardInterrupt:
        print(
            f"mapclew: interrupted; what is finished stays in {out}, "
            "the same command goes on with the rest",
            file=sys.stderr,
        )
        raise typer.Exit(INTERRUPTED) from None
    result = find_differences(grid)
    RunStore(out).write(out / "ablation.json", result.as_dict())
    print_scores(summary.tasks)
    print()
    print_differences(result)
    for why in refused.values():
        print(f"not run: {why}")
    print(f"ablation: {out / 'ablation.json'}")


def print_differences(result: AblationResult) -> None:
    """Print one row for each task that a setting changed, and name the others together."""
    from rich.console import Console
    from rich.table import Table

    console = Console(soft_wrap=True, width=None if sys.stdout.isatty() else 160)
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("setting")
    table.add_column("task")
    for column in ("n", "score", "difference", "95 % interval", "changed"):
        table.add_column(column, justify="right")
    for setting, tasks in result.ablations:
        for row in _rows(setting, tasks):
            table.add_row(*row)
    console.print(table)


def _rows(setting: Setting, tasks: dict[str, TaskDifference]) -> list[tuple[str, ...]]:
    told = f"{setting.how} {setting.name}"
    rows: list[tuple[str, ...]] = [
        (
            told,
            name,
            str(task.n),
            f"{task.score:.2%}",
            f"{task.delta * 100:+.2f}",
            "one map" if task.ci is None else f"{task.ci[0] * 100:+.2f} to {task.ci[1] * 100:+.2f}",
            str(len(task.changed)),
        )
        for name, task in tasks.items()
        if task.changed
    ]
    same = [name for name, task in tasks.items() if not task.changed]
    if same:
        which = "every task" if not rows else f"{len(same)} tasks: {', '.join(same)}"
        n = sum(tasks[name].n for name in same)
        rows.append((told, f"no change in {which}", str(n), "", "", "", "0"))
    return rows
