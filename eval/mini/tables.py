"""Tables of a map: seeded values in MapTab's published ranges, written as MapTab writes them."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from random import Random
from typing import Any

from eval.mini.mini_map import MiniMap

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class MapTables:
    """The tables of one map; rows are JSON objects in column order.

    Attributes
    ----------
    edge, vertex : tuple of rows
        Edge_tab and Vertex_tab.
    mix : tuple of rows
        Mix_tab of a metro map; on travel maps equal to `vertex`.
    """

    edge: tuple[Row, ...]
    vertex: tuple[Row, ...]
    mix: tuple[Row, ...]


def make_tables(item: MiniMap) -> MapTables:
    """Return the tables of a map; the map's key is the seed."""
    random = Random(f"tables/{item.key}")
    return _metro(item, random) if item.domain == "metromap" else _travel(item, random)


def _metro(item: MiniMap, random: Random) -> MapTables:
    network = item.network
    edge: tuple[Row, ...] = tuple(
        {
            "Edge": f"{a}-{b}",
            "Line": list(lines),
            "Time": _hundredths(random, 200, 300),
            "Price": _hundredths(random, 0, 150),
            "Comfort Level": _hundredths(random, 0, 100),
            "Reliability": 0.0,
        }
        for (a, b), lines in network.edges().items()
    )
    vertex = tuple(
        {
            "Vertex": station.name,
            "Line": list(lines),
            "Time": _hundredths(random, 50, 200),
            "Price": 0.0,
            "Comfort Level": _hundredths(random, 0, 100),
            "Reliability": _hundredths(random, 50, 100),
            "Transfer Time": random.randint(5, 15) if len(lines) > 1 else 0,
        }
        for station in network.stations
        for lines in [network.lines_at(station.name)]
    )
    mix = [
        {**row, "Price": mean_price([e for e in edge if row["Vertex"] in e["Edge"].split("-")])}
        for row in vertex
    ]
    random.shuffle(mix)
    return MapTables(edge, vertex, tuple(mix))


def mean_price(edges: Sequence[Row]) -> float:
    """Return the mean price of edges, halves rounded up to the second decimal.

    >>> mean_price([{"Price": 0.2}, {"Price": 0.65}])
    0.43
    """
    total = sum((Decimal(str(edge["Price"])) for edge in edges), Decimal(0))
    return float((total / len(edges)).quantize(Decimal("0.01"), ROUND_HALF_UP))


def _travel(item: MiniMap, random: Random) -> MapTables:
    network = item.network
    edge = tuple(
        {
            "Edge": f"{a}-{b}",
            "Time": float(random.randint(10, 60)),
            "Price": float(random.randint(10, 80)),
            "Comfort Level": random.randint(10, 50) / 10,
            "Reliability": _of_a_year(random),
        }
        for a, b in network.edges()
    )
    vertex = tuple(
        {
            "Vertex": station.name,
            "Time": 0.0 if hub else float(random.randint(30, 180)),
            "Price": 100.0 * random.randint(1, 3) if hub else 5.0 * random.randint(2, 40),
            "Comfort Level": random.randint(10, 50) / 10,
            "Reliability": _of_a_year(random),
        }
        for station in network.stations
        for hub in [station.name in item.hubs]
    )
    return MapTables(edge, vertex, vertex)


def _hundredths(random: Random, low: int, high: int) -> float:
    return random.randint(low, high) / 100


def _of_a_year(random: Random) -> float:
    """Return the share of days without trouble, as the labels round it."""
    return round(random.randint(36, 365) / 365, 6)


def to_json(rows: Sequence[Row]) -> bytes:
    """Return the JSON file of a table."""
    return (json.dumps(rows, ensure_ascii=False, indent=2) + "\n").encode()


def to_csv(rows: Sequence[Row], *, bom: bool) -> bytes:
    """Return the CSV file of a table; Metromap's begin with a byte order mark."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(rows[0])
    for row in rows:
        writer.writerow([_cell(value) for value in row.values()])
    return text.getvalue().encode("utf-8-sig" if bom else "utf-8")


def _cell(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(value)
    return value if isinstance(value, str) else f"{value:g}"
