"""The tables of a report as Markdown, CSV and LaTeX."""

from __future__ import annotations

import csv
import html
import io
from collections.abc import Sequence
from pathlib import Path

from tabulate import tabulate

from eval.report.report_table import ReportTable

_MARKDOWN_MARKS = "\\`*_[]|~#"
SAMPLES = "samples"


def write_markdown(folder: Path, tables: Sequence[ReportTable]) -> list[Path]:
    """Write report.md with every table, that of the samples in a file of its own."""
    summary = [table for table in tables if table.id != SAMPLES]
    rest = [table for table in tables if table.id == SAMPLES]
    files = {"report.md": summary, "samples.md": rest}
    return [
        _write(folder / name, "\n".join(map(as_markdown, chosen)))
        for name, chosen in files.items()
        if chosen
    ]


def write_csv(folder: Path, tables: Sequence[ReportTable]) -> list[Path]:
    """Write a file per table."""
    return [_write(folder / f"{table.id}.csv", as_csv(table)) for table in tables]


def write_latex(folder: Path, tables: Sequence[ReportTable]) -> list[Path]:
    r"""Write a file per main table, to be read by `\input`."""
    return [_write(folder / f"{table.id}.tex", as_latex(table)) for table in tables if table.main]


def as_markdown(table: ReportTable) -> str:
    """Return a table as Markdown; text is data, so its signs are escaped."""
    heads = [_plain(column.title) for column in table.columns]
    rows = [[_plain(cell) for cell in row] for row in table.written()]
    grid = tabulate(rows, heads, tablefmt="pipe", colalign=_alignment(table), disable_numparse=True)
    note = f"{table.note}\n\n" if table.note else ""
    return f"## {table.title}\n\n{note}{grid}\n"


def as_csv(table: ReportTable) -> str:
    """Return a table as CSV (RFC 4180), values unrounded, nothing where there is none."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(column.title for column in table.columns)
    writer.writerows(table.rows)
    return out.getvalue()


def as_latex(table: ReportTable) -> str:
    """Return a table as LaTeX with the rules of `booktabs`."""
    grid = tabulate(
        [[_one_line(cell) for cell in row] for row in table.written()],
        [_one_line(column.title) for column in table.columns],
        tablefmt="latex_booktabs",
        colalign=_alignment(table),
        disable_numparse=True,
    )
    return f"% {table.title}. Needs \\usepackage{{booktabs}}.\n{grid}\n"


def _alignment(table: ReportTable) -> list[str] | None:
    # Without a row there is nothing to align, and tabulate refuses.
    if not table.rows:
        return None
    return ["right" if column.is_number else "left" for column in table.columns]


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _plain(text: str) -> str:
    """Return text that Markdown shows as it is, HTML in it included."""
    escaped = html.escape(_one_line(text), quote=False)
    return "".join("\\" + char if char in _MARKDOWN_MARKS else char for char in escaped)


def _write(path: Path, text: str) -> Path:
    # newline="": CSV brings its own line ends.
    with path.open("w", encoding="utf-8", newline="") as file:
        file.write(text)
    return path
