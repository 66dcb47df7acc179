"""Whether the right lines were read for the edges that were read rightly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import linear_sum_assignment

from perception.scoring.truth_score import JudgedEdge, MapTruth


@dataclass(frozen=True, slots=True)
class LineAgreement:
    """How many edges carry the right lines.

    Attributes
    ----------
    right, edges : int
        Edges whose set of lines is right, and edges that were judged.
    names : dict of str to str
        Id of each line read to the line of the truth it was paired with.
    """

    right: int
    edges: int
    names: dict[str, str]

    @property
    def accuracy(self) -> float | None:
        """Share of the edges; None where there was none to judge."""
        return self.right / self.edges if self.edges else None


def score_lines(judged: Sequence[JudgedEdge], truth: MapTruth) -> LineAgreement:
    """Pair the lines read one to one with those of the truth, and compare sets edge by edge.

    The pairing is the one under which lines share the most edges; names are not compared. Only
    edges that are right and whose lines the truth names are judged. A line read that is paired
    with none makes every edge that carries it wrong.
    """
    edges = [edge for edge in judged if edge.right and edge.ends in truth.lines]
    read = sorted({line for edge in edges for line in edge.lines})
    known = sorted({line for edge in edges for line in truth.lines[edge.ends]})
    shared = np.zeros((len(read), len(known)))
    for edge in edges:
        for line in edge.lines:
            for name in truth.lines[edge.ends]:
                shared[read.index(line), known.index(name)] += 1
    rows, columns = linear_sum_assignment(shared, maximize=True)
    names = {
        read[row]: known[column]
        for row, column in zip(rows, columns, strict=True)
        if shared[row, column] > 0
    }
    right = sum(
        {names.get(line) for line in edge.lines} == truth.lines[edge.ends] for edge in edges
    )
    return LineAgreement(right, len(edges), names)
