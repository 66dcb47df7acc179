"""Readings that run over the names of several stations: taken apart where their letters gape.

The recogniser may read two names that stand in one row as one line. Each run of its pieces may be
a name, beside the whole line; what the marks allow decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from perception.markers.flat_colors import to_lab
from perception.markers.scene import Scene
from perception.stations.label import Label, make_label
from perception.text_reading import piece_of

# A gap between names is this wide at least, in heights of the line; the text is cut where a space
# (or the border of two signs) is, at most so far off.
_GAP = 0.45
_OFF = 1.3
_STRAIN = 0.3
_WIDER = 0.5
_FEWEST_SIGNS = 2
# Colours nearer than this (CIE76) to the ink's are ink.
_INK = 30.0
_MOST_CUTS = 3


def with_parts(scene: Scene, labels: Sequence[Label], boxed: Sequence[bool]) -> list[Label]:
    """Return the labels, and the parts of those that may be several names.

    Parameters
    ----------
    scene : Scene
        The picture.
    labels : sequence of Label
        From `label_candidates`.
    boxed : sequence of bool
        Whether each line of the scene stands in a box, which holds one name.
    """
    atoms: dict[int, tuple[int, ...]] = {}
    parts: list[Label] = []
    number = len(scene.lines)
    for label in labels:
        if len(label.lines) != 1 or boxed[label.lines[0]]:
            continue
        cuts = find_cuts(scene, label)
        if not cuts:
            continue
        own = tuple(range(number, number + len(cuts) + 1))
        number += len(own)
        atoms[label.lines[0]] = own
        parts += _runs(label, cuts, own)
    whole = [
        replace(label, atoms=tuple(a for line in label.lines for a in atoms.get(line, (line,))))
        for label in labels
    ]
    return whole + parts


@dataclass(frozen=True, slots=True)
class Cut:
    """Where a line may be cut.

    Attributes
    ----------
    signs : int
        Characters before it.
    place : float
        Share of the line's length.
    width : float
        Of the gap, line heights.
    """

    signs: int
    place: float
    width: float


def find_cuts(scene: Scene, label: Label) -> list[Cut]:
    """Return where a line may be cut: where its letters gape at a border of words."""
    text, height = label.item.text, label.line_height
    found: list[Cut] = []
    for start, end in _gaps(scene, label):
        if end - start < _GAP * height:
            continue
        at = (start + end) / 2 / label.length
        borders = [k for k in range(1, len(text)) if _is_border(text, k)]
        if not borders:
            continue
        off = [abs((k + (0.5 if text[k] == " " else 0.0)) / len(text) - at) for k in borders]
        best = int(np.argmin(off))
        if off[best] * label.length <= _OFF * height:
            found.append(Cut(borders[best], at, (end - start) / height))
    kept = [cut for k, cut in enumerate(found) if k == 0 or cut.signs > found[k - 1].signs]
    ends = [0, *(cut.signs for cut in kept), len(text)]
    enough = all(sum(c.isalpha() for c in text[a:b]) >= _FEWEST_SIGNS for a, b in pairwise(ends))
    return kept if enough and len(kept) <= _MOST_CUTS else []


def _is_border(text: str, k: int) -> bool:
    return text[k] == " " or not (text[k].isascii() or text[k - 1].isascii())


def _gaps(scene: Scene, label: Label) -> list[tuple[int, int]]:
    """Return the runs without ink along a line, px from its start."""
    inked = _inked(scene, label)
    on = np.flatnonzero(inked)
    return [(int(a) + 1, int(b)) for a, b in pairwise(on) if b > a + 1]


def _inked(scene: Scene, label: Label) -> NDArray[np.bool_]:
    """Return where along a line its ink is met, one value per px."""
    down = label.down
    u = np.arange(label.length) - label.length / 2
    v = np.arange(-0.4 * label.height, 0.4 * label.height + 0.5)
    at = label.origin + u[:, None, None] * label.along + v[None, :, None] * down
    xs = np.clip(np.rint(at[..., 0]).astype(int), 0, scene.shape[1] - 1)
    ys = np.clip(np.rint(at[..., 1]).astype(int), 0, scene.shape[0] - 1)
    inks = scene.ink[ys, xs]
    known = inks[inks >= 0]
    if not len(known):
        return np.ones(len(u), np.bool_)
    ink = to_lab(scene.colors[int(np.bincount(known).argmax())][None])[0]
    far = np.linalg.norm(to_lab(scene.rgb[ys, xs].reshape(-1, 3)) - ink, axis=1)
    return np.asarray((far.reshape(ys.shape) < _INK).any(axis=1), np.bool_)


def _runs(label: Label, cuts: list[Cut], atoms: tuple[int, ...]) -> list[Label]:
    """Return the runs of pieces of a line, the whole line left out."""
    item = label.item
    signs = [0, *(cut.signs for cut in cuts), len(item.text)]
    places = [0.0, *(cut.place for cut in cuts), 1.0]
    widths = [np.inf, *(cut.width for cut in cuts), np.inf]
    found = []
    for i in range(len(atoms)):
        for j in range(i + 1, len(atoms) + 1):
            if j - i == len(atoms):
                continue
            part = piece_of(item, item.text[signs[i] : signs[j]], places[i], places[j])
            # names do not part at a narrower gap than they have inside
            wider = max(widths[i + 1 : j], default=0.0) - min(widths[i], widths[j])
            strain = _STRAIN + _WIDER * max(0.0, wider)
            made = make_label(part, label.lines, label.worth * (j - i) / len(atoms), strain)
            found.append(replace(made, atoms=atoms[i:j], part=True))
    return found
