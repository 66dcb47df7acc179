"""What questions about one map are asked of: its tables and the record of its drawing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Any, TypeVar

import networkx as nx

from eval.bench.data_map import MapContents
from eval.bench.edges import Edges, Pair, bridges_of, graph_of
from tools.tables import Table

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question without its wording.

    Attributes
    ----------
    names : mapping of str to str
        What fills the places of the sentences: `a` to `d` (stations or edges), `x`, `y` (lines),
        `column`.
    answer : int or float
        Yes is 1, no is 0.
    """

    names: Mapping[str, str] = field(default_factory=dict)
    answer: float = 0


@dataclass(frozen=True, eq=False)
class MapFacts:
    """The facts of one map.

    Attributes
    ----------
    contents : MapContents
        Its tables.
    truth : mapping
        The record of the drawing, `truth.json`; may be empty: then the tables tell.
    """

    contents: MapContents
    truth: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def edges(self) -> Edges:
        """Each pair of neighbours once, with its lines."""
        return self.contents.edges()

    @cached_property
    def graph(self) -> nx.Graph[str]:
        """All neighbours."""
        return graph_of(self.edges)

    @cached_property
    def edge_rows(self) -> list[str]:
        """The Edge cells."""
        return [str(cell) for cell in self.contents.edge.column("Edge")]

    @cached_property
    def single_rows(self) -> list[int]:
        """Rows, from 0, of the pairs that have one row only."""
        seen: dict[frozenset[str], list[int]] = defaultdict(list)
        for row, cell in enumerate(self.edge_rows):
            seen[frozenset(cell.split("-"))].append(row)
        return [rows[0] for rows in seen.values() if len(rows) == 1]

    @cached_property
    def names(self) -> list[str]:
        """The Vertex cells."""
        return [str(cell) for cell in self.contents.vertex.column("Vertex")]

    @cached_property
    def lines_at(self) -> dict[str, tuple[str, ...]]:
        """Metromap: the lines of each station, by Vertex_tab."""
        contents = self.contents
        return dict(zip(self.names, contents.lines(contents.vertex), strict=True))

    @cached_property
    def line_graphs(self) -> dict[str, nx.Graph[str]]:
        """Metromap: the edges of each named line, by Edge_tab."""
        found: dict[str, nx.Graph[str]] = {}
        for pair, lines in self.edges.items():
            for line in lines:
                found.setdefault(line, nx.Graph()).add_edge(*pair)
        return found

    @cached_property
    def unnamed_lines(self) -> frozenset[str]:
        """Metromap: lines whose names the picture does not print, by its record."""
        told = self.truth.get("lines")
        lines = told if isinstance(told, list) else ()
        return frozenset(line["name"] for line in lines if not line.get("named", True))

    @cached_property
    def named_lines(self) -> list[str]:
        """Metromap: the lines that a question about the picture can name, sorted."""
        return sorted(set(self.line_graphs) - self.unnamed_lines)

    def values(self, column: str, *, mix: bool = False) -> dict[str, float]:
        """Return a column of Vertex_tab or Mix_tab by vertex."""
        table = self.contents.mix if mix else self.contents.vertex
        return dict(zip(_keys(table), numbers(table, column), strict=True))

    @cached_property
    def lone_ways(self) -> list[tuple[str, Pair]]:
        """Metromap: lines with two of their stations between which they run one way only.

        Only pairs that no other line joins too, and that are no neighbours where there are others.
        """
        found: list[tuple[str, Pair]] = []
        near: list[tuple[str, Pair]] = []
        for line, graph in self.line_graphs.items():
            bridges: nx.Graph[str] = nx.Graph()
            bridges.add_edges_from(bridges_of(graph))
            for part in nx.connected_components(bridges):
                inside = sorted(part)
                for place, a in enumerate(inside):
                    for b in inside[place + 1 :]:
                        common = set(self.lines_at.get(a, ())) & set(self.lines_at.get(b, ()))
                        if common == {line}:
                            (near if graph.has_edge(a, b) else found).append((line, (a, b)))
        return found or near

    def way(self, line: str, pair: Pair) -> list[str]:
        """Return the stations along a line, both ends included."""
        stations: list[str] = nx.shortest_path(self.line_graphs[line], *pair)
        return stations


def numbers(table: Table, column: str) -> list[float]:
    """Return a column of numbers."""
    return [float(cell) for cell in table.column(column) if isinstance(cell, int | float)]


def _keys(table: Table) -> list[str]:
    return [str(cell) for cell in table.column("Vertex")]


def either(yes: Sequence[Item], no: Sequence[Item], random: Random) -> tuple[Item, int] | None:
    """Draw an item whose answer is yes or no, both alike where there are both."""
    if not yes and not no:
        return None
    is_yes = random.random() < 0.5 if yes and no else bool(yes)
    return random.choice(yes if is_yes else no), int(is_yes)


def in_either_order(pair: Iterable[str], random: Random) -> tuple[str, str]:
    """Return a pair in an order drawn at random."""
    a, b = pair
    return (a, b) if random.random() < 0.5 else (b, a)


def ask_pair(yes: Sequence[Pair], no: Sequence[Pair], random: Random) -> AskedQuestion | None:
    """Ask a question of two stations whose answer is yes or no."""
    found = either(yes, no, random)
    if found is None:
        return None
    a, b = in_either_order(found[0], random)
    return AskedQuestion({"a": a, "b": b}, found[1])
