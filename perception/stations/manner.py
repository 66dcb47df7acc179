"""Manners in which a map places its names: few, kept to exactly.

A name starts beyond its mark, ends before it, or has its middle above or below it, everywhere at
the same distance. A pair of mark and name that is placed as others are is likely right; one that
is placed as no other is likely joins a name to the mark beside its own.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from perception.markers.candidate import Candidate
from perception.stations.label import Label

# How exactly a manner is kept, heights of a text line: along the text where the name stands above
# or below its mark, across it where it stands beside; and in the other direction.
_NARROW, _WIDE = 0.13, 0.6
# What it costs to be placed as no other is; with so many others half of that is off, but no more
# than the third; so many pairs tell.
_COST = 0.5
_HALF = 1.5
_KNOWN = 0.7
_FEWEST = 12
# Cosine of the angle between slanted texts and level ones.
_LEVEL = 0.97


def manner_costs(
    marks: Sequence[Candidate],
    labels: Sequence[Label],
    pairs: Sequence[tuple[int, int]],
    chosen: Sequence[tuple[int, int]],
    unit: float,
) -> dict[tuple[int, int], float]:
    """Return how much more each pair costs than that of its name placed in the most usual manner.

    Parameters
    ----------
    marks, labels : sequence
        Marks and labels.
    pairs : sequence of (mark, label)
        Pairs in question.
    chosen : sequence of (mark, label)
        Pairs of a first choice.
    unit : float
        Height of a text line, px.
    """
    if len(chosen) < _FEWEST:
        return {}
    own = np.array([_places(marks[m], labels[k], unit) for m, k in pairs])
    known = np.array([_places(marks[m], labels[k], unit) for m, k in chosen])
    name = np.array([k for _, k in chosen])
    level = np.array([_is_level(labels[k]) for _, k in chosen])
    shares: dict[tuple[int, int], float] = {}
    for (mark, label), at in zip(pairs, own, strict=True):
        others = known[(name != label) & (level == _is_level(labels[label]))]
        if len(others) < _FEWEST:
            continue
        square = ((others - at) ** 2).sum(axis=2)
        like = np.exp(-square / 2).sum(axis=0).max()
        shares[mark, label] = float(like / (like + _HALF))
    shares = {pair: min(share, _KNOWN) for pair, share in shares.items()}
    # A manner tells which mark is a name's, not whether one is.
    best: dict[int, float] = {}
    for (_, label), share in shares.items():
        best[label] = max(share, best.get(label, 0.0))
    return {(m, k): _COST * (best[k] - share) for (m, k), share in shares.items()}


def _is_level(label: Label) -> bool:
    return abs(float(label.along[0])) > _LEVEL


def _places(mark: Candidate, label: Label, unit: float) -> NDArray[np.float64]:
    """Return where a mark lies from the start, the end and the middle of a label, (6, 3).

    Once its middle, once the nearer border of it; in units of how exactly a manner is kept. The
    third column keeps apart those above, below and beside.
    """
    offset = np.array(mark.centre) - label.origin
    down = np.array([-label.along[1], label.along[0]])
    spans = (mark.outline - np.array(mark.centre)) @ np.array([label.along, down]).T
    half = np.abs(spans).max(axis=0)
    u, v = float(offset @ label.along), float(offset @ down)
    above = abs(v) > label.height / 2
    su, sv = (_NARROW, _WIDE) if above else (_WIDE, _NARROW)
    found = []
    for at in (-label.length / 2, label.length / 2, 0.0):
        for edge in (0.0, 1.0):
            du = u - at - np.sign(at) * edge * half[0]
            dv = v - np.sign(v) * (label.height / 2 + edge * half[1]) if above else v
            found.append((du / unit / su, dv / unit / sv, 20 * above * np.sign(v)))
    return np.array(found)
