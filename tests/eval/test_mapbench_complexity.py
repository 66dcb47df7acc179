"""How complex scenes and queries are."""

from __future__ import annotations

from pathlib import Path

import networkx as nx
import pytest

from eval.mapbench.complexity import (
    Complexity,
    complexity,
    graph_levels,
    level_of,
    levels_of_moments,
    query_difficulty,
)
from tests.eval.small_scenes import park_scene
from tools.scene_graph import EdgeKind, SceneEdge, SceneGraph, SceneNode


@pytest.fixture
def scene(tmp_path: Path) -> SceneGraph:
    return park_scene(tmp_path)


def test_indices_of_a_scene_and_a_query(scene: SceneGraph) -> None:
    # Six nodes in a tree: 5 edges, no cycle; a path is the only one.
    found = complexity(scene)
    assert (found.elements, found.meshedness) == (11, 0)
    lengths = dict(nx.all_pairs_shortest_path_length(scene.graph))
    assert found.path_length == sum(d for row in lengths.values() for d in row.values()) / 30
    assert query_difficulty(scene, 0, 1) == 4
    ring = SceneGraph(
        "ring",
        tuple(SceneNode((float(i), 0.0), str(i)) for i in range(5)),
        tuple(SceneEdge(i, (i + 1) % 5, EdgeKind.ADJACENT) for i in range(5)),
    )
    assert query_difficulty(ring, 0, 2) == (2 + 3) / 2
    assert complexity(ring).meshedness == 1 / 5
    apart = SceneGraph("apart", ring.nodes, ())
    assert query_difficulty(apart, 0, 2) is None


PAPER = {
    "google_map": (71.5, 0.121, 4.678, "medium", 11.45, 29.82, "easy"),
    "mall": (93.5, 0.023, 5.839, "medium", 10.47, 47.00, "easy"),
    "museum": (59.5, 0.041, 4.124, "easy", 6.93, 8.65, "easy"),
    "national_park": (38.8, 0.071, 5.185, "easy", 12.43, 96.15, "medium"),
    "theme_park": (59.8, 0.152, 4.870, "medium", 9.62, 50.29, "easy"),
    "trail": (59.0, 0.055, 5.277, "medium", 9.60, 55.69, "easy"),
    "university": (45.5, 0.150, 4.180, "medium", 13.45, 46.86, "medium"),
    "urban": (71.8, 0.095, 6.230, "hard", 10.07, 52.91, "easy"),
    "zoo": (102.5, 0.143, 5.663, "hard", 18.71, 145.04, "hard"),
}


def test_difficulties_of_the_papers_tables() -> None:
    scenes = {name: [Complexity(row[0], row[1], row[2])] for name, row in PAPER.items()}  # type: ignore[arg-type]
    assert graph_levels(scenes) == {name: row[3] for name, row in PAPER.items()}
    moments = {name: (row[4], row[5]) for name, row in PAPER.items()}
    assert levels_of_moments(moments) == {name: row[6] for name, row in PAPER.items()}
    assert [level_of(x) for x in (0.32, 0.33, 0.66, 0.67)] == ["easy", "medium", "medium", "hard"]
