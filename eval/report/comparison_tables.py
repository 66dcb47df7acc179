"""What `mapclew compare` finds between the runs of a report: error classes and differences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from eval.comparison.answers import read_answers
from eval.comparison.compare import compare
from eval.comparison.difference_tables import comparison_tables as tables_of
from eval.comparison.difference_tables import error_names
from eval.comparison.topologies import Topologies
from eval.report.report_table import Cell, Column, Form, ReportTable
from eval.report.samples import Collected
from eval.report.score_tables import side_by_side
from eval.run.stored_run import StoredRun
from perception.errors import ConfigError

# The page's own table of samples shows what each disagreement is.
LISTED = "disagreements"
_OWN = ("errors", "maps")


def errors_table(found: Collected) -> ReportTable:
    """Return how many wrong answers of each run are in which error class."""
    columns = (Column("n", Form.COUNT), Column("of wrong", Form.SHARE))
    counts: list[Counter[str]] = []
    wrong: list[int] = []
    for number in range(len(found.runs)):
        results = [result for row in found.rows if (result := row.results[number]) is not None]
        counts.append(Counter(name for result in results for name in result.errors))
        wrong.append(sum(not result.score.right for result in results))
    rows: list[tuple[Cell, ...]] = []
    for each in error_names(counts):
        cells: list[Cell] = []
        for count, of_all in zip(counts, wrong, strict=True):
            cells += (count[each], count[each] / of_all if of_all else None)
        rows.append((each, *cells))
    return ReportTable(
        "errors",
        "Error classes of wrong answers",
        (Column("class"), *side_by_side(found, columns)),
        tuple(rows) if any(counts) else (),
        "One answer may be in several classes; docs/compare.md has the rules.",
        main=True,
    )


def comparison_tables(
    runs: Sequence[StoredRun], labels: Sequence[str], data: Path | None = None
) -> list[ReportTable]:
    """Return the tables of differences of each run from the first one of its benchmark.

    Parameters
    ----------
    runs, labels : sequence
        The report's runs, and what it calls them.
    data : Path, optional
        Where the data set lies, if not where the runs say.

    Returns
    -------
    list of ReportTable
        None for runs without a sample in common.
    """
    if len(runs) < 2:
        return []
    sets = [read_answers(run.root, label) for run, label in zip(runs, labels, strict=True)]
    names = [run.benchmark.name for run in runs]
    topologies = [Topologies(run.data(data)) for run in runs]
    tables: list[ReportTable] = []
    for number, other in enumerate(sets[1:], start=2):
        first = names.index(names[number - 1])
        if first == number - 1:
            continue
        try:
            found = compare(sets[first], other, topologies[first])
        except ConfigError:
            continue
        what = f"{sets[first].label} (A) against {other.label} (B)"
        tables += [
            replace(
                table,
                id=f"compare{number}_{table.id}",
                title=what if table.id == "scores" else f"{what}: {table.title}",
            )
            for table in tables_of(found)
            if table.rows and table.id not in _OWN
        ]
    return tables
