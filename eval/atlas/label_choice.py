"""Choice of a place for every name, all together: no name over a name, a mark or a stroke."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import Polygon, STRtree
from shapely.geometry.base import BaseGeometry

from eval.atlas.lettering import Spot

_HARD = 100.0
_PASSES = 12
_APART = 0.42
"""Free space between two names in font sizes, half of it on each side."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The chosen places.

    Attributes
    ----------
    spots : tuple of Spot
        One a name, in the given order.
    clashes : int
        Names that touch a name, a mark or, where that is forbidden, a stroke.
    """

    spots: tuple[Spot, ...]
    clashes: int


def choose_spots(
    options: Sequence[Sequence[Spot]],
    marks: Sequence[BaseGeometry],
    strokes: Sequence[BaseGeometry],
    taken: Sequence[BaseGeometry],
    over: float,
) -> Choice:
    """Return one spot a name, so that the sum of costs is low.

    Parameters
    ----------
    options : sequence of sequence of Spot
        The spots of each name.
    marks : sequence of geometries
        The mark of each name, in the same order.
    strokes, taken : sequence of geometries
        What names should keep off, and what they must keep off.
    over : float
        Share of `1` that covering a stroke costs; at 1 it counts as a clash.
    """
    spots = [spot for each in options for spot in each]
    owner = np.repeat(np.arange(len(options)), [len(each) for each in options])
    inks = [Polygon(spot.corners) for spot in spots]
    sizes = np.array([spot.block.rows[-1].size for spot in spots])
    costs = np.array([spot.cost for spot in spots])
    costs += _mark_costs(inks, sizes, owner, marks)
    leads = [shapely.LineString(spot.lead) if spot.lead else None for spot in spots]
    if strokes:
        costs += _stroke_costs(inks, sizes, strokes, over)
    for index, lead in enumerate(leads):
        if lead is not None:
            others = [m for k, m in enumerate(marks) if k != owner[index]]
            costs[index] += _HARD * any(lead.intersects(m) for m in others)
            costs[index] += 1.5 * sum(lead.crosses(stroke) for stroke in strokes)
    if taken:
        tree = STRtree(list(taken))
        hit, _ = tree.query(inks, predicate="intersects")
        np.add.at(costs, np.unique(hit), _HARD)
    # Only spots that are not much worse than the best of their name are worth comparing.
    pairs = _touching(inks, sizes, owner, leads)
    chosen = _settle(costs, owner, pairs, len(options))
    clashes = int((costs[chosen] >= _HARD).sum())
    picked = set(chosen.tolist())
    clashes += sum(b in picked for a in picked for b in pairs.get(a, ())) // 2
    return Choice(tuple(spots[index] for index in chosen), clashes)


def _mark_costs(
    inks: list[Polygon],
    sizes: NDArray[np.float64],
    owner: NDArray[np.intp],
    marks: Sequence[BaseGeometry],
) -> NDArray[np.float64]:
    """Return what the neighbourhood of marks costs each spot: another mark nearer than its own."""
    costs = np.zeros(len(inks))
    tree = STRtree(list(marks))
    rooms = shapely.buffer(np.array(inks, object), 0.18 * sizes)
    hit, mark = tree.query(rooms, predicate="intersects")
    other = owner[hit] != mark
    np.add.at(costs, np.unique(hit[other]), _HARD)
    wide = shapely.buffer(np.array(inks, object), 1.1 * sizes)
    hit, mark = tree.query(wide, predicate="intersects")
    shapes = np.array(marks, object)
    for spot, number in zip(hit.tolist(), mark.tolist(), strict=True):
        if number != owner[spot]:
            theirs = inks[spot].distance(shapes[number])
            ours = inks[spot].distance(shapes[owner[spot]])
            if theirs < ours + 0.35 * sizes[spot]:
                costs[spot] += 3.0 if theirs > ours else 40.0
    return costs


def _stroke_costs(
    inks: list[Polygon], sizes: NDArray[np.float64], strokes: Sequence[BaseGeometry], over: float
) -> NDArray[np.float64]:
    costs = np.zeros(len(inks))
    rooms = shapely.buffer(np.array(inks, object), 0.1 * sizes)
    hit, stroke = STRtree(list(strokes)).query(rooms, predicate="intersects")
    shapes = np.array(strokes, object)
    areas = shapely.area(shapely.intersection(rooms[hit], shapes[stroke]))
    shares = areas / (sizes[hit] ** 2)
    if over >= 1.0:
        np.add.at(costs, hit, np.where(shares > 0.02, _HARD, 0.0))
    np.add.at(costs, hit, (0.5 + 4.0 * over) * shares)
    return costs


def _touching(
    inks: list[Polygon],
    sizes: NDArray[np.float64],
    owner: NDArray[np.intp],
    leads: list[shapely.LineString | None],
) -> dict[int, list[int]]:
    rooms = shapely.buffer(np.array(inks, object), _APART * sizes, join_style="mitre")
    tree = STRtree(rooms)
    pairs: dict[int, list[int]] = {}

    def add(a: int, b: int) -> None:
        pairs.setdefault(a, []).append(b)
        pairs.setdefault(b, []).append(a)

    one, other = tree.query(rooms, predicate="intersects")
    keep = (one < other) & (owner[one] != owner[other])
    for a, b in zip(one[keep].tolist(), other[keep].tolist(), strict=True):
        add(a, b)
    led = [k for k, lead in enumerate(leads) if lead is not None]
    if led:
        one, other = tree.query([leads[k] for k in led], predicate="intersects")
        for a, b in zip(one.tolist(), other.tolist(), strict=True):
            if owner[led[a]] != owner[b]:
                add(led[a], b)
    return pairs


def _settle(
    costs: NDArray[np.float64], owner: NDArray[np.intp], pairs: dict[int, list[int]], count: int
) -> NDArray[np.intp]:
    """Return the chosen spot of each name: one after another moves to what costs least now."""
    spots = [np.flatnonzero(owner == name) for name in range(count)]
    burden = np.zeros(len(costs))
    chosen = np.full(count, -1)
    # Names with few good places choose first.
    order = sorted(range(count), key=lambda n: (-float(np.sort(costs[spots[n]])[:3].mean()), n))
    for _ in range(_PASSES):
        moved = False
        for name in order:
            old = chosen[name]
            if old >= 0:
                np.add.at(burden, pairs.get(int(old), []), -_HARD)
            total = costs[spots[name]] + burden[spots[name]]
            new = int(spots[name][int(np.argmin(np.round(total, 6)))])
            np.add.at(burden, pairs.get(new, []), _HARD)
            moved |= new != old
            chosen[name] = new
        if not moved:
            break
    return chosen
