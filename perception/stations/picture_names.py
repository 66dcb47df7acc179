"""Names close to the small picture that they name: strokes that end at either end at the spot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from shapely import MultiPoint

from perception.raster import convex_hull
from perception.stages import StationCandidate, Strokes

# In heights of the name.
_CLOSE = 0.8
# In widths of the strokes: a name so high may hide them.
_HIDES = 2.5


def join_names_to_pictures(
    stations: Sequence[StationCandidate], strokes: Strokes
) -> list[StationCandidate]:
    """Return the stations, the outlines of pictures grown over the names close to them.

    A name below its picture hides the thin strokes that leave there.
    """
    widths = {layer.id: layer.width for layer in strokes.layers}
    return [_joined(station, widths) for station in stations]


def _joined(station: StationCandidate, widths: dict[str, float]) -> StationCandidate:
    label = station.label
    if label is None or len(station.markers) != 1 or station.markers[0].kind != "picture":
        return station
    marker = station.markers[0]
    pieces = label.pieces or (label,)
    high = min(piece.height for piece in pieces)
    picture = MultiPoint(marker.outline).convex_hull
    name = MultiPoint([point for piece in pieces for point in piece.polygon]).convex_hull
    thick = max((widths[layer] for layer in marker.layers if layer in widths), default=0.0)
    if picture.distance(name) > _CLOSE * high or high < _HIDES * thick:
        return station
    points = [*marker.outline, *(point for piece in pieces for point in piece.polygon)]
    outline = tuple((float(x), float(y)) for x, y in convex_hull(points).tolist())
    return replace(station, markers=(replace(marker, outline=outline),))
