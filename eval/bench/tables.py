"""Tables of a map: values for its edges and vertices, written as MapTab writes them."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from random import Random
from typing import Any

from eval.bench.edges import Edges, Pair
from eval.bench.values import UniformValues

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


def metro_tables(
    edges: Edges, stations: Mapping[str, Sequence[str]], values: UniformValues, random: Random
) -> MapTables:
    """Return the tables of a metro map, one row an edge, whatever lines share it.

    Parameters
    ----------
    edges : mapping
        With their lines.
    stations : mapping of str to sequence of str
        The lines of each station, in the order of the rows.
    values : UniformValues
        Where the values come from.
    random : Random
        Shuffles the rows of Mix_tab.
    """
    edge: tuple[Row, ...] = tuple(
        {
            "Edge": f"{a}-{b}",
            "Line": list(lines),
            "Time": values.ride_time(),
            "Price": values.ride_price(),
            "Comfort Level": values.share(),
            "Reliability": 0.0,
        }
        for (a, b), lines in edges.items()
    )
    vertex = tuple(
        {
            "Vertex": name,
            "Line": list(lines),
            "Time": values.stop_time(),
            "Price": 0.0,
            "Comfort Level": values.share(),
            "Reliability": values.stop_reliability(),
            "Transfer Time": values.transfer_time() if len(lines) > 1 else 0,
        }
        for name, lines in stations.items()
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


def travel_tables(
    edges: Edges,
    spots: Sequence[str],
    values: UniformValues,
    *,
    hubs: Collection[str] = (),
    times: Mapping[Pair, float] | None = None,
) -> MapTables:
    """Return the tables of a travel map.

    Parameters
    ----------
    edges : mapping
        Each once.
    spots : sequence of str
        In the order of the rows.
    values : UniformValues
        Where the values come from.
    hubs : collection of str
        Airports and railway stations, whose Time is 0.
    times : mapping of (str, str) to float, optional
        Minutes printed on the map, by key of `edges`.
    """
    printed = times or {}
    edge = tuple(
        {
            "Edge": f"{a}-{b}",
            "Time": printed[a, b] if (a, b) in printed else values.way_time(),
            "Price": values.way_price(),
            "Comfort Level": values.rating(),
            "Reliability": values.way_reliability(),
        }
        for a, b in edges
    )
    vertex = tuple(
        {
            "Vertex": name,
            "Time": 0.0 if name in hubs else values.visit_time(),
            "Price": values.hub_price() if name in hubs else values.visit_price(),
            "Comfort Level": values.rating(),
            "Reliability": values.visit_reliability(),
        }
        for name in spots
    )
    return MapTables(edge, vertex, vertex)


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


def table_files(domain: str, region: str, key: str, tables: MapTables) -> dict[str, bytes]:
    """Return the files of a map's tables: path below the data's root, and bytes."""
    metro = domain == "metromap"
    kinds = {"edge": tables.edge, "vertex": tables.vertex}
    if metro:
        kinds["vertex2"] = tables.mix
    found: dict[str, bytes] = {}
    for kind, rows in kinds.items():
        stem = f"{domain}/tabulars/{region}/{key}_{kind}"
        found[f"{stem}.json"] = to_json(rows)
        found[f"{stem}.csv"] = to_csv(rows, bom=metro)
    return found


def edge_list(domain: str, edges: Edges) -> bytes:
    """Return the edge list of a map as CSV, one row an edge and line."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    metro = domain == "metromap"
    writer.writerow(["Edge", "Line"] if metro else ["Edge"])
    for (a, b), lines in edges.items():
        edge = f"{a}-{b}"
        writer.writerows([[edge, line] for line in lines] if metro else [[edge]])
    return text.getvalue().encode()
