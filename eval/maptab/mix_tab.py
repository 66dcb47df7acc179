"""Mix_tab: the vertices with the edges' numbers folded in, where its file is missing."""

from __future__ import annotations

import random
from collections import defaultdict
from dataclasses import replace
from typing import Final

from tools.table_validation import CRITERIA
from tools.tables import Table, edge_ends, reorder, replace_numbers

SHUFFLE_SEED: Final = 42
DIGITS: Final = 6
"""Decimals that a mean keeps."""


def build_mix_table(vertex_table: Table, edge_table: Table) -> Table:
    """Build the Mix_tab of one map.

    Each criterion that Vertex_tab leaves at zero for every vertex (Metromap's Price) becomes, per
    vertex, the mean over the Edge_tab rows at that vertex, rounded to six decimals; a vertex
    without edges keeps its zero. Everything else stays the vertex's own (MapTab, appendix E.2).

    Parameters
    ----------
    vertex_table, edge_table : Table
        Unmasked.

    Returns
    -------
    Table
        Named "Mix_tab", rows in Vertex_tab's order.
    """
    rows_at: dict[str, list[int]] = defaultdict(list)
    for row, edge in enumerate(edge_table.column("Edge")):
        for end in edge_ends(edge):
            rows_at[end].append(row)

    means: dict[str, list[float]] = {}
    for criterion in CRITERIA:
        if any(vertex_table.column(criterion)):
            continue
        values = [float(str(cell)) for cell in edge_table.column(criterion)]
        means[criterion] = [
            round(sum(values[row] for row in rows) / len(rows), DIGITS) if rows else 0.0
            for rows in (rows_at.get(str(name), []) for name in vertex_table.column("Vertex"))
        ]
    return replace(replace_numbers(vertex_table, means), name="Mix_tab")


def shuffle_rows(table: Table, key: str) -> Table:
    """Return the table with its rows in an order that `key` alone determines."""
    order = list(range(len(table.rows)))
    random.Random(f"{SHUFFLE_SEED}:{key}").shuffle(order)
    return reorder(table, order)
