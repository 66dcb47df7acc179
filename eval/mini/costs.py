"""MapTab's cost of a route, and its totals, restated plainly from the tables' rows.

Deliberately apart from `tools.objective`, so that each can be held against the other.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from eval.bench.tables import Row

Weights = tuple[float, float, float, float]

METRO_SCALE = {"Time": 3.0, "Price": 1.5, "Comfort Level": 1.0, "Reliability": 1.0}
TRAVEL_SCALE = {"Time": 180.0, "Price": 200.0, "Comfort Level": 5.0, "Reliability": 1.0}


@dataclass(frozen=True, slots=True)
class CostTables:
    """What a cost is computed from.

    Attributes
    ----------
    domain : str
        "metromap" or "travelmap".
    edges : mapping or None
        Row of each edge by the set of its ends; None where only vertices count (Mix_tab).
    vertices : mapping
        Row of each vertex.
    """

    domain: str
    edges: Mapping[frozenset[str], Row] | None
    vertices: Mapping[str, Row]


def counted_rows(stations: Sequence[str], tables: CostTables) -> list[Row]:
    """Return every row that counts on a route: edges, and vertices by the domain's rule.

    Metro maps count the source and not the destination; travel maps count both, but the price of a
    hub (Time 0) only where the route ends.
    """
    rows: list[Row] = []
    if tables.edges is not None:
        rows += [tables.edges[frozenset(p)] for p in itertools.pairwise(stations)]
    if tables.domain == "metromap":
        return rows + [tables.vertices[name] for name in stations[:-1]]
    for name in stations:
        row = tables.vertices[name]
        if row["Time"] == 0 and name != stations[-1]:
            row = {**row, "Price": 0.0}
        rows.append(row)
    return rows


def route_cost(
    stations: Sequence[str], changes: Sequence[str], weights: Weights, tables: CostTables
) -> float:
    """Return the additive objective of a route that changes lines at `changes`.

    w1 * sum T + w2 * sum P + w3 * sum (1 - C) + w4 * sum (1 - R), normalised; zero comforts and
    reliabilities are dropped.
    """
    scale = METRO_SCALE if tables.domain == "metromap" else TRAVEL_SCALE
    time, price, comfort, reliability = weights
    cost = 0.0
    for row in counted_rows(stations, tables):
        cost += time * row["Time"] / scale["Time"] + price * row["Price"] / scale["Price"]
        for weight, column in ((comfort, "Comfort Level"), (reliability, "Reliability")):
            if row[column]:
                cost += weight * (1 - row[column] / scale[column])
    for name in changes:
        cost += time * tables.vertices[name]["Transfer Time"] / scale["Time"]
    return cost


def route_totals(
    stations: Sequence[str], changes: Sequence[str], tables: CostTables
) -> dict[str, float]:
    """Return the labels' totals: times and prices to 2 decimals, averages to 6."""
    rows = counted_rows(stations, tables)
    waits = [tables.vertices[name]["Transfer Time"] for name in changes]
    return {
        "Total_Time": round(sum(row["Time"] for row in rows) + sum(waits), 2),
        "Total_Price": round(sum(row["Price"] for row in rows), 2),
        "Average_Comfort Level": _mean([row["Comfort Level"] for row in rows]),
        "Average_Reliability": _mean([row["Reliability"] for row in rows]),
    }


def _mean(values: Sequence[float]) -> float:
    counted = [value for value in values if value]
    return round(sum(counted) / len(counted), 6) if counted else 0.0
