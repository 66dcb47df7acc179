"""Measures, levels, sets and numbers of queries."""

from __future__ import annotations

import itertools
from collections import Counter

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eval.bench.allocation import RankedMap, allocate
from eval.bench.difficulty import MapMeasures, measure_map, rank_levels, share_levels, thirds
from eval.bench.splitting import rank_maps
from perception.errors import ConfigError


def path(*names: str) -> dict[tuple[str, str], tuple[str, ...]]:
    return dict.fromkeys(itertools.pairwise(names), ())


def test_the_measures_of_a_map_in_two_parts() -> None:
    """A square (distances 1, 1, 2 from each corner) and a single edge, by hand."""
    edges = path("a", "b", "c", "d", "a") | path("e", "f")
    found = measure_map(edges)
    assert found.size == 6 + 5
    assert found.distance == pytest.approx((4 * (4 / 3) + 2 * 1) / 6)
    assert found.meshedness == pytest.approx((5 - 6 + 2) / 5)


@settings(max_examples=30, deadline=None)
@given(st.integers(3, 20), st.integers(0, 1000))
def test_the_distance_of_a_connected_map_is_its_mean_shortest_path(n: int, seed: int) -> None:
    graph = nx.connected_watts_strogatz_graph(n, 2, 0.5, seed=seed)
    found = measure_map({(str(a), str(b)): () for a, b in graph.edges})
    assert found.distance == pytest.approx(nx.average_shortest_path_length(graph))


@given(st.dictionaries(st.integers(), st.floats(0, 10), min_size=1, max_size=40))
def test_thirds_are_exact_and_ordered(values: dict[int, float]) -> None:
    levels = thirds(values)
    sizes = Counter(levels.values())
    assert max(sizes.values()) - min(sizes[level] for level in ("Easy", "Medium", "Hard")) <= 1
    rank = {"Easy": 0, "Medium": 1, "Hard": 2}
    for a in values:
        for b in values:
            if values[a] < values[b]:
                assert rank[levels[a]] <= rank[levels[b]]


@given(st.lists(st.integers(3, 90), min_size=1, max_size=40))
def test_levels_are_even_on_each_map_and_over_all(counts: list[int]) -> None:
    sizes = share_levels(dict(enumerate(counts)))
    assert [sum(sizes[k]) for k in range(len(counts))] == counts
    assert all(max(size) - min(size) <= 1 for size in sizes.values())
    totals = [sum(size[level] for size in sizes.values()) for level in range(3)]
    assert max(totals) - min(totals) <= 1


def test_the_lowest_values_are_easy() -> None:
    values = {"x": 2.0, "y": 1.0, "z": 3.0, "w": 5.0}
    assert rank_levels(values, (1, 1, 2)) == {"y": "Easy", "x": "Medium", "z": "Hard", "w": "Hard"}


def measured(count: int) -> tuple[dict[str, MapMeasures], dict[str, int]]:
    sizes = {f"map{k:03d}": 20 + (k * 37) % 211 for k in range(count)}
    return {key: MapMeasures(2 * n, n / 10, 0.1) for key, n in sizes.items()}, sizes


@pytest.mark.parametrize(("count", "test"), [(160, 54), (168, 56), (30, 10), (9, 3)])
def test_one_map_of_three_neighbours_is_for_testing(count: int, test: int) -> None:
    """160 and 168 are the published numbers: 110 test maps, 218 training maps."""
    measures, sizes = measured(count)
    ranked = rank_maps(measures, sizes, cycles=False, seed=3)
    assert [item.split for item in ranked].count("test") == test
    for first in range(0, count - 2, 3):
        assert [m.split for m in ranked[first : first + 3]].count("test") == 1
    assert [item.vertices for item in ranked] == sorted(sizes.values(), reverse=True)
    levels = Counter(item.level for item in ranked)
    assert max(levels.values()) - min(levels.values()) <= 1


@pytest.mark.parametrize(("count", "total"), [(160, 8000), (168, 8400), (30, 1670), (9, 100)])
def test_the_distribution_is_four_to_one_and_keeps_the_minimum(count: int, total: int) -> None:
    measures, sizes = measured(count)
    ranked = rank_maps(measures, sizes, cycles=False, seed=1)
    found = allocate(ranked, total)
    assert set(found) == set(sizes)
    assert sum(found.values()) == total
    assert sum(found[item.key] for item in ranked if item.split == "test") * 5 == total
    assert min(found.values()) >= 5


def test_a_hand_computed_distribution() -> None:
    """Q = 60: 20 a level, 16 + 4; E = 12 - 12 = 0; weights 1 and 8 for 4 and 16 vertices."""
    maps = [
        RankedMap(f"{level}{k}", vertices, level, split)
        for level in ("Hard", "Medium", "Easy")
        for k, (vertices, split) in enumerate([(16, "training"), (4, "training"), (9, "test")])
    ]
    found = allocate(maps, 60, minimum=1)
    assert [found[f"Hard{k}"] for k in range(3)] == [14, 2, 4]


def test_test_queries_beyond_a_fifth_go_to_medium_and_hard_training() -> None:
    """Q = 115: 39 + 38 + 38; test 8 + 8 + 8 = 24, one more than 23."""
    maps = [
        RankedMap(f"{level}/{split}", 10, level, split)
        for level in ("Hard", "Medium", "Easy")
        for split in ("training", "test")
    ]
    found = allocate(maps, 115)
    assert found["Easy/test"] == 7
    assert found["Medium/training"] + found["Hard/training"] == 30 + 30 + 1
    assert sum(found.values()) == 115


def test_too_few_queries_or_maps_are_refused() -> None:
    measures, sizes = measured(30)
    ranked = rank_maps(measures, sizes, cycles=False, seed=1)
    with pytest.raises(ConfigError, match="too few queries"):
        allocate(ranked, 100)
    with pytest.raises(ConfigError, match="map in the"):
        allocate(ranked[:4], 100)
