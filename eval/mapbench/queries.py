"""Queries on a scene: drawn by seed, and worded for a system."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from typing import Any

import networkx as nx

from perception.errors import BadRecord, NoRoute
from tools.name_folding import fold_name
from tools.scene_graph import SceneGraph
from tools.walk import passed_landmarks, plan_walk


def word_query(source: str, target: str) -> str:
    """Return what a system is asked.

    >>> word_query("Gate", "Lake")
    'Give walking directions from "Gate" to "Lake".'
    """
    return f'Give walking directions from "{source}" to "{target}".'


def direct_walk(record: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the landmarks of a query's direct way, ends included; none where there is none.

    Parameters
    ----------
    record : mapping
        A query with its scene.
    """
    try:
        scene = SceneGraph.from_dict(record["scene"])
        names = [scene.nodes[node].label for node in scene.landmarks]
        ends = [names.index(str(record[name])) for name in ("start", "destination")]
        walk = plan_walk(scene, *(scene.landmarks[place] for place in ends))
    except (BadRecord, NoRoute, KeyError, TypeError, ValueError):
        return ()
    on_way = (walk.path[0], *passed_landmarks(scene, walk.path), walk.path[-1])
    return tuple(label for node in on_way if (label := scene.nodes[node].label.strip()))


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
