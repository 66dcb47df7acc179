"""Numbered spots: discs of one look, each with a number of its own, are marks and no badges."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from perception.markers.scene import Scene
from perception.stations.panels import Panel

# So many panels of one colour, as high as wide within this factor, of which such a share has a
# number, or letter, that no other has.
_FEWEST = 4
_SQUARE = 1.6
_DISTINCT = 0.8
_SIGNS = 3


def numbered_panels(scene: Scene, panels: Sequence[Panel | None]) -> frozenset[int]:
    """Return the ids of the panels that are numbered spots.

    Parameters
    ----------
    scene : Scene
        The picture.
    panels : sequence of Panel or None
        The panel of each text line.
    """
    of_color: dict[int, list[tuple[int, str]]] = {}
    for item, panel in zip(scene.lines, panels, strict=True):
        text = item.text.strip()
        if panel is None or not 0 < len(text) <= _SIGNS or not text.isalnum():
            continue
        sides = np.sort(np.ptp(np.asarray(panel.polygon), axis=0))
        if sides[1] <= _SQUARE * sides[0]:
            of_color.setdefault(panel.color, []).append((panel.id, text))
    found: set[int] = set()
    for spots in of_color.values():
        distinct = len({text for _, text in spots})
        if distinct >= max(_FEWEST, _DISTINCT * len(spots)):
            found |= {number for number, _ in spots}
    return frozenset(found)
