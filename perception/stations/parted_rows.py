"""Lines that run over two names of one row, as another script printed beside them shows.

Where names are printed in several scripts, the rows of one script part where one name ends, and a
reading of the row below or above that runs on over that place holds two names.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from perception.markers.scene import Scene
from perception.stations.label import Label, make_label
from perception.stations.label_parts import Cut, find_cuts
from perception.stations.scripts import script_of
from perception.text_reading import TextItem, piece_of

# Rows of one block are so far apart at most, in line heights, and so nearly parallel; two lines are
# in one row if their middles are nearer than the second.
_NEXT_ROWS = 2.6
_SAME_ROW = 0.5
_PARALLEL = 0.985
# The lines of the other script may run over the cut by so many line heights.
_OVER = 0.3


def part_rows(scene: Scene) -> Scene:
    """Return the scene with such lines taken apart.

    Parameters
    ----------
    scene : Scene
        With the lines as read.
    """
    labels = [make_label(item, (i,), 1.0, 0.0) for i, item in enumerate(scene.lines)]
    scripts = [script_of(item.text) for item in scene.lines]
    lines: list[TextItem] = []
    for i, label in enumerate(labels):
        others = [x for j, x in enumerate(labels) if scripts[j] != scripts[i]]
        cuts = find_cuts(scene, label) if len(others) > 1 else []
        shown = [cut for cut in cuts if _shown(label, cut, others)]
        lines += _pieces(label, shown) if shown else [label.item]
    return replace(scene, lines=tuple(lines)) if len(lines) > len(labels) else scene


def _shown(label: Label, cut: Cut, others: Sequence[Label]) -> bool:
    """Tell whether two lines of one row beside a line part where it is cut."""
    down = label.down
    height = label.line_height
    at = (cut.place - 0.5) * label.length
    before: list[float] = []
    after: list[float] = []
    for other in others:
        offset = other.origin - label.origin
        step, shift = float(offset @ down), float(offset @ label.along)
        if float(label.along @ other.along) < _PARALLEL or not (
            _SAME_ROW * height < abs(step) < _NEXT_ROWS * height
        ):
            continue
        start, end = shift - other.length / 2, shift + other.length / 2
        if end <= at + _OVER * height and end > -label.length / 2:
            before.append(step)
        elif start >= at - _OVER * height and start < label.length / 2:
            after.append(step)
        elif start < at < end:
            return False
    return any(abs(a - b) < _SAME_ROW * height for a in before for b in after)


def _pieces(label: Label, cuts: Sequence[Cut]) -> list[TextItem]:
    """Return a line cut into pieces."""
    text = label.item.text
    ends = [(0, 0.0), *((cut.signs, cut.place) for cut in cuts), (len(text), 1.0)]
    return [
        piece_of(label.item, text[first:last], start, end)
        for (first, start), (last, end) in pairwise(ends)
    ]
