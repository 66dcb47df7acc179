"""Stations: marks found, grouped and named.

Marks and names are chosen together: a mark without a name costs, so does a name without a mark,
and what a mark looks like only says how much.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from perception.markers.candidate import Candidate
from perception.markers.find import find_candidates
from perception.markers.frames import find_frames
from perception.markers.scene import Scene, build_scene, scale_item
from perception.stages import StationCandidate, Strokes
from perception.stations.association import (
    FARTHEST,
    FARTHEST_NAMED,
    Assignment,
    choose,
    group_costs,
    pair_costs,
)
from perception.stations.candidates import chosen_station, founded
from perception.stations.code_colors import code_layers
from perception.stations.code_marks import with_code_marks
from perception.stations.founding import found_stations, sure_names
from perception.stations.founding_named import BEND_ODDS, complete, offered_bends
from perception.stations.index_numbers import without_indices
from perception.stations.interchanges import Hypothesis, find_links, hypotheses
from perception.stations.label import Label, Polygon
from perception.stations.label_parts import with_parts
from perception.stations.label_worth import line_worths
from perception.stations.labels import label_candidates
from perception.stations.late_names import with_late_names
from perception.stations.line_inks import line_inks, part_inks
from perception.stations.manner import manner_costs
from perception.stations.mark_odds import mark_odds, set_odds
from perception.stations.names_as_marks import take_names_as_marks
from perception.stations.numbered_panels import numbered_panels
from perception.stations.outside_panels import outside_panels
from perception.stations.panel_marks import with_panel_marks
from perception.stations.panels import Panel, find_panels
from perception.stations.parted_rows import part_rows
from perception.stations.picture_names import join_names_to_pictures
from perception.stations.placement import placement_gains
from perception.stations.rejoining import rejoin
from perception.stations.same_names import join_same_names
from perception.stations.shared_boxes import without_wide_boxes
from perception.stations.station_codes import (
    find_codes,
    with_capitals,
    with_codes,
    with_one_code,
)
from perception.stations.vocabulary import NamedLabels, Vocabulary, named_labels
from perception.text_reading import TextReading

# Where so many names usually cost more than this, names stand far from their marks.
_FEWEST = 5
_NEAR = 0.4
_WIDER = 1.5

# How often names are chosen anew with what the choice before tells.
_TIMES = 2

_Costs = dict[tuple[int, int], float]


def find_stations(
    picture: NDArray[np.uint8],
    reading: TextReading,
    strokes: Strokes,
    vocabulary: Vocabulary | None = None,
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
    vocabulary : Vocabulary, optional
        All names there are, where they are known: no others are given then.

    Returns
    -------
    tuple of StationCandidate
        Top to bottom, then left to right; image px. Marks that are surely drawn but have no name
        are kept without a label; names that stand at a line without a mark get one of kind
        "bend" and a low confidence.
    """
    if not strokes.layers:
        return ()
    scene = build_scene(picture, reading, strokes)
    scene = part_inks(scene)
    if vocabulary is None:
        scene = part_rows(scene)
    scene = replace(scene, lines=with_capitals(scene.lines))
    whole = scene.lines
    scene = replace(scene, lines=without_indices(whole))
    inks = line_inks(scene, scene.lines)
    panels = find_panels(scene)
    seen = find_candidates(scene)
    marks = with_code_marks(replace(scene, lines=whole), seen)
    boxed = with_panel_marks(scene, panels, marks)
    spots = numbered_panels(scene, panels)
    badges = [panel for panel in panels if panel is not None and panel.id not in spots]
    marks = boxed if boxed is not marks else outside_panels(scene, marks, badges, seen)
    frames = find_frames(scene, marks)
    marks = [mark for mark in marks if not any(mark is frame for frame in frames)]
    possible, exclusive = hypotheses(len(marks), find_links(scene, marks))
    boxes = _boxes(scene, panels, frames)
    named = named_labels(scene.lines, vocabulary, boxes, inks) if vocabulary is not None else None
    codes = find_codes(whole, scene.lines, marks)
    if named is not None:
        labels = named.labels
    else:
        worths = line_worths(scene, panels, strokes)
        beside = {} if codes.above else codes.boxes
        labels = label_candidates(scene.lines, worths, boxes, inks, beside)
        labels = with_parts(scene, labels, [box is not None for box in boxes])
    if named is None:
        labels = with_one_code(labels, scene.lines, codes)
    labels = with_codes(labels, codes, code_layers(scene, codes.boxes))
    costs = pair_costs(scene, marks, labels, FARTHEST if named is None else FARTHEST_NAMED)
    odds = set_odds(mark_odds(scene, marks, possible, labels, costs), possible)
    if named is not None:
        bends = offered_bends(scene, named, marks)
        marks, odds, costs = _with_bends(scene, marks, odds, costs, named, bends)
        possible += [Hypothesis((len(marks) - n,), 0.0, 1.0) for n in range(len(bends), 0, -1)]
    chosen = _choose_twice(scene, marks, labels, possible, exclusive, odds, costs, named)
    groups = [[marks[m] for m in hypothesis.members] for hypothesis in possible]
    if named is None:
        chosen = with_late_names(scene, labels, groups, odds.tolist(), chosen)
    used = [int(k) for k in chosen.label if k >= 0]
    used += [k for ks in chosen.further.values() for k in ks]
    kept = [
        chosen_station(scene, groups[s], labels, chosen, int(s), odds[s])
        for s in np.flatnonzero(chosen.kept)
    ]
    if named is not None and vocabulary is not None:
        read = {line for k in used for line in labels[k].lines}
        unread = [
            scale_item(item, 1 / scene.scale) for i, item in enumerate(scene.lines) if i not in read
        ]
        kept = complete(kept, vocabulary.names, unread)
    else:
        standing = [mark for s in np.flatnonzero(chosen.kept) for mark in groups[s]]
        lines = {line for k in used for line in labels[k].lines}
        kept += founded(scene, labels, found_stations(scene, labels, used, lines, standing))
        if not used:
            # A map of names and strokes alone; a page of text has no strokes that end at names.
            alone = found_stations(scene, labels, sure_names(labels), (), standing)
            bare = founded(scene, labels, alone)
            marked = take_names_as_marks(bare, strokes)
            kept += marked if marked != bare else []
    kept = sorted(kept, key=lambda s: (s.markers[0].xy[1], s.markers[0].xy[0]))
    kept = take_names_as_marks(join_same_names(kept), strokes)
    return tuple(join_names_to_pictures(kept, strokes))


