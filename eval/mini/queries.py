"""Query records of the mini split, in MapTab's form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from random import Random
from typing import Any

from eval.mini.costs import CostTables, Weights, route_totals
from eval.mini.difficulty import query_levels, spread
from eval.mini.mini_map import MiniMap
from eval.mini.references import Edges, MarkedRoute, cheapest, fewest_stations
from eval.mini.tables import MapTables
from eval.mini.wording import STYLES, word_question

QUERIES_PER_MAP = 6
REGION = "fiction"


@dataclass(frozen=True, slots=True)
class Category:
    """One of the twelve query categories.

    Attributes
    ----------
    name : str
        As in the query files' names.
    sources : tuple of str
        What the question names.
    criteria : str
        "1_2_4" and the like; empty where the fewest stations count.
    mixed : bool
        Whether Mix_tab takes the place of both tables.
    """

    name: str
    sources: tuple[str, ...]
    criteria: str = ""
    mixed: bool = False


_CONSTRAINTS = ("1", "2", "3", "4", "1_2_4", "1_3_4", "2_3_4", "1_2_3_4")

CATEGORIES = (
    Category("only_map", ("map",)),
    Category("only_tab", ("Edge Table",)),
    Category("map_and_tab", ("map", "Edge Table")),
    *(
        Category(f"map_and_tab_with_constraint_{name}", ("map", "Edge Table", "Vertex Table"), name)
        for name in _CONSTRAINTS
    ),
    Category(
        "map_and_tab_with_constraint_1_2_3_4_only_vertex2",
        ("map", "Vertex Table"),
        "1_2_3_4",
        mixed=True,
    ),
)


@dataclass(frozen=True, slots=True)
class Trip:
    """Origin and destination of a query, with its difficulty."""

    source: str
    target: str
    level: str


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
    for c, category in enumerate(CATEGORIES):
        random = Random(f"weights/{item.key}/{category.name}")
        costs = mixed if category.mixed else both
        found[category.name] = [
            _record(item, edges, trip, category, costs, STYLES[(k + c) % len(STYLES)], random)
            | {"Map_Difficulty": map_level}
            for k, trip in enumerate(trips)
        ]
    return found


def _record(
    item: MiniMap,
    edges: Edges,
    trip: Trip,
    category: Category,
    costs: CostTables,
    style: str,
    random: Random,
) -> dict[str, Any]:
    metro = item.domain == "metromap"
    place = f"{item.domain}/{{}}/{REGION}/{item.key}"
    tables = place.format("tabulars")
    question = word_question(
        item.domain, category.sources, category.criteria, style, trip.source, trip.target
    )
    record: dict[str, Any] = {
        "country": REGION,
        "city" if metro else "scenic_spot": item.key,
        "figure": place.format("images") + item.suffix,
        "edge_tab": f"{tables}_edge.json",
        "vertex_tab": f"{tables}_vertex{'2' if category.mixed and metro else ''}.json",
        "station_1" if metro else "spot_1": trip.source,
        "station_2" if metro else "spot_2": trip.target,
        "Map_Difficulty": "",
        "Query_Difficulty": trip.level,
        "question": question,
    }
    if category.mixed:
        del record["edge_tab"]
    if not category.criteria:
        routes = fewest_stations(edges, trip.source, trip.target)
        return record | _labels(routes, metro)
    weights = make_weights(category.criteria, random)
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
