"""Write the pictures and tables of a data set in MapTab's layout."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from random import Random
from typing import Final

from eval.bench.data_map import DataMap
from eval.bench.source_map import SourceMap
from eval.bench.tables import edge_list, metro_tables, table_files, travel_tables
from eval.bench.values import PublishedValues

REGION: Final = "fiction"
TRUTH: Final = "truth"
"""Folder beside the domains with each map's edge list and record; no system is shown it."""


def write_tables(
    source: SourceMap, root: Path, *, seed: int, region: str = REGION, invent_hubs: bool = False
) -> DataMap:
    """Write picture, tables and record of one map.

    Parameters
    ----------
    source : SourceMap
        The map.
    root : Path
        Root of the data set.
    seed : int
        Of the values; a map's do not depend on the other maps.
    region : str
        Country that the files are put under.
    invent_hubs : bool
        Whether, on every second travel map that has no airport or railway station, a spot is made
        one: fictional names seldom tell, and the rule on hubs should be tried.

    Raises
    ------
    OSError
        A file cannot be read or written.
    """
    item = DataMap(source.domain, region, source.key, source.picture.suffix)
    random = Random(f"tables/{seed}/{source.domain}/{source.key}")
    values = PublishedValues(random)
    stations = source.stations()
    record = dict(source.truth)
    if source.domain == "metromap":
        tables = metro_tables(source.edges, stations, values, random)
    else:
        hubs = source.hubs()
        if invent_hubs and not hubs and random.random() < 0.5:
            hubs = (random.choice(list(stations)),)
        record["hubs"] = list(hubs)
        tables = travel_tables(source.edges, list(stations), values, hubs=hubs, times=source.times)
    for name, content in table_files(item.domain, region, item.key, tables).items():
        write_file(root / name, content)
    picture = root / item.figure
    picture.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source.picture, picture)
    write_json(root / TRUTH / item.key / "truth.json", record)
    path = root / TRUTH / item.key / "edges.csv"
    write_file(path, edge_list(item.domain, source.edges))
    return item


def write_json(path: Path, content: object) -> None:
    """Write a JSON file, and the folders above it."""
    write_file(path, (json.dumps(content, ensure_ascii=False, indent=1) + "\n").encode())


def write_file(path: Path, content: bytes) -> None:
    """Write a file, and the folders above it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
