"""A picture reader that knows the truth: what perfect perception would hand over."""

from __future__ import annotations

import csv
import json
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from perception.errors import BadPicture
from perception.map_graph import MapEdge, MapGraph, MapLine, MapStation, Point
from perception.perceive import LayerSummary
from perception.text_reading import TextItem, TextReading
from tools.map_reader import Read


def truth_graph(folder: Path) -> MapGraph:
    """Build the graph of a map from its `edges.csv` and, where known, its positions."""
    truth = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
    positions: dict[str, list[list[float]]] = truth.get("positions", {})
    with (folder / "edges.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = [(*row["Edge"].split("-"), row.get("Line", "path")) for row in csv.DictReader(file)]
    names = list(dict.fromkeys(name for a, b, _ in rows for name in (a, b)))
    ids = {name: f"S{i}" for i, name in enumerate(names)}
    place: dict[str, Point] = {}
    for i, name in enumerate(names):
        spots = positions.get(name) or [[float(i), 0.0]]
        place[name] = (spots[0][0], spots[0][1])
    lines_at: dict[str, dict[str, None]] = defaultdict(dict)
    edges: dict[tuple[str, str], dict[str, None]] = defaultdict(dict)
    for a, b, cell in rows:
        for line in (part.strip() for part in cell.split(",")):
            lines_at[a][line] = lines_at[b][line] = None
            key = (a, b) if (b, a) not in edges else (b, a)
            edges[key][line] = None
    all_lines = dict.fromkeys(line for found in lines_at.values() for line in found)
    return MapGraph(
        str(folder),
        truth["size"][0],
        truth["size"][1],
        tuple(MapLine(line, line, "#000000") for line in all_lines),
        # The map prints the hyphens that tables write as `_`.
        tuple(
            MapStation(ids[name], name.replace("_", "-"), place[name], tuple(lines_at[name]))
            for name in names
        ),
        tuple(
            MapEdge(ids[a], ids[b], tuple(lines), (place[a], place[b]))
            for (a, b), lines in edges.items()
        ),
    )


class TruthReader:
    """Hands over given graphs, as `MapReader`."""

    def __init__(self, graph_of: Callable[[Path], MapGraph]) -> None:
        self._graph_of = graph_of
        self._graphs: dict[Path, MapGraph] = {}
        self.asked: list[str] = []

    def describe(self) -> dict[str, Any]:
        return {"engine": "truth"}

    def text(self, image: Path) -> Read[TextReading]:
        self.asked.append("text")
        graph = self._graph(image)
        box = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
        lines = tuple(TextItem(station.name, box) for station in graph.stations)
        return Read(TextReading(lines, "truth"), False)

    def lines(self, image: Path, names: Sequence[str] = ()) -> Read[tuple[LayerSummary, ...]]:
        self.asked.append("lines")
        found = (
            LayerSummary(line.id, (0, 0, 0), 4.0, 100, line.state, False, 1.0, line.name)
            for line in self._graph(image).lines
        )
        return Read(tuple(found), False)

    def graph(self, image: Path, names: Sequence[str] = ()) -> Read[MapGraph]:
        self.asked.append("graph")
        return Read(self._graph(image), False)

    def _graph(self, image: Path) -> MapGraph:
        if image not in self._graphs:
            self._graphs[image] = self._graph_of(image)
        return self._graphs[image]


def by_city(shared: Path) -> TruthReader:
    """Return a reader of the metro_dev pictures."""
    folders = {folder.name: folder for folder in (shared / "maps").iterdir()}

    def graph_of(image: Path) -> MapGraph:
        if image.stem not in folders:
            raise BadPicture("no truth for it", file=str(image))
        return truth_graph(folders[image.stem])

    return TruthReader(graph_of)
