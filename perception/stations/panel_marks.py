"""Boxes that are the stations: filled patches round names, at which the strokes end.

Beside the stations of a line, a name's box is no mark; the map has marks of its own then.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from perception.markers.candidate import Candidate
from perception.markers.scene import Scene
from perception.stations.panels import Panel, is_badge

# So many boxes, and of them so many that strokes meet; so few other marks, as a share of them.
_FEWEST = 4
_MET = 0.7
_OTHERS = 0.4
_SURE = 0.5
# Kinds that are found at any stroke that ends, bends or narrows.
_WEAK = ("tick", "bend", "gap", "bulge")
# A rim of a stroke's colour is at most so wide; of its border so much is a stroke's.
_RIM = 8
_RIMMED = 0.35
# Strokes meet a box within so many px.
_MEETS = 3
_BELIEF = 0.75


def with_panel_marks(
    scene: Scene, panels: Sequence[Panel | None], marks: list[Candidate]
) -> list[Candidate]:
    """Return the marks, and with them the boxes that names stand in where these are the stations.

    Parameters
    ----------
    scene : Scene
        The picture.
    panels : sequence of Panel or None
        The box of each text line.
    marks : sequence of Candidate
        Those that were found; what lies at a box that is a station goes.
    """
    named = _named(scene, panels)
    if len(named) < _FEWEST:
        return marks
    boxes = [_grown(scene, panel) for panel in named]
    found = []
    for panel, box in zip(named, boxes, strict=True):
        layers = _layers_at(scene, box)
        if layers:
            found.append(_mark(panel, box, layers))
    others = [
        m
        for m in marks
        if m.kind not in _WEAK and m.belief > _SURE and not any(_within(m, box) for box in boxes)
    ]
    if len(found) < _MET * len(named) or len(others) > _OTHERS * len(found):
        return marks
    return [*found, *(m for m in marks if not any(_within(m, box) for box in boxes))]


def _named(scene: Scene, panels: Sequence[Panel | None]) -> list[Panel]:
    """Return the boxes that hold words."""
    found: dict[int, Panel] = {}
    for item, panel in zip(scene.lines, panels, strict=True):
        if panel is not None and not is_badge(item, panel, len(scene.widths)):
            found[panel.id] = panel
    return [found[number] for number in sorted(found)]


def _grown(scene: Scene, panel: Panel) -> NDArray[np.float64]:
    """Return x0, y0, x1, y1 of a box with its rim."""
    box = np.array(panel.box, np.float64)
    outward = np.array([-1.0, -1.0, 1.0, 1.0])
    for rim in range(_RIM):
        around = _border(scene, box + outward * (rim + 0.5))
        if float((around >= 0).mean()) < _RIMMED:
            return np.asarray(box + outward * (rim + 1.0), np.float64)
    return np.asarray(box + outward, np.float64)


def _border(scene: Scene, box: NDArray[np.float64]) -> NDArray[np.int16]:
    """Return the layers along the border of a box, clockwise."""
    height, width = scene.shape
    x0, y0 = np.clip(np.rint(box[:2]).astype(int), 0, (width - 1, height - 1))
    x1, y1 = np.clip(np.rint(box[2:]).astype(int), 0, (width - 1, height - 1))
    sides = (
        scene.layer[y0, x0:x1],
        scene.layer[y0:y1, x1],
        scene.layer[y1, x1:x0:-1],
        scene.layer[y1:y0:-1, x0],
    )
    return np.asarray(np.concatenate(sides), np.int16)


def _layers_at(scene: Scene, box: NDArray[np.float64]) -> tuple[int, ...]:
    """Return the layers of the strokes that meet a box."""
    outward = np.array([-1.0, -1.0, 1.0, 1.0])
    met: set[int] = set()
    for away in range(1, _MEETS + 1):
        around = _border(scene, box + away * outward)
        met |= set(np.unique(around[around >= 0]).tolist())
    return tuple(sorted(met))


def _within(mark: Candidate, box: NDArray[np.float64]) -> bool:
    x, y = mark.centre
    slack = 2.0 + mark.radius * (mark.kind in _WEAK)
    return bool(box[0] - slack <= x <= box[2] + slack and box[1] - slack <= y <= box[3] + slack)


def _mark(panel: Panel, box: NDArray[np.float64], layers: tuple[int, ...]) -> Candidate:
    x0, y0, x1, y1 = (float(v) for v in box)
    wide, high = x1 - x0, y1 - y0
    return Candidate(
        centre=((x0 + x1) / 2, (y0 + y1) / 2),
        kind="box",
        size=float(np.sqrt(wide * high)),
        outline=np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)]),
        layers=layers,
        color=panel.color,
        rim_color=-1,
        rim=0.0,
        elongation=max(wide, high) / max(min(wide, high), 1.0),
        belief=_BELIEF,
    )
