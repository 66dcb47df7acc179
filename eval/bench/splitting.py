"""Which maps are for training and which for testing (MapTab, appendix C.2)."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from eval.bench.allocation import RankedMap
from eval.bench.difficulty import MapMeasures, map_scores, thirds


def rank_maps(
    measures: Mapping[str, MapMeasures], vertices: Mapping[str, int], *, cycles: bool, seed: int
) -> list[RankedMap]:
    """Rank the maps of a domain, hard ones first, with their levels and sets.

    Of each three neighbours in this order one goes to the test set, drawn by the seed, and two to
    the training set; so does one of the one or two that are left at the end.

    Parameters
    ----------
    measures : mapping
        Of each map, see `eval.bench.difficulty`.
    vertices : mapping of str to int
        Of each map.
    cycles : bool
        Travelmap.
    seed : int
        Of the choice.
    """
    scores = map_scores(measures, cycles=cycles)
    levels = thirds(scores)
    ranked = list(reversed(levels))
    random = Random(f"split/{seed}/{'travelmap' if cycles else 'metromap'}")
    test = {random.choice(ranked[first : first + 3]) for first in range(0, len(ranked), 3)}
    return [
        RankedMap(key, vertices[key], levels[key], "test" if key in test else "training")
        for key in ranked
    ]
