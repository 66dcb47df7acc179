"""Whether a scene graph keeps its own rules; what it breaks is reported, not hidden or refused."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final

import networkx as nx

from tools.scene_graph import EdgeKind, NodeKind, SceneGraph

RULES: Final = {
    "no_attributes": "the file says nothing about the node",
    "lone_landmark": "the landmark touches no intersection",
    "lone_intersection": "the intersection is joined to no other one",
    "components": "the scene is in several parts",
    "unknown_edge": "the edge's label is none of the known ones",
    "misspelt_edge": "the edge's label is misspelt",
}
_KNOWN: Final = frozenset({"connected", "adjacent", "discrete", "observable", "unrelated"})


@dataclass(frozen=True, slots=True)
class SceneFinding:
    """One rule that a scene breaks.

    Attributes
    ----------
    rule : str
        Of `RULES`.
    place : str
        Which node or edge, by label and position.
    """

    rule: str
    place: str

    def __str__(self) -> str:
        return f"{self.place}: {RULES[self.rule]}"


def check_scene(scene: SceneGraph) -> tuple[SceneFinding, ...]:
    """Return what a scene breaks of the connectivity rules and of the file's form.

    Every landmark touches an intersection, every intersection another one; an intersection with
    one only is an end. The scene is in one part.
    """
    graph = scene.graph
    found: list[SceneFinding] = []

    def place(node: int) -> str:
        x, y = scene.nodes[node].xy
        return f"{scene.nodes[node].label or 'node'} at ({x:.0f}, {y:.0f})"

    kinds = {number: node.kind for number, node in enumerate(scene.nodes)}
    for number, kind in kinds.items():
        touched = {kinds[other] for other in graph[number]}
        if kind is NodeKind.UNKNOWN:
            found.append(SceneFinding("no_attributes", place(number)))
        elif kind is NodeKind.LANDMARK and NodeKind.INTERSECTION not in touched:
            found.append(SceneFinding("lone_landmark", place(number)))
        elif kind is NodeKind.INTERSECTION and NodeKind.INTERSECTION not in touched:
            found.append(SceneFinding("lone_intersection", place(number)))
    for edge in scene.edges:
        label = edge.label.strip().lower()
        where = f"{place(edge.source)} - {place(edge.target)}"
        if edge.kind is EdgeKind.ADJACENT and label and label not in _KNOWN:
            found.append(SceneFinding("misspelt_edge", where))
        elif label and label not in _KNOWN and edge.kind is EdgeKind.UNRELATED:
            found.append(SceneFinding("unknown_edge", where))
    parts = nx.number_connected_components(graph) if len(graph) else 0
    if parts > 1:
        found.append(SceneFinding("components", f"{parts} parts"))
    return tuple(found)


def count_findings(findings: tuple[SceneFinding, ...]) -> dict[str, int]:
    """Return how often each rule is broken."""
    counts = Counter(finding.rule for finding in findings)
    return {rule: counts[rule] for rule in RULES if counts[rule]}
