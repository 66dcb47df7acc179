"""Every table of a report, in the order in which it shows them."""

from __future__ import annotations

from eval.report.comparison_tables import errors_table
from eval.report.process_tables import process_tables
from eval.report.report_table import ReportTable
from eval.report.run_tables import runs_table
from eval.report.sample_table import sample_table
from eval.report.samples import Collected
from eval.report.score_tables import score_tables


def summary_tables(found: Collected) -> list[ReportTable]:
    """Return all tables but that of the samples; those that would be empty are left out."""
    tables = [
        runs_table(found),
        *score_tables(found),
        errors_table(found),
        *found.others,
        *process_tables(found),
    ]
    return [table for table in tables if table.rows]


def all_tables(found: Collected) -> list[ReportTable]:
    """Return all tables, that of the samples last."""
    return [*summary_tables(found), sample_table(found)]
