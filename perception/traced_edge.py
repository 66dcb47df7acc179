"""What the tracing stage returns."""

from __future__ import annotations

from dataclasses import dataclass

from perception.map_graph import Point


@dataclass(frozen=True, slots=True)
class TracedEdge:
    """Two stations joined by a stroke.

    Attributes
    ----------
    source, target : int
        Indices of the stations.
    layer : str
        Id of the stroke layer.
    polyline : tuple of points
        Image px, from source to target.
    confidence : float
        In [0, 1].
    passed : int
        Markers without a name on its way that were taken as no stops.
    """

    source: int
    target: int
    layer: str
    polyline: tuple[Point, ...]
    confidence: float
    passed: int = 0
