"""Statistics of paired scores: differences with intervals clustered by map, McNemar's test.

Samples of one map share its picture and its tables, so they are no independent evidence: whole
maps are drawn anew, not samples.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy import stats

SEED: Final = 42
RESAMPLES: Final = 9_999
LEVEL: Final = 0.95

FloatArray = NDArray[np.float64]


def mean_interval(
    values: Sequence[float],
    maps: Sequence[str],
    *,
    weights: Sequence[float] | None = None,
    seed: int = SEED,
    level: float = LEVEL,
) -> tuple[float, float] | None:
    """Return the interval of the mean of some values by a bootstrap over maps.

    Parameters
    ----------
    values : sequence of float
        One a sample: a score, or the difference of two on the same sample.
    maps : sequence of str
        The map of each sample.
    weights : sequence of float, optional
        Of each sample in the mean; all alike by default.
    seed : int
        The same values give the same interval, whatever their order.
    level : float
        Of confidence.

    Returns
    -------
    tuple of (float, float) or None
        Percentiles of the resampled means (SciPy's `stats.bootstrap`); None for fewer than two
        maps, which tell nothing of other maps.
    """
    if len(values) != len(maps):
        raise ValueError(f"mean_interval: {len(values)} values and {len(maps)} maps")
    names = sorted(set(maps))
    if len(names) < 2:
        return None
    place = {name: number for number, name in enumerate(names)}
    numbers = [place[name] for name in maps]
    counts, sums = np.zeros(len(names)), np.zeros(len(names))
    each = [1.0] * len(values) if weights is None else weights
    # Added in one order, so that the same samples give the same bytes.
    for number, value, weight in sorted(zip(numbers, values, each, strict=True)):
        sums[number] += value * weight
        counts[number] += weight

    def mean(sums: FloatArray, counts: FloatArray, axis: int = -1) -> FloatArray:
        return np.asarray(sums.sum(axis=axis) / counts.sum(axis=axis))

    found = stats.bootstrap(
        (sums, counts),
        mean,
        n_resamples=RESAMPLES,
        paired=True,
        vectorized=True,
        method="percentile",
        confidence_level=level,
        rng=np.random.default_rng(seed),
    ).confidence_interval
    return round(float(found.low), 6), round(float(found.high), 6)


def mcnemar(first: Sequence[int], second: Sequence[int]) -> tuple[int, int, float]:
    """Return how often only the first and only the second is right, and McNemar's exact p.

    Parameters
    ----------
    first, second : sequence of int
        1 where right, 0 where wrong, on the same samples.

    Examples
    --------
    >>> mcnemar([1, 1, 1, 1, 0], [0, 0, 0, 0, 0])
    (4, 0, 0.125)
    """
    pairs = list(zip(first, second, strict=True))
    only_first = sum(a > b for a, b in pairs)
    only_second = sum(b > a for a, b in pairs)
    differing = only_first + only_second
    if not differing:
        return 0, 0, 1.0
    p = stats.binomtest(only_first, differing, 0.5).pvalue
    return only_first, only_second, float(p)
