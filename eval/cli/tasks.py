"""`mapclew tasks`: which tasks there are, what each gives, and which columns it hides."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from tools.task import TaskKind


def tasks(
    benchmark: Annotated[
        str, typer.Option(help="maptab, reasonmap or mapbench: whose tasks.")
    ] = "maptab",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, nothing else.")] = False,
) -> None:
    """List the tasks with their inputs and hidden columns, and the selectors for --task."""
    if benchmark != "maptab":
        _print_others(benchmark, as_json)
        return
    from eval.maptab.kinds import ALL_KINDS, SELECTORS
    from eval.maptab.masks import LETTERS

    rows = [_row(kind) for kind in ALL_KINDS]
    selectors = {name: words for name, (words, _) in SELECTORS.items()}
    if as_json:
        print(json.dumps({"tasks": rows, "selectors": selectors}, indent=2))
        return

    from rich.console import Console
    from rich.table import Table

    letters = {column: letter for letter, column in LETTERS.items()}
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in ("task", "inputs", "Edge hides", "Vertex hides"):
        table.add_column(column, no_wrap=True)
    for row in rows:
        table.add_row(
            row["task"],
            ", ".join(name.removesuffix("_tab") for name in row["inputs"]),
            "".join(letters[column] for column in row["hidden_edge"]) or "-",
            "".join(letters[column] for column in row["hidden_vertex"]) or "-",
        )
    # A pipe has no width of its own: nothing is cut there.
    console = Console(soft_wrap=True, width=None if sys.stdout.isatty() else 120)
    console.print(table)
    legend = ", ".join(f"{letter} {column}" for letter, column in LETTERS.items())
    console.print(f"\nHidden columns: {legend}.\n", highlight=False)
    console.print("Selectors:", style="bold")
    for name, words in selectors.items():
        console.print(f"{name}: {words}", highlight=False)


def _print_others(benchmark: str, as_json: bool) -> None:
    """Print the tasks of another benchmark, which hide no columns."""
    from eval.benchmark import find_benchmark

    found = find_benchmark(benchmark)
    rows: list[dict[str, Any]] = [
        {"task": kind.id, "inputs": _inputs(kind), "default": kind.id in default}
        for default in [{kind.id for kind in found.select(found.default_tasks, "all")}]
        for kind in found.select(("all",), "all")
    ]
    if as_json:
        print(json.dumps({"tasks": rows}, indent=2))
        return

    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in ("task", "inputs", "runs without --task"):
        table.add_column(column, no_wrap=True)
    for row in rows:
        inputs = ", ".join(row["inputs"]) or "-"
        table.add_row(row["task"], inputs, "yes" if row["default"] else "no")
    Console(soft_wrap=True, width=None if sys.stdout.isatty() else 120).print(table)


def _inputs(kind: TaskKind) -> list[str]:
    given = {"map": kind.uses_map, "Metro Data": kind.uses_metro_data}
    return [name for name, shown in given.items() if shown]


def _row(kind: TaskKind) -> dict[str, Any]:
    from eval.maptab.masks import column_mask
    from tools.table_validation import full_columns

    inputs = {
        "map": kind.uses_map,
        "Edge_tab": kind.uses_edge_tab,
        "Vertex_tab": kind.uses_vertex_tab,
        "Mix_tab": kind.uses_mix_tab,
    }
    hidden = column_mask(kind)
    has_vertices = kind.uses_vertex_tab or kind.uses_mix_tab
    edge = full_columns("Edge_tab", kind.domain) if kind.uses_edge_tab else ()
    vertex = full_columns("Vertex_tab", kind.domain) if has_vertices else ()
    return {
        "task": kind.id,
        "query_file": kind.source,
        "inputs": [name for name, given in inputs.items() if given],
        "table_format": kind.table_format,
        "weighted": kind.weighted,
        "with_totals": kind.with_totals,
        "question_type": kind.question_type or None,
        "hidden_edge": [column for column in edge if column in hidden.edge],
        "hidden_vertex": [column for column in vertex if column in hidden.vertex],
    }
