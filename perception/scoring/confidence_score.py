"""How well confidences tell right from wrong."""

from __future__ import annotations

from collections.abc import Sequence

from scipy.stats import mannwhitneyu


def auroc(right: Sequence[float], wrong: Sequence[float]) -> float | None:
    """Return how often something right has a higher confidence than something wrong.

    Parameters
    ----------
    right, wrong : sequence of float
        Confidences of what is right and of what is wrong.

    Returns
    -------
    float or None
        Area under the receiver operating characteristic, ties counting half; None where all is
        right or all is wrong.

    Examples
    --------
    >>> auroc([0.9, 0.8], [0.1, 0.8])
    0.875
    """
    if not right or not wrong:
        return None
    # The U statistic counts the pairs in which the first is larger (Mann and Whitney, 1947).
    return float(mannwhitneyu(right, wrong).statistic) / (len(right) * len(wrong))
