"""Query records of the mini split, in MapTab's form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Any

from eval.bench.data_map import DataMap
from eval.bench.difficulty import LEVELS, measure_pairs, thirds
from eval.bench.edges import Edges, Pair, graph_of, vertices_of
from eval.bench.records import Reference, Trip, criteria_of, planning_record
from eval.bench.tables import MapTables
from eval.bench.weights import draw_shares, spread_weights
from eval.bench.wording import STYLES
from eval.maptab.kinds import CATEGORIES
from eval.mini.costs import CostTables, Weights, route_totals
from eval.mini.mini_map import MiniMap
from eval.mini.references import MarkedRoute, cheapest, fewest_stations
from tools.task import TaskKind

QUERIES_PER_MAP = 6
REGION = "fiction"


def query_levels(edges: Edges, *, simple: bool) -> dict[Pair, str]:
    """Return the level of every pair whose shortest route has at least three stations.

    Parameters
    ----------
    edges : mapping
        Edges of one map.
    simple : bool
        Travelmap: by the mean length of all simple paths; else by the shortest path.
    """
    graph = graph_of(edges)
    pairs = [pair for pair in combinations(vertices_of(edges), 2) if not graph.has_edge(*pair)]
    found = measure_pairs(edges, pairs, simple=simple)
    return thirds({pair: mean.length for pair, mean in found.items()})


def spread(levels: Mapping[Pair, str], count: int) -> Sequence[str]:
    """Return the levels of `count` queries, as even as can be, easy first."""
    present = [level for level in LEVELS if level in levels.values()]
    return sorted((present[k % len(present)] for k in range(count)), key=LEVELS.index)


def choose_trips(item: MiniMap, edges: Edges, map_level: str) -> list[Trip]:
    """Return the trips of a map, the same for all categories, spread over the levels.

    On maps with a hub one trip ends there and another begins there, so that the hub rule shows.
    """
    random = Random(f"trips/{item.key}")
    levels = query_levels(edges, simple=item.domain == "travelmap")
    pairs = sorted(levels)
    random.shuffle(pairs)
    trips: list[Trip] = []
    for k, level in enumerate(spread(levels, QUERIES_PER_MAP)):
        hub = item.hubs[0] if item.hubs and k in (1, 4) else ""
        fitting = [pair for pair in pairs if hub in pair] if hub else pairs
        pair = next((p for p in fitting if levels[p] == level), fitting[0])
        pairs.remove(pair)
        source, target = pair if random.random() < 0.5 else pair[::-1]
        if hub and (source == hub) == (k == 1):
            source, target = target, source
        trips.append(Trip(source, target, map_level, levels[pair]))
    return trips


def make_weights(criteria: str, random: Random) -> Sequence[float]:
    """Return the weights of time, price, comfort, reliability: six decimals, sum one."""
    count = len(criteria.split("_"))
    if count == 1:
        return spread_weights(criteria, [1])
    return [float(weight) for weight in spread_weights(criteria, draw_shares(count, random))]


def make_records(
    item: MiniMap, tables: MapTables, map_level: str
) -> dict[str, list[dict[str, Any]]]:
    """Return the records of a map by category."""
    metro = item.domain == "metromap"
    edges = {pair: lines if metro else () for pair, lines in item.network.edges().items()}
    trips = choose_trips(item, edges, map_level)
    place = DataMap(item.domain, REGION, item.key, item.suffix)
    both = CostTables(
        item.domain,
        {frozenset(row["Edge"].split("-")): row for row in tables.edge},
        {row["Vertex"]: row for row in tables.vertex},
    )
    mixed = CostTables(item.domain, None, {row["Vertex"]: row for row in tables.mix})
    found: dict[str, list[dict[str, Any]]] = {}
    kinds = [kind for kind in CATEGORIES if kind.domain == item.domain]
    for c, kind in enumerate(kinds):
        random = Random(f"weights/{item.key}/{kind.source}")
        costs = mixed if kind.uses_mix_tab else both
        found[kind.source] = [
            _record(place, edges, trip, kind, costs, STYLES[(k + c) % len(STYLES)], random)
            for k, trip in enumerate(trips)
        ]
    return found


def _record(
    item: DataMap,
    edges: Edges,
    trip: Trip,
    kind: TaskKind,
    costs: CostTables,
    style: str,
    random: Random,
) -> dict[str, Any]:
    criteria = criteria_of(kind)
    if not criteria:
        routes = fewest_stations(edges, trip.source, trip.target)
        return planning_record(item, kind, trip, style, _references(routes))
    weights = make_weights(criteria, random)
    routes = cheapest(edges, trip.source, trip.target, _weights(weights), costs)
    totals = route_totals(routes[0].stations, routes[0].changes, costs)
    references = _references(routes)
    return planning_record(item, kind, trip, style, references, weights=weights, totals=totals)


def _references(routes: Sequence[MarkedRoute]) -> list[Reference]:
    return [Reference(str(r), len(r.stations), len(r.changes)) for r in routes]


def _weights(values: Sequence[float]) -> Weights:
    time, price, comfort, reliability = values
    return (time, price, comfort, reliability)
