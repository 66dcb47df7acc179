"""Small pictures of several colours that are the marks: a house, a tree, a boat at which paths end.

Each colour of a picture is a blob of its own, and few are compact; together they are one mark.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from perception.markers.candidate import Candidate
from perception.markers.flat_colors import to_lab
from perception.markers.lettering import is_lettering
from perception.markers.scene import Scene, layer_windows
from perception.raster import components, convex_hull, dilate, erode, inner_distance
from perception.stages import Mask

# Sides of a picture, in heights of a text line: the shorter and the longer one at least, both at
# most; share of its hull that is drawn.
_NARROWEST = 0.35
_SMALLEST = 0.7
_LARGEST = 5.0
_SOLID = 0.4
# An area of one colour is so many text heights across; one as pale (CIE76) as parks are, so many.
_AREA = 4.5
_PALE, _PALE_AREA = 30.0, 2.5
# Its colours differ so much (CIE76), and each has such a share of it.
_APART = 18.0
_SHARE = 0.06
_PLAIN = 0.8
# What has so much of its border so near to strokes, px, is drawn upon them and not beside.
_TOUCHES, _UPON = 2.0, 0.4
# Of a stroke's colour and of the ground, less than such a share is soft border of a stroke.
_BORDER = 0.3
# Parts so many text heights apart belong together; strokes end so near to it, in its size.
_GAP = 0.3
_MEETS = 0.2
# Casings are so many stroke widths wide; what is so many widths across is no stroke of its layer.
_CASING = 0.15
_BROAD = 2.2
# Plans of buildings stand so many text heights off the road at most; so many of them are marks, as
# a share of the lines of lettering.
_OFF, _NAMED = 1.0, 0.4
# So many pictures make a manner; so few other marks, as a share of them.
_FEWEST = 4
_OTHERS = 0.4
_SURE = 0.55
# A mark that covers so much of a picture may be what it is, or surely is; one so many times larger
# than pictures is none beside them.
_COVERED = 0.5
_WHOLE = 0.85
_LARGER = 2.5
# A disc in the middle of a thing is so large and so round; where so many are discs, these are the
# marks.
_INSIDE, _ROUND, _CONCENTRIC = 0.5, 1.25, 0.12
_DISCS = 0.5
# Kinds that are found at any stroke that ends, bends or narrows.
_WEAK = ("tick", "bend", "gap", "bulge")
_BELIEF = 0.7


def with_pictures(scene: Scene, found: list[Candidate]) -> list[Candidate]:
    """Return the candidates, those within pictures replaced where pictures are the marks.

    Parameters
    ----------
    scene : Scene
        The picture.
    found : list of Candidate
        What the other detectors found.
    """
    if not scene.text_height or not len(scene.widths):
        return found
    colourful = _pictures(scene, plain=False)
    if sum(not _is_mark(p, found, _COVERED) for p in colourful) < _FEWEST:
        return _with_plans_beside(scene, found)
    every = _pictures(scene, plain=True)
    if sum(_is_disc(p, found) for p in every) > _DISCS * len(every):
        return found
    pictures = [p for p in every if not _is_mark(p, found, _WHOLE)]
    others = [
        c
        for c in found
        if c.kind not in _WEAK and c.belief > _SURE and not any(_holds(p, c) for p in every)
    ]
    if len(others) > _OTHERS * len(every):
        return found
    largest = _LARGER * float(np.median([p.size for p in every]))
    left = (c for c in found if c.size <= largest and not any(_holds(p, c) for p in pictures))
    return [*pictures, *left]


def _with_plans_beside(scene: Scene, found: list[Candidate]) -> list[Candidate]:
    """Return the candidates, or plans of buildings beside the roads where these are the marks.

    They do not touch the roads, but are of one colour, and there are about as many as names.
    """
    plans = _pictures(scene, plain=True, off=_OFF * scene.text_height)
    colors = [p.color for p in plans if p.color >= 0]
    if not colors:
        return found
    color = int(np.bincount(colors).argmax())
    plans = [p for p in plans if p.color == color and not _is_mark(p, found, _COVERED)]
    plans = [p for p in plans if not _is_disc(p, found)]
    names = sum(map(is_lettering, scene.lines))
    if len(plans) < max(_FEWEST, _NAMED * names):
        return found
    others = [
        c
        for c in found
        if c.kind not in _WEAK and c.belief > _SURE and not any(_holds(p, c) for p in plans)
    ]
    if len(others) > _OTHERS * len(plans):
        return found
    return [*plans, *(c for c in found if not any(_holds(p, c) for p in plans))]


def _pictures(scene: Scene, *, plain: bool, off: float = 0.0) -> list[Candidate]:
    """Return the pictures at strokes, or so far off: those of several colours, or also of one."""
    high = scene.text_height
    drawn = _strokes(scene)
    things = (scene.labels != scene.background) & ~drawn & ~scene.text
    large = _area_colors(scene)
    things &= ~np.isin(scene.labels, sorted(large))
    rim = _rim(scene)
    solid = dilate(erode(things, rim), rim)
    things &= dilate(solid, 2 * rim + 1)
    size = 2 * round(_GAP * high / 2) + 3
    parts = components(erode(dilate(things, size), size), connectivity=8)
    far = inner_distance(~drawn)
    lab = to_lab(scene.colors)
    sides = parts.boxes[:, 2:]
    longer = sides.max(axis=1)
    fits = (sides.min(axis=1) >= _NARROWEST * high) & (longer >= _SMALLEST * high)
    fits &= longer <= _LARGEST * high
    fits[0] = False
    found = []
    for number in np.flatnonzero(fits).tolist():
        x, y, w, h = (int(v) for v in parts.boxes[number])
        window = (slice(y, y + h), slice(x, x + w))
        own = parts.labels[window] == number
        ys, xs = np.nonzero(own)
        hull = convex_hull(np.stack([xs, ys], axis=1))
        if len(hull) < 3 or own.sum() < _SOLID * _polygon_area(hull):
            continue
        if _is_cut_off(scene.labels[window][own], large):
            continue
        reach = max(3.0, off, _MEETS * float(np.sqrt(w * h)))
        border = own & ~erode(np.pad(own, 1), 3)[1:-1, 1:-1]
        if off and (far[window][border] <= _TOUCHES).mean() > _UPON:
            continue
        near = own & (far[window] <= reach)
        if not near.any() or not (plain or _is_colourful(scene, own, window, lab)):
            continue
        if off:
            reach = float(far[window][own].min()) + 2.0
        mark = _candidate(scene, hull + np.array([x, y]), reach)
        if off:
            mark = replace(mark, color=_main_color(scene.labels[window][own]))
        found.append(mark)
    return found


def _strokes(scene: Scene) -> Mask:
    """Return the strokes without the small broad things that have the colour of a layer."""
    drawn = scene.layer >= 0
    largest = _LARGEST * scene.text_height
    for _, width, mask, window in layer_windows(scene, 1.0, 2):
        size = 2 * round(_BROAD * width / 2) + 1
        broad = components(dilate(erode(mask, size), size + 2), connectivity=8)
        small = broad.boxes[:, 2:].max(axis=1) <= largest
        small[0] = False
        drawn[window] &= ~(small[broad.labels] & mask)
    return drawn


def _is_cut_off(labels: NDArray[np.int16], large: set[int]) -> bool:
    """Tell whether nearly all of a thing has the colour of an area: a part of a park, say."""
    counts = np.bincount(labels[labels >= 0], minlength=1)
    return int(counts.argmax()) in large and counts.max() >= _PLAIN * counts.sum()


def _rim(scene: Scene) -> int:
    """Return the size of the field that the soft or cased border of a stroke does not hold."""
    return 3 + 2 * round(_CASING * scene.width / 2)


def _area_colors(scene: Scene) -> set[int]:
    """Return the colours that areas have (parks, water, panels)."""
    colors: set[int] = set()
    lab = to_lab(scene.colors)
    pale = np.linalg.norm(lab - lab[scene.background], axis=1) <= _PALE
    for color in range(len(scene.colors)):
        if color == scene.background:
            continue
        least = (_PALE_AREA if pale[color] else _AREA) * scene.text_height
        parts = components(scene.labels == color)
        large = (parts.boxes[:, 2:].max(axis=1) >= least) & (parts.areas >= least * least / 2)
        if large[1:].any():
            colors.add(color)
    return colors


def _main_color(labels: NDArray[np.int16]) -> int:
    """Return the flat colour of most of a thing; -1 where that is not nearly all of it."""
    counts = np.bincount(labels[labels >= 0], minlength=1)
    return int(counts.argmax()) if counts.max() >= _PLAIN * counts.sum() else -1


def _is_colourful(
    scene: Scene, own: Mask, window: tuple[slice, slice], lab: NDArray[np.float32]
) -> bool:
    """Tell whether a thing has two colours at least, the soft borders of strokes left out."""
    labels = scene.labels[window][own]
    counts = np.bincount(labels[labels >= 0], minlength=len(lab))
    drawn = counts >= _SHARE * len(labels)
    drawn[: len(scene.widths) + 1] &= counts[: len(scene.widths) + 1] >= _BORDER * len(labels)
    colors = lab[drawn]
    if len(colors) < 2:
        return False
    return bool(np.linalg.norm(colors[:, None] - colors[None], axis=2).max() >= _APART)


def _candidate(scene: Scene, hull: NDArray[np.float64], reach: float) -> Candidate:
    low, high = hull.min(axis=0), hull.max(axis=0)
    around = int(np.ceil(reach))
    x0, y0 = np.maximum(low.astype(int) - around, 0)
    x1, y1 = high.astype(int) + around + 1
    layers = np.unique(scene.layer[y0:y1, x0:x1])
    sides = high - low + 1.0
    middle = (low + high) / 2
    return Candidate(
        centre=(float(middle[0]), float(middle[1])),
        kind="picture",
        size=float(np.sqrt(_polygon_area(hull))),
        outline=hull,
        layers=tuple(int(v) for v in layers if v >= 0),
        color=-1,
        rim_color=-1,
        rim=0.0,
        elongation=float(sides.max() / max(sides.min(), 1.0)),
        belief=_BELIEF,
    )


def _polygon_area(hull: NDArray[np.float64]) -> float:
    x, y = hull.T
    return float(abs(x @ np.roll(y, -1) - y @ np.roll(x, -1))) / 2


def _is_mark(picture: Candidate, found: Sequence[Candidate], share: float) -> bool:
    """Tell whether one of the marks that were found is at least such a share of a picture."""
    return any(
        c.kind not in _WEAK and c.belief > _SURE and c.size >= np.sqrt(share) * picture.size
        for c in found
        if _holds(picture, c)
    )


def _is_disc(picture: Candidate, found: Sequence[Candidate]) -> bool:
    """Tell whether a round mark lies in the middle of a picture, which is the mark with its rim."""

    def inside(mark: Candidate) -> bool:
        away = float(np.hypot(*np.subtract(mark.centre, picture.centre)))
        large = mark.size >= _INSIDE * picture.size and mark.elongation <= _ROUND
        return large and away <= _CONCENTRIC * picture.size

    sure = (c for c in found if c.kind not in _WEAK and c.belief > _SURE)
    return picture.elongation <= _ROUND and any(map(inside, sure))


def _holds(picture: Candidate, mark: Candidate) -> bool:
    low, high = picture.outline.min(axis=0), picture.outline.max(axis=0)
    slack = 2.0 + (mark.radius if mark.kind in _WEAK else 0.0)
    middle = np.array(mark.centre)
    return bool((low - slack <= middle).all() and (middle <= high + slack).all())
