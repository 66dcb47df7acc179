"""Difficulty of maps and queries (MapTab, appendix C.2): measures, thirds."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final, TypeVar

import networkx as nx

from eval.bench.edges import Edges, Pair, graph_of
from eval.bench.simple_paths import PathMean, SimplePaths

LEVELS: Final = ("Easy", "Medium", "Hard")

Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True, slots=True)
class MapMeasures:
    """What the level of a map is made of.

    Attributes
    ----------
    size : int
        GS: vertices and edges.
    distance : float
        WASP: mean shortest path of each component in edges, weighted by its vertices.
    meshedness : float
        MC: (edges - vertices + 2) / edges.
    """

    size: int
    distance: float
    meshedness: float


def measure_map(edges: Edges) -> MapMeasures:
    """Measure one map; it has at least one edge."""
    graph = graph_of(edges)
    vertices, count = graph.number_of_nodes(), graph.number_of_edges()
    weighted = 0.0
    for component in nx.connected_components(graph):
        within = graph.subgraph(component)
        total = sum(
            sum(lengths.values()) for _, lengths in nx.all_pairs_shortest_path_length(within)
        )
        size = len(component)
        weighted += size * (total / (size * (size - 1)))
    return MapMeasures(vertices + count, weighted / vertices, (count - vertices + 2) / count)


def thirds(values: Mapping[Key, float]) -> dict[Key, str]:
    """Return the level of each key: the lowest third of the values is easy, the highest hard.

    >>> thirds({"a": 5.0, "b": 1.0, "c": 3.0})
    {'b': 'Easy', 'c': 'Medium', 'a': 'Hard'}
    """
    ranked = sorted(values, key=lambda key: values[key])
    return {key: LEVELS[3 * rank // len(ranked)] for rank, key in enumerate(ranked)}


def share_levels(counts: Mapping[Key, int]) -> dict[Key, tuple[int, int, int]]:
    """Return how many of each map's queries are easy, medium and hard: a third each.

    What a third leaves over goes to the levels that have fewest so far, so that over all maps the
    levels differ by one at most.

    >>> share_levels({"a": 4, "b": 5})
    {'a': (2, 1, 1), 'b': (1, 2, 2)}
    """
    totals = [0, 0, 0]
    found: dict[Key, tuple[int, int, int]] = {}
    for key, count in counts.items():
        third, left = divmod(count, 3)
        extra = sorted(range(3), key=lambda level: totals[level])[:left]
        easy, medium, hard = (third + (level in extra) for level in range(3))
        totals = [totals[0] + easy, totals[1] + medium, totals[2] + hard]
        found[key] = (easy, medium, hard)
    return found


def rank_levels(values: Mapping[Key, float], sizes: tuple[int, int, int]) -> dict[Key, str]:
    """Return the level of each key, the lowest values easy; `sizes` says how many of each."""
    levels = [level for level, size in zip(LEVELS, sizes, strict=True) for _ in range(size)]
    ranked = sorted(values, key=lambda key: values[key])
    return dict(zip(ranked, levels, strict=True))


def map_scores(measures: Mapping[str, MapMeasures], *, cycles: bool) -> dict[str, float]:
    """Return the mean of each map's normalised measures, by which the maps of a domain are ranked.

    Parameters
    ----------
    measures : mapping
        Of each map.
    cycles : bool
        Travelmap: meshedness enters beside size and distance.
    """
    criteria = [
        {key: float(found.size) for key, found in measures.items()},
        {key: found.distance for key, found in measures.items()},
    ]
    if cycles:
        criteria.append({key: found.meshedness for key, found in measures.items()})
    scaled = [_normalised(values) for values in criteria]
    return {key: sum(values[key] for values in scaled) / len(scaled) for key in measures}


def map_levels(graphs: Mapping[str, Edges], *, cycles: bool) -> dict[str, str]:
    """Return the level of each map of one domain; see `map_scores`."""
    measures = {key: measure_map(edges) for key, edges in graphs.items()}
    return thirds(map_scores(measures, cycles=cycles))


def _normalised(values: Mapping[str, float]) -> dict[str, float]:
    low, high = min(values.values()), max(values.values())
    return {key: (v - low) / (high - low) if high > low else 0.0 for key, v in values.items()}


def measure_pairs(
    edges: Edges, pairs: Iterable[Pair], *, simple: bool, seed: str = ""
) -> dict[Pair, PathMean]:
    """Return what the level of each query is made of.

    Parameters
    ----------
    edges : mapping
        Edges of one map.
    pairs : iterable of (str, str)
        Connected origins and destinations.
    simple : bool
        Travelmap: SPCI, the mean length of all simple paths; else SPLI, the shortest path. Edges.
    seed : str
        Of estimated means.
    """
    graph = graph_of(edges)
    if simple:
        paths = SimplePaths(graph, seed=seed)
        return {pair: paths.mean(*pair) for pair in pairs}
    lengths = dict(nx.all_pairs_shortest_path_length(graph))
    return {(a, b): PathMean(float(lengths[a][b])) for a, b in pairs}
