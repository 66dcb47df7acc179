"""Tell a walk in instructions: landmarks, directions and roads in words (MapBench, algorithm 1)."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from tools.compass import bearing, direction
from tools.name_folding import ORDINALS
from tools.scene_graph import EdgeKind, NodeKind, SceneGraph
from tools.walk import Walk

JUNCTION: Final = "the junction"
PLACE: Final = "an unnamed place"


def write_walk(scene: SceneGraph, walk: Walk) -> str:
    """Return the instructions, a line a leg.

    `A -> B (from DIRECTION, moving along ROAD: steps)`: DIRECTION is where A lies from B. The
    steps tell each move: its form (a road between junctions, a path to or from a landmark), its
    direction, and where it leads, with the landmark beside a junction. Where several ways lead in
    one direction to places of one name, it says which, counted from the left.
    """
    return "\n".join(_leg(scene, leg) for leg in walk.legs)


def _leg(scene: SceneGraph, leg: tuple[int, ...]) -> str:
    nodes = scene.nodes
    start, end = nodes[leg[0]], nodes[leg[-1]]
    steps = "; ".join(write_step(scene, one, other) for one, other in pairwise(leg))
    return (
        f"{_name(start.label)} -> {_name(end.label)} "
        f"(from {direction(end.xy, start.xy)}, moving along {_road(scene, leg)}: {steps})"
    )


def _name(label: str) -> str:
    # An arrow parts the ends of a leg, and may stand nowhere else on its line.
    return " ".join(label.replace("->", "→").split()) or PLACE


def _road(scene: SceneGraph, leg: tuple[int, ...]) -> str:
    """Return what the leg follows: the roads' names, else the sort of way."""
    edges = [scene.edge(one, other) for one, other in pairwise(leg)]
    roads = list(dict.fromkeys(edge.road for edge in edges if edge.road))
    if roads:
        return " and ".join(roads)
    return "the road" if any(e.kind is EdgeKind.CONNECT for e in edges) else "the path"


def write_step(scene: SceneGraph, one: int, other: int) -> str:
    """Return the words for one edge of a path."""
    heading = direction(scene.nodes[one].xy, scene.nodes[other].xy).lower()
    place = place_name(scene, other)
    alike = alternatives(scene, one, heading, place)
    which = ""
    if len(alike) > 1:
        which = f"the {ORDINALS[alike.index(other)]} way from the left "
    road = scene.edge(one, other).kind is EdgeKind.CONNECT
    form = "follow the road" if road else "take the path"
    form = f"{form}, {which}{heading}" if which else f"{form} {heading}"
    return f"{form} to {place}"


def place_name(scene: SceneGraph, node: int) -> str:
    """Return what a node is called: a landmark's name, or the junction with what lies beside it."""
    found = scene.nodes[node]
    if found.kind is NodeKind.LANDMARK:
        return _name(found.label)
    if found.kind is NodeKind.UNKNOWN:
        return PLACE
    beside = [
        scene.nodes[other].label
        for other in scene.graph[node]
        if scene.nodes[other].kind is NodeKind.LANDMARK and scene.nodes[other].label.strip()
    ]
    return f"{JUNCTION} by {_name(min(beside))}" if beside else JUNCTION


def alternatives(scene: SceneGraph, node: int, heading: str, place: str) -> list[int]:
    """Return the neighbours that a step's words may mean, from the left.

    Sorted by bearing, which runs clockwise, then by distance: seen in the heading, what has the
    smaller bearing lies to the left; north spans both ends of the circle.
    """
    here = scene.nodes[node].xy
    found = []
    for other in scene.graph[node]:
        there = scene.nodes[other].xy
        if direction(here, there).lower() == heading and place_name(scene, other) == place:
            turn = (
                (bearing(here, there) + 180) % 360 if heading == "north" else bearing(here, there)
            )
            away = (here[0] - there[0]) ** 2 + (here[1] - there[1]) ** 2
            found.append((turn, away, other))
    return [other for _, _, other in sorted(found)]
