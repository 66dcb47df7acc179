"""Faults of the kinds that perception makes, put into what was read of a drawn map.

Drawn maps are read nearly without fault, so that few of their edges tell what a wrong one looks
like. Here marks are missed, names lost or exchanged, strokes broken, and two lines run together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import cv2
import numpy as np

from perception.stages import StationCandidate, StrokeLayer, Strokes
from perception.stations.labels import join_items

Stations = tuple[StationCandidate, ...]
Read = tuple[Strokes, Stations]
Fault = Callable[[Read, np.random.Generator], Read]

_SHARE = 0.08
# Holes in a stroke are at most so many stroke widths wide.
_WIDEST_HOLE = 4.0


def miss_marks(read: Read, random: np.random.Generator) -> Read:
    """Lose some stations; their names stay on the picture."""
    strokes, stations = read
    return strokes, tuple(s for s in stations if random.random() >= _SHARE)


def lose_names(read: Read, random: np.random.Generator) -> Read:
    """Lose the names of some stations."""
    strokes, stations = read
    return strokes, tuple(
        replace(s, label=None, confidence=min(s.confidence, 0.5)) if random.random() < _SHARE else s
        for s in stations
    )


def exchange_names(read: Read, random: np.random.Generator) -> Read:
    """Give some stations the name of their nearest neighbour, and the other way round."""
    strokes, stations = read
    changed = list(stations)
    for i in np.flatnonzero(random.random(len(stations)) < _SHARE / 2):
        j = _nearest(stations, int(i))
        if j is None:
            continue
        one, other = changed[i], changed[j]
        doubt = 0.3 + 0.5 * float(random.random())
        changed[i] = replace(one, label=other.label, confidence=one.confidence * doubt)
        changed[j] = replace(other, label=one.label, confidence=other.confidence * doubt)
    return strokes, tuple(changed)


def run_names_together(read: Read, random: np.random.Generator) -> Read:
    """Take the names of some stations and their nearest neighbours for one."""
    strokes, stations = read
    changed = list(stations)
    for i in np.flatnonzero(random.random(len(stations)) < _SHARE / 2):
        j = _nearest(stations, int(i))
        one = changed[i].label
        other = changed[j].label if j is not None else None
        if j is None or one is None or other is None:
            continue
        changed[i] = replace(changed[i], label=join_items((one, other), (one, other)))
        changed[j] = replace(changed[j], label=None)
    return strokes, tuple(changed)


def break_strokes(read: Read, random: np.random.Generator) -> Read:
    """Punch holes into the strokes, as text, other lines and noise do."""
    strokes, stations = read
    return replace(strokes, layers=tuple(_broken(x, random) for x in strokes.layers)), stations


def run_together(read: Read, random: np.random.Generator) -> Read:
    """Take two lines for one, as happens where their colours are alike."""
    strokes, stations = read
    if len(strokes.layers) < 2:
        return read
    i, j = sorted(random.choice(len(strokes.layers), 2, replace=False).tolist())
    one, other = strokes.layers[i], strokes.layers[j]
    both = replace(one, mask=one.mask | other.mask)
    layers = [layer for k, layer in enumerate(strokes.layers) if k != j]
    layers[i] = both
    moved = tuple(
        replace(
            station,
            markers=tuple(
                replace(
                    m,
                    layers=tuple(dict.fromkeys(one.id if x == other.id else x for x in m.layers)),
                )
                for m in station.markers
            ),
        )
        for station in stations
    )
    return replace(strokes, layers=tuple(layers)), moved


FAULTS: Sequence[Fault] = (
    miss_marks,
    lose_names,
    exchange_names,
    run_names_together,
    break_strokes,
    run_together,
)
"""All faults, each a share of a map."""


def _nearest(stations: Stations, one: int) -> int | None:
    """Return the station nearest to one; None where there is no other."""
    places = np.array([s.markers[0].xy for s in stations]).reshape(-1, 2)
    away = np.hypot(*(places - places[one]).T)
    away[one] = np.inf
    return int(away.argmin()) if np.isfinite(away).any() else None


def _broken(layer: StrokeLayer, random: np.random.Generator) -> StrokeLayer:
    ys, xs = np.nonzero(layer.mask)
    if not len(xs):
        return layer
    holes = np.zeros(layer.mask.shape, np.uint8)
    length = len(xs) / max(layer.width, 1.0)
    for _ in range(int(_SHARE * length / (4 * max(layer.width, 1.0))) + 1):
        k = int(random.integers(len(xs)))
        radius = int(random.uniform(0.5, _WIDEST_HOLE / 2) * max(layer.width, 2.0))
        cv2.circle(holes, (int(xs[k]), int(ys[k])), radius, (1,), -1)
    left = layer.mask & (holes == 0)
    return replace(layer, mask=left) if left.any() else layer
