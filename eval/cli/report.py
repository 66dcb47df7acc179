"""`mapclew report`: runs as a page, or their tables as files."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer


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
            metavar="RUN...", help="Folders of runs, shown side by side.", show_default=False
        ),
    ],
    out: Annotated[
        Path, typer.Option(help="The page (html), or a folder for the tables (md, csv, latex).")
    ],
    format: Annotated[  # noqa: A002, RUF100 - the option's name
        Format, typer.Option(help="html: a page; md, csv: every table; latex: the main ones.")
    ] = Format.html,
    data: Annotated[
        Path | None,
        typer.Option(help="Folder of the runs' data set, where it is not where it was."),
    ] = None,
) -> None:
    """Show runs: scores, tools, and every sample with its map, routes, calls and findings."""
    from eval.report.export import write_csv, write_latex, write_markdown
    from eval.report.samples import collect
    from eval.report.tables import all_tables
    from eval.run.stored_run import open_run
    from perception.errors import ConfigError

    found = collect([open_run(run) for run in runs], data)
    try:
        out.mkdir(parents=True, exist_ok=True)
        writer = {Format.md: write_markdown, Format.csv: write_csv, Format.latex: write_latex}
        for file in writer[format](out, all_tables(found)):
            print(file)
    except OSError as error:
        raise ConfigError(
            f"cannot be written ({error.strerror})",
            file=str(out),
            field="--out",
            mend="name another place",
        ) from None
