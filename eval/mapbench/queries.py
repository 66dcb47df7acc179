"""Queries on a scene: drawn by seed, and worded for a system."""

from __future__ import annotations

import random
from collections import Counter

import networkx as nx

from tools.name_folding import fold_name
from tools.scene_graph import SceneGraph


def word_query(source: str, target: str) -> str:
    """Return what a system is asked.

    >>> word_query("Gate", "Lake")
    'Give walking directions from "Gate" to "Lake".'
    """
    return f'Give walking directions from "{source}" to "{target}".'


def draw_queries(scene: SceneGraph, count: int, seed: int) -> list[tuple[str, str]]:
    """Return pairs of landmarks that something joins, drawn by seed.

    Both have names that no other landmark of the scene has, in any writing.

    Parameters
    ----------
    scene : SceneGraph
        Where to walk.
    count : int
        Pairs at most; fewer where there are not so many.
    seed : int
        With the scene's name, what they are drawn from.
    """
    names = {node: " ".join(scene.nodes[node].label.split()) for node in scene.landmarks}
    alike = Counter(fold_name(name).flat for name in names.values())
    named = [n for n in scene.landmarks if names[n] and alike[fold_name(names[n]).flat] == 1]
    part = {
        node: number
        for number, nodes in enumerate(nx.connected_components(scene.graph))
        for node in nodes
    }
    pairs = [
        (one, other)
        for one in named
        for other in named
        if one != other and part[one] == part[other]
    ]
    drawn = random.Random(f"{seed}/{scene.name}").sample(pairs, min(count, len(pairs)))
    return [(scene.nodes[one].label, scene.nodes[other].label) for one, other in drawn]
