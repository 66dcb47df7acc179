"""Round marks that only their family gives away: covered in part, or reached by no stroke.

Where two discs overlap, the lower one is left as a crescent, and the upper one may touch the
other's rim only. Size and colour of the family tell both.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from perception.markers.blobs import Blob
from perception.markers.candidate import Candidate
from perception.markers.families import find_families
from perception.markers.flat_colors import to_lab
from perception.markers.scene import Scene

_FEWEST = 4
_SAME_COLOR = 30.0
# Share of the full circle that must be seen, and px by which its border may be off.
_SEEN = 0.3
_OFF = 1.5


def find_occluded(
    scene: Scene, blobs: Sequence[Blob], candidates: Sequence[Candidate]
) -> list[Candidate]:
    """Find discs of a family of round marks that another mark of it covers in part."""
    if not candidates:
        return []
    family = find_families(candidates)
    lab = to_lab(scene.colors)
    found: list[Candidate] = []
    for number in np.unique(family):
        members = [candidates[i] for i in np.flatnonzero(family == number)]
        usual = members[0]
        if len(members) < _FEWEST or usual.kind not in ("dot", "ring") or usual.elongation > 1.45:
            continue
        size = float(np.median([member.size for member in members]))
        alike = [
            blob
            for blob in blobs
            if np.linalg.norm(lab[blob.color] - lab[usual.color]) < _SAME_COLOR
            and not (blob.under_text > 0.5 and blob.ink == blob.color)
        ]
        whole = [
            _like(members[0], blob.centre, size, blob)
            for blob in alike
            if not blob.layers and blob.under_text < 0.3 and _whole(blob, size)
        ]
        whole = [mark for mark in whole if _is_new(mark, candidates)]
        seen = members + whole
        partly = [mark for blob in alike if (mark := _covered(blob, size, seen)) is not None]
        found += whole + [mark for mark in partly if _is_new(mark, [*candidates, *whole])]
    return found


def is_part(candidate: Candidate, mark: Candidate) -> bool:
    """Tell whether a find is what is seen of a covered mark."""
    apart = float(np.hypot(*np.subtract(candidate.centre, mark.centre)))
    return candidate.size < mark.size and apart < 0.5 * mark.size


def _covered(blob: Blob, size: float, seen: Sequence[Candidate]) -> Candidate | None:
    if not 0.25 < (blob.size / size) ** 2 < 0.92:
        return None
    radius = size / np.sqrt(np.pi)
    centre = _fit(blob.contour, radius)
    if centre is None:
        return None
    for mark in seen:
        if 0.4 * radius < np.hypot(*np.subtract(centre, mark.centre)) < 2.6 * radius:
            return _like(mark, centre, size, blob)
    return None


def _is_new(mark: Candidate, known: Sequence[Candidate]) -> bool:
    return all(
        np.hypot(*np.subtract(mark.centre, other.centre)) > 0.25 * mark.size
        for other in known
        if other.elongation <= 1.45 and other.size > 0.6 * mark.size
    )


def _whole(blob: Blob, size: float) -> bool:
    long, short = blob.sides
    return 0.85 < blob.size / size < 1.18 and long < 1.25 * short and blob.solidity > 0.9


def _like(cover: Candidate, centre: tuple[float, float], size: float, blob: Blob) -> Candidate:
    shift = np.array(centre) - np.array(cover.centre)
    return Candidate(
        centre=centre,
        kind=cover.kind,
        size=size,
        outline=cover.outline + shift,
        layers=blob.layers,
        color=cover.color,
        rim_color=cover.rim_color,
        rim=cover.rim,
        elongation=1.0,
        belief=0.7 * cover.belief,
    )


def _fit(contour: NDArray[np.float64], radius: float) -> tuple[float, float] | None:
    """Fit a circle of known radius to the convex part of a contour; None where too little fits."""
    count = len(contour)
    if count < 8:
        return None
    reach = max(2, count // 16)
    ahead, behind = np.roll(contour, -reach, axis=0), np.roll(contour, reach, axis=0)
    tangent = ahead - behind
    length = np.maximum(np.linalg.norm(tangent, axis=1, keepdims=True), 1e-6)
    normal = np.stack([-tangent[:, 1], tangent[:, 0]], axis=1) / length
    area = float(
        np.sum(
            contour[:, 0] * np.roll(contour[:, 1], -1) - contour[:, 1] * np.roll(contour[:, 0], -1)
        )
    )
    inward = normal if area > 0 else -normal
    votes = contour + inward * radius
    apart = np.linalg.norm(votes[:, None] - votes[None], axis=2)
    best = int((apart < 2.5).sum(axis=1).argmax())
    centre = votes[apart[best] < 2.5].mean(axis=0)
    fits = np.abs(np.linalg.norm(contour - centre, axis=1) - radius) < _OFF
    inside = np.linalg.norm(contour - centre, axis=1) < radius + 2 * _OFF
    if fits.sum() < _SEEN * 2 * np.pi * radius or not inside.all():
        return None
    return float(centre[0]), float(centre[1])
