"""One measured figure and the bar that it has to clear."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured figure.

    Attributes
    ----------
    what : str
        What was measured, and on what.
    value : float
        The figure.
    unit : str
        Its unit.
    least, most : float or None
        The bar: `value` has to be at least or at most this; None where there is none.
    note : str
        How it was measured.
    """

    what: str
    value: float
    unit: str
    least: float | None = None
    most: float | None = None
    note: str = ""

    @property
    def met(self) -> bool:
        """Whether the bar is cleared."""
        return (self.least is None or self.value >= self.least) and (
            self.most is None or self.value <= self.most
        )

    @property
    def bar(self) -> str:
        """The bar in words."""
        if self.least is not None:
            return f">= {self.least:g} {self.unit}"
        return f"<= {self.most:g} {self.unit}" if self.most is not None else ""
