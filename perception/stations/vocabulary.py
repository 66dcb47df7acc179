"""A closed vocabulary: where all names of a map are known, only they may be read.

Which text is which name, and which station bears it, are chosen together: a text may hold two
names, a name may be printed in several pieces, and no name is given to two stations unless it is
printed twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from perception.stations.label import Label, Polygon, make_label
from perception.stations.labels import join_items, label_candidates
from perception.stations.scripts import script_of
from perception.text_reading import TextItem, piece_of

# How alike a text has to be to a name to be tried (a short one, in which one character may be
# misread, less), and to hold it surely.
_LEAST = 0.6
_LEAST_SHORT = 0.45
_SHORT = 4
_SURE = 0.9
# The same name, however it is written.
_SAME = 0.97
# A text is tried for the names within this of the one it is most like.
_AS_LIKE = 0.12
_MOST_NAMES = 3
# What a name is worth to be placed, and how much an unlike text strains it.
_WORTH = 4.0
_UNLIKE = 4.0
# Pieces of a name stand at most so many line heights apart; that strains it.
_APART = 1.6
_PIECES = 0.5
# A piece of a name holds its words this surely.
_PIECE_LEAST = 0.75
# Halves of a text are names of their own where both are at least this much like one.
_HALF = 0.8
_HALF_STRAIN = 0.2


class Vocabulary(Protocol):
    """All names that a map may bear."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names, each once."""
        ...

    def likeness(self, texts: Sequence[str]) -> NDArray[np.float64]:
        """Return how alike texts are to the names, (T, N), in [0, 1]; 1 for the same."""
        ...

    def holds(self, texts: Sequence[str]) -> NDArray[np.float64]:
        """Return how surely each text is a part of a name, (T, N), in [0, 1]."""
        ...


@dataclass(frozen=True, slots=True)
class NamedLabels:
    """Texts as names of a vocabulary.

    Attributes
    ----------
    labels : list of Label
        Their item's text is the name.
    names : (L,) int array
        Which name.
    alike : (L,) float array
        How alike text and name are, in [0, 1].
    copies : dict of int to int
        How often a name may be borne, where it is printed more than once.
    """

    labels: list[Label]
    names: NDArray[np.intp]
    alike: NDArray[np.float64]
    copies: dict[int, int]


def named_labels(
    lines: Sequence[TextItem],
    vocabulary: Vocabulary,
    boxes: Sequence[tuple[int, Polygon] | None] | None = None,
    inks: Sequence[int] = (),
) -> NamedLabels:
    """Return all texts that may be a name, as labels with that name.

    Parameters
    ----------
    lines : sequence of TextItem
        Text lines.
    vocabulary : Vocabulary
        The names.
    boxes : sequence of (id, polygon) or None, optional
        The box each line stands in.
    inks : sequence of int, optional
        Of `line_inks`.

    Returns
    -------
    NamedLabels
        The atoms of line `i`, where it may be two names, are `i` and `i + len(lines)`.
    """
    usable = [any(char.isalnum() for char in item.text) for item in lines]
    found = label_candidates(
        lines,
        [float(u) for u in usable],
        boxes if boxes is not None else [None] * len(lines),
        inks,
    )
    found += _scattered(lines, vocabulary, {label.lines for label in found})
    halves = _halves(lines, vocabulary)
    if inks:
        halves = [replace(half, ink=inks[half.lines[0]]) for half in halves]
    parted = {part.lines[0] for part in halves}
    found = [
        replace(label, atoms=(*label.lines, *(i + len(lines) for i in label.lines if i in parted)))
        for label in found
    ]
    found += halves
    likeness = vocabulary.likeness([label.item.text for label in found])
    labels: list[Label] = []
    names: list[int] = []
    likenesses: list[float] = []
    for label, row in zip(found, likeness, strict=True):
        best = float(row.max(initial=0.0))
        least = _LEAST if len(label.item.text.strip()) > _SHORT else _LEAST_SHORT
        if best < least:
            continue
        likely = np.flatnonzero(row >= max(least, best - _AS_LIKE))
        for name in likely[np.argsort(-row[likely], kind="stable")][:_MOST_NAMES]:
            alike = float(row[name])
            printed = label.item.pieces or (label.item,)
            item = replace(label.item, text=vocabulary.names[int(name)], pieces=printed)
            labels.append(
                replace(
                    label,
                    item=item,
                    worth=_WORTH * alike,
                    strain=label.strain + _UNLIKE * (1.0 - alike),
                )
            )
            names.append(int(name))
            likenesses.append(alike)
    return NamedLabels(
        labels,
        np.array(names, np.intp),
        np.array(likenesses),
        _copies(labels, names, likenesses),
    )


