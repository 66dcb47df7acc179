"""A seeded MapTab data set of made metro networks, for speed alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import orjson
from PIL import Image

from tests.bench.made_network import MadeNetwork, make_network

TASKS = (
    "only_tab",
    "map_and_tab",
    *(
        f"map_and_tab_with_constraint_{digits}"
        for digits in ("1", "2", "3", "4", "1_2_4", "1_3_4", "2_3_4", "1_2_3_4")
    ),
)
"""The ten categories whose topology stands in Edge_tab."""


@dataclass(frozen=True, slots=True)
class MadeData:
    """Where the data set lies and how many queries it holds."""

    root: Path
    queries: int


def make_data(root: Path, maps: int, queries: int, seed: int) -> MadeData:
    """Write a data set of `queries` queries over `maps` networks, in equal parts a task."""
    random = Random(seed)
    networks = [make_network(f"city{number:03d}", random) for number in range(maps)]
    picture = root / "metromap/images/made/map.png"
    picture.parent.mkdir(parents=True)
    Image.new("RGB", (8, 8), "white").save(picture)
    for network in networks:
        _write_tables(root, network)
    per_task = queries // len(TASKS)
    folder = root / "metromap/data/test_set"
    folder.mkdir(parents=True)
    for task in TASKS:
        records = list(_records(task, networks, per_task, random))
        name = f"metromap_shortest_path_query_{task}_test_set.json"
        (folder / name).write_bytes(orjson.dumps(records))
    return MadeData(root, per_task * len(TASKS))


def _write_tables(root: Path, network: MadeNetwork) -> None:
    folder = root / "metromap/tabulars/made"
    folder.mkdir(parents=True, exist_ok=True)
    for kind, rows in (("edge", network.edge_rows), ("vertex", network.vertex_rows)):
        (folder / f"{network.name}_{kind}.json").write_bytes(orjson.dumps(rows))


def _records(
    task: str, networks: list[MadeNetwork], count: int, random: Random
) -> Iterator[dict[str, Any]]:
    criteria = task.rpartition("constraint_")[2] if "constraint" in task else ""
    for number in range(count):
        network = networks[number % len(networks)]
        source, target = random.sample(network.stations, 2)
        record: dict[str, Any] = {
            "country": "made",
            "city": network.name,
            "figure": "metromap/images/made/map.png",
            "edge_tab": f"metromap/tabulars/made/{network.name}_edge.json",
            "vertex_tab": f"metromap/tabulars/made/{network.name}_vertex.json",
            "station_1": source,
            "station_2": target,
            "Map_Difficulty": "Easy",
            "Query_Difficulty": "Easy",
            "question": f"What is the best route from {source} to {target}?",
            # Speed alone is measured: a reference of the right length is enough for the scorer.
            "routes": ["-".join((source, *random.sample(network.stations, 9), target))],
            "route_vertex_numbers": [11],
            "transfer_vertex_numbers": [0],
        }
        if criteria:
            record["weights"] = _weights(criteria, random)
            record |= dict.fromkeys(("Total_Time", "Total_Price"), 1.0)
            record |= dict.fromkeys(("Average_Comfort Level", "Average_Reliability"), 0.5)
        yield record


def _weights(criteria: str, random: Random) -> list[float]:
    drawn = [random.random() if str(place) in criteria else 0.0 for place in range(1, 5)]
    return [round(value / sum(drawn), 6) for value in drawn]
