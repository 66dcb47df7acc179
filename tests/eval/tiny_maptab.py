"""A MapTab data set of two small fictional maps, written where a test wants it."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

from eval.maptab.kinds import CATEGORIES
from eval.maptab.question_kinds import QUESTION_TYPES
from tools.task import TaskKind

QUESTION = {
    "metromap": "According to the subway map, what is the best route from Alder to Dune?",
    "travelmap": "According to the map, which path is best between Fort and Lake?",
}
ROUTES = {
    "metromap": ["Alder-Birch-Cedar(transfer)-Dune", "Alder-Elm(transfer)-Cedar-Dune"],
    "travelmap": ["Fort-Gate-Lake"],
}
# Numbers that stand in no table, so that a label that leaks is told by its value.
TOTALS = {
    "Total_Time": 123.45,
    "Total_Price": 67.89,
    "Average_Comfort Level": 0.987654,
    "Average_Reliability": 0.456789,
}
ANSWER = 4711.25
WEIGHTS = [0.1, 0.2, 0.3, 0.4]

METRO_EDGES = [
    ("Alder-Birch", ["Red"], 2.5, 0.5, 0.25, 0.0),
    ("Birch-Cedar", ["Red"], 2.25, 1.0, 0.5, 0.0),
    ("Cedar-Dune", ["Blue"], 2.0, 0.25, 0.75, 0.0),
    ("Alder-Elm", ["Green"], 3.0, 1.25, 1.0, 0.0),
    ("Elm-Cedar", ["Blue"], 2.75, 0.31, 0.0, 0.0),
]
METRO_VERTICES = [
    ("Alder", ["Red", "Green"], 0.5, 0.0, 0.5, 0.75, 7),
    ("Birch", ["Red"], 1.0, 0.0, 0.25, 0.5, 0),
    ("Cedar", ["Red", "Blue"], 1.5, 0.0, 0.75, 1.0, 9),
    ("Dune", ["Blue"], 2.0, 0.0, 1.0, 0.625, 0),
    ("Elm", ["Green", "Blue"], 0.75, 0.0, 0.0, 0.875, 11),
    ("Far", ["Grey"], 0.75, 0.0, 0.5, 0.875, 0),
]
TRAVEL_EDGES = [
    ("Fort-Gate", 20, 15, 3.5, 0.5),
    ("Gate-Lake", 30, 10, 4.5, 0.25),
    ("Fort-Lake", 60, 45, 2.5, 0.75),
]
TRAVEL_VERTICES = [
    ("Fort", 45, 25, 4.0, 0.5),
    ("Gate", 0, 100, 3.0, 0.75),
    ("Lake", 90, 50, 5.0, 1.0),
]
CRITERIA = ["Time", "Price", "Comfort Level", "Reliability"]
TABLES: dict[tuple[str, str], tuple[list[str], list[Any]]] = {
    ("metromap", "edge"): (["Edge", "Line", *CRITERIA], METRO_EDGES),
    ("metromap", "vertex"): (["Vertex", "Line", *CRITERIA, "Transfer Time"], METRO_VERTICES),
    ("travelmap", "edge"): (["Edge", *CRITERIA], TRAVEL_EDGES),
    ("travelmap", "vertex"): (["Vertex", *CRITERIA], TRAVEL_VERTICES),
}


def record_of(kind: TaskKind, **changes: Any) -> dict[str, Any]:
    """One record as released; a change to `...` drops the field."""
    folder = f"{kind.domain}/tabulars/here/town"
    vertex = "vertex2" if kind.uses_mix_tab and kind.domain == "metromap" else "vertex"
    ends = ("station", "Alder", "Dune") if kind.domain == "metromap" else ("spot", "Fort", "Lake")
    record: dict[str, Any] = {
        "country": "here",
        "city" if kind.domain == "metromap" else "scenic_spot": "town",
        "figure": f"{kind.domain}/images/here/town.png",
        "edge_tab": f"{folder}_edge.json",
        "vertex_tab": f"{folder}_{vertex}.json",
        f"{ends[0]}_1": ends[1],
        f"{ends[0]}_2": ends[2],
        "Map_Difficulty": "Hard",
        "Query_Difficulty": "Medium",
        "question": QUESTION[kind.domain],
        "routes": ROUTES[kind.domain],
        "route_vertex_numbers": [len(route.split("-")) for route in ROUTES[kind.domain]],
    }
    if kind.weighted:
        record |= {"weights": WEIGHTS, **TOTALS}
    if kind.uses_mix_tab:
        del record["edge_tab"]
    if kind.question_type:
        for name in (f"{ends[0]}_1", f"{ends[0]}_2", "routes", "route_vertex_numbers"):
            del record[name]
        record |= {"question": "How many are there?", "answer": ANSWER}
    record |= changes
    return {name: value for name, value in record.items() if value is not ...}


def write_queries(
    root: Path, kind: TaskKind, records: object, *, split: str = "test", layout: str = "original"
) -> Path:
    """Write the query file of a kind; text is written as it stands."""
    folder, suffix = {
        "test": ("test_set", "_test_set"),
        "training": ("training_set", "_training_set"),
        "all": ("all", ""),
    }[split]
    base = root if layout == "original" else root / "raw"
    name = f"{kind.domain}_shortest_path_query_{kind.source}{suffix}.json"
    file = base / kind.domain / "data" / folder / name
    if kind.question_type:
        file = base / kind.domain / "qa_data" / f"{kind.domain}_{kind.source}.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    text = records if isinstance(records, str) else json.dumps(records, ensure_ascii=False)
    file.write_text(text, encoding="utf-8")
    return file


def write_data(root: Path, *, layout: str = "original") -> Path:
    """Write both maps with one record per category; Mix_tab is left to be built."""
    assets = root if layout == "original" else root / "assets"
    for domain in ("metromap", "travelmap"):
        (assets / domain / "images" / "here").mkdir(parents=True)
        (assets / domain / "images" / "here" / "town.png").write_bytes(b"no picture yet")
        (assets / domain / "tabulars" / "here").mkdir(parents=True)
        for part in ("edge", "vertex"):
            columns, rows = TABLES[domain, part]
            stem = assets / domain / "tabulars" / "here" / f"town_{part}"
            objects = [dict(zip(columns, row, strict=True)) for row in rows]
            stem.with_suffix(".json").write_text(
                json.dumps(objects, ensure_ascii=False, indent=2), encoding="utf-8"
            )
            encoding = "utf-8-sig" if domain == "metromap" else "utf-8"
            with stem.with_suffix(".csv").open("w", encoding=encoding, newline="") as stream:
                writer = csv.writer(stream)
                writer.writerow(columns)
                for row in rows:
                    writer.writerow(
                        ", ".join(cell) if isinstance(cell, list) else cell for cell in row
                    )
    for kind in (*CATEGORIES, *QUESTION_TYPES):
        write_queries(root, kind, [record_of(kind)], layout=layout)
    return root
