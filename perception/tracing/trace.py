"""Edges between stations: the strokes of each colour followed from station to station."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from perception.side_by_side import side_by_side
from perception.stages import Mask, StationCandidate, StrokeLayer, Strokes
from perception.strokes.find import text_mask
from perception.text_reading import TextReading
from perception.traced_edge import TracedEdge
from perception.tracing.dashes import join_dashes
from perception.tracing.forks_at_marks import join_forks_to_marks
from perception.tracing.gap_bridging import bridge_gaps
from perception.tracing.line_walking import walk_lines
from perception.tracing.region_strokes import add_stumps, join_touching_regions
from perception.tracing.skeleton import fill_holes, prune_spurs, trace_skeleton
from perception.tracing.stops import Stops, add_stops_beside, find_stops, outline_of, station_bodies
from perception.tracing.touching_stations import join_touching

# What crosses this inner part of a marker, over its size, does not merely brush it.
_CORE = 0.67
# Text so many stroke widths high may stand on a patch that hides the stroke.
_PATCH = 2.5
# The patch goes beyond the text by this share of its height.
_PATCH_MARGIN = 0.25


@dataclass(frozen=True, slots=True)
class Tracing:
    """What tracing found.

    Attributes
    ----------
    edges : tuple of TracedEdge
        The edges.
    spare : tuple of TracedEdge
        Others that may be right: over the runner-up of a gap's bridges, round another corner of a
        fork or crossing. None joins two stations of the same layer that an edge joins.
    """

    edges: tuple[TracedEdge, ...]
    spare: tuple[TracedEdge, ...]


def trace_edges(
    strokes: Strokes, stations: Sequence[StationCandidate], reading: TextReading
) -> tuple[TracedEdge, ...]:
    """Trace every layer and return the edges alone; see `trace`."""
    return trace(strokes, stations, reading).edges


def trace(strokes: Strokes, stations: Sequence[StationCandidate], reading: TextReading) -> Tracing:
    """Trace every layer.

    Parameters
    ----------
    strokes : Strokes
        Layers of one picture, with its ground.
    stations : sequence of StationCandidate
        Its stations.
    reading : TextReading
        Its text, which may hide thin strokes.
    """
    cuts = side_by_side(
        lambda layer: _cut_out(layer, stations, _covered(strokes, reading, layer.width)),
        strokes.layers,
    )
    entered = {int(n) for cut in cuts for n in np.unique(cut.stops.regions)}
    apart = [n for n in range(1, len(stations) + 1) if n not in entered]
    edges: list[TracedEdge] = []
    spare: list[TracedEdge] = []
    for cut in cuts:
        add_stops_beside(cut.stops, cut.layer, cut.filled, cut.stations, apart)
    for found, more in side_by_side(_trace, cuts):
        edges += found
        spare += more
    edges = join_touching(edges, stations, strokes)
    known = {(edge.layer, frozenset((edge.source, edge.target))) for edge in edges}
    others = (e for e in spare if (e.layer, frozenset((e.source, e.target))) not in known)
    return Tracing(tuple(edges), tuple(others))


def _covered(strokes: Strokes, reading: TextReading, width: float) -> Mask:
    """Return where a stroke of a width may be hidden, (H, W).

    Something is drawn there, or written on a patch of background: that hides strokes much thinner
    than the text is high, such as the edges of a diagram with numbers on them.
    """
    if strokes.ground is None:
        raise ValueError("Strokes.ground: none; find_strokes gives it")
    patches = [item for item in reading.lines if item.height > _PATCH * width]
    if not patches:
        return np.asarray(~strokes.ground, np.bool_)
    written = text_mask(strokes.ground.shape, replace(reading, lines=tuple(patches)))
    margin = int(_PATCH_MARGIN * float(np.median([item.height for item in patches])))
    field = np.ones((2 * margin + 1,) * 2, np.uint8)
    hidden = np.asarray(cv2.dilate(written.astype(np.uint8), field)) > 0
    return np.asarray(~strokes.ground | hidden, np.bool_)


@dataclass(frozen=True, slots=True)
class _Cut:
    """A layer cut to the box of its strokes; all but `corner` in the frame of that box.

    `covered` is where a stroke may be hidden, `gap` the longest gap between dashes.
    """

    corner: tuple[int, int]
    layer: StrokeLayer
    filled: Mask
    covered: Mask
    gap: float
    stations: list[StationCandidate]
    stops: Stops


def _cut_out(layer: StrokeLayer, stations: Sequence[StationCandidate], covered: Mask) -> _Cut:
    (x0, y0), cropped, near = _crop(layer, stations)
    filled = fill_holes(cropped.mask, (2.0 * layer.width) ** 2)
    height, width = filled.shape
    window = covered[y0 : y0 + height, x0 : x0 + width]
    marks = station_bodies(filled.shape, near) > 0
    filled, gap = join_dashes(filled, layer.width, window, marks)
    stops = find_stops(cropped, filled, near)
    return _Cut((x0, y0), cropped, filled, window, gap, near, stops)


def _trace(cut: _Cut) -> tuple[list[TracedEdge], list[TracedEdge]]:
    """Return the edges of a layer, and all that there may be."""
    x0, y0 = cut.corner
    skeleton = trace_skeleton(cut.stops.mask, cut.stops.regions, len(cut.stations))
    join_touching_regions(skeleton, cut.layer.mask, cut.stops.regions)
    prune_spurs(skeleton, 0.9 * cut.layer.width + 1.0)
    add_stumps(skeleton, cut.layer.mask, cut.stops.regions, cut.layer.width)
    join_forks_to_marks(skeleton, cut.stations, cut.layer.width)
    bodies = station_bodies(cut.filled.shape, cut.stations)
    cores = station_bodies(cut.filled.shape, cut.stations, shrink=_CORE)
    feet = cut.stops.feet(cut.stations)
    bodies, cores = (np.where(area == 0, feet, area) for area in (bodies, cores))
    loose = skeleton.copy()
    bridge_gaps(skeleton, cut.layer.width, cut.covered, bodies, cores, cut.gap)
    bridge_gaps(loose, cut.layer.width, cut.covered, bodies, cores, cut.gap, spare=True)
    edges, spare = (
        [
            replace(edge, polyline=tuple((x + x0, y + y0) for x, y in edge.polyline))
            for edge in walk_lines(one, cut.layer, cut.stations, spare=one is loose)
        ]
        for one in (skeleton, loose)
    )
    return edges, spare


def _crop(
    layer: StrokeLayer, stations: Sequence[StationCandidate]
) -> tuple[tuple[int, int], StrokeLayer, list[StationCandidate]]:
    """Cut a layer to its strokes; return the corner, the layer and the stations in that frame."""
    rows = np.flatnonzero(layer.mask.any(axis=1))
    columns = np.flatnonzero(layer.mask.any(axis=0))
    margin = int(2 * layer.width) + 4
    y0, x0 = max(int(rows[0]) - margin, 0), max(int(columns[0]) - margin, 0)
    mask = layer.mask[y0 : int(rows[-1]) + margin, x0 : int(columns[-1]) + margin]
    moved = [
        replace(
            station,
            markers=tuple(
                replace(
                    marker,
                    xy=(marker.xy[0] - x0, marker.xy[1] - y0),
                    outline=tuple((x - x0, y - y0) for x, y in outline_of(marker).tolist()),
                )
                for marker in station.markers
            ),
        )
        for station in stations
    ]
    return (x0, y0), replace(layer, mask=mask), moved
