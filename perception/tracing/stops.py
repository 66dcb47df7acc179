"""Which stations a stroke layer stops at: the strokes that enter a marker, not those that pass by.

A stroke enters a marker when it meets its outline across, surrounds it, or carries a tick; a
neighbouring line of a bundle that merely brushes the outline runs along it and does not stop.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from perception.stages import Marker, Mask, StationCandidate, StrokeLayer
from perception.tracing.entries import entries_into
from perception.tracing.junction_marks import junction_at

# Kinds that stand beside their stroke and belong to it by touch alone.
_BESIDE = ("tick", "icon")
_SURROUNDED = 0.7
_WITHIN = 0.5
_LARGE = 4.0
_OUTLINED = 0.4
# A rim is met in so many of so many directions.
_DIRECTIONS = 36
_RIM = 0.85
# Markers of one interchange touch when their centres are within this many radii sums.
_TOUCHING = 1.3


@dataclass(frozen=True, slots=True)
class Stops:
    """The stations on one layer.

    Attributes
    ----------
    mask : (H, W) bool array
        The strokes with the regions of their stations, so that centre lines run into them.
    regions : (H, W) int32 array
        1 + index of the station whose region a pixel is in, else 0.
    """

    mask: Mask
    regions: NDArray[np.int32]

    def feet(self, stations: Sequence[StationCandidate]) -> NDArray[np.int32]:
        """Return the regions of the stations that ticks mark, (H, W); 0 elsewhere."""
        ticked = [0, *(any(m.kind == "tick" for m in s.markers) for s in stations)]
        return np.where(np.array(ticked, bool)[self.regions], self.regions, 0).astype(np.int32)


def outline_of(marker: Marker) -> NDArray[np.float64]:
    """Return the outline of a marker as an (N, 2) array; a circle where it has none."""
    if len(marker.outline) >= 3:
        return np.asarray(marker.outline, np.float64)
    turn = np.linspace(0.0, 2.0 * np.pi, 16, endpoint=False)
    ring = np.stack([np.cos(turn), np.sin(turn)], axis=1)
    return np.asarray(marker.xy, np.float64) + max(marker.radius, 1.0) * ring


def find_stops(layer: StrokeLayer, mask: Mask, stations: Sequence[StationCandidate]) -> Stops:
    """Find the stations whose markers the strokes of a layer enter, and their regions.

    Parameters
    ----------
    layer : StrokeLayer
        For its id and width.
    mask : (H, W) bool array
        Its strokes, holes filled.
    stations : sequence of StationCandidate
        All stations of the picture.
    """
    stops = Stops(mask.copy(), np.zeros(mask.shape, np.int32))
    for number, station in enumerate(stations, start=1):
        for marker in (*station.markers, *_fillings(station)):
            _add_marker(layer, mask, marker, number, stops)
            if marker.kind == "tick" and layer.id in marker.layers:
                _add_foot(layer, mask, marker, number, stops)
    return stops


def add_stops_beside(
    stops: Stops,
    layer: StrokeLayer,
    mask: Mask,
    stations: Sequence[StationCandidate],
    numbers: Iterable[int],
) -> None:
    """Add stations whose markers only stand beside the layer's strokes, as ticks do.

    Parameters
    ----------
    stops : Stops
        Changed in place: a disc on the centre line at the foot of each marker is added.
    layer, mask, stations
        As for `find_stops`.
    numbers : iterable of int
        1 + index of the stations that no stroke of any layer enters.
    """
    for number in numbers:
        for marker in stations[number - 1].markers:
            if layer.id in marker.layers:
                _add_foot(layer, mask, marker, number, stops)


def _window(
    marker: Marker, margin: float, shape: tuple[int, ...]
) -> tuple[tuple[slice, slice], NDArray[np.float64]]:
    """Return the part of the picture round a marker, and its outline in that frame."""
    outline = outline_of(marker)
    first = np.floor(outline.min(axis=0) - margin).astype(int)
    last = np.ceil(outline.max(axis=0) + margin).astype(int) + 1
    x0, y0 = np.clip(first, 0, (shape[1], shape[0]))
    x1, y1 = np.clip(last, 0, (shape[1], shape[0]))
    return (slice(y0, y1), slice(x0, x1)), outline - (x0, y0)


def station_bodies(
    shape: tuple[int, ...], stations: Sequence[StationCandidate], shrink: float = 1.0
) -> NDArray[np.int32]:
    """Return the areas of all markers, (H, W), as 1 + index of the station, else 0.

    Their outlines are scaled by `shrink` about their centres; marks beside their stroke are left
    out.
    """
    bodies = np.zeros(shape[:2], np.int32)
    for number, station in enumerate(stations, start=1):
        for marker in (*station.markers, *_fillings(station)):
            if marker.kind in _BESIDE:
                continue
            outline = outline_of(marker)
            centre = outline.mean(axis=0)
            inner = np.rint(centre + shrink * (outline - centre)).astype(np.int32)
            cv2.fillPoly(bodies, [inner], (number,))
    return bodies


def _fillings(station: StationCandidate) -> list[Marker]:
    """Return what lies between neighbouring markers of an interchange: lines under it stop too."""
    fillings = []
    for one, other in combinations(station.markers, 2):
        apart = float(np.hypot(one.xy[0] - other.xy[0], one.xy[1] - other.xy[1]))
        if apart > _TOUCHING * (one.radius + other.radius):
            continue
        both = np.concatenate([outline_of(one), outline_of(other)]).astype(np.float32)
        hull = cv2.convexHull(both)[:, 0]
        fillings.append(
            Marker(
                xy=((one.xy[0] + other.xy[0]) / 2.0, (one.xy[1] + other.xy[1]) / 2.0),
                radius=apart / 2.0 + max(one.radius, other.radius),
                kind="capsule",
                outline=tuple((float(x), float(y)) for x, y in hull),
            )
        )
    return fillings


def _add_marker(layer: StrokeLayer, mask: Mask, marker: Marker, number: int, stops: Stops) -> None:
    reach = 2.0 + (0.6 if layer.id in marker.layers else 0.3) * layer.width
    window, outline = _window(marker, reach + 2.0 * layer.width + 2.0, mask.shape)
    strokes = mask[window]
    if not strokes.any():
        return
    body = np.zeros(strokes.shape, np.uint8)
    cv2.fillPoly(body, [np.rint(outline).astype(np.int32)], (1,))
    away = np.asarray(cv2.distanceTransform(1 - body, cv2.DIST_L2, 5))
    ring = (away > 0) & (away <= reach)
    touching = strokes & ring
    within = bool((strokes & (body > 0)).sum() >= _WITHIN * body.sum())
    # A thin stroke that surrounds most of a large marker is its outline.
    outlined = marker.radius > _LARGE * layer.width
    if marker.kind not in _BESIDE:
        crossed = junction_at(strokes, body, marker.radius, layer.width)
        within |= bool(crossed.any())
        body |= crossed
    covered = touching.sum() / max(int(ring.sum()), 1)
    if within or covered >= (_OUTLINED if outlined else _SURROUNDED):
        _claim(window, (body > 0) | touching if outlined else body > 0, number, stops)
    elif _surrounds(touching, outline):
        _claim(window, (body > 0) | touching, number, stops)
    elif touching.any():
        entered = entries_into(strokes, touching, body, outline, layer.width)
        if entered.any():
            stops.mask[window] |= entered
            _claim(window, body > 0, number, stops)


def _surrounds(touching: Mask, outline: NDArray[np.float64]) -> bool:
    """Tell whether strokes are met all round an outline: its rim, in their colour."""
    centre = (outline.min(axis=0) + outline.max(axis=0)) / 2
    ys, xs = np.nonzero(touching)
    turns = np.arctan2(ys - centre[1], xs - centre[0])
    met = np.unique(np.floor((turns / (2 * np.pi) + 0.5) * _DIRECTIONS).astype(int) % _DIRECTIONS)
    return len(met) >= _RIM * _DIRECTIONS


def _add_foot(layer: StrokeLayer, mask: Mask, marker: Marker, number: int, stops: Stops) -> None:
    """Add a disc on the centre line at the foot of a mark that stands beside it."""
    window, outline = _window(marker, 2.5 * layer.width + 4.0, mask.shape)
    if mask[window].any():
        _claim(window, _foot(mask[window], outline, layer.width), number, stops)


def _claim(window: tuple[slice, slice], area: Mask, number: int, stops: Stops) -> None:
    stops.mask[window] |= area
    free = area & (stops.regions[window] == 0)
    stops.regions[window][free] = number


def _foot(strokes: Mask, outline: NDArray[np.float64], width: float) -> Mask:
    """Return a disc on the stroke's centre line where a tick stands beside it."""
    depth = np.asarray(cv2.distanceTransform(strokes.astype(np.uint8), cv2.DIST_L2, 5))
    core = depth >= 0.8 * width / 2.0
    if not core.any():
        core = strokes
    ys, xs = np.nonzero(core)
    centre = outline.mean(axis=0)
    nearest = int(np.argmin(np.hypot(xs - centre[0], ys - centre[1])))
    disc = np.zeros(strokes.shape, np.uint8)
    cv2.circle(disc, (int(xs[nearest]), int(ys[nearest])), max(int(0.7 * width), 2), (1,), -1)
    return disc.astype(bool)
