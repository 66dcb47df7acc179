"""A walk on a scene graph: a path, its legs from landmark to landmark, and their text."""

from __future__ import annotations

from dataclasses import dataclass

from perception.errors import NoRoute
from tools.scene_graph import NodeKind, SceneGraph


@dataclass(frozen=True, slots=True)
class Walk:
    """A walk.

    Attributes
    ----------
    path : tuple of int
        Nodes of the scene, from start to destination.
    legs : tuple of tuple of int
        The path cut at landmarks; each leg starts where the last ended.
    """

    path: tuple[int, ...]
    legs: tuple[tuple[int, ...], ...]


def plan_walk(scene: SceneGraph, source: int, target: int) -> Walk:
    """Return a walk of fewest edges.

    It is cut at the landmarks that it passes, where the legs are themselves the ways of fewest
    edges: a leg is told by its ends, and whoever follows it takes that way.

    Raises
    ------
    NoRoute
        Both ends are one, or nothing joins them.
    """
    check_ends(source, target)
    path = scene.shortest_path(source, target)
    if path is None:
        raise unjoined(scene, source, target)
    return Walk(path, _cut(scene, path))


def check_ends(source: int, target: int) -> None:
    """Raise `NoRoute` where both ends of a walk are one."""
    if source == target:
        raise NoRoute("start and destination are one", mend="ask for two landmarks")


def unjoined(scene: SceneGraph, source: int, target: int) -> NoRoute:
    """Return the error of two ends that nothing joins."""
    return NoRoute(
        f"nothing joins {scene.nodes[source].label!r} and {scene.nodes[target].label!r}",
        mend="ask for landmarks that are joined",
    )


def _cut(scene: SceneGraph, path: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    inner = [i for i in range(1, len(path) - 1) if _is_named(scene, path[i])]
    # From each landmark the leg goes on to the next one from which the rest can be told too.
    last = len(path) - 1
    legs: list[tuple[int, ...]] = []
    start = 0
    while start < last:
        for end in (*(i for i in inner if i > start), last):
            leg = path[start : end + 1]
            if end == last or scene.shortest_path(leg[0], leg[-1]) == leg:
                legs.append(leg)
                start = end
                break
    whole = all(scene.shortest_path(leg[0], leg[-1]) == leg for leg in legs)
    return tuple(legs) if whole else (path,)


def _is_named(scene: SceneGraph, node: int) -> bool:
    """Whether a landmark can end a leg: it has a name that is no other one's."""
    found = scene.nodes[node]
    if found.kind is not NodeKind.LANDMARK or not found.label.strip():
        return False
    return sum(other.label == found.label for other in scene.nodes) == 1


def passed_landmarks(scene: SceneGraph, path: tuple[int, ...]) -> tuple[int, ...]:
    """Return the landmarks that a path passes, its ends left out."""
    return tuple(n for n in path[1:-1] if scene.nodes[n].kind is NodeKind.LANDMARK)
