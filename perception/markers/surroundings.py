"""What lies round a blob: its rim, the lines that touch or enclose it, the ground."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from perception.markers.scene import Scene
from perception.raster import inner_distance
from perception.stages import Mask

_SECTORS = 36


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What is seen from a blob outward, in all directions; lengths in scene px.

    Attributes
    ----------
    rim : float
        Width of the rim; 0 where there is none.
    rim_color : int
        Flat colour of the rim; -1 where there is none, or where it is too thin to have one.
    ringed : float
        Share of directions in which the rim's colour comes first.
    enclosed : float
        Share of directions in which the first thing outside is a line.
    contact : float
        Share of directions in which a line lies directly outside the rim.
    wall : float
        Usual thickness of the line that encloses it, seen from it; 0 where none does.
    outside : float
        Share of the near surroundings, lines left out, in its own flat colour.
    layers : tuple of int
        Layers that touch it; empty where none does.
    arcs : tuple of (float, float)
        Directions of the contacts: centre and span, rad.
    """

    rim: float = 0.0
    rim_color: int = -1
    ringed: float = 0.0
    enclosed: float = 0.0
    contact: float = 0.0
    wall: float = 0.0
    outside: float = 0.0
    layers: tuple[int, ...] = ()
    arcs: tuple[tuple[float, float], ...] = ()


def look_around(
    scene: Scene,
    strokes: NDArray[np.int16],
    window: tuple[slice, slice],
    filled: Mask,
    centre: tuple[float, float],
    color: int,
) -> Surroundings:
    """Look outward from a blob in all directions: rim, ground, lines.

    Parameters
    ----------
    scene : Scene
        The picture.
    strokes : (h, w) int16 array
        Layer of each pixel of the window, -1 where none is.
    window : tuple of slice
        Rows and columns of the scene that hold the blob and what is near it.
    filled : (h, w) bool array
        Pixels of the blob, its holes filled.
    centre : tuple of float
        Of the blob, px of the window.
    color : int
        Index of its flat colour.
    """
    distance = inner_distance(~filled)
    size = float(np.sqrt(filled.sum()))
    reach = max(0.8 * scene.width, 0.5 * size) + 3.0
    ys, xs = np.nonzero((distance > 0) & (distance <= reach))
    far = distance[ys, xs]
    flat = scene.labels[window][ys, xs]
    line = strokes[ys, xs]
    angle = np.arctan2(ys - centre[1], xs - centre[0])
    sector = ((angle + np.pi) / (2 * np.pi) * _SECTORS).astype(int) % _SECTORS
    to_line = np.full(_SECTORS, np.inf)
    np.minimum.at(to_line, sector[line >= 0], far[line >= 0])
    ground = (flat == scene.background) & (far > 1.5)
    to_ground = np.full(_SECTORS, np.inf)
    np.minimum.at(to_ground, sector[ground], far[ground])
    # Of a disc in the colour of a dashed line, that line may be a gap and a rim away.
    near_enough = max(0.2 * size, scene.dash_gaps[color] if color < len(scene.widths) else 0.0)
    near_enough += 2.5
    touching = np.isfinite(to_line) & (to_line <= np.maximum(near_enough, to_ground + 0.5))
    if not touching.any():
        return Surroundings()
    rim = max(0.0, float(np.median(to_line[touching])) - 1.0)
    open_ground = flat[(line < 0) & (far > 2.0)]
    near = (line >= 0) & (far <= to_line[sector] + 1.5) & touching[sector]
    counts = np.bincount(line[near], minlength=len(scene.widths))
    within = flat[(far > 1.0) & (far <= max(2.3, rim)) & (line < 0) & (flat >= 0)]
    kinds = np.bincount(within, minlength=len(scene.colors))
    uniform = len(within) > 0 and kinds.max() >= 0.6 * len(within)
    rim_color = int(kinds.argmax()) if uniform else -1
    drawn = (flat == rim_color) & (far <= rim + 2.0)
    ring = np.bincount(sector[drawn], minlength=_SECTORS) > 0
    return Surroundings(
        rim=rim,
        rim_color=rim_color,
        ringed=float(ring.mean()) if uniform else 0.0,
        enclosed=float((to_line <= 2.5).mean()),
        contact=float(touching.mean()),
        wall=_wall(to_line, sector, far, line),
        outside=float((open_ground == color).mean()) if len(open_ground) else 0.0,
        layers=tuple(int(i) for i in np.flatnonzero(counts >= max(1.0, 0.15 * counts.max()))),
        arcs=_arcs(touching),
    )


def _wall(
    to_line: NDArray[np.float64],
    sector: NDArray[np.int64],
    far: NDArray[np.float32],
    line: NDArray[np.int16],
) -> float:
    """Return the median thickness of the line met first, over the directions that meet one."""
    met = np.isfinite(to_line)
    if not met.any():
        return 0.0
    behind = (line < 0) & (far > to_line[sector])
    to_end = np.full(_SECTORS, float(far.max()) + 1.0)
    np.minimum.at(to_end, sector[behind], far[behind])
    return float(np.median(to_end[met] - to_line[met]))


def _arcs(touching: NDArray[np.bool_]) -> tuple[tuple[float, float], ...]:
    """Return centre and span (rad) of each run of sectors that touch, round the circle."""
    if touching.all():
        return ((0.0, 2 * np.pi),)
    start = int(np.flatnonzero(~touching)[0])
    turned = np.roll(touching, -start)
    edges = np.flatnonzero(np.diff(np.concatenate([[0], turned.astype(int), [0]])))
    arcs = []
    for begin, end in zip(edges[::2], edges[1::2], strict=True):
        middle = (begin + end) / 2.0 + start
        centre = middle / _SECTORS * 2 * np.pi - np.pi
        arcs.append(
            (
                float((centre + np.pi) % (2 * np.pi) - np.pi),
                float((end - begin) / _SECTORS * 2 * np.pi),
            )
        )
    return tuple(arcs)
