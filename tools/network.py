"""A transport network as data: vertices, edges with their lines, and what is known about them.

Undirected: an edge can be ridden both ways. `tools.build_network` builds it from tables or from a
topology read off a map.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from itertools import pairwise
from types import MappingProxyType
from typing import Final

from rapidfuzz import process

from perception.errors import BadTable, UnknownStation
from tools.route import SEPARATOR, TRANSFER_MARK

DOMAINS: Final = ("metromap", "travelmap")

NO_LINE: Final = ""
"""Line of every Travelmap edge, and of a map's edge whose line could not be told."""

COMFORT_SCALE: Final[Mapping[str, float]] = MappingProxyType({"metromap": 1.0, "travelmap": 5.0})
"""Best Comfort Level of each domain."""


@dataclass(frozen=True, slots=True)
class Criteria:
    """Values of the four criteria; None where no table gives one.

    Attributes
    ----------
    time : float or None
        Minutes.
    price : float or None
        Currency of the table.
    comfort : float or None
        0 to 1 on Metromap, 0 to 5 on Travelmap; 0 means that there is no value.
    reliability : float or None
        0 to 1; 0 means that there is no value.
    """

    time: float | None = None
    price: float | None = None
    comfort: float | None = None
    reliability: float | None = None


UNKNOWN: Final = Criteria()


@dataclass(frozen=True, slots=True)
class Vertex:
    """One station or spot.

    Attributes
    ----------
    name : str
        As the tables write it: no hyphen, no transfer mark.
    values : Criteria
        Of a stop here.
    transfer_time : float or None
        Minutes that a change of lines takes here (Metromap).
    """

    name: str
    values: Criteria = UNKNOWN
    transfer_time: float | None = None


@dataclass(frozen=True, slots=True)
class Edge:
    """Two neighbouring vertices on one line; parallel lines are an edge each."""

    source: str
    target: str
    line: str = NO_LINE
    values: Criteria = UNKNOWN


