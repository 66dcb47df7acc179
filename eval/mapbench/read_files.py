"""Files of MapBench: scenes, queries, and pictures inside rows."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from eval.mapbench.read_pickle import read_pickle
from eval.reasonmap.read_files import figure_bytes
from perception.errors import BadRecord
from perception.ocr.cache_folder import cache_folder
from tools.scene_graph import SceneGraph

SCENES: Final = ("pkl", "scenes")


def read_scene(file: Path, name: str = "") -> SceneGraph:
    """Read a scene graph, pickled or in its JSON form; raises `BadRecord`."""
    if file.suffix == ".pkl":
        return read_pickle(file, name)
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise BadRecord(f"cannot be read ({error})", file=str(file)) from None
    if not isinstance(data, dict):
        raise BadRecord(f"is a JSON {type(data).__name__}, not a scene", file=str(file))
    return SceneGraph.from_dict({**data, "name": name or data.get("name", "")}, file=str(file))


def scene_files(root: Path) -> dict[str, Path]:
    """Return the scene files below a folder, "class/map" to file."""
    found: dict[str, Path] = {}
    for folder in SCENES:
        suffix = ".pkl" if folder == "pkl" else ".json"
        places = [root, root / folder] if root.name == folder else [root / folder]
        for place in places:
            for file in sorted(place.glob(f"*/*{suffix}")):
                found.setdefault(f"{file.parent.name}/{file.stem}", file)
    return found


def queries_of(row: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the queries of a parquet row, each with its map; the map alone where it has none."""
    place = {"map_class": row.get("map_class"), "image_id": row.get("image_id")}
    queries = row.get("queries")
    if isinstance(queries, str):
        queries = _json_line(queries)
    if isinstance(queries, Mapping):
        # A sequence feature may come as lists by field.
        columns = {k: v for k, v in queries.items() if isinstance(v, list)}
        queries = [
            dict(zip(columns, values, strict=False))
            for values in zip(*columns.values(), strict=False)
        ]
    if not isinstance(queries, list):
        return [place]
    return [{**place, **query} if isinstance(query, Mapping) else place for query in queries]


def line_records(file: Path) -> Iterator[Any]:
    """Return the queries of a file of JSON lines; raises `BadRecord` where it cannot be read."""
    try:
        lines = file.read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise BadRecord(f"cannot be read ({error})", file=str(file)) from None
    return (_json_line(line) for line in lines if line.strip())


def _json_line(line: str) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return line[:200]


def keep_picture(value: object) -> Path | None:
    """Write a picture of a row to the cache folder, once, and return where it is; None without."""
    data = figure_bytes(value)
    if not data:
        return None
    digest = hashlib.sha256(data).hexdigest()
    file = cache_folder() / "figures" / f"{digest}.img"
    if not file.is_file():
        file.parent.mkdir(parents=True, exist_ok=True)
        partial = file.with_suffix(f".{id(data)}.part")
        partial.write_bytes(data)
        partial.replace(file)
    return file
