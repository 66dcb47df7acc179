"""Random tables, questions about them in five styles, and the answers by the rules themselves.

The answers are worked out on plain lists of rows, sharing no code with the tools.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Any

from tools.tables import Table

_METRO_NAMES = (
    "Alder Gate|West Park|Park|Old Mill_Harbour|Saint Anne's|Quay 4|Market|North|North End|王府井|"
    "天安门|天安门西|Île Verte|Transfer Hall|Central|Time Square|Elm|Elm Grove|Bridge of Oaks|"
    "St. John|Line Street|Stadium|Airport T2|大学城|Rossio|Vår Plass|Kings & Queens|Dunes"
)
_SPOT_NAMES = (
    "女王宫|巴方寺|比粒寺|Lake|Fort|Old Mill|Gate|Upper Gate|Price Tower|Bell & Book|Pine Ridge|"
    "Rope Walk|Cave of Winds|东湖|东湖亭|Pier 9|Map House|Above Falls"
)
METRO_NAMES = _METRO_NAMES.split("|")
SPOT_NAMES = _SPOT_NAMES.split("|")
LINE_NAMES = (
    ("Red Line", "Blue Line", "Green Line", "Airport Line"),
    ("1", "2", "3", "10"),
    ("Line 1", "Line 2", "Line 11", "Line S1"),
    ("A", "B", "C", "D"),
    ("1号线", "2号线", "10号线", "机场线"),
    ("Abbey To Zoo", "M1", "M2", "M11"),
)


@dataclass
class RandomMap:
    """Rows of both tables: edge rows (a, b, lines, values), vertex rows (name, lines, values)."""

    domain: str
    edges: list[tuple[str, str, list[str], dict[str, float]]]
    vertices: list[tuple[str, list[str], dict[str, float]]]

    def edge_table(self) -> Table:
        return self._table("Edge_tab", [(f"{a}-{b}", lines, v) for a, b, lines, v in self.edges])

    def vertex_table(self, name: str = "Vertex_tab") -> Table:
        return self._table(name, self.vertices)

    def _table(self, name: str, rows: list[Any]) -> Table:
        key = "Edge" if name == "Edge_tab" else "Vertex"
        line = ("Line",) if self.domain == "metromap" else ()
        numbers = tuple(rows[0][2])
        cells = tuple(
            (label, *((tuple(lines),) if line else ()), *(values[n] for n in numbers))
            for label, lines, values in rows
        )
        return Table(name, "random", (key, *line, *numbers), cells)


def map_of_tables(edge_table: Table, vertex_table: Table) -> RandomMap:
    """Take the rows of real tables."""
    domain = "metromap" if "Line" in edge_table.columns else "travelmap"

    def split(table: Table) -> list[tuple[str, list[str], dict[str, float]]]:
        found = []
        for row in table.rows:
            cells: dict[str, Any] = dict(zip(table.columns, row, strict=True))
            name, lines = cells.pop(table.columns[0]), list(cells.pop("Line", ()))
            found.append((str(name), lines, cells))
        return found

    edges = [(*name.split("-"), lines, values) for name, lines, values in split(edge_table)]
    return RandomMap(domain, edges, split(vertex_table))  # type: ignore[arg-type]


def random_metro(rng: random.Random) -> RandomMap:
    names = rng.sample(METRO_NAMES, rng.randint(6, len(METRO_NAMES)))
    lines: dict[str, list[str]] = {
        line: rng.sample(names, rng.randint(2, min(9, len(names))))
        for line in rng.choice(LINE_NAMES)[: rng.randint(1, 4)]
    }
    edges: dict[frozenset[str], tuple[str, str, list[str], dict[str, float]]] = {}
    for line, stops in lines.items():
        for a, b in pairwise(stops):
            row = edges.setdefault(frozenset((a, b)), (a, b, [], _metro_edge(rng)))
            row[2].append(line)
    used = list(dict.fromkeys(end for a, b, _, _ in edges.values() for end in (a, b)))
    rng.shuffle(used)
    vertices = []
    for name in used:
        own = [line for line, stops in lines.items() if name in stops]
        values = {
            "Time": round(rng.uniform(0.5, 2), 2),
            "Price": 0.0,
            "Comfort Level": round(rng.random(), 2),
            "Reliability": round(rng.uniform(0.5, 1), 2),
            "Transfer Time": float(rng.randint(5, 15)) if len(own) > 1 else 0.0,
        }
        vertices.append((name, own, values))
    return RandomMap("metromap", list(edges.values()), vertices)


def _metro_edge(rng: random.Random) -> dict[str, float]:
    return {
        "Time": round(rng.uniform(2, 3), 2),
        "Price": round(rng.uniform(0, 1.5), 2),
        "Comfort Level": round(rng.random(), 2),
        "Reliability": 0.0,
    }


def random_travel(rng: random.Random) -> RandomMap:
    names = rng.sample(SPOT_NAMES, rng.randint(5, len(SPOT_NAMES)))
    pairs = {frozenset((name, rng.choice(names[:i]))) for i, name in enumerate(names) if i}
    pairs |= set(rng.sample([frozenset(p) for p in combinations(names, 2)], rng.randint(0, 4)))
    edges: list[tuple[str, str, list[str], dict[str, float]]] = []
    for pair in sorted(pairs, key=sorted):
        a, b = rng.sample(sorted(pair), 2)
        edges.append((a, b, [], _spot(rng, 10, 80)))
    rng.shuffle(edges)
    return RandomMap("travelmap", edges, [(name, [], _spot(rng, 0, 200)) for name in names])


def _spot(rng: random.Random, low: int, high: int) -> dict[str, float]:
    return {
        "Time": float(rng.choice([0, 12, 29, 30, 31, 90, 180])),
        "Price": float(rng.randint(low, high)),
        "Comfort Level": round(rng.uniform(1, 5), 1),
        "Reliability": round(rng.randint(1, 365) / 365, 6),
    }


Asked = tuple[dict[str, str], float]
"""What a question names, and its answer."""


def two(rng: random.Random, metro: RandomMap) -> tuple[Any, Any]:
    first, second = rng.sample(metro.vertices, 2)
    return first, second


def once(m: RandomMap) -> list[tuple[str, str, list[str], dict[str, float]]]:
    """The edges that have one row: of others a question does not tell which is meant."""
    pairs = [{a, b} for a, b, _, _ in m.edges]
    return [edge for edge in m.edges if pairs.count({edge[0], edge[1]}) == 1]


def m4(rng: random.Random, m: RandomMap) -> Asked:
    lines = {line for _, _, own, _ in m.edges for line in own}
    sizes = [len({x for a, b, own, _ in m.edges if line in own for x in (a, b)}) for line in lines]
    return {}, max(sizes)


def m5(rng: random.Random, m: RandomMap) -> Asked:
    a, b, _, values = rng.choice(once(m))
    column = rng.choice(
        ["Time", "Price", "Comfort Level"] if m.domain == "metromap" else ["Time", "Price"]
    )
    return {"A": a, "B": b, "V": column}, values[column]


def m6(rng: random.Random, m: RandomMap) -> Asked:
    alone = [m.edges.index(edge) for edge in once(m)]
    i, j = rng.sample(alone, 2) if len(alone) > 1 else (alone[0], alone[0])
    (a, b, _, _), (c, d, _, _) = m.edges[i], m.edges[j]
    return {"A": a, "B": b, "C": c, "D": d}, max(i, j) - min(i, j) - 1 if i != j else 0


def m7(rng: random.Random, m: RandomMap) -> Asked:
    return {}, len([1 for _, own, _ in m.vertices if len(own) >= 2])


def m8(rng: random.Random, m: RandomMap) -> Asked:
    line = rng.choice(sorted({line for _, own, _ in m.vertices for line in own}))
    return {"X": line}, len([1 for _, own, _ in m.vertices if len(own) >= 2 and line in own])


def m9(rng: random.Random, m: RandomMap) -> Asked:
    (a, own, _), (b, other, _) = two(rng, m)
    return {"A": a, "B": b}, 1 if set(own) & set(other) else 0


def t4(rng: random.Random, m: RandomMap) -> Asked:
    ends = [end for a, b, _, _ in m.edges for end in (a, b)]
    return {}, max(ends.count(end) for end in ends)


def t6(rng: random.Random, m: RandomMap) -> Asked:
    (a, _, _), (b, _, _) = two(rng, m)
    reached, steps = {a}, 0
    while b not in reached:
        grown = reached | {y for x, z, _, _ in m.edges for y in (x, z) if {x, z} & reached}
        if grown == reached:
            return {"A": a, "B": b}, 0
        reached, steps = grown, steps + 1
    return {"A": a, "B": b}, 1 if steps < 5 else 0


def t7(rng: random.Random, m: RandomMap) -> Asked:
    return {}, len([1 for _, _, values in m.vertices if values["Time"] < 30])


def t8(rng: random.Random, m: RandomMap) -> Asked:
    four = rng.sample(m.vertices, 4)
    named = dict(zip("ABCD", (name for name, _, _ in four), strict=True))
    return named, min(values["Price"] for _, _, values in four)


def t9(rng: random.Random, m: RandomMap) -> Asked:
    (a, _, _), (b, _, _) = two(rng, m)
    order = [name for name, _, _ in m.vertices]
    return {"A": a, "B": b}, 1 if order.index(a) < order.index(b) else 0


Rule = Callable[[random.Random, RandomMap], Asked]
RULES: dict[tuple[str, int], Rule] = {
    ("metromap", 4): m4,
    ("metromap", 5): m5,
    ("metromap", 6): m6,
    ("metromap", 7): m7,
    ("metromap", 8): m8,
    ("metromap", 9): m9,
    ("travelmap", 4): t4,
    ("travelmap", 5): m5,
    ("travelmap", 6): t6,
    ("travelmap", 7): t7,
    ("travelmap", 8): t8,
    ("travelmap", 9): t9,
}
# {A} to {D} are stations or spots, {V} a column, {X} a line by its name.
WORDINGS: dict[tuple[str, int], tuple[str, ...]] = {
    ("metromap", 4): (
        "What is the number of stations on the longest subway line?",
        "So how many stops does the longest line have?",
        "Please state how many stations the line with the most stations serves.",
        "Determine the cardinality of the largest set of stations served by one line in Edge_tab.",
        "Station count of the longest line?",
    ),
    ("metromap", 5): (
        "What is the {V} value for the edge {A}-{B}?",
        "Can you tell me the {V} of the edge {A}-{B}?",
        "Kindly provide the {V} recorded for the edge between {A} and {B}.",
        "Retrieve the attribute {V} of edge {A}-{B} from the Edge Table.",
        "{V} of {A}-{B}?",
    ),
    ("metromap", 6): (
        "How many edges are there between the edge {A}-{B} and the edge {C}-{D}?",
        "If I look at the table, how many rows lie between {A}-{B} and {C}-{D}?",
        "Please indicate the number of edges listed between edge {A}-{B} and edge {C}-{D}.",
        "Compute the number of entries that separate the rows of {A}-{B} and {C}-{D}.",
        "Edges between {A}-{B} and {C}-{D} in the table: count?",
    ),
    ("metromap", 7): (
        "How many transfer stations are there in the entire table?",
        "Can you count the transfer stations in the table for me?",
        "Please state the total number of interchange stations in the table.",
        "What is the cardinality of the set of transfer vertices in Vertex_tab?",
        "Total transfer station count?",
    ),
    ("metromap", 8): (
        "How many transfer stations are there on {X}?",
        "If I ride {X}, how many transfer stations do I pass?",
        "Please state the number of transfer stations that belong to {X}.",
        "Determine how many vertices of {X} are transfer stations.",
        "Transfer stations on {X}: count?",
    ),
    ("metromap", 9): (
        "Are {A} and {B} on the same line?",
        "Can I get from {A} to {B} without leaving the line?",
        "Please verify whether {A} and {B} are served by a common line.",
        "Do the vertices {A} and {B} share at least one element of their Line attribute?",
        "{A} and {B}: same line?",
    ),
    ("travelmap", 4): (
        "How many times does the most frequently appearing scenic spot occur in the table?",
        "What's the count of the spot that shows up most often in the table?",
        "Please state how often the most frequent scenic spot appears.",
        "Determine the maximum number of occurrences of any vertex in Edge_tab.",
        "Occurrences of the most common spot?",
    ),
    ("travelmap", 5): (
        "What is the {V} value for {A}-{B}?",
        "Can you tell me the {V} of going along {A}-{B}?",
        "Kindly provide the {V} recorded for the edge {A}-{B}.",
        "Retrieve the attribute {V} of the edge between {A} and {B}.",
        "{V} of {A}-{B}?",
    ),
    ("travelmap", 6): (
        "Is the shortest distance between {A} and {B} less than 5?",
        "Can I get from {A} to {B} in fewer than 5 steps?",
        "Please verify whether the shortest path from {A} to {B} has a length below 5.",
        "Is the graph distance of the vertices {A} and {B} < 5?",
        "Distance {A} to {B} under 5?",
    ),
    ("travelmap", 7): (
        "How many scenic spots in the table have a Time value below 30?",
        "Can you count the spots where Time is less than 30?",
        "Please state the number of spots whose Time is under 30.",
        "Determine how many vertices satisfy Time < 30.",
        "Spots with Time less than 30: count?",
    ),
    ("travelmap", 8): (
        "Given {A}, {B}, {C}, and {D}, what is the price of the cheapest one?",
        "Out of {A}, {B}, {C} and {D}, how much does the cheapest one cost?",
        "Please state the lowest price among {A}, {B}, {C}, and {D}.",
        "Compute the minimum of Price over the vertices {A}, {B}, {C}, {D}.",
        "Cheapest of {A}, {B}, {C}, {D}: price?",
    ),
    ("travelmap", 9): (
        "Is {A} located above {B} in the table?",
        "When I read the table from the top, do I find {A} before {B}?",
        "Please verify whether the row of {A} appears above that of {B}.",
        "Does the row index of {A} precede the row index of {B}?",
        "{A} above {B}?",
    ),
}
