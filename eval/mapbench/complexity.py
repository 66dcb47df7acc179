"""How complex scenes and queries are, and the difficulty of map classes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, pvariance
from typing import Final

import networkx as nx

from tools.scene_graph import SceneGraph

LEVELS: Final = ("easy", "medium", "hard")
CUTS: Final = (0.33, 0.66)
MOST_PATHS: Final = 20_000
"""Simple paths of a query that are looked at; their number grows beyond all bounds."""


@dataclass(frozen=True, slots=True)
class Complexity:
    """Indices of one scene.

    Attributes
    ----------
    elements : int
        Nodes and edges (EI).
    meshedness : float
        Share of the possible cycles: (E - V + 1) / (2 V - 5) (MI); 0 for fewer than three nodes.
    path_length : float
        Mean number of edges of shortest paths over ordered pairs (ASPLI); pairs that nothing joins
        count 0, as a sum over all pairs has it.
    """

    elements: int
    meshedness: float
    path_length: float


def complexity(scene: SceneGraph) -> Complexity:
    """Return the indices of a scene."""
    nodes, edges = len(scene.nodes), scene.graph.number_of_edges()
    total = sum(
        sum(lengths.values()) for _, lengths in nx.all_pairs_shortest_path_length(scene.graph)
    )
    pairs = nodes * (nodes - 1)
    return Complexity(
        nodes + edges,
        (edges - nodes + 1) / (2 * nodes - 5) if nodes > 2 else 0.0,
        total / pairs if pairs else 0.0,
    )


def query_difficulty(
    scene: SceneGraph, source: int, target: int, *, most: int = MOST_PATHS
) -> float | None:
    """Return the mean number of edges of simple paths between two nodes (QDI).

    Parameters
    ----------
    scene : SceneGraph
        The scene.
    source, target : int
        Nodes.
    most : int
        Paths beyond so many are left out; they come shortest first up to the depth at which there
        are too many, so that the mean is a lower bound then.

    Returns
    -------
    float or None
        None where nothing joins the two.
    """
    total = count = 0
    for depth in range(1, len(scene.nodes)):
        found = 0
        for path in nx.all_simple_paths(scene.graph, source, target, cutoff=depth):
            if len(path) - 1 == depth:
                found += 1
                total, count = total + depth, count + 1
            if count >= most:
                return total / count
        if not found and count and depth > 2 * len(scene.nodes) // 3:
            break
    return total / count if count else None


def normalised(values: Mapping[str, float]) -> dict[str, float]:
    """Return values scaled to [0, 1] by their least and largest; 0 where all are equal."""
    low, high = min(values.values()), max(values.values())
    return {name: (v - low) / (high - low) if high > low else 0.0 for name, v in values.items()}


def level_of(value: float) -> str:
    """Return the level of a value in [0, 1]: easy below 0.33, hard above 0.66.

    >>> level_of(0.33), level_of(0.67)
    ('medium', 'hard')
    """
    return LEVELS[0] if value < CUTS[0] else LEVELS[1] if value <= CUTS[1] else LEVELS[2]


def graph_levels(scenes: Mapping[str, Sequence[Complexity]]) -> dict[str, str]:
    """Return the graph difficulty of each map class.

    The mean of its indices, each normalised over the classes' means: the paper's table 2 comes out
    so.
    """
    found = {name: values for name, values in scenes.items() if values}
    if not found:
        return {}
    scaled = [
        normalised({name: fmean(each) for name, each in column.items()})
        for column in (
            {name: [float(c.elements) for c in values] for name, values in found.items()},
            {name: [c.meshedness for c in values] for name, values in found.items()},
            {name: [c.path_length for c in values] for name, values in found.items()},
        )
    ]
    return {name: level_of(fmean(each[name] for each in scaled)) for name in found}


def query_levels(queries: Mapping[str, Sequence[float]]) -> dict[str, str]:
    """Return the query difficulty of each map class, from the indices of its queries.

    The mean of their mean and variance, each normalised over the classes.
    """
    found = {name: values for name, values in queries.items() if values}
    return levels_of_moments(
        {name: (fmean(values), pvariance(values)) for name, values in found.items()}
    )


def levels_of_moments(moments: Mapping[str, tuple[float, float]]) -> dict[str, str]:
    """Return the query difficulty of each map class, from mean and variance of its queries."""
    if not moments:
        return {}
    means = normalised({name: mean for name, (mean, _) in moments.items()})
    variances = normalised({name: variance for name, (_, variance) in moments.items()})
    return {name: level_of((means[name] + variances[name]) / 2) for name in moments}
