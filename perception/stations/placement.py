"""Where names stand beside their marks: neighbours on one line keep one manner.

A first choice of names shows how they are placed (before the start of the text, behind its end,
above, below; how far off). A pair that is placed as its neighbours are becomes cheaper.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from perception.markers.candidate import Candidate
from perception.stations.label import Label

_NEIGHBOURS = 8
_SPREAD = 0.35
_GAIN = 0.7
# Angles within this cosine are one reading direction.
_SAME_DIRECTION = 0.97


def placements(mark: Candidate, label: Label, unit: float) -> NDArray[np.float64]:
    """Return where a mark lies as seen from a label, under each way of anchoring it.

    Parameters
    ----------
    mark : Candidate
        The mark.
    label : Label
        The label.
    unit : float
        Height of a text line, px.

    Returns
    -------
    (K, 3) float array
        Anchor (0 start, 1 end, 2 middle of the text), offset along it, offset across it, in
        units. Labels of several lines may be anchored at any line.
    """
    offset = np.array(mark.centre) - label.origin
    u = float(offset @ label.along)
    v = float(offset[1] * label.along[0] - offset[0] * label.along[1])
    spare = max(0.0, label.height - label.line_height) / 2
    heights = (v - spare, v, v + spare) if spare > 0.3 * label.line_height else (v,)
    found = [
        (anchor, (u - at) / unit, height / unit)
        for anchor, at in ((0, -label.length / 2), (1, label.length / 2), (2, 0.0))
        for height in heights
    ]
    return np.array(found)


def placement_gains(
    candidates: Sequence[Candidate],
    labels: Sequence[Label],
    pairs: Sequence[tuple[int, int]],
    chosen: Sequence[tuple[int, int]],
    unit: float,
) -> dict[tuple[int, int], float]:
    """Return how much cheaper each pair becomes.

    Parameters
    ----------
    candidates, labels : sequence
        Marks and labels.
    pairs : sequence of (mark, label)
        Pairs in question.
    chosen : sequence of (mark, label)
        Pairs of the first choice.
    unit : float
        Height of a text line, px.
    """
    if len(chosen) < 3:
        return {}
    at = np.array([candidates[mark].centre for mark, _ in chosen])
    along = np.array([labels[label].along for _, label in chosen])
    known = [placements(candidates[mark], labels[label], unit) for mark, label in chosen]
    gains: dict[tuple[int, int], float] = {}
    for mark, label in pairs:
        same = along @ labels[label].along >= _SAME_DIRECTION
        same &= np.array([pair[1] != label for pair in chosen])
        others = np.flatnonzero(same)
        if len(others) < 2:
            continue
        far = np.linalg.norm(at[others] - np.array(candidates[mark].centre), axis=1)
        near = others[np.argsort(far, kind="stable")[:_NEIGHBOURS]]
        own = placements(candidates[mark], labels[label], unit)
        votes = [_likeness(own, known[i]) for i in near]
        gains[mark, label] = _GAIN * min(1.0, float(np.mean(votes)) / 0.4)
    return gains


def _likeness(own: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    same = own[:, None, 0] == other[None, :, 0]
    square = ((own[:, None, 1:] - other[None, :, 1:]) ** 2).sum(axis=2)
    return float(np.where(same, np.exp(-square / (2 * _SPREAD**2)), 0.0).max())
