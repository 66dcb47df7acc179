"""Targets: a disc with rings round it, whole or cut into arcs, that the lines run up to.

The inner disc is too far from the lines to be told as a mark on them; the outermost ring shows
how large the whole is and which lines meet it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from perception.markers.blobs import Blob
from perception.markers.candidate import Candidate
from perception.markers.scene import Scene

# The inner disc is this round; rings are looked for up to so many times its radius.
_SOLID, _ROUND, _FILL = 0.93, 1.12, 0.87
_WIDEST = 3.2
_LARGEST = 3.5
# Share of a circle that a ring covers, of which four gaps may be cut; each quarter has some; that
# of a circle which parts two rings.
_RING, _QUARTER, _CLEAR = 0.6, 0.4, 0.1
# A stroke meets it within so many px, over this share of its circle at least.
_REACH = 4.0
_MET = 0.03
# Strokes take less than this share of a circle between disc and ring, or all of it but so much.
_STROKES = 0.12
_DIRECTIONS = 96
_BELIEF = 0.98
_TURN = np.arange(_DIRECTIONS) / _DIRECTIONS * 2 * np.pi
_CIRCLE = np.stack([np.cos(_TURN), np.sin(_TURN)], axis=1)


def find_targets(scene: Scene, blobs: Sequence[Blob]) -> list[Candidate]:
    """Find the targets whose inner disc no line touches."""
    found: list[Candidate] = []
    for blob in blobs:
        long, short = blob.sides
        disc = blob.solidity > _SOLID and long < _ROUND * short
        disc = disc and blob.size**2 < _FILL * long * short
        # the rings may have been read as a letter, so text over it tells nothing
        if not disc or blob.size > _LARGEST * scene.width:
            continue
        inner = blob.size / float(np.sqrt(np.pi))
        ring = _outermost_ring(scene, blob, inner)
        if ring is None:
            continue
        radius, color = ring
        if _crossed(scene, blob.centre, inner, radius):
            continue
        layers = _met(scene, blob.centre, radius)
        if not layers or any(_same(blob.centre, other) for other in found):
            continue
        found.append(
            Candidate(
                centre=blob.centre,
                kind="ring",
                size=float(np.sqrt(np.pi)) * radius,
                outline=np.array(blob.centre) + (radius + 1.0) * _CIRCLE[::4],
                layers=layers,
                color=blob.color,
                rim_color=color,
                rim=max(1.0, (radius - inner) / 2),
                elongation=1.0,
                belief=_BELIEF,
            )
        )
    return found


def _same(centre: tuple[float, float], other: Candidate) -> bool:
    return float(np.hypot(*np.subtract(centre, other.centre))) < 0.5 * other.size


def _outermost_ring(scene: Scene, blob: Blob, inner: float) -> tuple[float, int] | None:
    """Return outer radius and colour of the widest ring round a disc, apart from a plain rim."""
    steps = np.arange(inner + 1.0, _WIDEST * inner + 1.0)
    around = [_at(scene, scene.labels, blob.centre, float(radius)) for radius in steps]
    rings: list[tuple[float, int]] = []
    for radius, flat in zip(steps, around, strict=True):
        kinds = np.bincount(flat[flat >= len(scene.widths)], minlength=len(scene.colors))
        kinds[scene.background] = 0
        color = int(kinds.argmax())
        quarters = (flat == color).reshape(4, -1).mean(axis=1)
        if kinds[color] >= _RING * _DIRECTIONS and quarters.min() >= _QUARTER:
            rings.append((float(radius), color))
    if not rings:
        return None
    widest, color = rings[-1]
    shares = np.array([(flat == color).mean() for flat in around])[steps < widest]
    # the disc itself may be that of the inner ring
    start = blob.color == color
    seen = start | np.logical_or.accumulate(shares >= _RING)
    return rings[-1] if (seen & (shares < _CLEAR)).any() else None


def _crossed(scene: Scene, centre: tuple[float, float], inner: float, radius: float) -> bool:
    """Tell whether strokes run between the disc and its outermost ring: no rings of one mark."""
    shares = np.array(
        [
            (_at(scene, scene.layer, centre, float(at)) >= 0).mean()
            for at in np.arange(inner + 1.0, radius)
        ]
    )
    return bool(((shares > _STROKES) & (shares < 1 - _STROKES)).mean() > _STROKES)


def _met(scene: Scene, centre: tuple[float, float], radius: float) -> tuple[int, ...]:
    """Return the layers that come up to a circle."""
    seen = np.stack(
        [_at(scene, scene.layer, centre, radius + float(off)) for off in np.arange(1.0, _REACH)]
    )
    return tuple(
        layer for layer in range(len(scene.widths)) if (seen == layer).any(axis=0).mean() >= _MET
    )


def _at(
    scene: Scene, values: NDArray[np.int16], centre: tuple[float, float], radius: float
) -> NDArray[np.int16]:
    """Return the values on a circle, by direction."""
    at = np.rint(np.array(centre) + radius * _CIRCLE).astype(int)
    xs = np.clip(at[:, 0], 0, scene.shape[1] - 1)
    ys = np.clip(at[:, 1], 0, scene.shape[0] - 1)
    return np.asarray(values[ys, xs], np.int16)
