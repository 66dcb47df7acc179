"""Which columns of a table a task hides from every system.

1 = Time, 2 = Price, 3 = Comfort Level, 4 = Reliability, T = Transfer Time, L = Line. Travelmap
keeps Time wherever Price matters, because a hub is told by its Time of 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from eval.maptab.records import TOTALS
from tools.table_validation import CRITERIA, TRANSFER_TIME
from tools.task import TaskKind


@dataclass(frozen=True, slots=True)
class ColumnMask:
    """Columns that a task drops from its Edge_tab, and from its Vertex_tab or Mix_tab."""

    edge: frozenset[str]
    vertex: frozenset[str]


LETTERS: Final = {
    **{str(number): column for number, column in enumerate(CRITERIA, start=1)},
    "T": TRANSFER_TIME,
    "L": "Line",
}
"""What a letter in the rules below stands for."""

# By the released name of the category, which its twins share: (Edge_tab, Vertex_tab).
_METROMAP: Final = {
    "only_map": ("", ""),
    "only_tab": ("1234", ""),
    "map_and_tab": ("1234", ""),
    "map_and_tab_with_constraint_1": ("234", "234"),
    "map_and_tab_with_constraint_2": ("134", "134T"),
    "map_and_tab_with_constraint_3": ("124", "124T"),
    "map_and_tab_with_constraint_4": ("123", "123T"),
    "map_and_tab_with_constraint_1_2_4": ("3", "3"),
    "map_and_tab_with_constraint_1_3_4": ("2", "2"),
    "map_and_tab_with_constraint_2_3_4": ("1", "1T"),
    "map_and_tab_with_constraint_1_2_3_4": ("", ""),
    "map_and_tab_with_constraint_1_2_3_4_only_vertex2": ("", "L"),
}
_TRAVELMAP: Final = {
    **_METROMAP,
    "map_and_tab_with_constraint_2": ("34", "34"),
    "map_and_tab_with_constraint_3": ("124", "124"),
    "map_and_tab_with_constraint_4": ("123", "123"),
    "map_and_tab_with_constraint_2_3_4": ("", ""),
    "map_and_tab_with_constraint_1_2_3_4_only_vertex2": ("", ""),
}
_MASKS: Final = {"metromap": _METROMAP, "travelmap": _TRAVELMAP}
# Questions see whole tables, but for the lines where the map is to tell them.
_QUESTIONS: Final = {"metromap": {10: "L", 11: "L", 12: "L"}, "travelmap": dict[int, str]()}


def shown_totals(kind: TaskKind) -> tuple[str, ...]:
    """Return the totals that a kind of task can be asked for: of criteria that it shows.

    Examples
    --------
    >>> shown_totals(TaskKind("metromap", "constraint_1_totals", "map_and_tab_with_constraint_1"))
    ('Total_Time',)
    """
    hidden = column_mask(kind)
    return tuple(
        total
        for total, criterion in zip(TOTALS, CRITERIA, strict=True)
        if criterion not in hidden.edge & hidden.vertex
    )


def column_mask(kind: TaskKind) -> ColumnMask:
    """Return what a kind of task hides; the CSV twins of Mix_tab kinds keep Line.

    Raises
    ------
    KeyError
        For a kind without a rule: a task is never shown unmasked by oversight.
    """
    if kind.question_type:
        edge, vertex = "", _QUESTIONS[kind.domain].get(kind.question_type, "")
    else:
        edge, vertex = _MASKS[kind.domain][kind.source]
    if kind.table_format == "csv":
        vertex = vertex.replace("L", "")
    return ColumnMask(
        edge=frozenset(LETTERS[letter] for letter in edge),
        vertex=frozenset(LETTERS[letter] for letter in vertex),
    )
