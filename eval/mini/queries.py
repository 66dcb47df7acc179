"""Query records of the mini split, in MapTab's form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import log
from random import Random
from typing import Any

from eval.bench.difficulty import LEVELS, measure_pairs, thirds
from eval.bench.edges import Edges, Pair, graph_of, vertices_of
from eval.bench.tables import MapTables
from eval.bench.wording import STYLES, word_question
from eval.maptab.kinds import CATEGORIES
from eval.mini.costs import CostTables, Weights, route_totals
from eval.mini.mini_map import MiniMap
from eval.mini.references import MarkedRoute, cheapest, fewest_stations
from tools.task import TaskKind

QUERIES_PER_MAP = 6
REGION = "fiction"


def criteria_of(kind: TaskKind) -> str:
    """Return the criteria of a category, "1_2_4" and the like; empty: the fewest stations count."""
    if not kind.weighted:
        return ""
    return "1_2_3_4" if kind.uses_mix_tab else kind.name.removeprefix("constraint_")


def sources_of(kind: TaskKind) -> tuple[str, ...]:
    """Return what a question of the category names as given."""
    given = {
        "map": kind.uses_map,
        "Edge Table": kind.uses_edge_tab,
        "Vertex Table": kind.uses_vertex_tab or kind.uses_mix_tab,
    }
    return tuple(name for name, used in given.items() if used)


@dataclass(frozen=True, slots=True)
class Trip:
    """Origin and destination of a query, with its difficulty."""

    source: str
    target: str
    level: str


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


def choose_trips(item: MiniMap, edges: Edges) -> list[Trip]:
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
        trips.append(Trip(source, target, levels[pair]))
    return trips


def make_weights(criteria: str, random: Random) -> Sequence[float]:
    """Return the weights of time, price, comfort, reliability: six decimals, sum one."""
    chosen = [int(name) - 1 for name in criteria.split("_")]
    if len(chosen) == 1:
        return [int(k == chosen[0]) for k in range(4)]
    # Exponential shares are uniform over all weightings.
    shares = [-log(1.0 - random.random()) for _ in chosen]
    weights = [0.0] * 4
    for k, share in zip(chosen[:-1], shares, strict=False):
        weights[k] = round(share / sum(shares), 6)
    weights[chosen[-1]] = round(1.0 - sum(weights), 6)
    return weights


def make_records(
    item: MiniMap, tables: MapTables, map_level: str
) -> dict[str, list[dict[str, Any]]]:
    """Return the records of a map by category."""
    network = item.network
    metro = item.domain == "metromap"
    edges = {pair: lines if metro else () for pair, lines in network.edges().items()}
    trips = choose_trips(item, edges)
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
            _record(item, edges, trip, kind, costs, STYLES[(k + c) % len(STYLES)], random)
            | {"Map_Difficulty": map_level}
            for k, trip in enumerate(trips)
        ]
    return found


def _record(
    item: MiniMap,
    edges: Edges,
    trip: Trip,
    kind: TaskKind,
    costs: CostTables,
    style: str,
    random: Random,
) -> dict[str, Any]:
    metro = item.domain == "metromap"
    criteria = criteria_of(kind)
    place = f"{item.domain}/{{}}/{REGION}/{item.key}"
    tables = place.format("tabulars")
    question = word_question(
        item.domain, sources_of(kind), criteria, style, trip.source, trip.target
    )
    record: dict[str, Any] = {
        "country": REGION,
        "city" if metro else "scenic_spot": item.key,
        "figure": place.format("images") + item.suffix,
        "edge_tab": f"{tables}_edge.json",
        "vertex_tab": f"{tables}_vertex{'2' if kind.uses_mix_tab and metro else ''}.json",
        "station_1" if metro else "spot_1": trip.source,
        "station_2" if metro else "spot_2": trip.target,
        "Map_Difficulty": "",
        "Query_Difficulty": trip.level,
        "question": question,
    }
    if kind.uses_mix_tab:
        del record["edge_tab"]
    if not criteria:
        routes = fewest_stations(edges, trip.source, trip.target)
        return record | _labels(routes, metro)
    weights = make_weights(criteria, random)
    routes = cheapest(edges, trip.source, trip.target, _weights(weights), costs)
    best = routes[0]
    return (
        record
        | _labels(routes, metro)
        | {"weights": weights}
        | route_totals(best.stations, best.changes, costs)
    )


def _labels(routes: Sequence[MarkedRoute], metro: bool) -> dict[str, Any]:
    labels: dict[str, Any] = {
        "routes": [str(route) for route in routes],
        "route_vertex_numbers": [len(route.stations) for route in routes],
    }
    if metro:
        labels["transfer_vertex_numbers"] = [len(route.changes) for route in routes]
    return labels


def _weights(values: Sequence[float]) -> Weights:
    time, price, comfort, reliability = values
    return (time, price, comfort, reliability)
