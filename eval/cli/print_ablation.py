"""What `mapclew ablate` prints: differences, and what the models took."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from agent.chat.usage import Usage
    from eval.ablation.differences import AblationResult, TaskDifference


def told_usage(used: Usage) -> str:
    """Return what the models took, in words."""
    cost = "unknown (no price)" if used.cost is None else f"{used.cost:.4g}"
    return (
        f"model: {used.requests:,} replies, {used.kept:,} of them kept before; "
        f"{used.input_tokens:,} tokens in, {used.output_tokens:,} out; cost {cost}, "
        "with that of kept replies"
    )


def print_differences(result: AblationResult) -> None:
    """Print one row for each task that a setting changed, and name the others below."""
    from rich.console import Console
    from rich.table import Table

    console = Console(soft_wrap=True, width=None if sys.stdout.isatty() else 160)
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("setting")
    table.add_column("task")
    for column in ("n", "score", "difference", "95 % interval", "changed"):
        table.add_column(column, justify="right")
    if any(task.measures for _, tasks in result.ablations for task in tasks.values()):
        table.add_column("besides")
    unchanged: list[str] = []
    for setting, tasks in result.ablations:
        told = f"{setting.how} {setting.name}"
        for row in _rows(told, tasks):
            table.add_row(*row)
        if same := [name for name, task in tasks.items() if not task.changed]:
            n = sum(tasks[name].n for name in same)
            which = "every task" if len(same) == len(tasks) else ", ".join(same)
            unchanged.append(f"{told}: no change in {which} ({n} samples)")
    if table.row_count:
        console.print(table)
    for line in unchanged:
        print(line)
    for setting, tasks in result.ablations:
        if failed := sum(task.failed for task in tasks.values()):
            print(
                f"mapclew: {setting.how} {setting.name}: {failed} samples ended in an error and "
                "count as wrong; the same command asks them again",
                file=sys.stderr,
            )


def _rows(told: str, tasks: dict[str, TaskDifference]) -> list[tuple[str, ...]]:
    return [
        (
            told,
            name,
            str(task.n),
            f"{task.score:.2%}",
            f"{task.delta * 100:+.2f}",
            "one map" if task.ci is None else f"{task.ci[0] * 100:+.2f} to {task.ci[1] * 100:+.2f}",
            str(len(task.changed)),
            *_besides(task),
        )
        for name, task in tasks.items()
        if task.changed
    ]


def _besides(task: TaskDifference) -> tuple[str, ...]:
    told = [f"{name} {value:.3f} ({delta:+.3f})" for name, (value, delta) in task.measures.items()]
    return (", ".join(told),) if told else ()
