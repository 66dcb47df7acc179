"""A table of the report as data: what a reader sees, and what the exports write."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

Cell = str | int | float | bool | None
_SMALL = 0.0005


class Form(StrEnum):
    """How the values of a column are written for people; CSV has them unrounded."""

    TEXT = "text"
    COUNT = "count"
    SHARE = "share"
    """A fraction, written in percent."""
    NUMBER = "number"
    SECONDS = "seconds"


@dataclass(frozen=True, slots=True)
class Column:
    """One column.

    Attributes
    ----------
    name : str
        Its heading.
    form : Form
        What its cells hold.
    group : str
        A heading over this column and its neighbours of the same group, e.g. the run; or empty.
    """

    name: str
    form: Form = Form.TEXT
    group: str = ""

    @property
    def title(self) -> str:
        """The heading where there is only one row of headings."""
        return f"{self.group}: {self.name}" if self.group else self.name

    @property
    def is_number(self) -> bool:
        """Whether its cells are set to the right."""
        return self.form is not Form.TEXT


@dataclass(frozen=True, slots=True)
class ReportTable:
    """One table.

    Attributes
    ----------
    id : str
        Short name: of its file, and of its place in the page.
    title : str
        Its heading.
    columns : tuple of Column
        The first one names the row.
    rows : tuple of tuples
        As many cells each as there are columns; None where there is no value.
    note : str
        What has to be known to read it.
    main : bool
        Whether a paper would print it: those are exported to LaTeX.

    Raises
    ------
    ValueError
        If a row has another length than `columns`.
    """

    id: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""
    main: bool = False

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(f"{self.id}: {len(row)} cells in {len(self.columns)} columns")

    @property
    def grouped(self) -> bool:
        """Whether it has a second row of headings."""
        return any(column.group for column in self.columns)

    def written(self) -> list[list[str]]:
        """Return the cells as people read them."""
        return [
            [write_cell(cell, column.form) for cell, column in zip(row, self.columns, strict=True)]
            for row in self.rows
        ]


def write_cell(cell: Cell, form: Form) -> str:
    """Write a cell for people.

    Examples
    --------
    >>> write_cell(5 / 6, Form.SHARE), write_cell(None, Form.COUNT), write_cell(True, Form.TEXT)
    ('83.33%', '-', 'yes')
    >>> write_cell(1234, Form.COUNT), write_cell(0.01234, Form.SECONDS)
    ('1,234', '0.012')
    >>> write_cell(0.000012, Form.NUMBER)
    '1.2e-05'
    """
    if cell is None:
        return "-"
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, str):
        return cell
    if form is Form.SHARE:
        return f"{cell:.2%}"
    if form is Form.COUNT:
        return f"{cell:,}"
    # A small p or price is not nothing.
    return f"{cell:,.3f}" if not cell or abs(cell) >= _SMALL else f"{cell:.1e}"
