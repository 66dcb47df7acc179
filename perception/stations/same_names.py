"""One name at two dots near each other: one station, drawn once for each of its parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from perception.stages import StationCandidate

# How far apart the dots of one station are at most, in heights of its name.
_FARTHEST = 7.0
_FEWEST_LETTERS = 2


def join_same_names(stations: Sequence[StationCandidate]) -> list[StationCandidate]:
    """Return the stations, those near each other that bear one name made one.

    Parameters
    ----------
    stations : sequence of StationCandidate
        Any.
    """
    kept: list[StationCandidate] = []
    names: list[str] = []
    for station in stations:
        name = _key(station)
        for place, other in enumerate(kept):
            if name and name == names[place] and _near(station, other):
                first, second = sorted((other, station), key=lambda s: -s.confidence)
                kept[place] = replace(
                    first,
                    markers=first.markers + second.markers,
                    notes=tuple(dict.fromkeys(first.notes + second.notes)),
                )
                break
        else:
            kept.append(station)
            names.append(name)
    return kept


def _key(station: StationCandidate) -> str:
    """Return the letters and digits of a name, case folded; empty where they are too few."""
    text = station.label.text if station.label is not None else ""
    signs = [c.casefold() for c in text if c.isalnum()]
    return "".join(signs) if sum(c.isalpha() for c in signs) >= _FEWEST_LETTERS else ""


def _near(one: StationCandidate, other: StationCandidate) -> bool:
    if one.label is None or other.label is None:
        return False
    reach = _FARTHEST * max(one.label.height, other.label.height)
    return any(
        np.hypot(a.xy[0] - b.xy[0], a.xy[1] - b.xy[1]) - a.radius - b.radius <= reach
        for a in one.markers
        for b in other.markers
    )
