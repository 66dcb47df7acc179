"""The weights of weighted queries.

The set that they come from: one criterion alone has weight 1; three criteria have any three
weights, four criteria any four, that are not negative and sum to 1, all alike, to six decimals. As
in the released data, one pair's three combinations of three criteria have the same three weights,
and its queries over both tables and over Mix_tab the same four.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log
from random import Random


def spread_weights(criteria: str, shares: Sequence[float]) -> list[float]:
    """Put the shares of the named criteria in their places.

    >>> spread_weights("1_3_4", (0.5, 0.2, 0.3))
    [0.5, 0, 0.2, 0.3]
    """
    weights: list[float] = [0] * 4
    for name, share in zip(criteria.split("_"), shares, strict=True):
        weights[int(name) - 1] = share
    return weights


def draw_shares(count: int, random: Random) -> list[float]:
    """Return weights that sum to 1, six decimals each, uniform over all such."""
    # Exponential shares are uniform over all weightings.
    parts = [-log(1.0 - random.random()) for _ in range(count)]
    shares = [round(part / sum(parts), 6) for part in parts[:-1]]
    return [*shares, round(1.0 - sum(shares), 6)]


def draw_weights(combinations: Sequence[str], random: Random) -> Mapping[str, list[float]]:
    """Return the weights of one pair's queries by their criteria ("1", "1_2_4", ...)."""
    shares: dict[int, list[float]] = {1: [1]}
    for count in (3, 4):
        shares[count] = draw_shares(count, random)
    return {
        criteria: spread_weights(criteria, shares[len(criteria.split("_"))])
        for criteria in combinations
    }
