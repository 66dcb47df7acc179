"""How much of a map was read rightly: a graph against a hand-made or drawn truth.

Stations are paired one to one by name, and by place where the truth has places; edges are
undirected pairs of stations, counted once whatever lines share them. `docs/perception_score.md`
has the rules.
"""

from __future__ import annotations

import csv
import json
import math
import re
import unicodedata
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from rapidfuzz.distance import Indel
from scipy.optimize import linear_sum_assignment

from perception.errors import BadTable
from perception.map_graph import MapGraph, Point

_SAME_NAME = 0.75
_NEAR = 0.06


@dataclass(frozen=True, slots=True)
class MapTruth:
    """What a map shows.

    Attributes
    ----------
    names : tuple of str
        Station names.
    edges : frozenset of frozenset of str
        Neighbouring stations.
    places : dict of str to tuple of points
        Marker centres, image px; empty where the truth has none.
    other_names : dict of str to tuple of str
        Further names that count as right.
    lines : dict of frozenset of str to frozenset of str
        Edge to the names of its lines; empty where the truth names none.
    size : tuple of int or None
        Width and height of the picture that `places` are of, px; None: of any.
    """

    names: tuple[str, ...]
    edges: frozenset[frozenset[str]]
    places: dict[str, tuple[Point, ...]] = field(default_factory=dict)
    other_names: dict[str, tuple[str, ...]] = field(default_factory=dict)
    lines: dict[frozenset[str], frozenset[str]] = field(default_factory=dict)
    size: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Agreement:
    """Counts and what they make.

    Attributes
    ----------
    found, expected, right : int
        Items read, items of the truth, items in both.
    """

    found: int
    expected: int
    right: int

    @property
    def precision(self) -> float:
        """Share of what was read that is right; 1 where nothing was read."""
        return self.right / self.found if self.found else 1.0

    @property
    def recall(self) -> float:
        """Share of the truth that was read; 1 where there is nothing to read."""
        return self.right / self.expected if self.expected else 1.0

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall."""
        total = self.found + self.expected
        return 2.0 * self.right / total if total else 1.0


@dataclass(frozen=True, slots=True)
class JudgedEdge:
    """One edge that was read.

    Attributes
    ----------
    ends : frozenset of str
        Names of the truth; "?" and the station's id where that was paired with none.
    lines : frozenset of str
        Ids of its lines.
    confidence : float
        The highest of the edges between the two stations, in [0, 1].
    right : bool
        Whether the truth has it.
    """

    ends: frozenset[str]
    lines: frozenset[str]
    confidence: float
    right: bool


@dataclass(frozen=True, slots=True)
class TruthScore:
    """Agreement of one graph with its truth.

    Attributes
    ----------
    stations, edges : Agreement
        Of the stations and of the edges.
    names : dict of str to str
        Station id to the name of the truth it was paired with.
    missing_stations, extra_stations : tuple of str
        Names of the truth not read; names read that are not in the truth.
    missing_edges, extra_edges : tuple of str
        The same for edges, as "A - B".
    judged : tuple of JudgedEdge
        What was read, each pair of stations once.
    """

    stations: Agreement
    edges: Agreement
    names: dict[str, str]
    missing_stations: tuple[str, ...]
    extra_stations: tuple[str, ...]
    missing_edges: tuple[str, ...]
    extra_edges: tuple[str, ...]
    judged: tuple[JudgedEdge, ...] = ()


def read_truth(folder: Path) -> MapTruth:
    """Read `truth.json` (names or positions) and `edges.csv` of a map.

    The table has a column `Edge`, "A-B", and on metro maps `Line`: one line a row, or several with
    commas between them.

    Raises
    ------
    BadTable
        A file is missing or broken, or an edge names no two stations.
    """
    try:
        data = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
        return _read_truth(folder, data)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadTable(
            f"no truth can be read from it ({type(error).__name__}: {error})",
            file=str(folder),
            mend="give it a truth.json with names or positions, and an edges.csv",
        ) from error


def _points(points: Any, name: str, folder: Path) -> tuple[tuple[float, float], ...]:
    """Return the places of a station, in image px; no figure may be missing or endless."""
    try:
        found = tuple((float(x), float(y)) for x, y in points)
        if all(math.isfinite(value) for point in found for value in point):
            return found
    except (ValueError, TypeError):
        pass
    raise BadTable(
        f"found {points!r}",
        file=str(folder / "truth.json"),
        field=f"positions, {name!r}",
        mend="write [[x, y], ...] in image px",
    )


def _read_truth(folder: Path, data: dict[str, Any]) -> MapTruth:
    places = {
        name: _points(points, name, folder) for name, points in data.get("positions", {}).items()
    }
    names = tuple(data.get("names", places))
    known = {name.replace("-", "_"): name for name in names}
    edges: dict[frozenset[str], set[str]] = {}
    with (folder / "edges.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = csv.DictReader(file)
        if "Edge" not in (rows.fieldnames or ()):
            raise BadTable(
                "has no column Edge",
                file=str(folder / "edges.csv"),
                field="line 1",
                mend='write the header "Edge,Line"',
            )
        for number, row in enumerate(rows, start=2):
            parts = row["Edge"].split("-")
            splits = (
                ("-".join(parts[:cut]), "-".join(parts[cut:])) for cut in range(1, len(parts))
            )
            pairs = [
                (known[a.replace("-", "_")], known[b.replace("-", "_")])
                for a, b in splits
                if a.replace("-", "_") in known and b.replace("-", "_") in known
            ]
            if len(pairs) != 1:
                raise BadTable(
                    f"Edge is {row['Edge']!r}, which names no two stations of truth.json",
                    file=str(folder / "edges.csv"),
                    field=f"line {number}",
                    mend="write hyphens inside names as _",
                )
            lines = {line.strip() for line in (row.get("Line") or "").split(",")}
            edges.setdefault(frozenset(pairs[0]), set()).update(lines - {""})
    others = {name: tuple(more) for name, more in data.get("other_names", {}).items()}
    named = {edge: frozenset(lines) for edge, lines in edges.items() if lines}
    size = tuple(int(length) for length in data.get("size", ()))
    return MapTruth(
        names,
        frozenset(edges),
        places,
        others,
        named,
        (size[0], size[1]) if len(size) == 2 else None,
    )


def plain_name(name: str) -> str:
    """Return a name without case, accents, spaces and punctuation, for comparison."""
    decomposed = unicodedata.normalize("NFKD", name)
    bare = "".join(char for char in decomposed if not unicodedata.combining(char))
    return re.sub(r"[\W_]+", "", bare.casefold())


def score_graph(graph: MapGraph, truth: MapTruth) -> TruthScore:
    """Score a graph that was read from a picture.

    Two stations agree when their plain names agree to at least 75 % (normalised Indel
    similarity); where the truth has places, the nearer one is preferred among equals, and one
    farther off than 6 % of the picture's diagonal is another station. Places of a picture of
    another size are scaled to the graph's.
    """
    scale = graph.width / truth.size[0] if truth.size and truth.places else 1.0
    similarity = np.zeros((len(graph.stations), len(truth.names)))
    nearness = np.zeros_like(similarity)
    diagonal = float(np.hypot(graph.width, graph.height))
    variants = [
        [plain_name(n) for n in (name, *truth.other_names.get(name, ()))] for name in truth.names
    ]
    for row, station in enumerate(graph.stations):
        plain = plain_name(station.name)
        for column, name in enumerate(truth.names):
            places = truth.places.get(name, ())
            if places:
                off = min(
                    float(np.hypot(x * scale - station.xy[0], y * scale - station.xy[1]))
                    for x, y in places
                )
                if off > _NEAR * diagonal:
                    continue
                nearness[row, column] = 1.0 - off / diagonal
            similarity[row, column] = max(
                Indel.normalized_similarity(plain, variant) for variant in variants[column]
            )
    gain = np.where(similarity >= _SAME_NAME, similarity + 0.01 * nearness, 0.0)
    rows, columns = linear_sum_assignment(gain, maximize=True)
    names = {
        graph.stations[row].id: truth.names[column]
        for row, column in zip(rows, columns, strict=True)
        if gain[row, column] > 0
    }
    judged = _judged(graph, names, truth)
    read_edges = {edge.ends for edge in judged}
    printed = {f"?{s.id}": f"?{s.name or s.id}" for s in graph.stations}

    def listed(edges: frozenset[frozenset[str]] | set[frozenset[str]]) -> tuple[str, ...]:
        return tuple(sorted(" - ".join(sorted(printed.get(n, n) for n in e)) for e in edges))

    paired = set(names.values())
    return TruthScore(
        stations=Agreement(len(graph.stations), len(truth.names), len(names)),
        edges=Agreement(len(read_edges), len(truth.edges), len(read_edges & truth.edges)),
        names=names,
        missing_stations=tuple(name for name in truth.names if name not in paired),
        extra_stations=tuple(s.name for s in graph.stations if s.id not in names),
        missing_edges=listed(truth.edges - read_edges),
        extra_edges=listed(read_edges - truth.edges),
        judged=judged,
    )


def _judged(graph: MapGraph, names: dict[str, str], truth: MapTruth) -> tuple[JudgedEdge, ...]:
    found: dict[frozenset[str], JudgedEdge] = {}
    for edge in graph.edges:
        ends = frozenset(names.get(i, f"?{i}") for i in (edge.source, edge.target))
        if len(ends) != 2:
            continue
        lines, confidence = frozenset(edge.lines), edge.confidence
        if ends in found:
            lines |= found[ends].lines
            confidence = max(confidence, found[ends].confidence)
        found[ends] = JudgedEdge(ends, lines, confidence, ends in truth.edges)
    return tuple(found.values())
