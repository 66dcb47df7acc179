"""Marks of several colours, such as pictograms and discs with a sign, that lines run into.

No flat colour makes such a mark whole, and its outline may run into lettering beside it. What is
neither ground, nor stroke, nor lettering is taken together.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from shapely.geometry import MultiPoint, Point

from perception.markers.blobs import Blob, blobs_among
from perception.markers.candidate import Candidate
from perception.markers.scene import Scene
from perception.raster import components, dilate, erode, inner_distance
from perception.stages import Mask

# What is so many stroke widths deep is an area; a hole is at most so many widths large.
_DEEP = 2.5
_HOLE = 2.5
# What is thinner than so many stroke widths, such as letters, is cut off.
_NECK = 0.3
# What lies under more text than this is lettering.
_UNDER_TEXT = 0.5
# Strokes are looked for so many px beyond it; opposite ones are this share of a turn apart.
_DIRECTIONS = 36
_BEYOND = (1.5, 3.0)
_OPPOSITE = 0.3
# Without a name, or others like it, such a mark is none.
_BELIEF = 0.5
# A find so much believed in is a mark of its own.
_SURE = 0.3
_PART = 0.75


def find_mixed_blobs(scene: Scene) -> list[Blob]:
    """Find the compact regions of mixed colour on or near a stroke."""
    if not len(scene.widths):
        return []
    drawn = (scene.layer < 0) & (scene.labels != scene.background) & ~_parks_and_panels(scene)
    apart = _without_holes(scene, drawn & ~scene.text)
    neck = 2 * round(_NECK * scene.width) + 1
    thick = erode(_without_holes(scene, drawn), neck)
    found = blobs_among(scene, apart) + blobs_among(scene, dilate(thick, neck))
    return [
        replace(blob, color=color)
        for blob in found
        if blob.under_text <= _UNDER_TEXT
        and (color := _main_color(scene, blob)) >= 0
        and _is_run_into(scene, blob)
    ]


def _without_holes(scene: Scene, drawn: Mask) -> Mask:
    holes = components(~drawn)
    small = holes.areas <= (_HOLE * scene.width) ** 2
    small[0] = False
    return np.asarray(drawn | (small[holes.labels] & (scene.layer < 0)), np.bool_)


def where_nothing_else(mixed: list[Candidate], found: list[Candidate]) -> list[Candidate]:
    """Keep the marks of mixed colour in which no other mark was found."""
    sure = [other for other in found if other.belief >= _SURE]
    centres = np.array([other.centre for other in sure]).reshape(-1, 2)
    kept = []
    for mark in mixed:
        shape = MultiPoint(mark.outline).convex_hull
        near = np.flatnonzero(np.hypot(*(centres - mark.centre).T) <= mark.radius)
        others = [sure[k] for k in near if shape.intersects(Point(centres[k]))]
        # what is smaller and less like a mark is a part of this one
        if all(o.size < _PART * mark.size and o.belief < mark.belief for o in others):
            kept.append(replace(mark, belief=min(mark.belief, _BELIEF)))
    return kept


def _parks_and_panels(scene: Scene) -> Mask:
    """Return the parks, water and panels that are no part of a mark."""
    labels = scene.labels
    same = np.ones(labels.shape, bool)
    same[:, 1:] &= labels[:, 1:] == labels[:, :-1]
    same[1:] &= labels[1:] == labels[:-1]
    deep = (inner_distance(same) > _DEEP * scene.width) & (labels >= 0)
    found = np.zeros(labels.shape, bool)
    for color in np.unique(labels[deep]).tolist():
        parts = components(labels == color)
        wide = np.zeros(parts.count, bool)
        wide[parts.labels[deep & (labels == color)]] = True
        found |= wide[parts.labels] & (labels == color)
    return found


def _is_run_into(scene: Scene, blob: Blob) -> bool:
    """Tell whether strokes run up to a region on opposite sides."""
    away = blob.hull - np.array(blob.centre)
    length = np.maximum(np.linalg.norm(away, axis=1, keepdims=True), 1e-6)
    met = np.zeros(_DIRECTIONS, bool)
    for beyond in _BEYOND:
        ring = MultiPoint(blob.hull + away / length * beyond).convex_hull.boundary
        for share in np.arange(4 * _DIRECTIONS) / (4 * _DIRECTIONS):
            x, y = ring.interpolate(float(share), normalized=True).coords[0]
            row, column = (
                min(max(round(y), 0), scene.shape[0] - 1),
                min(max(round(x), 0), scene.shape[1] - 1),
            )
            angle = np.arctan2(y - blob.centre[1], x - blob.centre[0]) / (2 * np.pi)
            met[int(angle * _DIRECTIONS) % _DIRECTIONS] |= bool(scene.layer[row, column] >= 0)
    sides = np.flatnonzero(met)
    apart = np.abs(sides[:, None] - sides[None])
    return bool((np.minimum(apart, _DIRECTIONS - apart) >= _OPPOSITE * _DIRECTIONS).any())


def _main_color(scene: Scene, blob: Blob) -> int:
    """Return the flat colour that most of a region has."""
    low = np.maximum(np.floor(blob.contour.min(axis=0)).astype(int), 0)
    high = np.ceil(blob.contour.max(axis=0)).astype(int) + 1
    values = scene.labels[low[1] : high[1], low[0] : high[0]]
    known = values[(values >= len(scene.widths)) & (values != scene.background)]
    return int(np.bincount(known).argmax()) if len(known) else -1
