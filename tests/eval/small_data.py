"""A tiny data set of both domains, written for a test."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

from PIL import Image

STATIONS = ("Alder", "Birch", "Cedar", "Dune")
EDGES = [
    {
        "Edge": f"{a}-{b}",
        "Line": ["Red"],
        "Time": 2.5,
        "Price": 1.0,
        "Comfort Level": 0.5,
        "Reliability": 0.0,
    }
    for a, b in pairwise(STATIONS)
]
ENDS = ((0, 2), (1, 3), (0, 3), (2, 0), (3, 1), (3, 0))


def route(source: int, target: int) -> str:
    step = 1 if target > source else -1
    return "-".join(STATIONS[place] for place in range(source, target + step, step))


def record(number: int, domain: str = "metromap") -> dict[str, Any]:
    source, target = ENDS[number % len(ENDS)]
    places = ("station_1", "station_2") if domain == "metromap" else ("spot_1", "spot_2")
    return {
        "country": "nowhere",
        "figure": f"{domain}/images/map.png",
        "edge_tab": f"{domain}/tabulars/map_edge.json",
        "vertex_tab": f"{domain}/tabulars/map_vertex.json",
        places[0]: STATIONS[source],
        places[1]: STATIONS[target],
        "Map_Difficulty": "Easy",
        "Query_Difficulty": "Hard",
        "question": "According to Edge Table, what is the path with the fewest stations "
        f"from {STATIONS[source]} to {STATIONS[target]}?",
        "routes": [route(source, target)],
    }


def answer_in(question: str) -> str:
    """Answer a question of this data set."""
    source, target = question.split(" from ")[1].rstrip("?").split(" to ")
    return route(STATIONS.index(source), STATIONS.index(target))


def write_data(
    root: Path, *, n: int = 6, domains: tuple[str, ...] = ("metromap",), only_map: int = 0
) -> Path:
    """Write `n` only_tab queries a domain and `only_map` ones of the map alone."""
    for domain in domains:
        (root / domain / "tabulars").mkdir(parents=True, exist_ok=True)
        (root / domain / "images").mkdir(exist_ok=True)
        edges = [
            {key: value for key, value in edge.items() if domain == "metromap" or key != "Line"}
            for edge in EDGES
        ]
        (root / domain / "tabulars" / "map_edge.json").write_text(json.dumps(edges))
        Image.new("RGB", (64, 48), "white").save(root / domain / "images" / "map.png")
        write_queries(root, [record(i, domain) for i in range(n)], domain)
        if only_map:
            write_queries(root, [record(i, domain) for i in range(only_map)], domain, "only_map")
    return root


def write_queries(
    root: Path, records: list[Any], domain: str = "metromap", source: str = "only_tab"
) -> None:
    folder = root / domain / "data" / "test_set"
    folder.mkdir(parents=True, exist_ok=True)
    name = f"{domain}_shortest_path_query_{source}_test_set.json"
    (folder / name).write_text(json.dumps(records), encoding="utf-8")