@dataclass(frozen=True, eq=False)
class Network:
    """Vertices and edges that hold together; compared and hashed by identity.

    Attributes
    ----------
    domain : str
        "metromap" or "travelmap".
    vertices : tuple of Vertex
        Every name once.
    edges : tuple of Edge
        Each pair once a line, in either direction.
    origin : str
        Files it was built from, for messages.
    assumed : tuple of str
        Vertices without a row in the table, which took the mean of the others
        (`network_from_topology`).

    Raises
    ------
    BadTable
        A name that cannot stand in a route, an edge from a vertex to itself, to an unknown vertex
        or doubled on one line, a value that is not finite, below zero or above its scale.
    """

    domain: str
    vertices: tuple[Vertex, ...]
    edges: tuple[Edge, ...]
    origin: str = ""
    assumed: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.domain not in DOMAINS:
            raise ValueError(f"Network: domain {self.domain!r} is none of {', '.join(DOMAINS)}")
        names: set[str] = set()
        for vertex in self.vertices:
            place = f"vertex {vertex.name!r}"
            self._check_name(vertex.name, place)
            if vertex.name in names:
                self._fail("stands twice", place, "keep one of them")
            names.add(vertex.name)
            self._check_values(vertex.values, place)
            self._check_number(vertex.transfer_time, math.inf, f"{place}: transfer time")
        seen: set[tuple[frozenset[str], str]] = set()
        for edge in self.edges:
            place = f"edge {edge.source}{SEPARATOR}{edge.target}"
            for end in (edge.source, edge.target):
                if end not in names:
                    self._fail(f"{end!r} is no vertex of the network", place, "add the vertex")
            if edge.source == edge.target:
                self._fail("joins a vertex to itself", place, "remove it")
            key = (frozenset((edge.source, edge.target)), edge.line)
            if key in seen:
                on_line = f" on line {edge.line!r}" if edge.line else ""
                self._fail(f"stands twice{on_line}", place, "keep one of them")
            seen.add(key)
            self._check_values(edge.values, place)

    def _fail(self, found: str, place: str, mend: str) -> None:
        raise BadTable(found, file=self.origin, field=place, mend=mend)

    def _check_name(self, name: str, place: str) -> None:
        if not name or name != name.strip():
            self._fail("the name is empty or has white space round it", place, "write the name")
        if SEPARATOR in name or TRANSFER_MARK in name.casefold():
            self._fail(
                f"a name holds neither {SEPARATOR!r} nor {TRANSFER_MARK!r}",
                place,
                "write _ for a hyphen inside a name",
            )

    def _check_values(self, values: Criteria, place: str) -> None:
        self._check_number(values.time, math.inf, f"{place}: time")
        self._check_number(values.price, math.inf, f"{place}: price")
        self._check_number(values.comfort, COMFORT_SCALE[self.domain], f"{place}: comfort")
        self._check_number(values.reliability, 1.0, f"{place}: reliability")

    def _check_number(self, value: float | None, most: float, place: str) -> None:
        if value is None or 0.0 <= value <= most < math.inf or 0.0 <= value < most:
            return
        upper = f" to {most:g}" if most < math.inf else " or more, finite"
        self._fail(f"found {value!r}", place, f"write a number of 0{upper}")

    @cached_property
    def vertex(self) -> Mapping[str, Vertex]:
        """Vertices by name."""
        return MappingProxyType({vertex.name: vertex for vertex in self.vertices})

    @cached_property
    def between(self) -> Mapping[tuple[str, str], Mapping[str, Edge]]:
        """Edges by their two ends, in both directions, then by line."""
        found: dict[tuple[str, str], dict[str, Edge]] = {}
        for edge in self.edges:
            found.setdefault((edge.source, edge.target), {})[edge.line] = edge
            found.setdefault((edge.target, edge.source), {})[edge.line] = edge
        return MappingProxyType(found)

    @cached_property
    def known_of_edges(self) -> frozenset[str]:
        """Fields of `Criteria` that at least one edge has a value for."""
        return _known(edge.values for edge in self.edges)

    @cached_property
    def known_of_vertices(self) -> frozenset[str]:
        """Fields of `Criteria` that at least one vertex has a value for."""
        return _known(vertex.values for vertex in self.vertices)

    @cached_property
    def lacks_transfer_times(self) -> bool:
        """Whether lines can be changed, and no vertex tells how long that takes."""
        several = len({edge.line for edge in self.edges}) > 1
        return several and all(vertex.transfer_time is None for vertex in self.vertices)

    @property
    def known(self) -> frozenset[str]:
        """Fields of `Criteria` that at least one edge or vertex has a value for."""
        return self.known_of_edges | self.known_of_vertices

    def along(self, stations: Sequence[str]) -> Network:
        """Return the network with no edges but those between neighbours of a sequence."""
        legs = {frozenset(leg) for leg in pairwise(stations)}
        kept = tuple(edge for edge in self.edges if frozenset((edge.source, edge.target)) in legs)
        return replace(self, edges=kept)

    def require(self, name: str) -> Vertex:
        """Return the vertex of a name.

        Raises
        ------
        UnknownStation
            There is none; the message lists the nearest names.
        """
        vertex = self.vertex.get(name)
        if vertex is None:
            near = process.extract(name, list(self.vertex), limit=3, score_cutoff=60)
            hint = ", ".join(repr(match[0]) for match in near)
            raise UnknownStation(
                f"{name!r} is none of the {len(self.vertices)} stations",
                file=self.origin,
                mend=f"nearest names: {hint}" if hint else "no name is near it",
            )
        return vertex


def _known(holders: Iterable[Criteria]) -> frozenset[str]:
    values = tuple(holders)
    return frozenset(
        field.name
        for field in fields(Criteria)
        if any(getattr(value, field.name) is not None for value in values)
    )
