"""Made metro networks: lines that share stations, with tables in the published ranges."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from random import Random
from typing import Any

LINES = 6
STOPS = 22
SHARED = 0.18
"""Share of stops that are stations of an earlier line: about 110 stations a network."""


@dataclass(frozen=True, slots=True)
class MadeNetwork:
    """One network with its tables.

    Attributes
    ----------
    name : str
        Its city.
    stations : tuple of str
        All names.
    edge_rows, vertex_rows : list of dict
        Edge_tab and Vertex_tab.
    """

    name: str
    stations: tuple[str, ...]
    edge_rows: list[dict[str, Any]]
    vertex_rows: list[dict[str, Any]]


def make_network(name: str, random: Random) -> MadeNetwork:
    """Make one connected network."""
    stations: list[str] = []
    lines_at: dict[str, list[str]] = {}
    edges: dict[tuple[str, str], list[str]] = {}
    for number in range(LINES):
        line = f"Line {number + 1}"
        stops: list[str] = []
        for place in range(STOPS):
            old = [station for station in stations if station not in stops]
            if old and (place == STOPS // 2 or random.random() < SHARED):
                stop = random.choice(old)
            else:
                stop = f"Station {len(stations) + 1}"
                stations.append(stop)
            stops.append(stop)
            lines_at.setdefault(stop, []).append(line)
        for a, b in itertools.pairwise(stops):
            edges.setdefault((min(a, b), max(a, b)), []).append(line)
    return MadeNetwork(
        name,
        tuple(stations),
        [
            {
                "Edge": f"{a}-{b}",
                "Line": lines,
                "Time": round(random.uniform(2, 3), 2),
                "Price": round(random.uniform(0, 1.5), 2),
                "Comfort Level": round(random.random(), 2),
                "Reliability": 0.0,
            }
            for (a, b), lines in edges.items()
        ],
        [
            {
                "Vertex": station,
                "Line": lines_at[station],
                "Time": round(random.uniform(0.5, 2), 2),
                "Price": 0.0,
                "Comfort Level": round(random.random(), 2),
                "Reliability": round(random.uniform(0.5, 1), 2),
                "Transfer Time": random.randint(5, 15) if len(lines_at[station]) > 1 else 0,
            }
            for station in stations
        ],
    )
