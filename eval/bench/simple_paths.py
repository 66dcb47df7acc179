"""The mean length of all simple paths between two vertices (SPCI; MapTab, equation 7).

Simple paths explode, so they are counted, not listed:

1. A path runs through the blocks (biconnected components) between its ends in one order, and its
   parts in different blocks are independent: counts multiply, mean lengths add.
2. Within a block, chains and parallel ways become single edges that carry how many ways they
   stand for and the sum of their lengths.
3. What is left is counted edge by edge over the states of its frontier (Knuth's Simpath).

Where the states exceed `MAX_STATES`, the mean in that block is estimated from random simple paths,
each weighted by one over its probability: a ratio estimate, consistent, with its standard error.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, cast

import networkx as nx

MAX_STATES: Final = 50_000
"""States of one frontier up to which paths are counted exactly."""
SAMPLES: Final = 1_000
"""Random paths of an estimate."""

Ways = tuple[int, int]
"""How many ways an edge stands for, and the sum of their lengths."""

Adjacency = dict[str, dict[str, Ways]]


@dataclass(frozen=True, slots=True)
class PathMean:
    """Mean length of all simple paths, edges.

    Attributes
    ----------
    length : float
        The mean.
    standard_error : float
        0 where it is exact.
    """

    length: float
    standard_error: float = 0.0

    @property
    def exact(self) -> bool:
        """Whether every path was counted."""
        return self.standard_error == 0.0


class SimplePaths:
    """Mean lengths of the simple paths of one graph.

    Parameters
    ----------
    graph : nx.Graph
        Vertices named by str.
    seed : str
        Of the estimates; the same seed gives the same numbers.
    max_states, samples : int
        See `MAX_STATES` and `SAMPLES`.
    """

    def __init__(
        self,
        graph: nx.Graph[str],
        *,
        seed: str = "",
        max_states: int = MAX_STATES,
        samples: int = SAMPLES,
    ) -> None:
        self._graph = graph
        self._seed = seed
        self._max_states = max_states
        self._samples = samples
        # The stubs of networkx claim lists of blocks here.
        blocks = cast("Iterable[set[str]]", nx.biconnected_components(graph))
        self._blocks = [sorted(block) for block in blocks]
        # Vertices and blocks as a tree: a vertex is joined to each block that it is in.
        self._tree: nx.Graph[str | int] = nx.Graph()
        for number, block in enumerate(self._blocks):
            for name in block:
                self._tree.add_edge(name, number)
        self._found: dict[tuple[int, str, str], Ways | PathMean] = {}

    def mean(self, source: str, target: str) -> PathMean:
        """Return the mean length between two different vertices.

        Raises
        ------
        nx.NetworkXNoPath
            They are not connected.
        """
        chain: list[str | int] = nx.shortest_path(self._tree, source, target)
        ways: Ways = (1, 0)
        estimates: list[PathMean] = []
        for before, block, after in zip(chain[::2], chain[1::2], chain[2::2], strict=False):
            found = self._through(int(block), *sorted((str(before), str(after))))
            if isinstance(found, PathMean):
                estimates.append(found)
            else:
                ways = _in_series(ways, found)
        # Whole numbers until here, so that equal means are equal.
        length = ways[1] / ways[0] + math.fsum(part.length for part in estimates)
        error = math.sqrt(math.fsum(part.standard_error**2 for part in estimates))
        return PathMean(length, error)

    def _through(self, block: int, source: str, target: str) -> Ways | PathMean:
        key = (block, source, target)
        if key not in self._found:
            kernel = merge_ways(self._graph, self._blocks[block], (source, target))
            found: Ways | PathMean | None = count_ways(kernel, source, target, self._max_states)
            if found is None:
                random = Random(f"{self._seed}/{source}/{target}")
                found = estimate_mean(kernel, source, target, self._samples, random)
            self._found[key] = found
        return self._found[key]


def _in_series(first: Ways, second: Ways) -> Ways:
    return first[0] * second[0], first[1] * second[0] + second[1] * first[0]


def merge_ways(graph: nx.Graph[str], block: Sequence[str], kept: tuple[str, str]) -> Adjacency:
    """Return a block of a graph with chains and parallel ways merged; `kept` stay."""
    inside = set(block)
    near: Adjacency = {
        name: {other: (1, 1) for other in sorted(graph[name]) if other in inside} for name in block
    }
    waiting = [name for name in block if name not in kept]
    while waiting:
        name = waiting.pop()
        if name not in near or len(near[name]) != 2:
            continue
        (a, first), (b, second) = near.pop(name).items()
        del near[a][name], near[b][name]
        ways = _in_series(first, second)
        have = near[a].get(b, (0, 0))
        near[a][b] = near[b][a] = (have[0] + ways[0], have[1] + ways[1])
        waiting += [end for end in (a, b) if end not in kept]
    return near


def count_ways(near: Adjacency, source: str, target: str, max_states: int) -> Ways | None:
    """Count the simple paths of a connected graph and sum their lengths.

    Parameters
    ----------
    near : dict
        Both directions of each edge.
    source, target : str
        Two of its vertices.
    max_states : int
        None is returned where a frontier has more.
    """
    edges = _edge_order(near)
    last = {end: place for place, edge in enumerate(edges) for end in edge}
    # A state tells of each frontier vertex the other end of its fragment: itself where untouched,
    # empty where it is passed. Source and target begin as the ends of one fragment, so that a
    # path is what closes it.
    frontier: tuple[str, ...] = (source, target)
    states: dict[tuple[str, ...], Ways] = {(target, source): (1, 0)}
    total: Ways = (0, 0)
    for place, (a, b) in enumerate(edges):
        entering = tuple(end for end in (a, b) if end not in frontier)
        frontier += entering
        ways = near[a][b]
        at = {name: k for k, name in enumerate(frontier)}
        kept = [k for k, name in enumerate(frontier) if last[name] != place]
        leaving = [k for k, name in enumerate(frontier) if last[name] == place]
        following: dict[tuple[str, ...], Ways] = {}

        def keep(
            mates: Sequence[str],
            found: Ways,
            frontier: tuple[str, ...] = frontier,
            kept: list[int] = kept,
            leaving: list[int] = leaving,
            following: dict[tuple[str, ...], Ways] = following,
        ) -> None:
            if any(mates[k] not in ("", frontier[k]) for k in leaving):
                return
            state = tuple(mates[k] for k in kept)
            have = following.get(state, (0, 0))
            following[state] = (have[0] + found[0], have[1] + found[1])

        for state, found in states.items():
            mates = (*state, *entering)
            keep(mates, found)
            end_a, end_b = mates[at[a]], mates[at[b]]
            if not end_a or not end_b:
                continue
            longer = _in_series(found, ways)
            if end_a == b:
                if all(
                    mate in ("", name)
                    for name, mate in zip(frontier, mates, strict=True)
                    if name not in (a, b)
                ):
                    total = (total[0] + longer[0], total[1] + longer[1])
                continue
            joined = list(mates)
            joined[at[a]] = joined[at[b]] = ""
            joined[at[end_a]], joined[at[end_b]] = end_b, end_a
            keep(joined, longer)
        states = following
        if len(states) > max_states:
            return None
        frontier = tuple(frontier[k] for k in kept)
    return total


def _edge_order(near: Adjacency) -> list[tuple[str, str]]:
    """Return the edges in the breadth-first order whose widest frontier is narrowest."""
    best: tuple[int, list[tuple[str, str]]] | None = None
    for start in sorted(near):
        order = {start: 0}
        for name in order_of(near, start):
            order.setdefault(name, len(order))
        edges = sorted(
            ((a, b) for a in near for b in near[a] if order[a] < order[b]),
            key=lambda edge: (order[edge[1]], order[edge[0]]),
        )
        width = _width(edges)
        if best is None or width < best[0]:
            best = (width, edges)
    assert best is not None, "a block has vertices"
    return best[1]


def order_of(near: Adjacency, start: str) -> list[str]:
    """Return the vertices breadth first."""
    found = dict.fromkeys([start])
    queue = [start]
    for name in queue:
        for other in sorted(near[name]):
            if other not in found:
                found[other] = None
                queue.append(other)
    return queue


def _width(edges: Sequence[tuple[str, str]]) -> int:
    last = {end: place for place, edge in enumerate(edges) for end in edge}
    open_ends: set[str] = set()
    widest = 0
    for place, edge in enumerate(edges):
        open_ends.update(edge)
        widest = max(widest, len(open_ends))
        open_ends.difference_update(end for end in edge if last[end] == place)
    return widest


def estimate_mean(
    near: Adjacency, source: str, target: str, samples: int, random: Random
) -> PathMean:
    """Estimate the mean length from random simple paths.

    Each step goes to one of the unvisited neighbours from which the target can still be reached,
    all alike; the inverse of the path's probability is its weight.
    """
    weights: list[float] = []
    lengths: list[float] = []
    for _ in range(samples):
        weight, length = 1.0, 0.0
        here, left = source, set(near) - {source}
        while here != target:
            reachable = _reachable(near, target, left)
            ahead = [name for name in near[here] if name in reachable]
            name = random.choice(ahead)
            count, total = near[here][name]
            weight *= len(ahead) * count
            length += total / count
            here = name
            left.discard(name)
        weights.append(weight)
        lengths.append(length)
    largest = max(weights)
    shares = [weight / largest for weight in weights]
    whole = math.fsum(shares)
    mean = math.fsum(s * length for s, length in zip(shares, lengths, strict=True)) / whole
    spread = math.fsum(
        (s * (length - mean)) ** 2 for s, length in zip(shares, lengths, strict=True)
    )
    return PathMean(mean, math.sqrt(spread) / whole)


def _reachable(near: Adjacency, target: str, left: Iterable[str]) -> set[str]:
    """Return those of `left` from which the target can be reached within `left`."""
    open_names = set(left)
    open_names.discard(target)
    found = {target}
    queue = [target]
    for name in queue:
        for other in near[name]:
            if other in open_names:
                open_names.discard(other)
                found.add(other)
                queue.append(other)
    return found
