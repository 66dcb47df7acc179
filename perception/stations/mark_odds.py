"""How likely each mark, and each set of marks, is a station before its name is chosen."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from perception.markers.candidate import Candidate
from perception.markers.families import find_families, weigh_families
from perception.markers.network import find_strays
from perception.markers.scene import Scene
from perception.stations.interchanges import Hypothesis
from perception.stations.label import Label

# Log odds beyond which nothing is surer; what it tells against a mark that it stands on a stroke
# that joins nothing.
_SUREST = 3.9
_STRAY = 6.0
_REAL_NAME = 1.0


def mark_odds(
    scene: Scene,
    candidates: Sequence[Candidate],
    possible: Sequence[Hypothesis],
    labels: Sequence[Label],
    costs: dict[tuple[int, int], float],
) -> NDArray[np.float64]:
    """Return the log odds of each mark, from its look, its family and where it stands.

    Parameters
    ----------
    scene : Scene
        The picture.
    candidates : sequence of Candidate
        The marks.
    possible : sequence of Hypothesis
        Sets of marks; those of share 1 are the clusters.
    labels : sequence of Label
        Label candidates.
    costs : dict of (mark, label) to float
        From `pair_costs`.
    """
    likely = {
        k
        for k, label in enumerate(labels)
        if label.worth >= _REAL_NAME and len(label.lines) == 1 and not label.part
    }
    belief = np.array([candidate.belief for candidate in candidates])
    odds = np.log(belief / (1 - belief))
    odds += weigh_families(
        candidates,
        find_families(candidates),
        {pair: cost for pair, cost in costs.items() if pair[1] in likely},
        len(likely),
        [hypothesis.members for hypothesis in possible if hypothesis.share == 1],
    )
    odds -= _STRAY * find_strays(scene, candidates)
    return np.asarray(np.clip(odds, -_SUREST, _SUREST), np.float64)


def set_odds(odds: NDArray[np.float64], possible: Sequence[Hypothesis]) -> NDArray[np.float64]:
    """Return the log odds of each set of marks.

    What is believed of the best mark of a cluster is believed of the cluster, and is split up
    where the cluster is taken apart: parting marks makes no station surer.
    """
    believed = {
        mark: float(odds[list(hypothesis.members)].max())
        for hypothesis in possible
        if hypothesis.share == 1
        for mark in hypothesis.members
    }
    return np.array(
        [
            believed[hypothesis.members[0]]
            * (hypothesis.share if believed[hypothesis.members[0]] > 0 else 1.0)
            for hypothesis in possible
        ]
    )
