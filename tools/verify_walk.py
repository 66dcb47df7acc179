"""Check a walk, and its instructions by reading them back."""

from __future__ import annotations

from itertools import pairwise

from perception.errors import OutputFormatError
from tools.read_walk import read_leg, read_walk
from tools.scene_graph import SceneGraph
from tools.walk import Walk, passed_landmarks


def verify_walk(
    scene: SceneGraph, walk: Walk, text: str, source: int, target: int
) -> tuple[str, ...]:
    """Return what is wrong with a walk and its instructions; empty where nothing is.

    Its ends are those asked for, its steps are edges, its legs are the path; no path has fewer
    edges; the instructions have the form, name every landmark that is passed, and lead along the
    path when they are followed.
    """
    found: list[str] = []
    path = walk.path
    if path[0] != source or path[-1] != target:
        found.append("the walk does not lead from start to destination")
    if not all(scene.graph.has_edge(one, other) for one, other in pairwise(path)):
        found.append("the walk leaves the ways")
    joined = [walk.legs[0][0], *(node for leg in walk.legs for node in leg[1:])]
    if tuple(joined) != path:
        found.append("the legs are not the path")
    shortest = scene.shortest_path(source, target)
    if shortest is not None and len(shortest) < len(path):
        found.append(f"{len(shortest) - 1} edges are enough, the walk has {len(path) - 1}")
    lines = text.splitlines()
    if any(read_leg(line) is None for line in lines):
        found.append("a line does not have the form")
    missing = [
        scene.nodes[node].label
        for node in passed_landmarks(scene, path)
        if " ".join(scene.nodes[node].label.split()) not in text
    ]
    if missing:
        found.append(f"{missing[0]!r} is passed and not named")
    try:
        if not found and read_walk(scene, source, lines) != path:
            found.append("the instructions lead elsewhere")
    except OutputFormatError as error:
        found.append(f"the instructions cannot be followed ({error.found})")
    return tuple(found)
