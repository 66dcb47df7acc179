"""What is known about a map: its topology, and where its stations are."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from perception.errors import BadTable
from perception.map_graph import Point
from perception.scoring.truth_score import plain_name
from tools.table_validation import CRITERIA
from tools.tables import edge_ends, read_table

_BETWEEN_HAN = re.compile(r"(?<=[\u2e80-\u9fff])\s+(?=[\u2e80-\u9fff])")


@dataclass(frozen=True, slots=True)
class KnownMap:
    """The truth about one map, its stations by the tables' names.

    Attributes
    ----------
    domain : str
        "metromap" or "travelmap".
    links : tuple of (str, str, tuple of str)
        Neighbours and the lines that join them (none on Travelmap).
    places : dict of str to tuple of points
        Marker centres, px of a picture of `size`; empty where nothing tells them.
    printed : dict of str to str
        What the map prints for a name.
    size : tuple of int
        Width and height that `places` are of, px; (0, 0) without places.
    """

    domain: str
    links: tuple[tuple[str, str, tuple[str, ...]], ...]
    places: dict[str, tuple[Point, ...]] = field(default_factory=dict)
    printed: dict[str, str] = field(default_factory=dict)
    size: tuple[int, int] = (0, 0)

    @property
    def names(self) -> tuple[str, ...]:
        """Every station once, in the order of the links."""
        return tuple(dict.fromkeys(name for a, b, _ in self.links for name in (a, b)))

    def label(self, name: str) -> str:
        """Return what the map prints: what the truth tells, else the name with its hyphens."""
        return self.printed.get(name) or name.replace("_", "-")


def read_known_map(domain: str, edge_tab: Path, truth: Path | None = None) -> KnownMap:
    """Read what is known about a map.

    Parameters
    ----------
    domain : str
        "metromap" or "travelmap".
    edge_tab : Path
        The unmasked Edge_tab, which holds the topology.
    truth : Path, optional
        Folder of the map's `truth.json`, which may hold `positions` and `printed`.

    Raises
    ------
    BadTable
        The table or the truth cannot be used.
    """
    table = read_table(edge_tab, "Edge_tab", domain=domain, complete=False, drop=CRITERIA)
    lines: tuple[Any, ...] = ((),) * len(table.rows)
    if "Line" in table.columns:
        lines = table.column("Line")
    links = tuple(
        (*edge_ends(cell), tuple(map(str, of_row)))
        for cell, of_row in zip(table.column("Edge"), lines, strict=True)
    )
    known = KnownMap(domain, links)
    return known if truth is None else _with_places(known, truth / "truth.json")


def _with_places(known: KnownMap, file: Path) -> KnownMap:
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
        positions = {
            plain_name(name): tuple((float(x), float(y)) for x, y in points)
            for name, points in data.get("positions", {}).items()
        }
        printed = {
            plain_name(name): _BETWEEN_HAN.sub("", " ".join(str(text).split()))
            for name, text in data.get("printed", {}).items()
        }
        width, height = data.get("size", (0, 0))
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise BadTable(
            f"cannot be used as the truth of a map ({type(error).__name__}: {error})",
            file=str(file),
            mend="give positions as {name: [[x, y], ...]} and the picture's size",
        ) from None
    names = known.names
    return KnownMap(
        known.domain,
        known.links,
        {name: positions[p] for name in names if positions.get(p := plain_name(name))},
        {name: printed[p] for name in names if printed.get(p := plain_name(name))},
        (int(width), int(height)) if positions else (0, 0),
    )
