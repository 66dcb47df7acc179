"""Which name belongs to which station: one choice over the whole picture.

Every station takes at most one name, every text line is used at most once, and a name may be a
run of lines, so the choice is a set packing; it is solved exactly as an integer programme
(HiGHS). Costs are in heights of a text line.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import coo_array

from perception.labels import Label
from perception.markers.candidates import Candidate
from perception.markers.scene import Scene

# A station that is surely drawn but has no name; a mark that is left out though it was believed in;
# one that is taken though it was hardly believed in.
_NAMELESS = 2.0
_LEFT_OUT = 3.5
_DOUBTED = 2.0
_FARTHEST = 3.0
_CROSSING = 1.0


@dataclass(frozen=True, slots=True)
class Assignment:
    """What was chosen.

    Attributes
    ----------
    kept : (S,) bool array
        Which station hypotheses are stations.
    label : (S,) int array
        Index of each one's label; -1 where it has none.
    costs : dict of (station, label) to float
        All pairs that came into question.
    """

    kept: NDArray[np.bool_]
    label: NDArray[np.int64]
    costs: dict[tuple[int, int], float]


def pair_costs(
    scene: Scene,
    candidates: Sequence[Candidate],
    stations: Sequence[tuple[int, ...]],
    labels: Sequence[Label],
) -> dict[tuple[int, int], float]:
    """Return the costs of all pairs of station and label near enough to each other."""
    if not labels:
        return {}
    unit = max(1.0, scene.text_height)
    origins = np.array([label.origin for label in labels])
    along = np.array([label.along for label in labels])
    half_length = np.array([label.length for label in labels]) / 2
    half_height = np.array([label.height for label in labels]) / 2
    strain = np.array([label.strain for label in labels])
    costs: dict[tuple[int, int], float] = {}
    for number, members in enumerate(stations):
        for member in members:
            mark = candidates[member]
            offset = np.array(mark.centre) - origins
            u = (offset * along).sum(axis=1)
            v = offset[:, 1] * along[:, 0] - offset[:, 0] * along[:, 1]
            du = np.maximum(np.abs(u) - half_length, 0.0)
            dv = np.maximum(np.abs(v) - half_height, 0.0)
            gap = np.maximum(np.hypot(du, dv) - 0.85 * mark.radius, 0.0) / unit
            for index in np.flatnonzero(gap <= _FARTHEST):
                cost = float(gap[index] + strain[index])
                if du[index] == 0 and dv[index] == 0:
                    cost += 0.8
                elif dv[index] == 0:
                    cost += 0.35 * float(abs(v[index]) / max(half_height[index], 1.0))
                elif du[index] == 0:
                    cost += 0.1 + 0.25 * float(abs(u[index]) / max(half_length[index], 1.0))
                else:
                    cost += 0.35
                if cost < costs.get((number, int(index)), np.inf):
                    cost += _CROSSING * _crossed(scene, mark, labels[index])
                key = (number, int(index))
                if cost < costs.get(key, np.inf):
                    costs[key] = cost
    return costs


def _crossed(scene: Scene, mark: Candidate, label: Label) -> float:
    """Return how much other strokes lie between a mark and a label, in [0, 1]."""
    start = np.array(mark.centre)
    offset = start - label.origin
    down = np.array([-label.along[1], label.along[0]])
    u = np.clip(offset @ label.along, -label.length / 2, label.length / 2)
    v = np.clip(offset @ down, -label.height / 2, label.height / 2)
    end = label.origin + label.along * u + down * v
    length = float(np.linalg.norm(end - start))
    if length <= mark.radius + 1:
        return 0.0
    at = start + (end - start) * (np.arange(mark.radius + 1, length, 1.0) / length)[:, None]
    xs = np.clip(np.rint(at[:, 0]).astype(int), 0, scene.shape[1] - 1)
    ys = np.clip(np.rint(at[:, 1]).astype(int), 0, scene.shape[0] - 1)
    layers = scene.layer[ys, xs]
    crossed = int((layers >= 0).sum())
    return float(min(1.0, crossed / max(2.0, 0.7 * scene.width)))


def choose(
    beliefs: NDArray[np.float64],
    labels: Sequence[Label],
    line_worths: Sequence[float],
    costs: dict[tuple[int, int], float],
    conflicts: Sequence[tuple[int, ...]] = (),
) -> Assignment:
    """Choose stations and their names at the least total cost.

    Parameters
    ----------
    beliefs : (S,) float array
        That each station hypothesis is a station, in [0, 1].
    labels : sequence of Label
        Label candidates.
    line_worths : sequence of float
        Cost of leaving a text line unused.
    costs : dict
        From `pair_costs`.
    conflicts : sequence of tuple of int
        Sets of hypotheses of which at most one may be kept.
    """
    count = len(beliefs)
    pairs = sorted(
        key for key, cost in costs.items() if cost < _NAMELESS + labels[key[1]].worth + _LEFT_OUT
    )
    # x = [kept per station | taken per pair]
    weights = np.concatenate(
        [
            _NAMELESS - _LEFT_OUT * beliefs + _DOUBTED * (1 - beliefs),
            np.array([costs[s, k] - _NAMELESS - labels[k].worth for s, k in pairs]),
        ]
    )
    rows: list[int] = []
    cols: list[int] = []
    values: list[float] = []
    upper: list[float] = []
    for station in range(count):
        row = len(upper)
        mine = [i for i, (s, _) in enumerate(pairs) if s == station]
        rows += [row] * (len(mine) + 1)
        cols += [*(count + i for i in mine), station]
        values += [1.0] * len(mine) + [-1.0]
        upper.append(0.0)
    by_line: dict[int, list[int]] = {}
    for index, (_, k) in enumerate(pairs):
        for line in labels[k].lines:
            by_line.setdefault(line, []).append(index)
    for indices in by_line.values():
        rows += [len(upper)] * len(indices)
        cols += [count + i for i in indices]
        values += [1.0] * len(indices)
        upper.append(1.0)
    for members in conflicts:
        rows += [len(upper)] * len(members)
        cols += list(members)
        values += [1.0] * len(members)
        upper.append(1.0)
    size = count + len(pairs)
    label = np.full(count, -1, np.int64)
    if size == 0:
        return Assignment(np.zeros(0, bool), label, costs)
    matrix = coo_array((values, (rows, cols)), shape=(len(upper), size)).tocsr()
    result = milp(
        weights,
        constraints=LinearConstraint(matrix, -np.inf, np.array(upper)),
        integrality=np.ones(size, np.int64),
        bounds=Bounds(0, 1),
        options={"time_limit": 10.0},
    )
    chosen = np.rint(result.x).astype(bool) if result.x is not None else np.zeros(size, bool)
    for index, (station, k) in enumerate(pairs):
        if chosen[count + index]:
            label[station] = k
    return Assignment(chosen[:count], label, costs)
