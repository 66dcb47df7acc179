"""`mapclew score`: score results files of any origin."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from eval.metrics.percent import percent

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from eval.benchmark import TaskTotal
    from eval.metrics.scores import AnswerScore


def score(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE...",
            help="Results files: the query records, each with its `response`. Domain and task are "
            "read from the name, e.g. metromap_only_map_MODEL_results.json. Or folders of runs.",
            show_default=False,
        ),
    ],
    as_json: Annotated[
        bool, typer.Option("--json", help="Print JSON shaped like results.json, nothing else.")
    ] = False,
) -> None:
    """Score results files as MapTab's released evaluator does.

    EMA and PMA are fractions of all records, DS is the difficulty-aware score; answers to
    questions are right or wrong, and are summed up by capability, input and class. Every record
    counts; files of the same task are pooled, record by record. A file that cannot be scored is
    named on stderr, the others are scored all the same, and the exit code is 2.

    The folder of a run is scored anew from its samples and labels alone, and compared with what
    the run wrote, byte for byte; the exit code is 2 where anything differs. The folder of an
    ablation stands for all its runs, and its differences are made anew likewise.
    """
    from eval.maptab.kinds import ALL_KINDS, kind_of_results_file
    from eval.maptab.records import read_records
    from eval.metrics.question_groups import group_questions
    from eval.metrics.scores import pool_scores, score_record
    from perception.errors import MapclewError

    if any(file.is_dir() for file in files):
        _score_runs(files, as_json)
        return
    found: dict[str, list[AnswerScore]] = {}
    failures = 0
    for file in files:
        try:
            records = list(read_records(file))
            kind = kind_of_results_file(file)
            scores = [score_record(kind, record) for record in records]
        except MapclewError as error:
            print(f"mapclew: {type(error).__name__}: {error}", file=sys.stderr)
            failures += 1
        else:
            found.setdefault(kind.id, []).extend(scores)
            _tell_bad_records(file, scores)
    tasks = {kind.id: pool_scores(kind, found[kind.id]) for kind in ALL_KINDS if kind.id in found}
    if as_json:
        result: dict[str, Any] = {"tasks": {name: task.as_dict() for name, task in tasks.items()}}
        if groups := group_questions(tasks):
            result["questions"] = groups
        print(json.dumps(result, indent=2, ensure_ascii=False))
    elif tasks:
        print_scores(tasks)
    if failures:
        raise typer.Exit(2)


def _score_runs(folders: list[Path], as_json: bool) -> None:
    """Score runs anew, and say whether what they wrote is the same."""
    from eval.ablation.differences import ABLATION_FILE, compare_again
    from eval.report.ablation_table import has_differences, runs_of
    from eval.run.rescore import rescore
    from eval.run.store import to_json
    from eval.run.stored_run import open_run
    from perception.errors import ConfigError

    if as_json and (len(folders) > 1 or runs_of(folders[0])):
        raise ConfigError("several runs", field="--json", mend="give one run at a time")
    differ = False
    ablations = [folder for folder in folders if has_differences(folder)]
    folders = [run for folder in folders for run in (runs_of(folder) or (folder,))]
    for folder in folders:
        found = rescore(open_run(folder))
        if as_json:
            sys.stdout.buffer.write(found.results)
        else:
            print_scores(found.tasks)
        for difference in found.differences:
            print(f"mapclew: RunMismatch: {difference}", file=sys.stderr)
        if not found.differences and not as_json:
            print(f"{folder}: scored anew, the same byte for byte")
        differ |= bool(found.differences)
    for folder in ablations:
        file = folder / ABLATION_FILE
        if file.read_bytes() == to_json(compare_again(folder).as_dict()) + b"\n":
            print(f"{file}: made anew, the same byte for byte")
        else:
            print(f"mapclew: RunMismatch: {file}: other bytes", file=sys.stderr)
            differ = True
    if differ:
        raise typer.Exit(2)


def _tell_bad_records(file: Path, scores: list[AnswerScore]) -> None:
    """Name the first bad record of a file, and how many there are, on stderr."""
    bad = [(index, score.fault) for index, score in enumerate(scores) if score.fault]
    if bad:
        index, fault = bad[0]
        print(
            f"mapclew: BadRecord: {file}: record {index}: {fault}; bad records in all: "
            f"{len(bad)} of {len(scores)}, each counted as wrong",
            file=sys.stderr,
        )


def print_scores(tasks: Mapping[str, TaskTotal]) -> None:
    """Print tables of scores to stdout: a task a row, then groups of questions.

    Parameters
    ----------
    tasks : mapping
        Task id to score. Tasks with the same figures share a table.
    """
    from rich.console import Console

    # A pipe has no width of its own: nothing is cut there.
    console = Console(soft_wrap=True, width=None if sys.stdout.isatty() else 160)
    tables: dict[tuple[str, ...], dict[str, TaskTotal]] = {}
    for name, task in tasks.items():
        tables.setdefault(tuple(task.headline()), {})[name] = task
    for columns, rows in tables.items():
        table = _table(("n", *columns), "outcomes")
        for name, task in rows.items():
            counts = ", ".join(f"{outcome} {n}" for outcome, n in task.outcomes.items() if n)
            table.add_row(name, str(task.n), *task.headline().values(), counts)
        console.print(table)
    for name, task in tasks.items():
        if totals := getattr(task, "totals", None):
            right = ", ".join(f"{total} {percent(part)}" for total, part in totals.items())
            console.print(f"{name}: {right} right", highlight=False)
        for remark in task.remarks():
            console.print(f"{name}: {remark}", highlight=False)
    _print_groups(console, tasks)


def _print_groups(console: Console, tasks: Mapping[str, TaskTotal]) -> None:
    from eval.metrics.question_groups import group_questions

    table = _table(("n", "accuracy"))
    for which, ways in group_questions(tasks).items():
        for by, groups in ways.items():
            for group, found in groups.items():
                table.add_row(
                    f"{which}, {by}: {group}", str(found["n"]), percent(found["accuracy"])
                )
    if table.row_count:
        console.print()
        console.print(table)


def _table(numbers: tuple[str, ...], *others: str) -> Table:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("task" if others else "questions")
    for column in numbers:
        table.add_column(column, justify="right")
    for column in others:
        table.add_column(column)
    return table