def _with_bends(
    scene: Scene,
    marks: Sequence[Candidate],
    odds: NDArray[np.float64],
    costs: _Costs,
    named: NamedLabels,
    bends: Sequence[tuple[Candidate, int]],
) -> tuple[list[Candidate], NDArray[np.float64], _Costs]:
    """Return marks, odds and costs with those of the bends, each for the name it was made for."""
    added = [mark for mark, _ in bends]
    single = pair_costs(scene, added, named.labels, FARTHEST_NAMED)
    own = {
        (number + len(marks), k): cost
        for (number, k), cost in single.items()
        if named.names[k] == named.names[bends[number][1]]
    }
    both = np.concatenate([odds, np.full(len(added), BEND_ODDS)])
    return [*marks, *added], both, costs | own


def _choose_twice(
    scene: Scene,
    marks: Sequence[Candidate],
    labels: Sequence[Label],
    possible: Sequence[Hypothesis],
    exclusive: Sequence[tuple[int, ...]],
    odds: NDArray[np.float64],
    costs: _Costs,
    named: NamedLabels | None,
) -> Assignment:
    """Choose stations and names, and again with what the first choice tells of the map's manner."""
    groups = [hypothesis.members for hypothesis in possible]
    penalties = np.array([hypothesis.penalty for hypothesis in possible])
    lines_of = [tuple(sorted({i for m in group for i in marks[m].layers})) for group in groups]
    first = choose(odds, labels, group_costs(costs, groups), penalties, exclusive, named, lines_of)
    pairs = _pairs(groups, costs, first)
    usual = float(np.median([costs[pair] for pair in pairs])) if len(pairs) >= _FEWEST else 0.0
    far = max(0.0, usual - _NEAR)
    if far > 0 and named is None:
        costs = pair_costs(scene, marks, labels, FARTHEST + _WIDER * far)
    strains = rejoin(labels, [k for _, k in pairs])
    plain = costs
    for _ in range(_TIMES):
        gains = placement_gains(marks, labels, list(plain), pairs, scene.text_height)
        more = manner_costs(marks, labels, list(plain), pairs, scene.text_height)
        costs = {
            (mark, k): strains[k]
            + max(min(cost, labels[k].strain), cost - gains.get((mark, k), 0.0) - far)
            + more.get((mark, k), 0.0)
            for (mark, k), cost in plain.items()
        }
        chosen = choose(
            odds, labels, group_costs(costs, groups), penalties, exclusive, named, lines_of
        )
        pairs = _pairs(groups, costs, chosen)
    return chosen


def _pairs(
    groups: Sequence[tuple[int, ...]], costs: _Costs, chosen: Assignment
) -> list[tuple[int, int]]:
    """Return the chosen pairs of mark and label: each station's mark nearest to its label."""
    pairs = []
    for station in np.flatnonzero(chosen.label >= 0):
        label = int(chosen.label[station])
        marks = [m for m in groups[station] if (m, label) in costs]
        pairs.append((min(marks, key=lambda m: costs[m, label]), label))
    return pairs


def _boxes(
    scene: Scene, panels: Sequence[Panel | None], frames: Sequence[Candidate]
) -> list[tuple[int, Polygon] | None]:
    """Return the number and the corners of the box that each text line stands in, if any."""
    boxes: list[tuple[int, Polygon] | None] = []
    for item, panel in zip(scene.lines, panels, strict=True):
        boxes.append(None if panel is None else (panel.id, panel.polygon))
        middle = np.asarray(item.polygon).mean(axis=0)
        for number, frame in enumerate(frames, start=len(panels)):
            (x0, y0), (x1, y1) = frame.outline.min(axis=0), frame.outline.max(axis=0)
            if x0 < middle[0] < x1 and y0 < middle[1] < y1:
                corners = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
                boxes[-1] = (number, tuple((float(x), float(y)) for x, y in corners))
    return without_wide_boxes(scene.lines, boxes)
