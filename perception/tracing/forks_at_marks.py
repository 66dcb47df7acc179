"""Forks beside a mark that hides where strokes meet: they are the station."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from scipy.spatial import cKDTree

from perception.stages import StationCandidate
from perception.tracing.skeleton import Skeleton

# Marks that are found beside the place that they mark, or of which only a part is seen.
_OFF = ("tick", "bend", "gap", "bulge", "icon", "dot", "capsule")
_UNSURE = 0.9
# A fork is so many stroke widths from such a mark, a crossing so many; any other mark is so many
# times as far.
_FORK = 2.4
_CROSSING = 1.4
_FARTHER = 2.0


def join_forks_to_marks(
    skeleton: Skeleton, stations: Sequence[StationCandidate], width: float
) -> None:
    """Make a fork that lies at an unsure mark a part of its station.

    Parameters
    ----------
    skeleton : Skeleton
        Changed in place.
    stations : sequence of StationCandidate
        Station 1 of the skeleton first.
    width : float
        Stroke width, px.
    """
    at = skeleton.at()
    marks = [(n, mark) for n, station in enumerate(stations, start=1) for mark in station.markers]
    if not marks:
        return
    tree = cKDTree([mark.xy for _, mark in marks])
    farthest = max(mark.radius for _, mark in marks)
    owner: dict[int, int] = {}
    for place, center in skeleton.centers.items():
        arms = len(at.get(place, ()))
        if arms < 3:
            continue
        reach = (_FORK if arms == 3 else _CROSSING) * width
        around = tree.query_ball_point(center, _FARTHER * (reach + farthest))
        near = sorted(
            (
                max(
                    float(np.hypot(*np.subtract(marks[m][1].xy, center))) - marks[m][1].radius, 0.0
                ),
                m,
            )
            for m in around
        )
        if not near or near[0][0] > reach:
            continue
        station, mark = marks[near[0][1]]
        rivals = [away for away, m in near if marks[m][0] != station]
        sure = mark.kind not in _OFF or mark.confidence >= _UNSURE
        if not sure and (not rivals or rivals[0] >= _FARTHER * (near[0][0] + width)):
            owner[place] = station
    if not owner:
        return
    for identity, arc in list(skeleton.arcs.items()):
        start, end = owner.get(arc.start, arc.start), owner.get(arc.end, arc.end)
        if (start, end) == (arc.start, arc.end):
            continue
        if start == end and arc.length < 2.0 * _FORK * width:
            del skeleton.arcs[identity]
        else:
            skeleton.arcs[identity] = replace(arc, start=start, end=end)
