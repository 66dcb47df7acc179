"""Where the stations of routes are on a map picture: from the graph that was read from it."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from typing import Any

from rapidfuzz import fuzz, process

from eval.report.routes import WrittenRoute
from perception.map_graph import MapGraph, Point
from tools.align_tables import align_tables
from tools.draw_route import place_route
from tools.map_network import written_name
from tools.name_matching import name_similarity

_ALIKE = 0.9
"""Least likeness of a name that no reference has to a label, for it to be that place."""
_WORTH = 60.0
_FEW = 5


class MapPlaces:
    """Finds the stops of routes on one graph, and keeps what was found for the page.

    Parameters
    ----------
    graph : MapGraph
        As read from the picture.
    names : iterable of str
        Names of the map's stations as the references write them; they are paired with the labels
        one to one.
    source : str
        Which reading the graph is, for the reader.
    """

    def __init__(self, graph: MapGraph, names: Iterable[str], source: str) -> None:
        self._graph = graph
        self._source = source
        self._place = {station.id: station.xy for station in graph.stations}
        self._by_label: dict[str, list[str]] = {}
        for station in graph.stations:
            if station.name:
                self._by_label.setdefault(written_name(station.name), []).append(station.id)
        self._paired = align_tables(graph, sorted(set(names)), eliminate=False).station_by_name()
        self._known: dict[str, tuple[str, ...]] = {}
        self._stations: dict[str, list[int]] = {}
        self._legs: dict[str, list[int]] = {}

    def place(self, route: WrittenRoute) -> list[str | None]:
        """Return the station id of each stop; None where the graph has no such name."""
        stops: list[str | None] = []
        before: Point | None = None
        for name in route.names:
            stop = self._nearest(self._stations_of(name), before)
            stops.append(stop)
            if stop is not None:
                before = self._place[stop]
                self._stations[stop] = [round(value) for value in before]
        for a, b in itertools.pairwise(stops):
            if a is not None and b is not None and a != b and f"{a}|{b}" not in self._legs:
                (leg,) = place_route(self._graph, (a, b), (False, False)).legs
                self._legs[f"{a}|{b}"] = [round(value) for point in leg for value in point]
        return stops

    def as_dict(self) -> dict[str, Any]:
        """Return what the page needs: positions and legs that were asked for, image px."""
        return {
            "source": self._source,
            "width": self._graph.width,
            "height": self._graph.height,
            "stations": self._stations,
            "legs": self._legs,
        }

    def _stations_of(self, name: str) -> tuple[str, ...]:
        if name not in self._known:
            self._known[name] = self._find(name)
        return self._known[name]

    def _find(self, name: str) -> tuple[str, ...]:
        if name in self._by_label:
            return tuple(self._by_label[name])
        if name in self._paired:
            return (self._paired[name],)
        # A model's free text has thousands of names; few are worth a full comparison.
        near = process.extract(
            name, self._by_label.keys(), scorer=fuzz.WRatio, score_cutoff=_WORTH, limit=_FEW
        )
        label = max(
            (one for one, *_ in near), key=lambda one: name_similarity(name, one), default=""
        )
        alike = label and name_similarity(name, label) >= _ALIKE
        return tuple(self._by_label[label]) if alike else ()

    def _nearest(self, stations: Sequence[str], before: Point | None) -> str | None:
        """Return the station that is meant: where a name stands twice, the one nearer by."""
        if len(stations) < 2 or before is None:
            return stations[0] if stations else None
        return min(stations, key=lambda one: math.dist(self._place[one], before))
