"""Fitting a calibration, and how well a confidence tells right from wrong."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.special import expit
from scipy.stats import rankdata

from perception.graph.calibration import Calibration

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

_GUESS_WORTH = 20.0
_LEAST_SPREAD = 0.05

STATION_GUESS = Calibration(
    3.5,
    {
        "nameless": -8.0,
        "no_edge": -2.0,
        "founded": -1.0,
        "marker_doubt": -1.5,
        "choice_doubt": -2.5,
        "text_doubt": -10.0,
        "label_distance": -1.0,
        "odd_height": -1.0,
        "odd_kind": -0.5,
        "few_letters": -1.0,
        "joined_lines": -0.3,
        "other_script": -3.0,
        "contested": -1.5,
        "map_doubt": -3.0,
    },
)
EDGE_GUESS = Calibration(
    3.5,
    {
        "hidden": -1.0,
        "bare": -2.0,
        "longest_hidden": -0.5,
        "longest_bare": -1.0,
        "sharpest_turn": -1.0,
        "detour": -1.0,
        "length": -1.5,
        "bulge": -1.0,
        "passed_markers": -1.0,
        "brushed_markers": -1.5,
        "free_names": -1.5,
        "triangle": -1.0,
        "branches": -0.3,
        "weakest_end": -5.0,
        "nameless_ends": -3.0,
        "layer_doubt": -1.0,
        "dashed": -0.5,
        "not_taken": -3.0,
    },
)
"""What is taken beforehand, in log odds for one more of each feature."""


def fit_calibration(
    evidence: Floats, right: Flags, features: Sequence[str], guess: Calibration
) -> Calibration:
    """Fit a logistic model in which no feature speaks for a thing.

    Drawn maps lack some of what speaks against a reading (two scripts, poor print), and have little
    of other. A guess made beforehand stands for `_GUESS_WORTH` examples; what they tell of a
    feature moves its weight away from it.

    Parameters
    ----------
    evidence : (N, F) float64 array
        Features; more of each is worse.
    right : (N,) bool array
        What came true.
    features : sequence of str
        Names of the columns.
    guess : Calibration
        Weights to be moved.
    """
    start = np.array([guess.bias, *(guess.weights.get(feature, 0.0) for feature in features)])
    design = np.column_stack([np.ones(len(right)), evidence])
    hold = _GUESS_WORTH * np.maximum(design.std(axis=0), _LEAST_SPREAD) ** 2
    sign = np.where(right, 1.0, -1.0)

    def loss(weights: Floats) -> tuple[float, Floats]:
        margin = sign * (design @ weights)
        away = weights - start
        value = np.logaddexp(0.0, -margin).sum() + 0.5 * (hold * away**2).sum()
        return float(value), (-sign * expit(-margin)) @ design + hold * away

    bounds = [(None, None), *[(None, 0.0)] * len(features)]
    found = minimize(loss, start, jac=True, method="L-BFGS-B", bounds=bounds).x
    return Calibration(
        round(float(found[0]), 4),
        {f: round(float(w), 4) for f, w in zip(features, found[1:], strict=True) if w < -1e-4},
    )


def auroc(confidence: Floats, right: Flags) -> float:
    """Return how often a right one is surer than a wrong one; NaN where there is one kind only."""
    good, bad = int(right.sum()), int((~right).sum())
    if not good or not bad:
        return float("nan")
    ranks = rankdata(confidence)
    return float((ranks[right].sum() - good * (good + 1) / 2) / (good * bad))


def calibration_error(confidence: Floats, right: Flags, bins: int = 10) -> float:
    """Return the expected calibration error over bins of equal width.

    Source: Naeini, Cooper, Hauskrecht, "Obtaining Well Calibrated Probabilities Using Bayesian
    Binning", AAAI 2015.
    """
    at = np.minimum((confidence * bins).astype(int), bins - 1)
    total = 0.0
    for number in range(bins):
        mine = at == number
        if mine.any():
            total += mine.mean() * abs(confidence[mine].mean() - right[mine].mean())
    return float(total)


def held_out(
    evidence: Floats,
    right: Flags,
    maps: NDArray[np.str_],
    features: Sequence[str],
    guess: Calibration,
) -> Floats:
    """Return confidences of every map's examples by a model that was fitted without that map."""
    found = np.zeros(len(right))
    for name in np.unique(maps):
        mine = maps == name
        model = fit_calibration(evidence[~mine], right[~mine], features, guess)
        found[mine] = model.probability(evidence[mine], features)
    return found
