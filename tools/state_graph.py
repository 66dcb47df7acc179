"""The (station, line) state graph of a network, with costs as exact integers.

A state is "at this station, aboard this line". Every value of the tables and every weight is a
decimal number, so all costs are multiples of one small unit. Counted in that unit they are whole
numbers: sums do not depend on their order, and equal costs are equal.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from tools.network import Criteria, Network
from tools.objective import SCALES, Weights, is_hub

IntArray = npt.NDArray[Any]
"""Of dtype int64, or of Python integers (dtype object) where those are too short."""

_INT64_ROOM: Final = 2**62


@dataclass(frozen=True, eq=False)
class StateGraph:
    """A network in integers; stations, states and arcs are numbered from 0.

    Attributes
    ----------
    network : Network
        What it was compiled from.
    stations : tuple of str
        Names, sorted, so that no order of rows decides between equal routes.
    number : dict of str to int
        Station number by name.
    station_of : list of int
        Station of each state.
    line_of : list of str
        Line of each state.
    states_at : list of lists of int
        States of each station.
    incoming : list of lists of (int, int)
        For each state: (state before, arc) of each ride that arrives.
    onward : list of lists
        For each station: (next station, [(state before, state after, arc), ...]) by next station.
    components : tuple of 4 arrays, shape (arcs,)
        Time, price, comfort and reliability of each arc with the vertex it counts (the one it
        leaves on Metromap, the one it reaches on Travelmap), in units of 1 / `denominator`.
    changes : array, shape (stations,)
        Time of a change of lines at each station, in the same unit.
    at_source, at_target : lists of 4 ints
        For each station: what a route adds that starts or ends there.
    denominator : int
        Units in 1.
    """

    network: Network
    stations: tuple[str, ...]
    number: dict[str, int]
    station_of: list[int]
    line_of: list[str]
    states_at: list[list[int]]
    incoming: list[list[tuple[int, int]]]
    onward: list[list[tuple[int, list[tuple[int, int, int]]]]]
    components: tuple[IntArray, IntArray, IntArray, IntArray]
    changes: IntArray
    at_source: list[list[int]]
    at_target: list[list[int]]
    denominator: int


@dataclass(frozen=True, eq=False)
class StateCosts:
    """The costs of one objective on a state graph.

    A key packs (cost, number of changes, number of legs) into one integer, so that comparing keys
    compares the three in this order: key = (cost * radix + changes) * radix + legs.

    Attributes
    ----------
    graph : StateGraph
        What the costs belong to.
    arcs : list of int
        Key of each arc.
    changes : list of int
        Key of a change at each station.
    weights : tuple of 4 int or None
        Cost units in one unit of each component; None where the objective is criteria-free.
    radix : int
        Above any number of changes or legs that is added up.
    denominator : int
        Cost units in a cost of 1.
    """

    graph: StateGraph
    arcs: list[int]
    changes: list[int]
    weights: tuple[int, int, int, int] | None
    radix: int
    denominator: int

    @property
    def one(self) -> int:
        """Key of one unit of cost."""
        return self.radix * self.radix

    def at_ends(self, source: int, target: int) -> int:
        """Return the cost (no key) that a route adds because it starts and ends there."""
        if self.weights is None:
            return 1
        graph = self.graph
        ends = zip(self.weights, graph.at_source[source], graph.at_target[target], strict=True)
        return sum(weight * (start + end) for weight, start, end in ends)


@lru_cache(maxsize=256)
def compile_state_graph(network: Network) -> StateGraph:
    """Return a network with its states and arcs numbered and its values in integers."""
    stations = tuple(sorted(vertex.name for vertex in network.vertices))
    number = {name: place for place, name in enumerate(stations)}
    rides = sorted(
        (number[source], number[target], edge.line, place)
        for place, edge in enumerate(network.edges)
        for source, target in ((edge.source, edge.target), (edge.target, edge.source))
    )
    states = {
        state: place
        for place, state in enumerate(sorted({(source, line) for source, _, line, _ in rides}))
    }
    states_at: list[list[int]] = [[] for _ in stations]
    for (station, _), state in states.items():
        states_at[station].append(state)
    incoming: list[list[tuple[int, int]]] = [[] for _ in states]
    onward: list[dict[int, list[tuple[int, int, int]]]] = [{} for _ in stations]
    for arc, (source, target, line, _) in enumerate(rides):
        before, after = states[source, line], states[target, line]
        incoming[after].append((before, arc))
        onward[source].setdefault(target, []).append((before, after, arc))

    values = _whole_values(network, stations)
    counts_source = network.domain == "metromap"
    of_arcs = [
        [
            of_edge + of_vertex
            for of_edge, of_vertex in zip(
                values.edges[edge],
                values.vertices[source if counts_source else target],
                strict=True,
            )
        ]
        for source, target, _, edge in rides
    ]
    columns = [_array([row[k] for row in of_arcs]) for k in range(4)]
    return StateGraph(
        network=network,
        stations=stations,
        number=number,
        station_of=[station for station, _ in states],
        line_of=[line for _, line in states],
        states_at=states_at,
        incoming=incoming,
        onward=[list(by_target.items()) for by_target in onward],
        components=(columns[0], columns[1], columns[2], columns[3]),
        changes=_array(values.changes),
        at_source=[[0] * 4] * len(stations) if counts_source else values.vertices,
        at_target=[[0, price, 0, 0] for price in values.hub_prices],
        denominator=values.denominator,
    )


@dataclass(frozen=True, slots=True)
class _WholeValues:
    """Scaled values of a network in units of 1 / `denominator`: 4 components an edge or vertex."""

    edges: list[list[int]]
    vertices: list[list[int]]
    changes: list[int]
    hub_prices: list[int]
    denominator: int


def _whole_values(network: Network, stations: tuple[str, ...]) -> _WholeValues:
    domain = network.domain
    vertices = [network.vertex[name] for name in stations]
    prices = [vertex.values.price if is_hub(network, vertex) else None for vertex in vertices]
    without_hubs = [
        replace(v.values, price=None) if is_hub(network, v) else v.values for v in vertices
    ]
    scales = SCALES[domain]
    of_edges = [_components(edge.values, domain) for edge in network.edges]
    of_vertices = [_components(values, domain) for values in without_hubs]
    of_changes = [_scaled(vertex.transfer_time or 0.0, scales.time) for vertex in vertices]
    of_hubs = [_scaled(price or 0.0, scales.price) for price in prices]
    single = {value for row in (*of_edges, *of_vertices) for value in row}
    denominator = lcm(*{value.denominator for value in single.union(of_changes, of_hubs)})

    def whole(row: Iterable[Fraction]) -> list[int]:
        return [value.numerator * (denominator // value.denominator) for value in row]

    return _WholeValues(
        edges=[whole(row) for row in of_edges],
        vertices=[whole(row) for row in of_vertices],
        changes=whole(of_changes),
        hub_prices=whole(of_hubs),
        denominator=denominator,
    )


def _components(values: Criteria, domain: str) -> tuple[Fraction, ...]:
    scales = SCALES[domain]
    return (
        _scaled(values.time or 0.0, scales.time),
        _scaled(values.price or 0.0, scales.price),
        1 - _scaled(values.comfort, scales.comfort) if values.comfort else Fraction(0),
        1 - _scaled(values.reliability, scales.reliability) if values.reliability else Fraction(0),
    )


@lru_cache(maxsize=65536)
def _scaled(value: float, scale: float) -> Fraction:
    # repr gives back the decimal that the table wrote; the float itself is only near it.
    return Fraction(repr(value)) / Fraction(repr(scale))


@lru_cache(maxsize=256)
def state_costs(graph: StateGraph, weights: Weights | None) -> StateCosts:
    """Weigh the arcs and changes of a state graph; without weights each station costs 1."""
    radix = 2 * (len(graph.station_of) + 1)
    one = radix * radix
    if weights is None:
        arcs, changes = [one + 1] * len(graph.components[0]), [radix] * len(graph.stations)
        return StateCosts(graph, arcs, changes, None, radix, 1)
    exact = [Fraction(repr(float(weight))) for weight in weights]
    unit = lcm(*(weight.denominator for weight in exact))
    time, price, comfort, reliability = (
        weight.numerator * (unit // weight.denominator) for weight in exact
    )
    return StateCosts(
        graph=graph,
        arcs=_keys(graph.components, (time, price, comfort, reliability), one, 1),
        changes=_keys((graph.changes,), (time,), one, radix),
        weights=(time, price, comfort, reliability),
        radix=radix,
        denominator=graph.denominator * unit,
    )


def _keys(
    columns: tuple[IntArray, ...], weights: tuple[int, ...], one: int, extra: int
) -> list[int]:
    """Return the weighted sum of the columns as keys, `extra` added to each."""
    total: IntArray = np.full(len(columns[0]), extra, dtype=np.int64)
    for column, weight in zip(columns, weights, strict=True):
        factor = weight * one
        largest = int(column.max(initial=0)) * factor
        if largest:
            fits = largest * (len(columns) + 1) < _INT64_ROOM
            total = total + (column if fits else column.astype(np.object_)) * factor
    keys: list[int] = total.tolist()
    return keys


def _array(values: list[int]) -> IntArray:
    fits = max(values, default=0) < _INT64_ROOM
    return np.array(values, dtype=np.int64 if fits else np.object_)
