from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from eval.comparison.paired import mcnemar, mean_interval
from eval.maptab.sample_facts import map_of
from tests.tools.random_networks import examples


def test_equal_scores_have_an_interval_of_nothing() -> None:
    assert mean_interval([0.0] * 6, list("aabbcc")) == (0.0, 0.0)


def test_one_map_tells_nothing_of_others() -> None:
    assert mean_interval([1.0, 0.0, 1.0], ["a", "a", "a"]) is None


def test_whole_maps_are_drawn_not_samples() -> None:
    # Of ten maps half are all right and half all wrong: 20 samples a map add no evidence.
    values, maps = [], []
    for number in range(10):
        values += [float(number % 2)] * 20
        maps += [str(number)] * 20
    found = mean_interval(values, maps)
    assert found is not None
    # The same as a bootstrap over ten coin tosses: 0.5 +- 1.96 * 0.5 / sqrt(10), in steps of 0.1.
    assert found[0] == pytest.approx(0.5 - 0.31, abs=0.11)
    assert found[1] == pytest.approx(0.5 + 0.31, abs=0.11)


def test_the_interval_is_that_of_a_plain_bootstrap_over_maps() -> None:
    draw = np.random.default_rng(1)
    maps = [str(n) for n in draw.integers(0, 12, 300)]
    values = [float(v) for v in draw.normal(0.2, 1.0, 300)]
    groups = [[v for v, m in zip(values, maps, strict=True) if m == name] for name in set(maps)]
    means = []
    for _ in range(4000):
        chosen = [groups[i] for i in draw.integers(0, len(groups), len(groups))]
        means.append(sum(map(sum, chosen)) / sum(map(len, chosen)))
    found = mean_interval(values, maps)
    assert found is not None
    assert found == pytest.approx(tuple(np.percentile(means, [2.5, 97.5])), abs=0.02)


@examples(5)
@given(order=st.permutations(range(8)))
def test_the_order_of_samples_does_not_matter(order: list[int]) -> None:
    values, maps = [0.0, 1.0, 1.0, -1.0, 0.5, 0.25, 1.0, 0.1], list("aabbccdd")
    assert mean_interval([values[i] for i in order], [maps[i] for i in order]) == mean_interval(
        values, maps
    )


@examples(40)
@given(pairs=st.lists(st.tuples(st.integers(0, 1), st.integers(0, 1)), max_size=25))
def test_mcnemar_is_the_sign_test_of_the_disagreements(pairs: list[tuple[int, int]]) -> None:
    first, second, p = mcnemar([a for a, _ in pairs], [b for _, b in pairs])
    assert first == pairs.count((1, 0))
    assert second == pairs.count((0, 1))
    n, fewer = first + second, min(first, second)
    tail = sum(math.comb(n, k) for k in range(fewer + 1)) / 2**n
    assert p == pytest.approx(min(1.0, 2 * tail))


def test_the_map_of_a_record_is_that_of_its_picture_in_every_task() -> None:
    tables = {"edge_tab": "metromap/tabulars/real/Porto_edge.json"}
    mixed = {"vertex_tab": "metromap/tabulars/real/Porto_vertex2.csv"}
    picture = {"figure": "metromap/images/real/Porto.png", "city": "Oporto"}
    assert {map_of(tables), map_of(mixed), map_of(picture)} == {"real/Porto"}
    assert map_of(["no record"]) == ""
