"""Marks outside the boxes of names: what lies in one is a sign or lettering."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from perception.markers.candidate import Candidate
from perception.markers.scene import Scene
from perception.stations.panels import Panel

# So many px beyond a mark, strokes lie on so much of the way round it.
_MEETS = 1.5
_ON_STROKES = 0.2


def outside_panels(
    scene: Scene, marks: list[Candidate], panels: Sequence[Panel], seen: Sequence[Candidate]
) -> list[Candidate]:
    """Drop what lies in the box of a name: signs for lifts, trains and parking, and lettering.

    Parameters
    ----------
    scene : Scene
        The picture.
    marks : list of Candidate
        All of them.
    panels : sequence of Panel
        The boxes.
    seen : sequence of Candidate
        What was seen as a mark; the others, boxes of codes, are marks themselves. What strokes of
        other colours surround is one as well: a park round a name looks like its box.
    """
    boxes = {panel.id: panel for panel in panels}.values()
    doubtful = {id(mark) for mark in seen}
    return [
        mark
        for mark in marks
        if id(mark) not in doubtful
        or not any(box.holds(mark.centre) and not _on_strokes(scene, mark, box) for box in boxes)
    ]


def _on_strokes(scene: Scene, mark: Candidate, panel: Panel) -> bool:
    """Tell whether strokes meet a mark that are not of a panel's colour."""
    angles = np.linspace(0.0, 2 * np.pi, 32, endpoint=False)
    away = mark.radius + _MEETS
    xs = np.rint(mark.centre[0] + away * np.cos(angles)).astype(int).clip(0, scene.shape[1] - 1)
    ys = np.rint(mark.centre[1] + away * np.sin(angles)).astype(int).clip(0, scene.shape[0] - 1)
    layers = scene.layer[ys, xs]
    return bool(((layers >= 0) & (layers != panel.color)).mean() >= _ON_STROKES)
