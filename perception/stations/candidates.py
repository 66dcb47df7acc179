"""Stations as the later stages get them: image px, their other names, how sure they are."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from perception.markers.candidate import Candidate
from perception.markers.scene import Scene, scale_item
from perception.stages import Marker, StationCandidate
from perception.stations.association import NAMELESS, Assignment
from perception.stations.label import Label
from perception.text_reading import TextItem

# Other labels are named as alternatives up to this cost.
_STILL_FITS = 3.0
_ALTERNATIVES = 4

NO_MARK = "no mark drawn"
"""Note of a station that only its name tells of."""


def founded(
    scene: Scene, labels: Sequence[Label], found: Sequence[tuple[Candidate, int]]
) -> list[StationCandidate]:
    """Return the stations that only their names tell of."""
    return [
        StationCandidate(
            markers=(_marker(scene, mark),),
            label=scale_item(labels[k].item, 1 / scene.scale),
            confidence=mark.belief,
            notes=(NO_MARK,),
        )
        for mark, k in found
    ]


def chosen_station(
    scene: Scene,
    members: Sequence[Candidate],
    labels: Sequence[Label],
    chosen: Assignment,
    station: int,
    odds: float,
) -> StationCandidate:
    """Return the station of some marks, with the name that was chosen and those that would fit."""
    taken = int(chosen.label[station])
    others = sorted(
        (cost, k)
        for (s, k), cost in chosen.costs.items()
        if s == station and k != taken and not _is_part_of(labels, k, taken)
    )
    belief = 1 / (1 + np.exp(-odds))
    confidence = 0.5 * belief
    if taken >= 0:
        margin = others[0][0] - chosen.costs[station, taken] if others else _STILL_FITS
        confidence += 0.25 + 0.25 * np.tanh(margin)
    back = 1 / scene.scale
    others = [(cost, k) for cost, k in others[:_ALTERNATIVES] if cost < _STILL_FITS]
    base = chosen.costs[station, taken] if taken >= 0 else NAMELESS
    return StationCandidate(
        markers=tuple(_marker(scene, member) for member in members),
        label=scale_item(labels[taken].item, back) if taken >= 0 else None,
        alternatives=tuple(scale_item(labels[k].item, back) for _, k in others),
        confidence=float(np.clip(confidence, 0.01, 0.99)),
        notes=(NO_MARK,) if members[0].kind == "bend" else (),
        surplus=tuple(round(cost - base, 3) for cost, _ in others),
        shares=_shares(scene, members, labels, (taken, *chosen.further.get(station, ()))),
    )


def _shares(
    scene: Scene, members: Sequence[Candidate], labels: Sequence[Label], names: Sequence[int]
) -> tuple[tuple[TextItem, tuple[str, ...]], ...]:
    """Return the names of an interchange of several, each with the ids of its layers.

    A line in whose colour no name is printed goes with the name in no line's colour, else with the
    first.
    """
    if len(names) < 2:
        return ()
    layers = sorted({i for member in members for i in member.layers})
    owner = {labels[k].ink: k for k in reversed(names) if labels[k].ink in layers}
    rest = next((k for k in names if labels[k].ink not in layers), names[0])
    return tuple(
        (
            scale_item(labels[k].item, 1 / scene.scale),
            tuple(scene.layer_ids[i] for i in layers if owner.get(i, rest) == k),
        )
        for k in names
    )


def _is_part_of(labels: Sequence[Label], k: int, whole: int) -> bool:
    return whole >= 0 and labels[k].part and set(labels[k].atoms) < set(labels[whole].atoms)


def _marker(scene: Scene, mark: Candidate) -> Marker:
    back = 1 / scene.scale
    return Marker(
        xy=(mark.centre[0] * back, mark.centre[1] * back),
        radius=mark.radius * back,
        kind=mark.kind,
        outline=tuple((float(x) * back, float(y) * back) for x, y in mark.outline),
        layers=tuple(scene.layer_ids[i] for i in mark.layers),
        confidence=mark.belief,
    )
