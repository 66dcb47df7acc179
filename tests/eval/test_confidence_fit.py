from __future__ import annotations

import itertools

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from eval.confidence.faults import FAULTS
from eval.confidence.fit import auroc, calibration_error, fit_calibration, held_out
from perception.graph.calibration import Calibration
from perception.stages import StrokeLayer, Strokes
from tests.perception.drawn import station

GUESS = Calibration(1.0, {"gap": -1.0, "turn": -1.0})
FEATURES = ("gap", "turn")


@given(st.lists(st.tuples(st.integers(0, 5), st.booleans()), min_size=2, max_size=30))
def test_auroc_is_the_share_of_pairs_in_the_right_order(items: list[tuple[int, bool]]) -> None:
    confidence = np.array([c for c, _ in items], float)
    right = np.array([r for _, r in items])
    pairs = list(itertools.product(confidence[right], confidence[~right]))
    found = auroc(confidence, right)
    if not pairs:
        assert np.isnan(found)
        return
    wins = sum(1.0 if good > bad else 0.5 if good == bad else 0.0 for good, bad in pairs)
    assert np.isclose(found, wins / len(pairs))


def test_the_calibration_error_of_what_comes_true_as_often_as_said_is_nought() -> None:
    confidence = np.repeat([0.25, 0.75], 40)
    right = np.concatenate([np.arange(40) < 10, np.arange(40) < 30])
    assert calibration_error(confidence, right) < 1e-12
    assert np.isclose(calibration_error(confidence, ~right), 0.5)


def made(count: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Examples of which the gap decides, with a model whose odds are known."""
    random = np.random.default_rng(seed)
    evidence = random.uniform(0, 2, (count, 2))
    odds = 3.0 - 4.0 * evidence[:, 0]
    return evidence, random.random(count) < 1 / (1 + np.exp(-odds))


def test_many_examples_outweigh_the_guess() -> None:
    evidence, right = made(4000, 0)
    model = fit_calibration(evidence, right, FEATURES, GUESS)
    assert abs(model.bias - 3.0) < 0.4
    assert abs(model.weights["gap"] + 4.0) < 0.4
    assert model.weights.get("turn", 0.0) > -0.3
    assert calibration_error(model.probability(evidence, FEATURES), right) < 0.05


def test_a_feature_never_seen_keeps_the_guess() -> None:
    evidence, right = made(500, 1)
    evidence[:, 1] = 0.0
    assert fit_calibration(evidence, right, FEATURES, GUESS).weights["turn"] == -1.0


def test_no_feature_ends_up_speaking_for() -> None:
    evidence, right = made(800, 2)
    model = fit_calibration(2.0 - evidence, right, FEATURES, GUESS)
    assert all(weight <= 0 for weight in model.weights.values())


def test_held_out_maps_are_judged_by_the_others() -> None:
    evidence, right = made(900, 3)
    maps = np.array(["a", "b", "c"])[np.arange(900) % 3]
    found = held_out(evidence, right, maps, FEATURES, GUESS)
    mine = maps == "a"
    model = fit_calibration(evidence[~mine], right[~mine], FEATURES, GUESS)
    assert np.array_equal(found[mine], model.probability(evidence[mine], FEATURES))


def test_faults_keep_the_form_and_change_nothing_they_were_given() -> None:
    mask = np.zeros((200, 400), bool)
    mask[95:105, 20:380] = True
    layers = (
        StrokeLayer("L0", (200, 0, 0), mask, 10.0),
        StrokeLayer("L1", (0, 0, 200), mask.T[:200, :].repeat(2, axis=1), 10.0),
    )
    stations = tuple(station(f"Stop {i}", (30.0 + 15 * i, 100.0)) for i in range(24))
    before = mask.copy()
    for fault in FAULTS:
        changed = False
        for seed in range(6):
            strokes, found = fault((Strokes(layers), stations), np.random.default_rng(seed))
            again = fault((Strokes(layers), stations), np.random.default_rng(seed))
            assert found == again[1]
            assert 0 < len(found) <= len(stations)
            assert all(layer.mask.any() for layer in strokes.layers)
            changed |= found != stations or any(
                not np.array_equal(a.mask, b.mask)
                for a, b in zip(strokes.layers, layers, strict=False)
            )
        assert changed
    assert np.array_equal(mask, before)
