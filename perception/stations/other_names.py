"""The other names that a station may have, as ranked alternatives with confidences."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from perception.map_graph import OtherName
from perception.stages import StationCandidate

# Weight of "none of these", against an alternative that fits as well as the name that was taken.
_NONE = 0.3
_LEAST = 0.01


def other_names(stations: Sequence[StationCandidate]) -> list[tuple[OtherName, ...]]:
    """Return the alternatives of each station, likeliest first.

    What is left of the station's own confidence is shared out among the labels that would fit it,
    by what they cost, less for one that surely names another station.

    Parameters
    ----------
    stations : sequence of StationCandidate
        As `judge_stations` returns them.
    """
    owner = {
        piece.polygon: number
        for number, station in enumerate(stations)
        if station.label is not None
        for piece in (station.label.pieces or (station.label,))
    }
    found = []
    for number, station in enumerate(stations):
        weights: dict[str, float] = {}
        for item, surplus in zip(station.alternatives, station.surplus, strict=False):
            others = {
                owner[piece.polygon] for piece in (item.pieces or (item,)) if piece.polygon in owner
            } - {number}
            claim = max((stations[other].confidence for other in others), default=0.0)
            name = item.text.strip()
            weight = float(np.exp(-max(surplus, 0.0))) * (1.0 - claim)
            weights[name] = max(weights.get(name, 0.0), weight)
        if station.label is not None:
            weights.pop(station.label.text.strip(), None)
        left = (1.0 - station.confidence) / (_NONE + sum(weights.values()))
        ranked = sorted(weights.items(), key=lambda pair: (-pair[1], pair[0]))
        found.append(
            tuple(OtherName(name, round(max(w * left, _LEAST), 4)) for name, w in ranked if name)
        )
    return found
