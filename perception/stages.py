"""What the geometric stages hand to each other.

All masks are bool arrays of shape (height, width); all coordinates are image px (origin top left,
x right, y down).
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from perception.map_graph import Point
from perception.text_reading import TextItem

Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class StrokeLayer:
    """All strokes of one colour: one drawn line, or several that share the colour.

    Attributes
    ----------
    id : str
        Unique in its picture, e.g. "L0".
    color : tuple of int
        Median sRGB of the flat pixels, 0 to 255.
    mask : (H, W) bool array
        Pixels of the strokes (legend samples, text, areas and rivers left out).
    width : float
        Usual stroke width, px.
    state : str
        "open" or "future" (pale, hatched).
    dashed : bool
        Whether the strokes are dashes.
    confidence : float
        That these strokes are a line of the map, in [0, 1].
    """

    id: str
    color: tuple[int, int, int]
    mask: Mask
    width: float
    state: str = "open"
    dashed: bool = False
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class Strokes:
    """The stroke layers of one picture.

    Attributes
    ----------
    layers : tuple of StrokeLayer
        Most pixels first.
    background : tuple of int
        sRGB of the largest flat area.
    legend : tuple of (str, tuple of float)
        Line names with the box (x0, y0, x1, y1) of the colour sample they stand beside,
        keyed by layer id: `(layer_id, name, box)`.
    ground : (H, W) bool array or None
        Where nothing but the background and wide areas (parks, water, panels) is drawn: there a
        stroke would be seen.
    inside : (H, W) bool array or None
        Stripes and fields of other colours inside the strokes of lines of two tones.
    """

    layers: tuple[StrokeLayer, ...]
    background: tuple[int, int, int] = (255, 255, 255)
    legend: tuple[tuple[str, str, tuple[float, float, float, float]], ...] = ()
    ground: Mask | None = None
    inside: Mask | None = None


@dataclass(frozen=True, slots=True)
class Marker:
    """One drawn mark of a station.

    Attributes
    ----------
    xy : tuple of float
        Centre, image px.
    radius : float
        Half of its larger extent, px.
    kind : str
        "dot", "ring", "square", "gap", "bulge", "capsule", "tick", "box", "icon", "picture" or
        "bend".
    outline : tuple of points
        Polygon of its region, image px; a stroke that enters it stops there.
    layers : tuple of str
        Ids of the stroke layers that touch it.
    confidence : float
        In [0, 1].
    """

    xy: Point
    radius: float
    kind: str
    outline: tuple[Point, ...] = ()
    layers: tuple[str, ...] = ()
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class StationCandidate:
    """A station: one marker or a group that forms one interchange, with its label.

    Attributes
    ----------
    markers : tuple of Marker
        At least one.
    label : TextItem or None
        The text taken as its name.
    alternatives : tuple of TextItem
        Other labels that would fit, best first.
    confidence : float
        In [0, 1].
    surplus : tuple of float
        How much more each alternative costs than the label that was taken (or none), in heights of
        a text line; less than 0 where another station has a better claim to it.
    shares : tuple of (TextItem, tuple of str)
        Where lines have stations of different names here, each name with the ids of its layers;
        `label` is the first of them. Else empty.
    """

    markers: tuple[Marker, ...]
    label: TextItem | None = None
    alternatives: tuple[TextItem, ...] = ()
    confidence: float = 1.0
    notes: tuple[str, ...] = field(default=())
    surplus: tuple[float, ...] = ()
    shares: tuple[tuple[TextItem, tuple[str, ...]], ...] = ()
