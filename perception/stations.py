"""Stations: markers found, grouped and named."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from perception.association import SUREST, Assignment, choose, group_costs, pair_costs
from perception.interchanges import find_links, hypotheses
from perception.labels import Label, label_candidates, rejoin
from perception.markers.candidates import Candidate
from perception.markers.families import find_families, weigh_families
from perception.markers.find import find_candidates
from perception.markers.network import find_strays
from perception.markers.scene import Scene, build_scene, is_lettering, scale_item
from perception.panels import Panel, find_panels, is_badge
from perception.placement import placement_gains
from perception.stages import Marker, StationCandidate, Strokes
from perception.text_reading import TextItem, TextReading

# What it tells against a mark that it stands on a stroke that joins nothing, in log odds.
_STRAY = 6.0


def find_stations(
    picture: NDArray[np.uint8], reading: TextReading, strokes: Strokes
) -> tuple[StationCandidate, ...]:
    """Find the stations of a map with their names.

    Parameters
    ----------
    picture : (H, W, 3) uint8 array
        sRGB.
    reading : TextReading
        Text lines, image px.
    strokes : Strokes
        Stroke layers with masks of shape (H, W).

    Returns
    -------
    tuple of StationCandidate
        Top to bottom, then left to right; image px.
    """
    if not strokes.layers:
        return ()
    scene = build_scene(picture, reading, strokes)
    panels = find_panels(scene)
    candidates = outside_panels(find_candidates(scene), panels)
    possible, exclusive = hypotheses(len(candidates), find_links(scene, candidates))
    groups = [hypothesis.members for hypothesis in possible]
    worths = line_worths(scene, panels, strokes)
    boxes = [None if panel is None else (panel.id, panel.polygon) for panel in panels]
    labels = label_candidates(scene.lines, worths, boxes)
    single = pair_costs(scene, candidates, labels)
    likely = {k for k, label in enumerate(labels) if label.worth >= 1.0 and len(label.lines) == 1}
    correction = weigh_families(
        candidates,
        find_families(candidates),
        {key: cost for key, cost in single.items() if key[1] in likely},
        len(likely),
        [h.members for h in possible if h.share == 1.0],
    )
    correction -= _STRAY * find_strays(scene, candidates)
    odds = np.array([np.log(c.belief / (1 - c.belief)) for c in candidates]) + correction
    odds = np.clip(odds, -SUREST, SUREST)
    # what is believed of marks that touch is believed of them together
    believed = {m: odds[list(h.members)].max() for h in possible if h.share == 1 for m in h.members}
    group_odds = np.array(
        [believed[h.members[0]] * (h.share if believed[h.members[0]] > 0 else 1) for h in possible]
    )
    costs = group_costs(single, groups)
    penalties = np.array([hypothesis.penalty for hypothesis in possible])
    chosen = choose(group_odds, labels, costs, penalties, exclusive)
    gains = placement_gains(
        candidates, labels, list(single), chosen_pairs(groups, single, chosen), scene.text_height
    )
    more = rejoin(labels, [int(k) for k in chosen.label if k >= 0])
    single = {
        (mark, k): more[k] + max(min(cost, labels[k].strain), cost - gains.get((mark, k), 0.0))
        for (mark, k), cost in single.items()
    }
    costs = group_costs(single, groups)
    chosen = choose(group_odds, labels, costs, penalties, exclusive)
    beliefs = 1 / (1 + np.exp(-group_odds))
    found = [
        _station(scene, [candidates[i] for i in groups[s]], labels, chosen, int(s), beliefs[s])
        for s in np.flatnonzero(chosen.kept)
    ]
    return tuple(sorted(found, key=lambda s: (s.markers[0].xy[1], s.markers[0].xy[0])))


def chosen_pairs(
    groups: list[tuple[int, ...]], single: dict[tuple[int, int], float], chosen: Assignment
) -> list[tuple[int, int]]:
    """Return the chosen pairs of mark and label: each station's mark nearest to its label."""
    pairs = []
    for station in np.flatnonzero(chosen.label >= 0):
        label = int(chosen.label[station])
        marks = [m for m in groups[station] if (m, label) in single]
        pairs.append((min(marks, key=lambda m: single[m, label]), label))
    return pairs


def outside_panels(candidates: list[Candidate], panels: list[Panel | None]) -> list[Candidate]:
    """Drop what lies in the box of a name: signs for lifts, trains and parking, and lettering."""
    boxes = sorted({panel.box for panel in panels if panel is not None})
    return [
        c
        for c in candidates
        if not any(x0 <= c.centre[0] <= x1 and y0 <= c.centre[1] <= y1 for x0, y0, x1, y1 in boxes)
    ]


def line_worths(scene: Scene, panels: list[Panel | None], strokes: Strokes) -> list[float]:
    """Return what each text line is worth as a station's name; 0 where it cannot be one."""
    samples = [(name, tuple(v * scene.scale for v in box)) for _, name, box in strokes.legend]
    worths = []
    for item, panel in zip(scene.lines, panels, strict=True):
        letters = [c for c in item.text if c.isalpha()]
        if not is_lettering(item) or not letters or _beside_sample(item, samples):
            worths.append(0.0)
            continue
        worth = 2.0
        ratio = item.height / max(scene.text_height, 1.0)
        if not 0.55 < ratio < 1.7:
            worth = 0.5
        if is_badge(item, panel, len(scene.layer_ids)):
            worth = 0.2
        elif len(letters) < 2:
            worth = min(worth, 0.5)
        worths.append(worth * (0.5 + 0.5 * item.confidence))
    return worths


def _beside_sample(item: TextItem, samples: list[tuple[str, tuple[float, ...]]]) -> bool:
    corners = np.asarray(item.polygon)
    left, top = corners.min(axis=0)
    bottom = corners[:, 1].max()
    for name, (_, y0, x1, y1) in samples:
        level = abs((y0 + y1) / 2 - (top + bottom) / 2) < bottom - top
        if item.text == name and level and -0.5 * (bottom - top) < left - x1 < 4 * (bottom - top):
            return True
    return False


def _station(
    scene: Scene,
    members: list[Candidate],
    labels: list[Label],
    chosen: Assignment,
    station: int,
    belief: float,
) -> StationCandidate:
    taken = int(chosen.label[station])
    others = sorted(
        (cost, k) for (s, k), cost in chosen.costs.items() if s == station and k != taken
    )
    confidence = belief
    if taken < 0:
        confidence *= 0.5
    else:
        own = chosen.costs[station, taken]
        margin = (others[0][0] - own) if others else 2.0
        confidence = float(np.clip(0.5 * belief + 0.25 + 0.25 * np.tanh(margin), 0.05, 0.99))
    return StationCandidate(
        markers=tuple(_marker(scene, member) for member in members),
        label=scale_item(labels[taken].item, 1 / scene.scale) if taken >= 0 else None,
        alternatives=tuple(
            scale_item(labels[k].item, 1 / scene.scale) for cost, k in others[:3] if cost < 3.0
        ),
        confidence=float(confidence),
    )


def _marker(scene: Scene, candidate: Candidate) -> Marker:
    back = 1 / scene.scale
    return Marker(
        xy=(candidate.centre[0] * back, candidate.centre[1] * back),
        radius=candidate.radius * back,
        kind=candidate.kind,
        outline=tuple((float(x) * back, float(y) * back) for x, y in candidate.outline),
        layers=tuple(scene.layer_ids[i] for i in candidate.layers),
        confidence=candidate.belief,
    )
