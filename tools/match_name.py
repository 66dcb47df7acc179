"""The one of some names that another name means, by its letters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tools.name_folding import fold_name
from tools.name_matching import name_similarity

LEAST: Final = 0.5
"""Least likeness."""


def match_name(name: str, among: Sequence[str], *, least: float = LEAST) -> str | None:
    """Return the name that is meant, the first of equals; None where none is alike.

    An equal name goes first, then one that differs in its writing only, then the most similar.

    Examples
    --------
    >>> match_name("the north gate", ["South Gate", "North Gate"])
    'North Gate'
    """
    if name in among:
        return name
    wanted = fold_name(name).flat
    for other in among:
        if wanted and fold_name(other).flat == wanted:
            return other
    scored = [(name_similarity(name, other), -place) for place, other in enumerate(among)]
    score, place = max(scored, default=(0.0, 0))
    return among[-place] if score >= least else None
