"""Families of marks that look alike: a map draws its stations in few ways."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from perception.markers.candidate import Candidate

# Sizes within this ratio are one size (log scale).
_SAME_SIZE = 0.16
_NEAR = 1.5
_FEWEST = 4
_COMPACT = 1.3
# Share of a family's marks that should be nearest to some name; how much it tells if fewer are.
_FAIR = 0.35
_GOOD = 0.6
_AGAINST = 8.0
# What tells against a bulge or gap on a line whose stops are drawn otherwise, in log odds.
_UNLIKE = 2.5
_FAINT = ("bulge", "gap", "tick")


def find_families(candidates: Sequence[Candidate]) -> NDArray[np.int64]:
    """Sort the marks into families: one way of drawing, one colour, one size.

    Returns
    -------
    (N,) int array
        Family of each candidate.
    """
    family = np.full(len(candidates), -1, np.int64)
    faint = are_faint(candidates)
    looks: dict[tuple[object, ...], list[int]] = {}
    for index, candidate in enumerate(candidates):
        look: tuple[object, ...] = (
            candidate.kind if faint[index] else "",
            -1 if candidate.kind in ("bulge", "tick") else candidate.color,
            candidate.elongation > 1.45,
        )
        looks.setdefault(look, []).append(index)
    count = 0
    for members in looks.values():
        sizes = np.log([max(candidates[i].size, 1.0) for i in members])
        order = np.argsort(sizes, kind="stable")
        previous = -np.inf
        for place in order:
            if sizes[place] - previous > _SAME_SIZE:
                count += 1
            previous = sizes[place]
            family[members[place]] = count - 1
    return family


def are_faint(candidates: Sequence[Candidate]) -> NDArray[np.bool_]:
    """Return the marks, (N,), that may be mere flaws of a stroke.

    A gap as large and as compact as several discs of its colour is such a disc.
    """
    discs = [c for c in candidates if c.kind not in _FAINT and c.elongation <= _COMPACT]
    colors = np.array([c.color for c in discs], np.int64)
    sizes = np.log([max(c.size, 1.0) for c in discs])

    def is_disc(c: Candidate) -> bool:
        like = (colors == c.color) & (np.abs(sizes - np.log(max(c.size, 1.0))) <= _SAME_SIZE)
        return c.kind == "gap" and c.elongation <= _COMPACT and int(like.sum()) >= _FEWEST

    return np.array([c.kind in _FAINT and not is_disc(c) for c in candidates], np.bool_)


def weigh_families(
    candidates: Sequence[Candidate],
    family: NDArray[np.int64],
    costs: dict[tuple[int, int], float],
    labels: int,
    clusters: Sequence[Sequence[int]],
) -> NDArray[np.float64]:
    """Return a correction to each candidate's log odds, from how families go with labels.

    Families most of whose members are the nearest mark of some label gain. Where such families
    name most of the picture, doubtful marks outside them lose.

    Parameters
    ----------
    candidates : sequence of Candidate
        The marks.
    family : (N,) int array
        From `find_families`.
    costs : dict of (candidate, label) to float
        Label costs of single marks.
    labels : int
        How many labels there are.
    clusters : sequence of sequence of int
        The marks that touch or are joined; a name stands for all of a cluster.
    """
    correction = np.zeros(len(candidates))
    if not len(candidates) or not labels:
        return correction
    best: dict[int, tuple[float, int]] = {}
    for (mark, label), cost in costs.items():
        if cost < best.get(label, (np.inf, -1))[0]:
            best[label] = (cost, mark)
    named = {mark for cost, mark in best.values() if cost <= _NEAR}
    for cluster in clusters:
        if named.intersection(cluster):
            named.update(cluster)
    belief = np.array([candidate.belief for candidate in candidates])
    leading = np.zeros(len(candidates), bool)
    for members in _groups(candidates, family, named):
        support = sum(int(m) in named for m in members) / len(members)
        if len(members) >= _FEWEST:
            correction[members] += (2.0 if support > _FAIR else _AGAINST) * (support - _FAIR)
            if support >= 0.45 and belief[members].mean() >= 0.4:
                leading[members] = True
    correction -= _UNLIKE * _unlike_their_line(candidates, named)
    covered = {label for (mark, label), cost in costs.items() if leading[mark] and cost <= _NEAR}
    share = len(covered) / labels
    doubtful = ~leading & (belief < 0.9)
    correction[doubtful] -= 2.0 * max(0.0, share - 0.4) / 0.6
    return correction


def _groups(
    candidates: Sequence[Candidate], family: NDArray[np.int64], named: set[int]
) -> list[NDArray[np.int64]]:
    """Return the members of each family.

    Bulges, gaps and ticks that name little as a whole are told apart by their lines: some lines
    have them as marks, others only as flaws.
    """
    groups = []
    for number in np.unique(family):
        members = np.flatnonzero(family == number)
        support = np.mean([int(m) in named for m in members])
        if candidates[int(members[0])].kind not in _FAINT or support >= _GOOD:
            groups.append(members)
            continue
        layer = np.array([min(candidates[int(m)].layers, default=-1) for m in members])
        many = [
            i
            for i, count in zip(*np.unique(layer, return_counts=True), strict=True)
            if count >= _FEWEST
        ]
        groups += [members[layer == i] for i in many]
        rest = members[~np.isin(layer, many)]
        if len(rest):
            groups.append(rest)
    return groups


def _unlike_their_line(candidates: Sequence[Candidate], named: set[int]) -> NDArray[np.bool_]:
    """Return the bulges and gaps on lines whose stops are drawn otherwise."""
    faint = are_faint(candidates)
    drawn: dict[int, int] = {}
    plain: dict[int, int] = {}
    for index, candidate in enumerate(candidates):
        count = plain if faint[index] else drawn
        # Where lines meet, a map may draw another sign than at the stops of each.
        if index in named and len(candidate.layers) == 1:
            for layer in candidate.layers:
                count[layer] = count.get(layer, 0) + 1
    unlike = np.zeros(len(candidates), bool)
    for index in np.flatnonzero(faint):
        layers = candidates[index].layers
        marks = sum(drawn.get(layer, 0) for layer in layers)
        unlike[index] = marks >= 3 and marks > sum(plain.get(layer, 0) for layer in layers)
    return unlike
