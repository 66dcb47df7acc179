"""What a released record tells about its sample, apart from any answer."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Any


def map_of(record: object) -> str:
    """Return the map of a record: its picture or table without folder and suffix, else its city.

    Examples
    --------
    >>> map_of({"figure": "metromap/images/real/Lisboa.png", "city": "Lisboa"})
    'real/Lisboa'
    >>> map_of({"scenic_spot": "Angkor"})
    'Angkor'
    """
    if not isinstance(record, Mapping):
        return ""
    figure = record.get("figure")
    if isinstance(figure, str) and figure:
        path = PurePosixPath(figure)
        return "/".join((*path.parts[2:-1], path.stem))
    for name in ("edge_tab", "vertex_tab"):
        table = record.get(name)
        if isinstance(table, str) and table:
            path = PurePosixPath(table)
            return "/".join((*path.parts[2:-1], path.stem.rsplit("_", 1)[0]))
    return str(record.get("city") or record.get("scenic_spot") or "")


def difficulties_of(record: Mapping[str, Any]) -> tuple[str, str] | None:
    """Return map and query difficulty in lower case; None where the record rates either not."""
    levels = record.get("Map_Difficulty"), record.get("Query_Difficulty")
    if not all(isinstance(level, str) and level for level in levels):
        return None
    return str(levels[0]).lower(), str(levels[1]).lower()