def fits(lines: Sequence[TextItem], vocabulary: Vocabulary, share: float = 0.4) -> bool:
    """Tell whether enough of the names are printed on a map for it to be read with them."""
    if not lines or not vocabulary.names:
        return False
    named = named_labels(lines, vocabulary)
    sure = {
        int(name) for name, alike in zip(named.names, named.alike, strict=True) if alike >= _HALF
    }
    return len(sure) >= share * len(vocabulary.names)


def _copies(
    labels: Sequence[Label], names: Sequence[int], alike: Sequence[float]
) -> dict[int, int]:
    """Return how often each name is printed that is printed more than once, and not in another."""
    found = [(set(x.atoms), name, a) for x, name, a in zip(labels, names, alike, strict=True)]
    sure = [(lines, name) for lines, name, likeness in found if likeness >= _SAME]
    likely = [(lines, name) for lines, name, likeness in found if likeness >= _SURE]
    places: dict[int, list[set[int]]] = {}
    for lines, name in sorted(sure, key=lambda pair: (pair[1], -len(pair[0]), sorted(pair[0]))):
        part = any(lines < others for others, other in likely if other != name)
        if not part and all(not lines & known for known in places.setdefault(name, [])):
            places[name].append(lines)
    return {name: len(spots) for name, spots in places.items() if len(spots) > 1}


def _halves(lines: Sequence[TextItem], vocabulary: Vocabulary) -> list[Label]:
    """Return both halves of the lines that hold two names."""
    cuts = [(i, at) for i, item in enumerate(lines) for at in _cut_places(item.text)]
    if not cuts:
        return []
    left = vocabulary.likeness([lines[i].text[:at].strip() for i, at in cuts])
    right = vocabulary.likeness([lines[i].text[at:].strip() for i, at in cuts])
    whole = vocabulary.likeness([item.text for item in lines]).max(axis=1, initial=0.0)
    best: dict[int, tuple[float, int]] = {}
    for row, (i, at) in enumerate(cuts):
        worst = min(float(left[row].max()), float(right[row].max()))
        two = int(left[row].argmax()) != int(right[row].argmax())
        if two and worst >= max(_HALF, float(whole[i])) and worst > best.get(i, (0.0, 0))[0]:
            best[i] = (worst, at)
    found = []
    for i, (_, at) in sorted(best.items()):
        for number, piece in enumerate(_cut(lines[i], at)):
            half = make_label(piece, (i,), 1.0, _HALF_STRAIN)
            found.append(replace(half, atoms=(i + number * len(lines),), part=True))
    return found


def _cut_places(text: str) -> list[int]:
    """Return where a text may be cut in two: between words, between Chinese characters."""
    if script_of(text) == "HAN" and len(text) >= 4:
        return list(range(2, len(text) - 1))
    return [at for at, char in enumerate(text) if char == " " and 1 < at < len(text) - 2]


def _cut(item: TextItem, at: int) -> tuple[TextItem, TextItem]:
    """Cut a line in two; the characters are taken as equally wide."""
    share = at / len(item.text)
    return piece_of(item, item.text[:at], 0.0, share), piece_of(item, item.text[at:], share, 1.0)


def _scattered(
    lines: Sequence[TextItem], vocabulary: Vocabulary, known: set[tuple[int, ...]]
) -> list[Label]:
    """Return the pairs of lines near each other that make a name together, and neither alone."""
    held = vocabulary.holds([item.text for item in lines])
    alone = vocabulary.likeness([item.text for item in lines])
    pairs: list[tuple[int, int, float]] = []
    for name in range(held.shape[1]):
        pieces = np.flatnonzero((held[:, name] >= _PIECE_LEAST) & (alone[:, name] < _SAME))
        for i in pieces:
            for j in pieces:
                apart = _apart(lines[i], lines[j]) if i != j else np.inf
                if apart <= _APART and (int(i), int(j)) not in known:
                    pairs.append((int(i), int(j), apart))
    pairs = sorted(set(pairs))
    if not pairs:
        return []
    together = vocabulary.likeness([f"{lines[i].text} {lines[j].text}" for i, j, _ in pairs])
    found = []
    for (i, j, apart), row in zip(pairs, together, strict=True):
        name = int(row.argmax())
        if row[name] >= _HALF and row[name] > max(alone[i, name], alone[j, name]) + 0.05:
            parts = (lines[i], lines[j])
            found.append(make_label(join_items(parts, parts), (i, j), 1.0, _PIECES * (1 + apart)))
    return found


def _apart(one: TextItem, other: TextItem) -> float:
    """Return how far apart two upright boxes round texts are, in heights of their lines."""
    a, b = np.asarray(one.polygon), np.asarray(other.polygon)
    gap = np.maximum(np.maximum(a.min(axis=0) - b.max(axis=0), b.min(axis=0) - a.max(axis=0)), 0.0)
    height = max((one.height + other.height) / 2, 1.0)
    if not 0.6 < one.height / max(other.height, 1.0) < 1.7:
        return float("inf")
    return float(np.hypot(*gap)) / height
