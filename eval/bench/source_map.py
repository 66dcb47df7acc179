"""A map to build a benchmark from: its picture, its edge list, and what else is known of it."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from eval.bench.edges import Edges, Pair
from eval.bench.values import time_of_distance
from eval.reading.map_folder import find_maps
from perception.errors import BadTable

# Stations of anything that runs on rails or flies, but none of police, fire brigade and the like.
_HUB: Final = re.compile(
    r"\b(?:airport|airfield|aerodrome|railway|halt)\b"
    r"|(?<!police )(?<!fire )(?<!power )(?<!bus )(?<!gas )\bstation\b"
    r"|机场|火车站|高铁站|车站|空港|駅",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class SourceMap:
    """One map, its names written as tables write them (`_` for a hyphen).

    Attributes
    ----------
    key : str
        Its file names; also `city` or `scenic_spot` of its records.
    domain : str
        "metromap" or "travelmap".
    picture : Path
        The picture.
    edges : mapping
        In the order of the edge list.
    times : mapping of (str, str) to float
        Travelmap: minutes printed on the map, or from printed distances, by key of `edges`.
    truth : mapping
        `truth.json`, as it stands.
    """

    key: str
    domain: str
    picture: Path
    edges: Edges
    times: Mapping[Pair, float] = field(default_factory=dict)
    truth: Mapping[str, Any] = field(default_factory=dict)

    def stations(self) -> dict[str, tuple[str, ...]]:
        """Return every name that an edge has, in order of appearance, with its lines."""
        found: dict[str, dict[str, None]] = {}
        for pair, lines in self.edges.items():
            for name in pair:
                found.setdefault(name, {}).update(dict.fromkeys(lines))
        return {name: tuple(lines) for name, lines in found.items()}

    def hubs(self) -> tuple[str, ...]:
        """Return airports and railway stations: those that the truth lists, else by their names."""
        stations = self.stations()
        listed = self.truth.get("hubs")
        if listed is not None:
            return tuple(name for name in map(table_name, listed) if name in stations)
        return tuple(name for name in stations if _HUB.search(name.replace("_", " ")))


def table_name(name: str) -> str:
    """Return a name as tables write it.

    >>> table_name(" Little Italy-University Circle")
    'Little Italy_University Circle'
    """
    return name.strip().replace("-", "_")


def read_source_maps(folder: Path) -> list[SourceMap]:
    """Return the maps of a folder, by name; see `eval.reading.map_folder.find_maps`.

    Raises
    ------
    ConfigError, BadPicture
        There are none, or one has no picture.
    BadTable
        An edge list or a truth file is missing or broken.
    """
    return [read_source_map(item.name, item.truth, item.picture()) for item in find_maps(folder)]


def read_source_map(key: str, folder: Path, picture: Path) -> SourceMap:
    """Read one map from the folder of its `truth.json` and `edges.csv`.

    The edge list has the column `Edge`, "A-B"; on metro maps `Line`, one line a row or several with
    commas between them; and, where the map prints them, `Minutes` or `Metres`.

    Raises
    ------
    BadTable
        With file, row and column.
    """
    truth = read_record(folder / "truth.json")
    known = {table_name(name) for name in truth.get("names", truth.get("positions", ()))}
    path = folder / "edges.csv"
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            reader = csv.DictReader(file)
            rows = list(reader)
            columns = reader.fieldnames or []
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise BadTable(f"cannot be read ({error})", file=str(path)) from None
    if not rows or "Edge" not in columns:
        raise BadTable("has no rows with a column Edge", file=str(path), mend="write Edge,Line")
    edges: dict[Pair, tuple[str, ...]] = {}
    times: dict[Pair, float] = {}
    for number, row in enumerate(rows, start=1):
        pair = _pair(row["Edge"], known, path, number)
        pair = pair[::-1] if pair[::-1] in edges else pair
        cells = (row.get("Line") or "").split(",")
        lines = [line.strip() for line in cells if line.strip()]
        if "Line" in columns and not lines:
            raise BadTable(
                f"{row['Edge']!r} is on no line",
                file=str(path),
                field=f"row {number}, column Line",
                mend="name its line, or leave the column out on a travel map",
            )
        edges[pair] = tuple(dict.fromkeys((*edges.get(pair, ()), *lines)))
        if minutes := _number(row, "Minutes", path, number):
            times[pair] = minutes
        elif metres := _number(row, "Metres", path, number):
            times[pair] = time_of_distance(metres)
    domain = "metromap" if "Line" in columns else "travelmap"
    return SourceMap(key, domain, picture, edges, times, truth)


def read_record(path: Path) -> dict[str, Any]:
    """Return the record of a drawing, `truth.json`, as it stands.

    Raises
    ------
    BadTable
        It cannot be read, or is no object.
    """
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadTable(f"cannot be read ({error})", file=str(path)) from None
    if not isinstance(found, dict):
        raise BadTable("holds no object", file=str(path))
    return found


def _pair(cell: str, known: set[str], path: Path, number: int) -> Pair:
    parts = [part.strip() for part in cell.split("-")]
    splits = [("_".join(parts[:cut]), "_".join(parts[cut:])) for cut in range(1, len(parts))]
    named = [pair for pair in splits if known.issuperset(pair)] if len(splits) > 1 else splits
    if len(named) != 1 or not all(named[0]) or named[0][0] == named[0][1]:
        raise BadTable(
            f"Edge is {cell!r}, which names no two stations",
            file=str(path),
            field=f"row {number}, column Edge",
            mend="write A-B, and _ for a hyphen inside a name",
        )
    return named[0]


def _number(row: Mapping[str, str], column: str, path: Path, number: int) -> float:
    text = (row.get(column) or "").strip()
    try:
        value = float(text or 0)
    except ValueError:
        value = -1.0
    if not 0 <= value < float("inf"):
        raise BadTable(
            f"{column} is {text!r}",
            file=str(path),
            field=f"row {number}, column {column}",
            mend="write a number, or leave it empty",
        )
    return value
