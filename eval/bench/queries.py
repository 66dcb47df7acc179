"""Planning queries of one map: pairs, levels, weights, references, all twelve categories."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Any, Final

import networkx as nx

from eval.bench.data_map import MapContents
from eval.bench.difficulty import measure_pairs, rank_levels
from eval.bench.edges import Edges, Pair, graph_of, vertices_of
from eval.bench.records import Trip, criteria_of, planning_record
from eval.bench.references import as_reference, label_totals, reference_routes
from eval.bench.simple_paths import PathMean
from eval.bench.weights import draw_weights
from eval.bench.wording import STYLES
from eval.maptab.kinds import CATEGORIES
from perception.errors import ConfigError
from tools.network import Network
from tools.objective import Objective
from tools.route import Route
from tools.task import TaskKind

LEAST_STATIONS: Final = 3
"""Shorter routes are trivial, so no pair of neighbours is asked for."""


@dataclass(frozen=True, slots=True)
class QueryOptions:
    """What a user may choose.

    Attributes
    ----------
    seed : int
        Of all choices.
    ties : str
        See `eval.bench.references.TIES`.
    objective : {"additive", "averaged"}
        Of the weighted references.
    """

    seed: int = 0
    ties: str = "all"
    objective: Objective = "additive"


@dataclass(frozen=True, slots=True)
class MapQueries:
    """The queries of one map.

    Attributes
    ----------
    trips : tuple of Trip
        Asked for in every category, in this order.
    measures : tuple of PathMean
        SPLI or SPCI of each, edges.
    records : mapping of str to list
        Records of each category, by the name of its query files.
    """

    trips: tuple[Trip, ...]
    measures: tuple[PathMean, ...]
    records: Mapping[str, list[dict[str, Any]]]


def make_queries(
    contents: MapContents, sizes: tuple[int, int, int], map_level: str, options: QueryOptions
) -> MapQueries:
    """Return the queries of a map.

    Pairs are drawn without order and each asked for one way, drawn too; where they do not suffice,
    also the other way. A pair with more references than can be listed is passed over.

    Parameters
    ----------
    contents : MapContents
        The map's tables.
    sizes : tuple of 3 ints
        Easy, medium and hard pairs; each makes one query in each of the twelve categories.
    map_level : str
        "Easy", "Medium" or "Hard".
    options : QueryOptions
        See there.

    Raises
    ------
    ConfigError
        The map has too few pairs.
    BadTable
        The tables make no network.
    """
    item = contents.item
    count = sum(sizes)
    edges = contents.edges()
    planner = _Planner(contents, options)
    chosen: dict[Pair, _Plans] = {}
    for pair in _drawn_pairs(edges, Random(f"pairs/{options.seed}/{item.domain}/{item.key}")):
        if len(chosen) == count:
            break
        if plans := planner.plan(pair):
            chosen[pair] = plans
    if len(chosen) < count:
        raise ConfigError(
            f"{item.key} has {len(chosen)} pairs with at least {LEAST_STATIONS} stations on the "
            f"way, {count} are wanted",
            file=item.edge_tab,
            mend="ask for fewer pairs",
        )
    simple = item.domain == "travelmap"
    measures = measure_pairs(edges, chosen, simple=simple, seed=f"{options.seed}/{item.key}")
    levels = rank_levels({pair: found.length for pair, found in measures.items()}, sizes)
    records: dict[str, list[dict[str, Any]]] = defaultdict(list)
    trips = []
    for k, (pair, plans) in enumerate(chosen.items()):
        trip = Trip(*pair, map_level, levels[pair])
        trips.append(trip)
        for c, (kind, routes) in enumerate(plans.routes):
            criteria = criteria_of(kind)
            totals = routes[0].totals if criteria else None
            records[kind.source].append(
                planning_record(
                    item,
                    kind,
                    trip,
                    STYLES[(k + c) % len(STYLES)],
                    [as_reference(route) for route in routes],
                    weights=plans.weights[criteria] if criteria else (),
                    totals=label_totals(totals) if totals else None,
                )
            )
    return MapQueries(tuple(trips), tuple(measures[pair] for pair in chosen), dict(records))


def count_pairs(edges: Edges) -> int:
    """Return how many pairs of a map may be asked for, each way counted."""
    return sum(1 for _ in _drawn_pairs(edges, Random(0)))


def _drawn_pairs(edges: Edges, random: Random) -> Iterator[Pair]:
    """Yield all pairs that may be asked for: one way each, then the other way each."""
    graph = graph_of(edges)
    parts = {
        name: number for number, part in enumerate(nx.connected_components(graph)) for name in part
    }
    pairs = [
        (a, b) if random.random() < 0.5 else (b, a)
        for a, b in combinations(sorted(vertices_of(edges)), 2)
        if parts[a] == parts[b] and not graph.has_edge(a, b)
    ]
    for way in (pairs, [(b, a) for a, b in pairs]):
        random.shuffle(way)
        yield from way


@dataclass(frozen=True, slots=True)
class _Plans:
    """Weights of a pair by criteria, and the references of each category."""

    weights: Mapping[str, Sequence[float]]
    routes: tuple[tuple[TaskKind, tuple[Route, ...]], ...]


class _Planner:
    def __init__(self, contents: MapContents, options: QueryOptions) -> None:
        self._item = contents.item
        self._options = options
        self._both = contents.network()
        self._mix = contents.mix_network()
        self._kinds = [kind for kind in CATEGORIES if kind.domain == contents.item.domain]
        combinations = (criteria_of(kind) for kind in self._kinds)
        self._criteria = tuple(dict.fromkeys(filter(None, combinations)))

    def plan(self, pair: Pair) -> _Plans | None:
        """Return the references of a pair in every category; None where they are too many."""
        seed = f"weights/{self._options.seed}/{self._item.domain}/{self._item.key}/{'-'.join(pair)}"
        weights = draw_weights(self._criteria, Random(seed))
        known: dict[tuple[bool, str], tuple[Route, ...]] = {}
        found = []
        for kind in self._kinds:
            criteria = criteria_of(kind)
            key = (kind.uses_mix_tab, criteria)
            if key not in known:
                network = self._mix if kind.uses_mix_tab else self._both
                known[key] = self._routes(network, pair, weights[criteria] if criteria else None)
            if not known[key]:
                return None
            found.append((kind, known[key]))
        return _Plans(weights, tuple(found))

    def _routes(
        self, network: Network, pair: Pair, weights: Sequence[float] | None
    ) -> tuple[Route, ...]:
        options = self._options
        return reference_routes(
            network, *pair, weights, ties=options.ties, objective=options.objective
        )
