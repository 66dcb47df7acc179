"""Which name belongs to which station: one choice over the whole picture.

Every station takes at most one name (an interchange may take one of each of its lines, where names
have the lines' colours), every text line is used at most once, and a name may be a run of lines, so
the choice is a set packing; it is solved exactly as an integer programme (HiGHS). Costs are in
heights of a text line.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import Bounds, milp

from perception.markers.candidate import Candidate
from perception.markers.scene import Scene
from perception.stations.label import Label
from perception.stations.limits import Limits
from perception.stations.line_inks import NEUTRAL
from perception.stations.vocabulary import NamedLabels

NAMELESS = 2.0
"""Cost of a station without a name."""
FARTHEST = 3.0
"""Usual limit of the gap between a mark and its name, heights of a text line."""

FARTHEST_NAMED = 6.0
"""The same where the names are known: then each has a mark somewhere."""

# What a name costs beside others of an interchange: in the colour of one of its lines, and else.
_OWN_COLOR, _FURTHER = 0.3, 0.6
_CROSSING = 1.0
# A name above or below its mark has its middle, its start or its end there; what it costs if not,
# so many heights of a text line off.
_ASTRAY, _ALIGNED = 0.8, 0.2
# The name in a box that is a mark is hardly another mark's.
_OUT_OF_BOX = 2.0
# The mark lies on none of the lines in whose colours the name's codes are.
_OTHER_LINE = 1.5
# How much of the crossing is forgiven where the stroke is the mark's own line.
_OWN_STROKE = 0.7


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
    further : dict of int to tuple of int
        The other labels of stations that have several, each the name for another line.
    """

    kept: NDArray[np.bool_]
    label: NDArray[np.int64]
    costs: dict[tuple[int, int], float]
    further: dict[int, tuple[int, ...]] = field(default_factory=dict)


def pair_costs(
    scene: Scene,
    candidates: Sequence[Candidate],
    labels: Sequence[Label],
    farthest: float = FARTHEST,
) -> dict[tuple[int, int], float]:
    """Return the costs of all pairs of mark and label that are near enough to each other.

    Parameters
    ----------
    scene : Scene
        The picture.
    candidates, labels : sequence
        Marks and labels.
    farthest : float
        Widest gap between them, heights of a text line.
    """
    if not labels:
        return {}
    unit = max(1.0, scene.text_height)
    origins = np.array([label.origin for label in labels])
    along = np.array([label.along for label in labels])
    half_length = np.array([label.length for label in labels]) / 2
    half_height = np.array([label.height for label in labels]) / 2
    strain = np.array([label.strain for label in labels])
    inside = _in_boxes(origins, candidates)
    coded = any(label.served for label in labels)
    costs: dict[tuple[int, int], float] = {}
    for number, mark in enumerate(candidates):
        offset = np.array(mark.centre) - origins
        u = np.abs((offset * along).sum(axis=1))
        v = np.abs(offset[:, 1] * along[:, 0] - offset[:, 0] * along[:, 1])
        du = np.maximum(u - half_length, 0.0)
        dv = np.maximum(v - half_height, 0.0)
        gap = np.maximum(np.hypot(du, dv) - 0.85 * mark.radius, 0.0) / unit
        beside, over = dv == 0, du == 0
        astray = np.minimum(u, np.maximum(half_length - u - mark.radius, 0.0)) / unit
        astray = _ASTRAY * np.clip(astray - _ALIGNED, 0.0, 1.0)
        place = np.select(
            [beside & over, beside, over],
            [
                np.full(len(labels), 0.8),
                0.35 * v / np.maximum(half_height, 1.0),
                0.1 + 0.25 * u / np.maximum(half_length, 1.0) + astray,
            ],
            0.35,
        )
        total = gap + place + strain
        if mark.kind == "box":
            total = np.where(beside & over, strain, total + 0.5)
        else:
            total = total + _OUT_OF_BOX * inside
        if mark.layers and coded:
            total = total + _OTHER_LINE * np.array([_unserved(mark, label) for label in labels])
        for index in np.flatnonzero(gap <= farthest):
            crossed = _crossed(scene, mark, labels[index])
            costs[number, int(index)] = float(total[index]) + _CROSSING * crossed
    return costs


def _unserved(mark: Candidate, label: Label) -> float:
    """Return the share of the lines told by a label's codes that a mark does not lie on."""
    return len({*label.served} - {*mark.layers}) / max(1, len(label.served))


def _in_boxes(origins: NDArray[np.float64], candidates: Sequence[Candidate]) -> NDArray[np.bool_]:
    """Tell which labels, by their middles (N, 2), stand inside a mark that is a box."""
    inside = np.zeros(len(origins), bool)
    for mark in candidates:
        if mark.kind == "box":
            low, high = mark.outline.min(axis=0), mark.outline.max(axis=0)
            inside |= ((low <= origins) & (origins <= high)).all(axis=1)
    return inside


def group_costs(
    single: dict[tuple[int, int], float], groups: Sequence[tuple[int, ...]]
) -> dict[tuple[int, int], float]:
    """Return the costs of pairs of station and label: those of the station's best mark."""
    by_mark: dict[int, list[tuple[int, float]]] = {}
    for (mark, label), cost in single.items():
        by_mark.setdefault(mark, []).append((label, cost))
    costs: dict[tuple[int, int], float] = {}
    for number, members in enumerate(groups):
        for member in members:
            for label, cost in by_mark.get(member, ()):
                if cost < costs.get((number, label), np.inf):
                    costs[number, label] = cost
    return costs


