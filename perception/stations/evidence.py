"""What speaks for and against each station and its name, in numbers that compare between maps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from shapely.geometry import Point, Polygon

from perception.stages import Marker, StationCandidate
from perception.stations.scripts import script_of
from perception.text_reading import TextItem
from perception.traced_edge import TracedEdge

Floats = NDArray[np.float64]

STATION_FEATURES = (
    "nameless",
    "no_edge",
    "founded",
    "marker_doubt",
    "choice_doubt",
    "text_doubt",
    "label_distance",
    "odd_height",
    "odd_kind",
    "few_letters",
    "joined_lines",
    "other_script",
    "contested",
    "map_doubt",
)
"""Names of the columns of `station_evidence`; more of each speaks against a station."""

_FEW_LETTERS = 3
_FARTHEST = 3.0
# Another mark is as near to a label if it is this much farther off at most, in line heights.
_AS_NEAR = 0.7


def station_evidence(stations: Sequence[StationCandidate], edges: Sequence[TracedEdge]) -> Floats:
    """Measure each station.

    Parameters
    ----------
    stations : sequence of StationCandidate
        Of one picture.
    edges : sequence of TracedEdge
        Between them.

    Returns
    -------
    (N, F) float64 array
        Columns as `STATION_FEATURES`.
    """
    served = {index for edge in edges for index in (edge.source, edge.target)}
    kinds = Counter(_kind(station) for station in stations)
    heights = [_line_height(s.label) for s in stations if s.label is not None]
    usual = float(np.median(heights)) if heights else 1.0
    script = script_of("".join(s.label.text for s in stations if s.label is not None))
    unnamed = [m for s in stations if s.label is None for m in s.markers]
    found = np.zeros((len(stations), len(STATION_FEATURES)))
    for row, station in enumerate(stations):
        label = station.label
        found[row, :5] = (
            float(label is None),
            float(row not in served),
            float(station.markers[0].kind == "bend"),
            1.0 - float(np.mean([marker.confidence for marker in station.markers])),
            1.0 - station.confidence,
        )
        found[row, 8] = 1.0 - kinds[_kind(station)] / len(stations)
        if label is None:
            continue
        height = max(_line_height(label), 1.0)
        letters = sum(char.isalpha() for char in label.text)
        wide = any(ord(char) >= 0x2E80 for char in label.text)
        found[row, 5:8] = (
            1.0 - min(_line_confidences(label)),
            min(min(_gap(marker, label) for marker in station.markers) / height, _FARTHEST),
            abs(np.log(height / max(usual, 1.0))),
        )
        found[row, 9] = float(letters < (2 if wide else _FEW_LETTERS))
        found[row, 10] = max(len(label.pieces) - 1, 0)
        found[row, 11] = float(script_of(label.text) != script)
        found[row, 12] = float(_contested(station, label, height, unnamed))
    labelled = found[:, 0] == 0
    if labelled.any():
        # Names stand nearer to their marks on one map than on another.
        found[labelled, 6] -= np.median(found[labelled, 6])
        found[:, 6] = np.maximum(found[:, 6], 0.0)
    if len(stations):
        found[:, 13] = found[:, [0, 1]].max(axis=1).mean()
    return found


def _kind(station: StationCandidate) -> str:
    return station.markers[0].kind if len(station.markers) == 1 else "group"


def _line_height(label: TextItem) -> float:
    return float(np.median([piece.height for piece in label.pieces or (label,)]))


def _line_confidences(label: TextItem) -> list[float]:
    return [piece.confidence for piece in label.pieces or (label,)]


def _contested(
    station: StationCandidate, label: TextItem, height: float, unnamed: Sequence[Marker]
) -> bool:
    """Tell whether a mark without a name is nearly as near to a label as the station it names."""
    shape = Polygon(label.polygon).convex_hull
    own = min(_gap(marker, label) for marker in station.markers)
    reach = min(own + _AS_NEAR * height, _FARTHEST * height)
    return any(shape.distance(Point(marker.xy)) - marker.radius <= reach for marker in unnamed)


def _gap(marker: Marker, label: TextItem) -> float:
    """Return how far a label is off a marker, px."""
    away = Polygon(label.polygon).convex_hull.distance(Point(marker.xy))
    return float(max(away - marker.radius, 0.0))
