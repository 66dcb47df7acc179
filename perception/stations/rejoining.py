"""What a first choice of names tells about which lines a map joins."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from perception.stations.label import Label
from perception.stations.scripts import script_of

_SAME_ROW = 0.35


def rejoin(labels: Sequence[Label], chosen: Sequence[int]) -> list[float]:
    """Return how much more each join is strained, seen from the joins of a first choice.

    A map sets all its names of several lines with one pitch, and where it hardly has any, two
    lines are rather two names.

    Parameters
    ----------
    labels : sequence of Label
        All labels.
    chosen : sequence of int
        Indices of those chosen first.
    """
    pitches = {i: pitch for i in chosen if (pitch := _pitch(labels[i])) is not None}
    extra = []
    for index, label in enumerate(labels):
        own = _pitch(label)
        if own is None:
            extra.append(0.0)
            continue
        others = [pitch for i, pitch in pitches.items() if i != index]
        rarity = -np.log((len(others) + 0.5) / (len(chosen) + 1.0))
        more = max(0.0, 0.25 * rarity - 0.5)
        if len(others) >= 2:
            # lines of two names that were joined wrongly stand farther apart
            more += max(0.0, 1.5 * (own - float(np.quantile(others, 0.25))) - 0.15)
        extra.append(float(more))
    return extra


def _pitch(label: Label) -> float | None:
    """Return the greatest step between lines of one script, in line heights; None for one line."""
    steps = []
    for upper, lower in zip(label.item.pieces, label.item.pieces[1:], strict=False):
        if script_of(upper.text) != script_of(lower.text):
            continue
        a, b = (np.asarray(p.polygon, np.float64).mean(axis=0) for p in (upper, lower))
        across = abs((b - a)[1] * label.along[0] - (b - a)[0] * label.along[1])
        step = float(across) / max((upper.height + lower.height) / 2, 1.0)
        if step > _SAME_ROW:
            steps.append(step)
    return max(steps, default=None)
