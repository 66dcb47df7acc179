"""The averaged objective on arcs: what pieces of a route add, and bounds for a number of legs."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import cast

import networkx as nx
import numpy as np
import numpy.typing as npt

from tools.network import Criteria, Network
from tools.objective import SCALES, CountedValues, Weights, is_hub

FloatArray = npt.NDArray[np.float64]

Path = tuple[int, ...]
"""Arc numbers, in order."""

Part = tuple[float, float, float, int, int]
"""What a piece of a route adds: the weighted sum of time and price, the weighted sums of
1 - comfort and 1 - reliability, and how many comforts and reliabilities those are."""


def add_parts(a: Part, b: Part) -> Part:
    """Return what two pieces add together."""
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4])


def part_cost(part: Part) -> float:
    """Return the cost of a whole route, given all that its pieces add."""
    total, comfort, reliability, comforts, reliabilities = part
    return (
        total
        + (comfort / comforts if comforts else 0.0)
        + (reliability / reliabilities if reliabilities else 0.0)
    )


@dataclass(frozen=True, slots=True)
class Arc:
    """One edge in one direction.

    Attributes
    ----------
    source, target : str
        Vertex names.
    lines : tuple of str
        Several where it makes no difference which is ridden.
    part : Part
        What the edge adds, with the vertex that is counted along with it.
    """

    source: str
    target: str
    lines: tuple[str, ...]
    part: Part


@dataclass(frozen=True, eq=False)
class AveragedProblem:
    """The arcs that a simple route between two ends may take.

    Attributes
    ----------
    source, target : str
        The ends.
    arcs : tuple of Arc
        None enters the source or leaves the target.
    changes : dict of str to float
        Weighted time of a change of lines, by vertex.
    fixed : Part
        What the ends add by themselves.
    most_legs : int
        No simple route has more.
    """

    source: str
    target: str
    arcs: tuple[Arc, ...]
    changes: dict[str, float]
    fixed: Part
    most_legs: int

    @cached_property
    def onward(self) -> list[list[tuple[int, float]]]:
        """For each arc: the arcs that may follow, and what changing lines for each costs."""
        leaving: dict[str, list[int]] = defaultdict(list)
        for number, arc in enumerate(self.arcs):
            leaving[arc.source].append(number)
        return [
            [
                (following, 0.0 if self.arcs[following].lines == arc.lines else change)
                for following in leaving[arc.target]
                if self.arcs[following].target != arc.source
            ]
            for arc in self.arcs
            for change in (self.changes[arc.target],)
        ]

    @cached_property
    def first(self) -> list[int]:
        """Arcs that leave the source."""
        return [number for number, arc in enumerate(self.arcs) if arc.source == self.source]

    def path_part(self, path: Sequence[int]) -> Part:
        """Return all that the pieces of a whole route add."""
        part = self.fixed
        for number in path:
            part = add_parts(part, self.arcs[number].part)
        changes = math.fsum(dict(self.onward[a])[b] for a, b in pairwise(path))
        return add_parts(part, (changes, 0.0, 0.0, 0, 0))

    def shares(self, legs: int) -> tuple[float, float]:
        """Return the least that one comfort and one reliability weigh in so many legs."""
        most = [self.fixed[k] + legs * max(arc.part[k] for arc in self.arcs) for k in (3, 4)]
        return (1.0 / most[0] if most[0] else 0.0, 1.0 / most[1] if most[1] else 0.0)

    def bounds(self, shares: tuple[float, float], steps: int) -> list[FloatArray]:
        """Bound what a route still costs after each arc, by the number of legs left.

        Parameters
        ----------
        shares : tuple of 2 floats
            What one comfort and one reliability weigh.
        steps : int
            Highest number of legs left.

        Returns
        -------
        list of arrays, shape (arcs,), float64
            Entry h is for exactly h legs left: the cheapest walk to the target that never turns
            back on the spot; infinite where there is none.
        """
        following, sources, starts, changes = self._transitions
        step = changes + self.arc_costs(shares)[following]
        table = [np.array([0.0 if arc.target == self.target else math.inf for arc in self.arcs])]
        for _ in range(steps):
            left = np.full(len(self.arcs), math.inf)
            if len(following):
                left[sources] = np.minimum.reduceat(step + table[-1][following], starts)
            table.append(left)
        return table

    def arc_costs(self, shares: tuple[float, float]) -> FloatArray:
        """Return the cost of each arc under the given shares, shape (arcs,), float64."""
        total, comfort, reliability = self._columns
        costs: FloatArray = total + shares[0] * comfort + shares[1] * reliability
        return costs

    @cached_property
    def _columns(self) -> tuple[FloatArray, FloatArray, FloatArray]:
        columns = np.array([arc.part[:3] for arc in self.arcs], dtype=np.float64).T
        return (columns[0], columns[1], columns[2])

    @cached_property
    def _transitions(
        self,
    ) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp], npt.NDArray[np.intp], FloatArray]:
        """Pairs of arcs sorted by the earlier: later arc; earlier arcs and their starts; change."""
        sources = [number for number, after in enumerate(self.onward) if after]
        lengths = [len(self.onward[number]) for number in sources]
        pairs = [pair for number in sources for pair in self.onward[number]]
        return (
            np.array([following for following, _ in pairs], dtype=np.intp),
            np.array(sources, dtype=np.intp),
            np.cumsum([0, *lengths[:-1]], dtype=np.intp),
            np.array([change for _, change in pairs], dtype=np.float64),
        )


def averaged_problem(
    network: Network, source: str, target: str, weights: Weights
) -> AveragedProblem:
    """Keep what a simple route may use, and weigh it.

    Parameters
    ----------
    network : Network
        Where to search.
    source, target : str
        Two connected vertices.
    weights : tuple of 4 floats
        Time, price, comfort, reliability.
    """
    # With an edge between the ends added, what lies on a simple route between them is exactly the
    # biconnected component of that edge.
    graph = nx.Graph((edge.source, edge.target) for edge in network.edges)
    graph.add_edge(source, target)
    components = cast("Iterator[set[str]]", nx.biconnected_components(graph))
    inside = next(names for names in components if source in names and target in names)
    scales = SCALES[network.domain]
    counts_source = network.domain == "metromap"
    changes = {
        name: weights[0] * (network.vertex[name].transfer_time or 0.0) / scales.time
        for name in sorted(inside)
    }
    free_changes = not any(changes.values())
    lines: dict[tuple[str, str, Part, str], list[str]] = defaultdict(list)
    for edge in network.edges:
        for start, end in ((edge.source, edge.target), (edge.target, edge.source)):
            if start in inside and end in inside and start != target and end != source:
                vertex = network.vertex[start if counts_source else end]
                counted = CountedValues()
                counted.add(edge.values)
                counted.add(vertex.values, price=not is_hub(network, vertex))
                part = _part(network, weights, counted)
                # Where changes cost nothing, edges that add the same are one; which of their
                # lines to ride is settled afterwards.
                lines[start, end, part, "" if free_changes else edge.line].append(edge.line)

    fixed = CountedValues()
    if not counts_source:
        vertex = network.vertex[source]
        fixed.add(vertex.values, price=not is_hub(network, vertex))
    if is_hub(network, network.vertex[target]):
        fixed.add(Criteria(price=network.vertex[target].values.price))
    return AveragedProblem(
        source=source,
        target=target,
        arcs=tuple(
            Arc(start, end, tuple(sorted(names)), part)
            for (start, end, part, _), names in sorted(lines.items())
        ),
        changes=changes,
        fixed=_part(network, weights, fixed),
        most_legs=len(inside) - 1,
    )


def _part(network: Network, weights: Weights, counted: CountedValues) -> Part:
    scales = SCALES[network.domain]
    losses = [
        (weight * math.fsum(1.0 - value / scale for value in values), len(values))
        if weight
        else (0.0, 0)
        for weight, values, scale in (
            (weights[2], counted.comforts, scales.comfort),
            (weights[3], counted.reliabilities, scales.reliability),
        )
    ]
    return (
        weights[0] * math.fsum(counted.times) / scales.time
        + weights[1] * math.fsum(counted.prices) / scales.price,
        losses[0][0],
        losses[1][0],
        losses[0][1],
        losses[1][1],
    )
