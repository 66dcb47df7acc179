"""The score of one walk: its legs mapped to landmarks, their length against the direct way."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import Final

from eval.mapbench.landmarks import Landmarks
from tools.compass import COMPASS, direction
from tools.name_folding import fold_name
from tools.read_walk import WalkLeg, read_leg, walk_lines

_NO_PATH: Final = ("no path found", "next node")


class Failure(StrEnum):
    """Why a walk has no score; the paper's class in brackets."""

    NONE = ""
    MISSING_PATH = "missing_path"
    """There is no leg at all (missing path)."""
    UNPARSABLE = "unparsable"
    """A leg does not have the form (format non-compliance)."""
    UNKNOWN_LANDMARK = "unknown_landmark"
    """An end of a leg is no landmark (format non-compliance)."""
    INCOHERENT = "incoherent"
    """Legs are not joined, or start or end elsewhere (linguistic incoherence)."""


CLASS_OF: Final = {
    Failure.MISSING_PATH: "missing_paths",
    Failure.UNPARSABLE: "format_non_compliance",
    Failure.UNKNOWN_LANDMARK: "format_non_compliance",
    Failure.INCOHERENT: "linguistic_incoherence",
}


@dataclass(frozen=True, slots=True)
class WalkQuality:
    """What an answer is worth.

    Attributes
    ----------
    failure : Failure
        NONE where it can be walked.
    pqs : float or None
        Path Quality Score: length of the walk over that of the direct way; 1 is best, and it may be
        less, since both are of fewest edges.
    directions, landmarks, roads : tuple of (int, int)
        Right ones and all: directions of legs, one of eight, right where the leg's start lies so
        from its end; ends that are written as a landmark is; roads that a name is given to.
    """

    failure: Failure
    pqs: float | None = None
    directions: tuple[int, int] = (0, 0)
    landmarks: tuple[int, int] = (0, 0)
    roads: tuple[int, int] = (0, 0)


def answer_lines(response: str) -> list[str]:
    """Return the lines of a response that are to be legs.

    Those with one arrow; none where the response gives up or repeats the form's own words
    ("Next Node Name").
    """
    lines = walk_lines(response)
    return [] if any(told in line.lower() for line in lines for told in _NO_PATH) else lines


def score_walk(lines: Sequence[str], source: str, target: str, landmarks: Landmarks) -> WalkQuality:
    """Score the legs of an answer.

    Parameters
    ----------
    lines : sequence of str
        A leg each.
    source, target : str
        Start and destination as the query names them.
    landmarks : Landmarks
        Of the scene.

    Raises
    ------
    ValueError
        The query itself cannot be walked on the scene.
    """
    direct = direct_length(source, target, landmarks)
    start, end = landmarks.meant(source), landmarks.meant(target)
    if not lines:
        return WalkQuality(Failure.MISSING_PATH)
    scene = landmarks.scene
    legs: list[tuple[WalkLeg, int, int]] = []
    length, at = 0.0, start
    for line in lines:
        leg = read_leg(line)
        if leg is None:
            return WalkQuality(Failure.UNPARSABLE)
        names = landmarks.meant(leg.source), landmarks.meant(leg.target)
        nodes = [landmarks.node(name) if name is not None else None for name in names]
        if nodes[0] is None or nodes[1] is None:
            return WalkQuality(Failure.UNKNOWN_LANDMARK)
        if names[0] != at:
            return WalkQuality(Failure.INCOHERENT)
        at = names[1]
        path = scene.shortest_path(nodes[0], nodes[1])
        if path is None:
            return WalkQuality(Failure.INCOHERENT)
        length = _along(landmarks, path, length)
        legs.append((leg, nodes[0], nodes[1]))
    if at != end:
        return WalkQuality(Failure.INCOHERENT)
    roads = [found for leg in legs if (found := _road_is_right(landmarks, *leg)) is not None]
    return WalkQuality(
        Failure.NONE,
        length / direct,
        directions=(sum(_direction_is_right(landmarks, *leg) for leg in legs), len(legs)),
        landmarks=(sum(_is_written(landmarks, leg) for leg, _, _ in legs), 2 * len(legs)),
        roads=(sum(roads), len(roads)),
    )


def direct_length(source: str, target: str, landmarks: Landmarks) -> float:
    """Return the length of the direct way of a query, px; raises `ValueError` without one."""
    nodes = []
    for name in (source, target):
        meant = landmarks.meant(name)
        node = landmarks.node(meant) if meant is not None else None
        if node is None:
            raise ValueError(f"{name!r} is no landmark of the scene")
        nodes.append(node)
    path = landmarks.scene.shortest_path(nodes[0], nodes[1])
    length = _along(landmarks, path) if path is not None else 0.0
    if length <= 0:
        raise ValueError(f"nothing joins {source!r} and {target!r} on the scene")
    return length


def _along(landmarks: Landmarks, path: Sequence[int], length: float = 0.0) -> float:
    """Add up a path step by step: the released figures are met to the last digit so."""
    nodes = landmarks.scene.nodes
    for one, other in pairwise(path):
        (x, y), (u, v) = nodes[one].xy, nodes[other].xy
        length += math.sqrt((x - u) ** 2 + (y - v) ** 2)
    return length


def _direction_is_right(landmarks: Landmarks, leg: WalkLeg, source: int, target: int) -> bool:
    nodes = landmarks.scene.nodes
    told = leg.came_from.lower().replace(" ", "").replace("-", "")
    words = [word.lower() for word in COMPASS]
    if told not in words:
        return False
    right = words.index(direction(nodes[target].xy, nodes[source].xy).lower())
    return words.index(told) == right


def _is_written(landmarks: Landmarks, leg: WalkLeg) -> int:
    known = {fold_name(name).flat for name in landmarks.names}
    return sum(fold_name(name).flat in known for name in (leg.source, leg.target))


def _road_is_right(landmarks: Landmarks, leg: WalkLeg, source: int, target: int) -> bool | None:
    """Whether the road is one of the way's, or names a landmark beside it; None without a name.

    Words such as "the path" name nothing, and the released scenes name no road.
    """
    scene = landmarks.scene
    told = fold_name(leg.along.partition(":")[0]).flat
    roads = {edge.road for edge in scene.edges if edge.road}
    every = {fold_name(name).flat for name in (*roads, *landmarks.names)} - {""}
    named = {name for name in every if name in told}
    if not named:
        return None
    path = scene.shortest_path(source, target) or ()
    beside = {other for node in path for other in scene.graph[node]} | set(path)
    along = {scene.edge(a, b).road for a, b in pairwise(path)}
    there = {scene.nodes[node].label for node in beside} | along
    return bool(named & {fold_name(name).flat for name in there if name})
