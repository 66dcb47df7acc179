"""The names of a table as the vocabulary that a map is read with."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import fuzz, process

from tools.name_folding import fold_name
from tools.name_matching import name_similarity

_ROUGHLY_ALIKE = 50.0


class TableVocabulary:
    """Names of a table, compared as names are and not as letters.

    Parameters
    ----------
    names : sequence of str
        Vertex names; sorted here, so that the order of a table's rows does not tell.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self._names = tuple(sorted(set(names)))
        self._flat = [fold_name(name).flat for name in self._names]

    @property
    def names(self) -> tuple[str, ...]:
        """The names, sorted."""
        return self._names

    def likeness(self, texts: Sequence[str]) -> NDArray[np.float64]:
        """Return how likely each text and each name mean one place, (T, N), in [0, 1]."""
        found = np.zeros((len(texts), len(self._names)))
        if not found.size:
            return found
        flat = [fold_name(text).flat for text in texts]
        rough = np.maximum(
            process.cdist(flat, self._flat, scorer=fuzz.ratio),
            process.cdist(flat, self._flat, scorer=fuzz.partial_ratio),
        )
        for row, column in np.argwhere(rough >= _ROUGHLY_ALIKE):
            found[row, column] = name_similarity(texts[row], self._names[column])
        return found

    def holds(self, texts: Sequence[str]) -> NDArray[np.float64]:
        """Return how surely each text is a part of a name, (T, N), in [0, 1]."""
        found = np.zeros((len(texts), len(self._names)))
        if not found.size:
            return found
        flat = [fold_name(text).flat for text in texts]
        partial = process.cdist(flat, self._flat, scorer=fuzz.partial_ratio) / 100.0
        # A text longer than the name, or of a letter or two, is no part of it.
        shorter = np.array([[2 <= len(t) < len(n) for n in self._flat] for t in flat])
        return np.where(shorter, partial, 0.0)