def _crossed(scene: Scene, mark: Candidate, label: Label) -> float:
    """Return how much other strokes lie between a mark and a label, in [0, 1]."""
    start = np.array(mark.centre)
    offset = start - label.origin
    down = label.down
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
    strokes = layers[layers >= 0]
    own = sum(np.count_nonzero(strokes == layer) for layer in set(mark.layers))
    crossed = float(len(strokes) - _OWN_STROKE * own)
    return min(1.0, crossed / max(2.0, 0.7 * scene.width))


def choose(
    odds: NDArray[np.float64],
    labels: Sequence[Label],
    costs: dict[tuple[int, int], float],
    penalties: NDArray[np.float64],
    conflicts: Sequence[tuple[int, ...]] = (),
    named: NamedLabels | None = None,
    lines_of: Sequence[tuple[int, ...]] = (),
) -> Assignment:
    """Choose stations and their names at the least total cost.

    Parameters
    ----------
    odds : (S,) float array
        Log odds of each station hypothesis.
    labels : sequence of Label
        Label candidates.
    costs : dict
        From `pair_costs`.
    penalties : (S,) float array
        Extra cost of keeping each hypothesis.
    conflicts : sequence of tuple of int
        Sets of hypotheses of which at most one may be kept.
    named : NamedLabels, optional
        Where the labels are names of a vocabulary: each is given once, or as often as printed.
    lines_of : sequence of tuple of int, optional
        The layers of each hypothesis; one of several takes a name in the colour of each, and one
        in none of these colours, but no more names than layers.
    """
    count = len(odds)
    odds = odds - penalties
    pairs = sorted(key for key, cost in costs.items() if cost < NAMELESS + labels[key[1]].worth)
    by_station: dict[int, list[int]] = {}
    for index, (s, _) in enumerate(pairs):
        by_station.setdefault(s, []).append(index)
    several = {
        s: inks
        for s, mine in by_station.items()
        if lines_of
        and len(inks := _by_ink([labels[pairs[i][1]].ink for i in mine], lines_of[s])) > 1
    }
    # x = [kept per station | taken per pair | named per station that may have several names]
    bonus = [0.0 if s in several else NAMELESS for s, _ in pairs]
    extra = [
        0.0 if s not in several else _OWN_COLOR if labels[k].ink in lines_of[s] else _FURTHER
        for s, k in pairs
    ]
    weights = np.concatenate(
        [
            NAMELESS - odds,
            np.array(
                [
                    costs[s, k] + extra[i] - bonus[i] - labels[k].worth
                    for i, (s, k) in enumerate(pairs)
                ]
            ),
            np.full(len(several), -NAMELESS - _FURTHER),
        ]
    )
    taken_at = [count + i for i in range(len(pairs))]
    limits = Limits()
    for station in range(count):
        mine = by_station.get(station, [])
        for group in several.get(station, [list(range(len(mine)))]):
            # at most one, and none unless the station is kept
            limits.add([*(taken_at[mine[i]] for i in group), station], [1.0] * len(group) + [-1.0])
    for number, station in enumerate(several):
        mine = by_station[station]
        columns = [taken_at[i] for i in mine]
        limits.add([*columns, count + len(pairs) + number], [-1.0] * len(mine) + [1.0])
        # no more names than lines
        limits.at_most(len(lines_of[station]), columns)
    by_atom: dict[int, list[int]] = {}
    for index, (_, k) in enumerate(pairs):
        for atom in labels[k].atoms:
            by_atom.setdefault(atom, []).append(taken_at[index])
    for columns in by_atom.values():
        limits.at_most(1, columns)
    for members in conflicts:
        limits.at_most(1, members)
    if named is not None:
        by_name: dict[int, list[int]] = {}
        for index, (_, k) in enumerate(pairs):
            by_name.setdefault(int(named.names[k]), []).append(taken_at[index])
        for name, columns in by_name.items():
            limits.at_most(named.copies.get(name, 1), columns)
    size = count + len(pairs) + len(several)
    label = np.full(count, -1, np.int64)
    if size == 0:
        return Assignment(np.zeros(0, bool), label, costs)
    result = milp(
        weights,
        constraints=limits.constraint(size),
        integrality=np.ones(size, np.int64),
        bounds=Bounds(0, 1),
        options={"time_limit": 10.0},
    )
    chosen = np.rint(result.x).astype(bool) if result.x is not None else np.zeros(size, bool)
    taken: dict[int, list[int]] = {}
    for index, (station, k) in enumerate(pairs):
        if chosen[taken_at[index]]:
            taken.setdefault(station, []).append(k)
    further: dict[int, tuple[int, ...]] = {}
    for station, ks in taken.items():
        ranked = [k for _, k in sorted((costs[station, k], k) for k in ks)]
        label[station] = ranked[0]
        if len(ranked) > 1:
            further[station] = tuple(ranked[1:])
    return Assignment(chosen[:count], label, costs, further)


def _by_ink(inks: Sequence[int], lines: tuple[int, ...]) -> list[list[int]]:
    """Group labels by the line whose colour they have, those of no line of the station together."""
    groups: dict[int, list[int]] = {}
    for place, ink in enumerate(inks):
        groups.setdefault(ink if ink in lines else NEUTRAL, []).append(place)
    return list(groups.values()) if len(lines) > 1 else []
