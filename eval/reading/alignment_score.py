"""How many names of a table were paired with the right station of a map."""

from __future__ import annotations

import numpy as np
from rapidfuzz import fuzz
from rapidfuzz.distance import Indel

from perception.map_graph import MapGraph, MapStation
from perception.scoring.truth_score import Agreement, MapTruth, plain_name
from tools.align_tables import align_tables

# A station is at a place if it is this near, of the picture's diagonal, and no other is nearer; a
# label prints a name that it is this much like.
_NEAR = 0.03
_LIKE = 0.75


def score_alignment(graph: MapGraph, truth: MapTruth) -> Agreement:
    """Pair the names of the truth with the stations and count those that are right.

    Where the truth has places, the station paired with a name has to stand at the name's place;
    elsewhere the text read there has to print one of the station's names.

    Parameters
    ----------
    graph : MapGraph
        Read from the picture, with the names as vocabulary or without.
    truth : MapTruth
        Of the same map.
    """
    alignment = align_tables(graph, truth.names)
    station = {each.id: each for each in graph.stations}
    right = sum(
        _at_place(station[pair.station], pair.name, graph, truth)
        if truth.places
        else _prints(station[pair.station], pair.name, truth)
        for pair in alignment.pairs
    )
    return Agreement(len(alignment.pairs), len(truth.names), right)


def _at_place(station: MapStation, name: str, graph: MapGraph, truth: MapTruth) -> bool:
    scale = graph.width / truth.size[0] if truth.size is not None else 1.0
    away = {
        other: min(
            float(np.hypot(x * scale - station.xy[0], y * scale - station.xy[1])) for x, y in spots
        )
        for other, spots in truth.places.items()
        if spots
    }
    limit = _NEAR * float(np.hypot(graph.width, graph.height))
    return name in away and away[name] <= limit and away[name] <= min(away.values())


def _prints(station: MapStation, name: str, truth: MapTruth) -> bool:
    # a label may print the name in other scripts too, all on one text
    text = plain_name(station.printed or station.name)
    return any(
        Indel.normalized_similarity(text, other) >= _LIKE
        or (len(text) > len(other) and fuzz.partial_ratio(text, other) >= 100 * _LIKE)
        for other in map(plain_name, (name, *truth.other_names.get(name, ())))
        if other
    )
