"""The centre lines of a stroke mask as arcs between places.

A place is a station region, a junction or a free end. Arcs are chains of pixels.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray
from skimage.morphology import skeletonize

from perception.stages import Mask

Points = NDArray[np.float64]

_EIGHT = np.ones((3, 3), np.uint8)


@dataclass(slots=True)
class Arc:
    """A chain of skeleton pixels.

    Attributes
    ----------
    start, end : int
        Places it joins.
    points : (N, 2) float64 array
        x, y in image px, from start to end.
    bridge : bool
        Whether it crosses a gap in the mask.
    """

    start: int
    end: int
    points: Points
    bridge: bool = False

    @property
    def length(self) -> float:
        """Length along the chain, px."""
        return float(np.hypot(*np.diff(self.points, axis=0).T).sum()) if len(self.points) else 0.0


@dataclass(slots=True)
class Skeleton:
    """Arcs between places.

    Attributes
    ----------
    arcs : dict of int to Arc
        By id; ids are never reused.
    centers : dict of int to (x, y)
        Image px; the places that are no station.
    stations : int
        Places 1 to `stations` are the station regions 1 to `stations`.
    """

    arcs: dict[int, Arc]
    centers: dict[int, tuple[float, float]]
    stations: int
    _next: int = field(default=0)

    def __post_init__(self) -> None:
        self._next = max(self.arcs, default=-1) + 1

    def copy(self) -> Skeleton:
        """Return a skeleton that changes apart from this one."""
        return Skeleton(dict(self.arcs), dict(self.centers), self.stations)

    def add(self, arc: Arc) -> int:
        """Add an arc and return its id."""
        self.arcs[self._next] = arc
        self._next += 1
        return self._next - 1

    def add_place(self, center: tuple[float, float]) -> int:
        """Add a place that is no station and return it."""
        place = max(max(self.centers, default=0), self.stations) + 1
        self.centers[place] = center
        return place

    def is_station(self, place: int) -> bool:
        """Tell whether a place is a station region."""
        return 1 <= place <= self.stations

    def at(self) -> dict[int, list[int]]:
        """Return the ids of the arcs at every place (a loop counts twice)."""
        found: dict[int, list[int]] = {}
        for identity, arc in self.arcs.items():
            found.setdefault(arc.start, []).append(identity)
            found.setdefault(arc.end, []).append(identity)
        return found


def fill_holes(mask: Mask, largest: float) -> Mask:
    """Return the mask with its cracks of one px and its holes of at most `largest` px² filled."""
    mask = np.asarray(cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_CLOSE, _EIGHT)) > 0
    count, labels, stats, _ = cv2.connectedComponentsWithStats(
        (~mask).astype(np.uint8), connectivity=4
    )
    small = stats[:, cv2.CC_STAT_AREA] <= largest
    small[0] = False
    height, width = mask.shape
    inner = (
        (stats[:, 0] > 0)
        & (stats[:, 1] > 0)
        & (stats[:, 0] + stats[:, 2] < width)
        & (stats[:, 1] + stats[:, 3] < height)
    )
    return np.asarray(mask | (small & inner)[labels], np.bool_) if count > 1 else mask


def trace_skeleton(mask: Mask, regions: NDArray[np.int32], stations: int) -> Skeleton:
    """Return the centre lines of a mask.

    Parameters
    ----------
    mask : (H, W) bool array
        The strokes.
    regions : (H, W) int32 array
        0, or the number (from 1) of the station region that a pixel is in.
    stations : int
        How many region numbers there are.
    """
    whole = skeletonize(mask)
    thin = whole & (regions == 0)
    # Counted with the pixels inside the regions: a fork may have one of its arms there.
    around = cv2.boxFilter(
        whole.view(np.uint8), -1, (3, 3), normalize=False, borderType=cv2.BORDER_CONSTANT
    )
    neighbours = np.asarray(around, np.uint8) - 1
    forks = thin & (neighbours > 2)
    fork_count, fork_labels = cv2.connectedComponents(forks.astype(np.uint8), connectivity=8)
    centers: dict[int, tuple[float, float]] = {}
    ys, xs = np.nonzero(forks)
    owner = np.asarray(fork_labels)[ys, xs]
    sizes = np.bincount(owner, minlength=fork_count)
    middles = (np.bincount(owner, of_axis, minlength=fork_count) for of_axis in (xs, ys))
    for number, (x, y, size) in enumerate(zip(*middles, sizes, strict=True)):
        if number > 0:
            centers[stations + number] = (float(x / size), float(y / size))
    places = np.where(regions > 0, regions, 0).astype(np.int32)
    places[forks] = fork_labels[forks] + stations
    skeleton = Skeleton({}, centers, stations)
    for chain in _chains(thin & ~forks):
        _add_chain(skeleton, chain, places)
    _add_touching(skeleton, forks, places)
    return skeleton


def _chains(thin: Mask) -> list[NDArray[np.int32]]:
    """Return the components of a fork-free skeleton as ordered pixel chains, (N, 2) x, y."""
    count, labels = cv2.connectedComponents(thin.astype(np.uint8), connectivity=8)
    ys, xs = np.nonzero(labels)
    owners = labels[ys, xs]
    order = np.argsort(owners, kind="stable")
    cuts = np.searchsorted(owners[order], np.arange(1, count + 1))
    chains = []
    for label in range(1, count):
        chosen = order[cuts[label - 1] : cuts[label]]
        chains.append(_ordered(xs[chosen], ys[chosen]))
    return chains


def _ordered(xs: NDArray[np.intp], ys: NDArray[np.intp]) -> NDArray[np.int32]:
    """Order the pixels of one path or ring."""
    left = set(zip(xs.tolist(), ys.tolist(), strict=True))
    steps = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)]

    def beside(pixel: tuple[int, int]) -> list[tuple[int, int]]:
        return [
            (pixel[0] + dx, pixel[1] + dy)
            for dx, dy in steps
            if (pixel[0] + dx, pixel[1] + dy) in left
        ]

    first = min(left, key=lambda pixel: (len(beside(pixel)), pixel))
    chain = [first]
    left.discard(first)
    while following := beside(chain[-1]):
        chain.append(following[0])
        left.discard(following[0])
    return np.asarray(chain, np.int32)


def _place_at(places: NDArray[np.int32], x: int, y: int, other_than: int = 0) -> int:
    """Return the place that touches a pixel (stations first), or 0."""
    window = places[max(y - 1, 0) : y + 2, max(x - 1, 0) : x + 2]
    found = sorted(set(window[window > 0].tolist()) - {other_than})
    return int(found[0]) if found else 0


def _add_chain(skeleton: Skeleton, chain: NDArray[np.int32], places: NDArray[np.int32]) -> None:
    start = _place_at(places, *map(int, chain[0]))
    same_end = len(chain) < 3
    x, y = (int(value) for value in chain[-1])
    end = _place_at(places, x, y, other_than=start if same_end else 0)
    if start == 0 and end == 0 and len(chain) > 8 and np.abs(chain[0] - chain[-1]).max() <= 1:
        # A ring without any place on it: it gets one.
        start = end = skeleton.add_place((float(chain[0, 0]), float(chain[0, 1])))
    if start == 0:
        start = skeleton.add_place((float(chain[0, 0]), float(chain[0, 1])))
    if end == 0:
        end = skeleton.add_place((float(chain[-1, 0]), float(chain[-1, 1])))
    skeleton.add(Arc(start, end, chain.astype(np.float64)))


def _add_touching(skeleton: Skeleton, forks: Mask, places: NDArray[np.int32]) -> None:
    """Join forks to the station regions that they touch without a pixel between."""
    ys, xs = np.nonzero(forks)
    joined: set[tuple[int, int]] = set()
    for x, y in zip(xs.tolist(), ys.tolist(), strict=True):
        window = places[max(y - 1, 0) : y + 2, max(x - 1, 0) : x + 2]
        for other in set(window[window > 0].tolist()):
            if skeleton.is_station(other) and (places[y, x], other) not in joined:
                joined.add((places[y, x], other))
                skeleton.add(Arc(int(places[y, x]), other, np.array([[x, y]], np.float64)))


def direction_from(arc: Arc, place: int, skip: float, over: float) -> Points:
    """Return the unit vector, (2,), in which an arc leaves a place.

    It is measured between the points `skip` and `skip + over` px along the arc, because the first
    pixels of a skeleton bend towards corners and forks.
    """
    points = arc.points if arc.start == place else arc.points[::-1]
    if len(points) < 2:
        return np.zeros(2)
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))])
    first = min(skip, max(along[-1] - over, 0.0))
    a = points[np.searchsorted(along, first)]
    b = points[min(int(np.searchsorted(along, first + over)), len(points) - 1)]
    length = float(np.hypot(*(b - a)))
    return (b - a) / length if length > 0 else np.zeros(2)


def prune_spurs(skeleton: Skeleton, shortest: float) -> None:
    """Remove arcs that lead from a fork to a free end within `shortest` px."""
    changed = True
    while changed:
        changed = False
        at = skeleton.at()
        for identity, arc in sorted(skeleton.arcs.items(), key=lambda item: item[1].length):
            if arc.bridge or arc.length >= shortest:
                continue
            free = [p for p in (arc.start, arc.end) if len(at[p]) == 1 and p > skeleton.stations]
            held = [p for p in (arc.start, arc.end) if len(at[p]) > 1]
            if len(free) == 1 and held and not skeleton.is_station(held[0]):
                del skeleton.arcs[identity]
                changed = True
                break
