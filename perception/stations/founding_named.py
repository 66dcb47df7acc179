"""Stations that a known name may have at a line, where no mark was found.

They are offered to the choice of stations beside the marks: a name that has no better place gets
one, and with it the names beside it get theirs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from shapely.geometry import Point as ShapelyPoint
from shapely.geometry import Polygon

from perception.map_graph import Point
from perception.markers.candidate import Candidate
from perception.markers.network import find_strays
from perception.markers.scene import Scene
from perception.stages import StationCandidate
from perception.stations.founding import bend, border, nearest_stroke
from perception.stations.vocabulary import NamedLabels
from perception.text_reading import TextItem

BEND_ODDS = -1.0
"""Log odds of such a station."""

LEFT_OVER = "named because no other name was left"
"""Note of a station whose name was not read."""

# A mark that may bear a name that was not read, and how sure that is.
_SURE_MARK = 0.6
_LEFT_OVER = 0.6
_BESIDE = 1.5
# How far the name may be from the line, and such a station from a mark, in line heights.
_FARTHEST = 4.0
_APART = 1.0
_BELIEVED = 0.3
# Only for a text that is at least so much like the name.
_ALIKE = 0.8


def offered_bends(
    scene: Scene, named: NamedLabels, marks: Sequence[Candidate]
) -> list[tuple[Candidate, int]]:
    """Return a possible station for each text that is a name, with the index of its label.

    Parameters
    ----------
    scene : Scene
        The picture.
    named : NamedLabels
        Texts as names.
    marks : sequence of Candidate
        All marks.
    """
    if not named.labels or not len(scene.widths):
        return []
    usual = float(np.median([label.line_height for label in named.labels]))
    nearest = nearest_stroke(scene)
    centres = np.array([m.centre for m in marks if m.belief > _BELIEVED]).reshape(-1, 2)
    sizes = np.array([m.radius for m in marks if m.belief > _BELIEVED])
    found: list[tuple[Candidate, int]] = []
    for k, label in enumerate(named.labels):
        if named.alike[k] < _ALIKE:
            continue
        spot, away = nearest(border(label))
        near = np.hypot(*(centres - spot).T) - sizes
        if away > _FARTHEST * usual or (near < _APART * usual).any():
            continue
        layer = int(scene.layer[int(spot[1]), int(spot[0])])
        found.append((bend(spot, layer, float(scene.widths[layer])), k))
    strays = find_strays(scene, [*marks, *(mark for mark, _ in found)])[len(marks) :]
    return [pair for pair, stray in zip(found, strays, strict=True) if not stray]


def complete(
    stations: Sequence[StationCandidate], names: Sequence[str], unread: Sequence[TextItem]
) -> list[StationCandidate]:
    """Return the stations, one for each name.

    Those of one name are one station, drawn in several places. Where a single name is left over,
    and a single sure mark, or a single one beside a text that is no name, they belong together.

    Parameters
    ----------
    stations : sequence of StationCandidate
        Their labels are names of the vocabulary.
    names : sequence of str
        The vocabulary.
    unread : sequence of TextItem
        Texts that are no name, in the frame of the stations.
    """
    first: dict[str, int] = {}
    found: list[StationCandidate] = []
    for station in sorted(stations, key=lambda s: -s.confidence):
        name = station.label.text if station.label is not None else ""
        if name and name in first:
            one = found[first[name]]
            found[first[name]] = replace(one, markers=(*one.markers, *station.markers))
            continue
        first[name] = len(found)
        first |= {item.text: len(found) for item, _ in station.shares}
        found.append(station)
    left = [name for name in names if name not in first]
    bare = [
        index
        for index, station in enumerate(found)
        if station.label is None and max(m.confidence for m in station.markers) >= _SURE_MARK
    ]
    if len(left) == 1 and len(bare) > 1:
        bare = [index for index in bare if _beside(found[index], unread)]
    if len(left) == 1 and len(bare) == 1:
        station = found[bare[0]]
        label = TextItem(left[0], _outline_box(station), confidence=_LEFT_OVER)
        found[bare[0]] = replace(
            station, label=label, confidence=_LEFT_OVER, notes=(*station.notes, LEFT_OVER)
        )
    return found


def _beside(station: StationCandidate, texts: Sequence[TextItem]) -> bool:
    """Tell whether one of some texts stands beside a station."""
    return any(
        Polygon(item.polygon).convex_hull.distance(ShapelyPoint(marker.xy))
        <= marker.radius + _BESIDE * item.height
        for item in texts
        for marker in station.markers
    )


def _outline_box(station: StationCandidate) -> tuple[Point, ...]:
    marker = station.markers[0]
    (x, y), r = marker.xy, marker.radius
    return ((x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r))
