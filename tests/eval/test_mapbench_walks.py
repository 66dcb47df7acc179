"""Walks told in instructions, and followed back."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.eval.small_scenes import park_scene
from tools.compass import direction
from tools.read_walk import read_leg, read_walk
from tools.scene_graph import EdgeKind, NodeKind, SceneEdge, SceneGraph, SceneNode
from tools.walk import passed_landmarks, plan_walk
from tools.write_walk import write_walk


@pytest.fixture
def scene(tmp_path: Path) -> SceneGraph:
    return park_scene(tmp_path)


def test_instructions_name_landmarks_and_directions_and_no_coordinates(scene: SceneGraph) -> None:
    text = write_walk(scene, plan_walk(scene, 0, 1))
    assert text == (
        "Gate -> Lake (from West, moving along the road: take the path south to the junction by "
        "Gate; follow the road east to the junction by Hut (old); follow the road east to the "
        "junction by Lake; take the path north to Lake)"
    )
    assert not any(sign.isdigit() for sign in text)


@pytest.mark.parametrize(
    ("line", "ends"),
    [
        ("A -> B (from West, moving along X)", ("A", "B")),
        ("12) **A -> B** (from West", ("A", "B")),
        ("- A (x) -> B (y) (from the South-East, along X)", ("A (x)", "B (y)")),
        ("A -> B (southeast, moving along X)", ("A", "B")),
        ("A -> B", None),
        ("A to B (from West)", None),
    ],
)
def test_lines_of_instructions(line: str, ends: tuple[str, str] | None) -> None:
    leg = read_leg(line)
    assert (leg and (leg.source, leg.target)) == ends


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 10**6))
def test_following_the_instructions_gives_back_the_path(seed: int) -> None:
    rng = random.Random(seed)
    grid = [(x, y) for x in range(10) for y in range(10)]
    points = rng.sample(grid, rng.randint(4, 10))
    nodes = []
    for place, (x, y) in enumerate(points):
        is_landmark = place < 2 or rng.random() < 0.5
        name = (
            f"End {place}"
            if place < 2
            else rng.choice(["Gate", "Hut (E)", "Hut; old", "A → B", ""])
        )
        kind = NodeKind.LANDMARK if is_landmark else NodeKind.INTERSECTION
        nodes.append(SceneNode((float(x), float(y)), name if is_landmark else "Intersection", kind))
    every = [(a, b) for a in range(len(nodes)) for b in range(a)]
    chosen = rng.sample(every, rng.randint(min(len(nodes), len(every)), len(every)))
    edges = tuple(
        SceneEdge(a, b, rng.choice([EdgeKind.CONNECT, EdgeKind.ADJACENT])) for a, b in chosen
    )
    scene = SceneGraph("made", tuple(nodes), edges)
    if scene.shortest_path(0, 1) is None:
        return
    walk = plan_walk(scene, 0, 1)
    text = write_walk(scene, walk)
    assert read_walk(scene, 0, text.splitlines()) == walk.path
    for node in passed_landmarks(scene, walk.path):
        assert scene.nodes[node].label in text
    for line, leg in zip(text.splitlines(), walk.legs, strict=True):
        found = read_leg(line)
        assert found is not None
        start, end = scene.nodes[leg[0]].xy, scene.nodes[leg[-1]].xy
        assert found.came_from == direction(end, start)
