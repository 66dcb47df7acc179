"""A possible marker, in the form that all detectors share."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from perception.raster import convex_hull


@dataclass(frozen=True, slots=True)
class Candidate:
    """A possible marker; lengths in scene px.

    Attributes
    ----------
    centre : tuple of float
        Of its area.
    kind : str
        As `perception.stages.Marker.kind`.
    size : float
        Root of its area, without its rim.
    outline : (N, 2) float array
        Convex border, with its rim.
    layers : tuple of int
        Indices of the layers that touch it.
    color, rim_color : int
        Flat colours; -1 where none.
    rim : float
        Width of the rim.
    elongation : float
        Longer side over shorter side.
    belief : float
        That it is a marker, in [0, 1].
    """

    centre: tuple[float, float]
    kind: str
    size: float
    outline: NDArray[np.float64]
    layers: tuple[int, ...]
    color: int
    rim_color: int
    rim: float
    elongation: float
    belief: float

    @property
    def radius(self) -> float:
        """Half of the larger extent, scene px."""
        return float(np.linalg.norm(self.outline - np.array(self.centre), axis=1).max())


def grow(
    contour: NDArray[np.float64], centre: tuple[float, float], by: float
) -> NDArray[np.float64]:
    """Return the convex hull of a contour, moved outward by some px."""
    hull = convex_hull(contour)
    away = hull - np.array(centre)
    length = np.maximum(np.linalg.norm(away, axis=1, keepdims=True), 1e-6)
    return np.asarray(hull + away / length * by, np.float64)
