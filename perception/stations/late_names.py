"""Names left over, farther from their stations than the others: given to stations left nameless.

Something stands between them, such as the sign of another railway.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from perception.markers.candidate import Candidate
from perception.markers.scene import Scene
from perception.stations.association import Assignment
from perception.stations.founding import usual_lettering
from perception.stations.label import Label

# Widest gap, in heights of a text line; log odds of a station that surely has a name.
_FARTHEST = 9.0
_SURE = 1.5
_COST = 2.9


def with_late_names(
    scene: Scene,
    labels: Sequence[Label],
    groups: Sequence[Sequence[Candidate]],
    odds: Sequence[float],
    chosen: Assignment,
) -> Assignment:
    """Pair stations without a name with names without a station where each is nearest to the other.

    Parameters
    ----------
    scene : Scene
        The picture.
    labels : sequence of Label
        All labels.
    groups : sequence of sequence of Candidate
        The marks of each station hypothesis.
    odds : sequence of float
        Log odds of each.
    chosen : Assignment
        What was chosen.
    """
    used = [int(k) for k in chosen.label if k >= 0]
    kept = [int(s) for s in np.flatnonzero(chosen.kept)]
    bare = [s for s in kept if chosen.label[s] < 0 and odds[s] >= _SURE]
    if not bare or not used:
        return chosen
    taken = {line for k in used for line in labels[k].lines}
    free = [k for k in usual_lettering(scene, labels, used) if not taken & set(labels[k].lines)]
    if not free:
        return chosen
    gaps = {(s, k): _gap(scene, groups[s], labels[k]) for s in kept for k in free}
    label, costs = chosen.label.copy(), dict(chosen.costs)
    spent: set[int] = set()
    for (s, k), gap in sorted(
        gaps.items(), key=lambda item: (item[1], -len(labels[item[0][1]].lines))
    ):
        if gap > _FARTHEST:
            break
        nearest = all(gap <= gaps[other, k] for other in kept)
        if s in bare and label[s] < 0 and nearest and not spent & set(labels[k].lines):
            label[s] = k
            costs[s, k] = _COST
            spent |= set(labels[k].lines)
    return replace(chosen, label=label, costs=costs)


def _gap(scene: Scene, marks: Sequence[Candidate], label: Label) -> float:
    """Return the gap between the nearest of some marks and a label, heights of a text line."""
    down = label.down
    gaps = []
    for mark in marks:
        offset = np.array(mark.centre) - label.origin
        du = max(abs(float(offset @ label.along)) - label.length / 2, 0.0)
        dv = max(abs(float(offset @ down)) - label.height / 2, 0.0)
        gaps.append(max(np.hypot(du, dv) - mark.radius, 0.0))
    return float(min(gaps)) / max(1.0, scene.text_height)
