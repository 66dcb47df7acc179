"""The scores of many maps: as a table, and as a JSON file."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from eval.reading.map_report import MapReport, Mean, mean_of

if TYPE_CHECKING:
    from perception.perceive import PerceptionConfig


def print_table(reports: list[MapReport]) -> None:
    """Print one map a row and the means below, to stdout; then every map that is broken."""
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("map", no_wrap=True)
    for column in (
        *("station P", "R", "F1", "edge P", "R", "F1"),
        *("name errors", "lines", "AUROC", "aligned", "seconds", "peak MB"),
    ):
        table.add_column(column, justify="right")
    table.add_column("text engine", no_wrap=True)
    table.add_column("cached")
    for report in reports:
        if not report.error:
            table.add_row(report.name, *_figures(report), report.engine, report.cached)
        else:
            table.add_row(report.name, *("broken", *["-"] * 11), report.engine, "")
    mean = mean_of(reports)
    table.add_section()
    table.add_row(f"mean of {len(reports)}", *_figures(mean), "", "", style="bold")
    # A pipe has no width of its own: nothing is cut there.
    console = Console(soft_wrap=True, width=None if sys.stdout.isatty() else 160)
    console.print(table)
    for report in reports:
        if report.error:
            console.print(f"broken: {report.name}: {report.error}", highlight=False, markup=False)
    broken = sum(bool(report.error) for report in reports)
    if broken:
        console.print(f"{broken} of {len(reports)} maps broken", highlight=False)


def write_results(file: Path, reports: list[MapReport], config: PerceptionConfig) -> None:
    """Write all scores with what they were made with.

    Parameters
    ----------
    file : Path
        JSON; its folder exists.
    reports : list of MapReport
        At least one.
    config : PerceptionConfig
        How the maps were read.
    """
    import orjson

    from eval.run.fingerprint import code_sha256, git_state, machine, package_versions
    from tools.cached_reader import CachedReader

    content = {
        "mean": asdict(mean_of(reports)),
        "broken": sum(bool(report.error) for report in reports),
        "maps": {report.name: asdict(report) for report in reports},
        "config": config.to_dict(),
        "reader": CachedReader(config).describe(),
        "code_sha256": code_sha256(),
        "git": git_state(),
        "versions": package_versions(),
        "machine": machine(),
    }
    file.write_bytes(orjson.dumps(content, option=orjson.OPT_INDENT_2))


def _figures(of: MapReport | Mean) -> list[str]:
    shares = (of.stations, of.edges)
    return [
        *(f"{value:.3f}" for s in shares for value in (s.precision, s.recall, s.f1)),
        "-" if of.name_error_rate is None else f"{of.name_error_rate:.1%}",
        "-" if of.line_accuracy is None else f"{of.line_accuracy:.1%}",
        "-" if of.edge_auroc is None else f"{of.edge_auroc:.3f}",
        "-" if of.aligned is None else f"{of.aligned:.1%}",
        f"{of.seconds:.1f}",
        "-" if of.peak_mb is None else f"{of.peak_mb:.0f}",
    ]
