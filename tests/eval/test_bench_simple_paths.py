"""Mean lengths of simple paths, held against a plain enumeration of them."""

from __future__ import annotations

import itertools
from random import Random

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eval.bench.simple_paths import SimplePaths, count_ways, merge_ways


def listed_mean(graph: nx.Graph[str], source: str, target: str) -> float:
    lengths = [len(path) - 1 for path in nx.all_simple_paths(graph, source, target)]
    return sum(lengths) / len(lengths)


def connected_graph(vertices: int, density: float, seed: int) -> nx.Graph[str]:
    random = Random(seed)
    graph: nx.Graph[str] = nx.Graph()
    for k in range(1, vertices):
        graph.add_edge(f"v{k}", f"v{random.randrange(k)}")
    for a, b in itertools.combinations(sorted(graph), 2):
        if random.random() < density:
            graph.add_edge(a, b)
    return graph


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 9), st.sampled_from([0.0, 0.1, 0.3, 0.6]), st.integers(0, 10**6))
def test_the_mean_is_that_of_all_paths(vertices: int, density: float, seed: int) -> None:
    graph = connected_graph(vertices, density, seed)
    paths = SimplePaths(graph)
    for source, target in itertools.permutations(sorted(graph), 2):
        mean = paths.mean(source, target)
        assert mean.exact
        assert mean.length == listed_mean(graph, source, target)


def grid(width: int, height: int) -> nx.Graph[str]:
    plain = nx.grid_2d_graph(width, height)
    return nx.relabel_nodes(plain, {(x, y): f"{x:02d},{y:02d}" for x, y in plain})


def test_the_paths_across_a_grid_are_as_many_as_published() -> None:
    """575,780,564 paths across 6 x 6 squares (OEIS A007764), too many to list."""
    graph = grid(7, 7)
    kernel = merge_ways(graph, sorted(graph), ("00,00", "06,06"))
    found = count_ways(kernel, "00,00", "06,06", 10**6)
    assert found is not None
    assert found[0] == 575_780_564


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_an_estimate_is_marked_and_agrees_within_its_error(seed: str) -> None:
    graph = grid(4, 4)
    exact = SimplePaths(graph).mean("00,00", "03,02")
    found = SimplePaths(graph, seed=seed, max_states=3, samples=2_000).mean("00,00", "03,02")
    assert not found.exact
    assert abs(found.length - exact.length) < 4 * found.standard_error
    assert found.standard_error < 0.5
    again = SimplePaths(graph, seed=seed, max_states=3, samples=2_000).mean("00,00", "03,02")
    assert again == found


def test_no_mean_between_parts_that_are_not_joined() -> None:
    graph: nx.Graph[str] = nx.Graph([("a", "b"), ("c", "d")])
    with pytest.raises(nx.NetworkXNoPath):
        SimplePaths(graph).mean("a", "d")
