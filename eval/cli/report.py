"""`mapclew report`: runs as a page, or their tables as files."""

from __future__ import annotations

import sys
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from perception.map_graph import MapGraph


class Format(StrEnum):
    """What a report is written as."""

    html = "html"
    md = "md"
    csv = "csv"
    latex = "latex"


def report(
    runs: Annotated[
        list[Path],
        typer.Argument(
            metavar="RUN...",
            help="Folders of runs, shown side by side; that of an ablation stands for its "
            "baseline and its table.",
            show_default=False,
        ),
    ],
    out: Annotated[
        Path, typer.Option(help="The page (html), or a folder for the tables (md, csv, latex).")
    ],
    format: Annotated[
        Format, typer.Option(help="html: a page; md, csv: every table; latex: the main ones.")
    ] = Format.html,
    data: Annotated[
        Path | None,
        typer.Option(help="Folder of the runs' data set, where it is not where it was."),
    ] = None,
    read_maps: Annotated[
        bool,
        typer.Option(
            "--read-maps",
            help="Read pictures that no run read, to know where their stations are; what is in "
            "the cache is not read again.",
        ),
    ] = False,
    embed: Annotated[
        bool | None,
        typer.Option(
            "--embed/--beside",
            help="Details and pictures in the page, or in a folder beside it. Default: in it up "
            "to 300 samples and 20 MB of pictures.",
        ),
    ] = None,
) -> None:
    """Show runs: scores, tools, and every sample with its map, routes, calls and findings."""
    from dataclasses import replace

    from eval.report.ablation_table import (
        BASELINE,
        ablation_table,
        has_differences,
        is_ablation,
    )
    from eval.report.comparison_tables import comparison_tables
    from eval.report.export import write_csv, write_latex, write_markdown
    from eval.report.maps import Maps
    from eval.report.page import write_page
    from eval.report.samples import collect
    from eval.report.tables import all_tables
    from eval.run.store import refuse_run_folder
    from eval.run.stored_run import open_run
    from perception.errors import ConfigError

    ablations = [run for run in runs if is_ablation(run)]
    opened = [open_run(run / BASELINE if run in ablations else run) for run in runs]
    finished = [run for run in ablations if has_differences(run)]
    tables = [ablation_table(run, number) for number, run in enumerate(finished, start=1)]
    found = collect(opened, data)
    tables += comparison_tables(found.runs, found.labels, data)
    found = replace(found, others=tuple(tables))
    try:
        if format is Format.html:
            out.parent.mkdir(parents=True, exist_ok=True)
            maps = Maps(found, data, _map_reader() if read_maps else None)
            written = write_page(out, found, maps, embed=embed)
        else:
            refuse_run_folder(out)
            out.mkdir(parents=True, exist_ok=True)
            writer = {Format.md: write_markdown, Format.csv: write_csv, Format.latex: write_latex}
            written = writer[format](out, all_tables(found))
    except OSError as error:
        raise ConfigError(
            f"cannot be written ({error.strerror})",
            file=str(error.filename or out),
            field="--out",
            mend="name another place",
        ) from None
    for file in written:
        print(file)


def _map_reader() -> Callable[[Path], MapGraph]:
    from tools.cached_reader import CachedReader

    reader = CachedReader()

    def read(path: Path) -> MapGraph:
        print(f"reading {path.name}", file=sys.stderr)
        return reader.graph(path).value

    return read
