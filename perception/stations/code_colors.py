"""Lines whose colours the codes at names have: the name's station lies on them.

"TB 12" in a blue box, "TC 05" in a red one: these are the station's codes on the blue line and on
the red one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from perception.markers.flat_colors import to_lab
from perception.markers.scene import Scene
from perception.raster import fill_polygons
from perception.stations.label import Polygon

# A line's colour takes so much of a code's box; it is met so exactly (CIE76).
_SHARE = 0.2
_EXACT = 12.0
# So many names have codes in colours, and so many of those with codes.
_FEWEST = 5
_MANY = 0.6


def code_layers(
    scene: Scene, places: Mapping[int, Sequence[Polygon]]
) -> dict[int, tuple[int, ...]]:
    """Return the layers whose colours the codes of each text line have; none where most have none.

    Parameters
    ----------
    scene : Scene
        The picture.
    places : mapping of int to sequence of polygons
        Where the codes of a line are, px, the line itself left out.
    """
    present = np.flatnonzero(scene.present)
    if not len(present):
        return {}
    lab = to_lab(scene.colors)
    apart = np.linalg.norm(lab[:, None] - lab[present], axis=2)
    layer = np.where(apart.min(axis=1) < _EXACT, present[apart.argmin(axis=1)], -1)
    found: dict[int, tuple[int, ...]] = {}
    for line, polygons in places.items():
        served: set[int] = set()
        for polygon in polygons:
            corners = np.asarray(polygon, np.float64)
            low = np.maximum(np.floor(corners.min(axis=0)).astype(int), 0)
            high = np.ceil(corners.max(axis=0)).astype(int) + 1
            flat = scene.labels[low[1] : high[1], low[0] : high[0]]
            if not flat.size:
                continue
            inside = fill_polygons(flat.shape, [corners - low])
            kinds = flat[inside & (flat >= 0)]
            counts = np.bincount(layer[kinds][layer[kinds] >= 0], minlength=len(lab))
            served |= {int(k) for k in np.flatnonzero(counts >= _SHARE * max(inside.sum(), 1))}
        if served:
            found[line] = tuple(sorted(served))
    return found if len(found) >= max(_FEWEST, _MANY * len(places)) else {}
