"""Rows of a legend are told from names."""

from __future__ import annotations

from perception.stations.legend_rows import legend_rows
from tests.perception.drawn import label


def test_rows_in_the_column_of_sampled_ones_belong_to_the_legend() -> None:
    rows = ["Line 1", "Line 2", "Terminus", "Interchange"]
    column = [label(text, (400.0, 300.0 + 25 * k)) for k, text in enumerate(rows)]
    names = [label("Arden", (400.0, 100.0)), label("Bolton", (430.0, 312.0))]
    assert legend_rows([*column, *names], [0, 1]) == {0, 1, 2, 3}


def test_one_sample_shows_no_column() -> None:
    column = [label(text, (400.0, 300.0 + 25 * k)) for k, text in enumerate(("Line 1", "Arden"))]
    assert legend_rows(column, [0]) == {0}


def test_one_sample_under_a_heading_shows_a_column() -> None:
    column = [label(text, (400.0, 300.0 + 25 * k)) for k, text in enumerate(("M1", "M2", "Ferry"))]
    assert legend_rows([*column, label("Legend", (380.0, 275.0))], [0]) == {0, 1, 2, 3}


def test_headings_of_legends_name_no_station() -> None:
    lines = [label(text, (10.0, 40.0 * k)) for k, text in enumerate(("Legend:", "图例", "Legends"))]
    assert legend_rows(lines, []) == {0, 1}
