"""Tables as data: columns and rows, parsed from JSON or CSV, masked, written back."""

from __future__ import annotations

from dataclasses import dataclass

Cell = str | float | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """An Edge_tab, Vertex_tab or Mix_tab.

    Attributes
    ----------
    name : str
        "Edge_tab", "Vertex_tab" or "Mix_tab".
    path : str
        File it came from, for messages.
    columns : tuple of str
        In file order.
    rows : tuple of tuples
        One cell a column: str for Edge and Vertex, tuple of str for Line, float for numbers.
    """

    name: str
    path: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
