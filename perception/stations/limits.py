"""The rows of an integer programme: sums of its variables that have upper bounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from scipy.optimize import LinearConstraint
from scipy.sparse import coo_array


@dataclass(slots=True)
class Limits:
    """Upper bounds on weighted sums of variables.

    Attributes
    ----------
    rows, columns, values : list
        Of the matrix: bound, variable and its weight.
    upper : list of float
        The bounds.
    """

    rows: list[int] = field(default_factory=list)
    columns: list[int] = field(default_factory=list)
    values: list[float] = field(default_factory=list)
    upper: list[float] = field(default_factory=list)

    def add(self, columns: Sequence[int], values: Sequence[float], upper: float = 0.0) -> None:
        """Keep a sum of variables, each times its value, at or below a bound."""
        self.rows += [len(self.upper)] * len(columns)
        self.columns += columns
        self.values += values
        self.upper.append(upper)

    def at_most(self, count: int, columns: Sequence[int]) -> None:
        """Let no more than so many of some variables be chosen."""
        self.add(columns, [1.0] * len(columns), float(count))

    def constraint(self, size: int) -> LinearConstraint:
        """Return the limits on so many variables."""
        shape = (len(self.upper), size)
        matrix = coo_array((self.values, (self.rows, self.columns)), shape=shape).tocsr()
        return LinearConstraint(matrix, -np.inf, np.array(self.upper))
