"""Pair the labels of a map with the names of a table, one to one.

Four passes, each on what the one before left: names that differ in their writing only; the best
one-to-one assignment of what is similar enough; the same with other readings of the labels; and
names that have each other as their clear best, however unlike, where nothing else is left for
either. What stays unpaired is reported with
its runners-up, never forced.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import fuzz, process
from scipy.optimize import linear_sum_assignment

from perception.map_graph import MapGraph
from tools.alignment import MIN_SCORE, Alignment, Label, NamePair, Unpaired
from tools.name_folding import fold_name
from tools.name_matching import name_similarity

Scores = NDArray[np.float64]

_SAME_WRITING = 0.975
_LEFTOVER_SCORE = 0.35
_LEFTOVER_MARGIN = 0.12
_NEIGHBOUR_SCORE = 0.9
_RUNNERS_UP = 3
_ROUGHLY_ALIKE = 50.0
_ALTERNATIVE_FACTOR = 0.92


def align_tables(
    graph: MapGraph,
    names: Sequence[str],
    min_score: float = MIN_SCORE,
    *,
    eliminate: bool = True,
) -> Alignment:
    """Pair the stations of a map with the vertices of a table.

    Where a label stands at two places, the place whose neighbours are in the table too is taken.

    Parameters
    ----------
    graph : MapGraph
        Read from the picture; stations without a name stay unpaired.
    names : sequence of str
        Vertex names of the table, each once.
    min_score : float
        Similarity below which two names are not paired by the assignment.
    eliminate : bool
        Whether what is left on both sides may be paired below `min_score`; only sound where the
        names are all there are on the map, not where they are the two of a question.

    Returns
    -------
    Alignment
    """
    labels = labels_of(graph)
    neighbours: dict[str, set[str]] = {label.id: set() for label in labels}
    for edge in graph.edges:
        if edge.source in neighbours and edge.target in neighbours:
            neighbours[edge.source].add(edge.target)
            neighbours[edge.target].add(edge.source)
    return align_names(labels, names, min_score, neighbours, eliminate=eliminate)


def labels_of(graph: MapGraph) -> tuple[Label, ...]:
    """Return the stations of a map that have a name, or may have one, as candidates."""
    return tuple(
        Label(
            station.id,
            (station.name, *(other.name for other in station.alternatives)),
            station.confidence,
        )
        for station in graph.stations
        if station.name.strip() or station.alternatives
    )


def align_names(
    labels: Sequence[Label],
    names: Sequence[str],
    min_score: float = MIN_SCORE,
    neighbours: Mapping[str, set[str]] | None = None,
    *,
    eliminate: bool = True,
) -> Alignment:
    """Pair labels with names one to one.

    Parameters
    ----------
    labels : sequence of Label
        Candidates on the map, ids unique.
    names : sequence of str
        Names to be found among them, each once.
    min_score, eliminate
        See `align_tables`.
    neighbours : mapping of str to set of str, optional
        Label ids next to each label id; settles which of two equal labels is meant.

    Returns
    -------
    Alignment
    """
    printed, scores, readings = _score_matrices(labels, names)
    bonus = _tie_break(labels, scores, neighbours or {})
    chosen: dict[int, int] = {}
    # A label stands for what it says before it stands for what it may say.
    for found, floor in (
        (printed, max(_SAME_WRITING, min_score)),
        (printed, min_score),
        (scores, min_score),
    ):
        chosen |= _assign(np.where(_free(scores, chosen), found, 0.0), bonus, floor)
    if eliminate:
        chosen |= _leftovers(np.where(_free(scores, chosen), scores, 0.0))
    pairs = tuple(
        NamePair(
            station=labels[row].id,
            label=labels[row].readings[readings[row, column]],
            name=names[column],
            score=round(float(scores[row, column]), 4),
            confidence=round(_confidence(scores, row, column, labels[row].confidence), 4),
        )
        for column, row in sorted((column, row) for row, column in chosen.items())
    )
    taken = {pair.name for pair in pairs}
    return Alignment(
        pairs=pairs,
        unpaired_labels=tuple(
            Unpaired(label.id, label.readings[0], _best(scores[row], names))
            for row, label in enumerate(labels)
            if row not in chosen
        ),
        unpaired_names=tuple(
            Unpaired(name, name, _best(scores[:, column], [label.id for label in labels]))
            for column, name in enumerate(names)
            if name not in taken
        ),
        confidence=round(sum(pair.confidence for pair in pairs) / len(names), 4) if names else 1.0,
        min_score=min_score,
    )


def _score_matrices(
    labels: Sequence[Label], names: Sequence[str]
) -> tuple[Scores, Scores, NDArray[np.intp]]:
    """Return (L, N) similarities by printed name, by best reading, and which reading that is."""
    printed, scores = (np.zeros((len(labels), len(names))) for _ in range(2))
    readings = np.zeros(scores.shape, dtype=np.intp)
    if not labels or not names:
        return printed, scores, readings
    weights = _word_weights([label.readings[0] for label in labels], names)
    every = [
        (row, rank, reading)
        for row, label in enumerate(labels)
        for rank, reading in enumerate(label.readings)
    ]
    # A quick look first: the full comparison is worth its time on a tenth of the pairs.
    flat_names = [fold_name(name).flat for name in names]
    flat = [fold_name(reading).flat for _, _, reading in every]
    rough = np.maximum(
        process.cdist(flat, flat_names, scorer=fuzz.ratio),
        process.cdist(flat, flat_names, scorer=fuzz.partial_ratio),
    )
    for number, column in np.argwhere(rough >= _ROUGHLY_ALIKE):
        row, rank, reading = every[number]
        score = _ALTERNATIVE_FACTOR**rank * name_similarity(reading, names[column], weights)
        if rank == 0:
            printed[row, column] = score
        if score > scores[row, column]:
            scores[row, column] = score
            readings[row, column] = rank
    return printed, scores, readings


def _word_weights(labels: Sequence[str], names: Sequence[str]) -> dict[str, float]:
    """Weigh words by how few names hold them: "Park" in twenty names tells little."""
    counts: Counter[str] = Counter()
    for side in (labels, names):
        for word, count in Counter(
            word for name in set(side) for word in set(fold_name(name).words)
        ).items():
            counts[word] = max(counts[word], count)
    return {word: 1 / (1 + math.log2(count)) for word, count in counts.items() if count > 1}


def _tie_break(
    labels: Sequence[Label], scores: Scores, neighbours: Mapping[str, set[str]]
) -> Scores:
    """Return (L, 1) bonuses, smaller than any real difference in similarity."""
    known = {
        label.id
        for row, label in enumerate(labels)
        if scores.shape[1] and scores[row].max() >= _NEIGHBOUR_SCORE
    }
    bonus = np.zeros((len(labels), 1))
    for row, label in enumerate(labels):
        around = neighbours.get(label.id, set())
        support = len(around & known) / len(around) if around else 0.0
        bonus[row, 0] = 0.004 * support + 0.001 * label.confidence
    return bonus


def _assign(scores: Scores, bonus: Scores, floor: float) -> dict[int, int]:
    """Return the best one-to-one pairs, row to column, of those that reach the floor."""
    usable = np.where(scores >= max(floor, 1e-6), scores + bonus, 0.0)
    rows, columns = linear_sum_assignment(usable, maximize=True)
    return {
        int(row): int(column)
        for row, column in zip(rows, columns, strict=True)
        if usable[row, column] > 0.0
    }


def _free(scores: Scores, chosen: Mapping[int, int]) -> NDArray[np.bool_]:
    free = np.ones(scores.shape, dtype=bool)
    free[list(chosen.keys()), :] = False
    free[:, list(chosen.values())] = False
    return free


def _leftovers(left: Scores) -> dict[int, int]:
    """Pair what has each other as its clear best among all that is left."""
    chosen: dict[int, int] = {}
    if not left.size:
        return chosen
    for column in range(left.shape[1]):
        row = int(left[:, column].argmax())
        score = left[row, column]
        if score < _LEFTOVER_SCORE or int(left[row].argmax()) != column:
            continue
        rival = max(
            np.delete(left[:, column], row).max(initial=0.0),
            np.delete(left[row], column).max(initial=0.0),
        )
        if score - rival >= _LEFTOVER_MARGIN:
            chosen[row] = column
    return chosen


def _confidence(scores: Scores, row: int, column: int, reading: float) -> float:
    """Return the score, halved where another label or name fits as well."""
    score = scores[row, column]
    rival = max(
        np.delete(scores[:, column], row).max(initial=0.0),
        np.delete(scores[row], column).max(initial=0.0),
    )
    margin = min(max((score - rival) / 0.2, 0.0), 1.0)
    return float(score * (0.5 + 0.5 * margin) * (0.5 + 0.5 * reading))


def _best(scores: Scores, keys: Sequence[str]) -> tuple[tuple[str, float], ...]:
    order = np.argsort(-scores, kind="stable")[:_RUNNERS_UP]
    return tuple((keys[i], round(float(scores[i]), 4)) for i in order if scores[i] > 0.0)
