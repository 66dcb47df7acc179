"""Difficulty of maps and queries (MapTab, appendix B): graph size, path lengths, cycles, thirds."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from itertools import combinations
from typing import TypeVar

from eval.mini.references import Edges, simple_paths

LEVELS = ("Easy", "Medium", "Hard")

Key = TypeVar("Key", bound=Hashable)


def thirds(values: Mapping[Key, float]) -> dict[Key, str]:
    """Return the level of each key: the lowest third of the values is easy, the highest hard.

    >>> thirds({"a": 5.0, "b": 1.0, "c": 3.0})
    {'b': 'Easy', 'c': 'Medium', 'a': 'Hard'}
    """
    ranked = sorted(values, key=lambda key: values[key])
    return {key: LEVELS[3 * rank // len(ranked)] for rank, key in enumerate(ranked)}


def map_levels(graphs: Mapping[str, Edges], *, cycles: bool) -> dict[str, str]:
    """Return the level of each map of one domain.

    Parameters
    ----------
    graphs : mapping
        Edges of each map, connected.
    cycles : bool
        Travelmap: the share of independent cycles enters beside size and path length.
    """
    criteria = [
        {key: float(len(_vertices(edges)) + len(edges)) for key, edges in graphs.items()},
        {key: _mean_distance(edges) for key, edges in graphs.items()},
    ]
    if cycles:
        criteria.append({k: (len(e) - len(_vertices(e)) + 2) / len(e) for k, e in graphs.items()})
    scaled = [_normalised(values) for values in criteria]
    return thirds({key: sum(values[key] for values in scaled) / len(scaled) for key in graphs})


def query_levels(edges: Edges, *, simple: bool) -> dict[tuple[str, str], str]:
    """Return the level of every pair whose shortest route has at least three stations.

    Parameters
    ----------
    edges : mapping
        Edges of one map.
    simple : bool
        Travelmap: by the mean length of all simple paths; else by the shortest path.
    """
    lengths: dict[tuple[str, str], float] = {}
    for pair in combinations(_vertices(edges), 2):
        counts = [len(path) for path in simple_paths(edges, *pair)]
        if min(counts) >= 3:
            lengths[pair] = sum(counts) / len(counts) if simple else min(counts)
    return thirds(lengths)


def _vertices(edges: Edges) -> list[str]:
    return list(dict.fromkeys(name for pair in edges for name in pair))


def _mean_distance(edges: Edges) -> float:
    pairs = list(combinations(_vertices(edges), 2))
    return sum(min(map(len, simple_paths(edges, *pair))) - 1 for pair in pairs) / len(pairs)


def _normalised(values: Mapping[str, float]) -> dict[str, float]:
    low, high = min(values.values()), max(values.values())
    return {key: (v - low) / (high - low) if high > low else 0.0 for key, v in values.items()}


def spread(levels: Mapping[Key, str], count: int) -> Sequence[str]:
    """Return the levels of `count` queries, as even as can be, easy first."""
    present = [level for level in LEVELS if level in levels.values()]
    return sorted((present[k % len(present)] for k in range(count)), key=LEVELS.index)
