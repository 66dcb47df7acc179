"""Boxes whose outline something drawn over it breaks: found again by the size of the others."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from perception.markers.candidate import Candidate
from perception.markers.scene import Scene
from perception.raster import inner_distance
from perception.text_reading import TextItem

_FEWEST = 3
_ALIKE = 0.08
# A name may be off the middle of its box by this share; this much of the outline must be seen,
# within so many px.
_OFF = 0.2
_SEEN = 0.62
_NEAR = 2.5
_POINTS = 24


def find_covered_boxes(scene: Scene, outlines: Sequence[Candidate]) -> list[Candidate]:
    """Find boxes round texts that no whole box holds, of the size that the whole ones share."""
    boxes = [c for c in outlines if c.kind == "box"]
    if len(boxes) < _FEWEST:
        return []
    spans = np.array([np.ptp(box.outline, axis=0) for box in boxes])
    size = np.median(spans, axis=0)
    if (np.abs(spans / size - 1) < _ALIKE).all(axis=1).mean() < 0.6:
        return []
    far = inner_distance(scene.layer < 0)
    found: list[Candidate] = []
    for item in scene.lines:
        if not any(c.isalpha() for c in item.text) or _inside_any(item, [*boxes, *found]):
            continue
        box = _fit(far, _middle(item), size)
        if box is not None:
            like = boxes[0]
            corners = box + np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * size / 2
            found.append(
                Candidate(
                    centre=(float(box[0]), float(box[1])),
                    kind="box",
                    size=float(np.median([b.size for b in boxes])),
                    outline=corners,
                    layers=like.layers,
                    color=like.color,
                    rim_color=like.rim_color,
                    rim=like.rim,
                    elongation=like.elongation,
                    belief=0.9 * like.belief,
                )
            )
    return found


def _middle(item: TextItem) -> NDArray[np.float64]:
    corners = np.asarray(item.polygon, np.float64)
    return np.asarray((corners.min(axis=0) + corners.max(axis=0)) / 2)


def _inside_any(item: TextItem, boxes: Sequence[Candidate]) -> bool:
    middle = _middle(item)
    return any(
        bool(
            (box.outline.min(axis=0) <= middle).all() and (middle <= box.outline.max(axis=0)).all()
        )
        for box in boxes
    )


def _fit(
    far: NDArray[np.float32], middle: NDArray[np.float64], size: NDArray[np.float64]
) -> NDArray[np.float64] | None:
    """Return the centre near a text where a box's sides lie on strokes best; None where none do."""
    along = np.linspace(-0.35, 0.35, _POINTS)
    ones = np.full(_POINTS, 0.5)
    sides = np.concatenate(
        [
            np.stack([along, -ones], axis=1),
            np.stack([along, ones], axis=1),
            np.stack([-ones, along], axis=1),
            np.stack([ones, along], axis=1),
        ]
    ) * (size - 4.0)
    reach = _OFF * size
    dx = np.arange(-reach[0], reach[0] + 1, 2.0)
    dy = np.arange(-max(reach[1], 0.35 * size[1]), max(reach[1], 0.35 * size[1]) + 1, 2.0)
    centres = middle + np.stack(np.meshgrid(dx, dy), axis=-1).reshape(-1, 2)
    at = np.rint(centres[:, None] + sides[None]).astype(int)
    height, width = far.shape
    within = (at[..., 0] >= 0) & (at[..., 1] >= 0) & (at[..., 0] < width) & (at[..., 1] < height)
    xs = np.clip(at[..., 0], 0, width - 1)
    ys = np.clip(at[..., 1], 0, height - 1)
    seen = ((far[ys, xs] <= _NEAR) & within).mean(axis=1)
    best = int(seen.argmax())
    return centres[best] if seen[best] >= _SEEN else None
