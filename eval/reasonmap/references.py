"""All best rides between two stops, by a search over sequences of lines."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Final

import networkx as nx

from tools.plan_ride import ride_of
from tools.ride import Ride
from tools.ride_network import RideLine, RideNetwork

MOST_PLANS: Final = 64
Leg = tuple[int, tuple[int, ...]]


class BestRides:
    """All best rides on a network.

    Another way than the planner's: level by level over which stops can be reached with so many
    lines, then back over every leg of a best ride.

    Parameters
    ----------
    network : RideNetwork
        Lines.
    """

    def __init__(self, network: RideNetwork) -> None:
        self._network = network
        self._graphs = [_graph(line) for line in network.lines]
        self._steps = [dict(nx.all_pairs_shortest_path_length(graph)) for graph in self._graphs]

    def find(
        self, source: int, target: int, *, most: int = MOST_PLANS
    ) -> list[tuple[Ride, tuple[Leg, ...]]]:
        """Return every ride with fewest transfers and, among these, fewest stops.

        Parameters
        ----------
        source, target : int
            Stations.
        most : int
            Rides are cut off at this many, in the order of lines and stations.

        Returns
        -------
        list
            Rides with their legs; empty where nothing joins the two.
        """
        levels = self._levels(source, target)
        found: list[tuple[Ride, tuple[Leg, ...]]] = []
        if not levels:
            return found
        for way in sorted(self._ways_back(levels, len(levels) - 1, target)):
            for legs in self._legs(way):
                found.append((ride_of(self._network, legs), legs))
                if len(found) == most:
                    return found
        return found

    def _levels(self, source: int, target: int) -> list[dict[int, int]]:
        """Return, for so many lines ridden, the fewest stops to every station."""
        levels: list[dict[int, int]] = [{source: 0}]
        while target not in levels[-1]:
            reached: dict[int, int] = {}
            for station, stops in levels[-1].items():
                for line in self._network.lines_at[station]:
                    for other, steps in self._steps[line][station].items():
                        if other != station and stops + steps < reached.get(other, 1 << 30):
                            reached[other] = stops + steps
            if len(levels) > len(self._network.lines) or not reached:
                return []
            levels.append(reached)
        return levels

    def _ways_back(
        self, levels: list[dict[int, int]], level: int, station: int
    ) -> Iterator[tuple[tuple[int, int, int], ...]]:
        """Yield legs as (line, from, to) that reach a station in its level with fewest stops."""
        if level == 0:
            yield ()
            return
        for line in self._network.lines_at[station]:
            for other, steps in sorted(self._steps[line][station].items()):
                before = levels[level - 1].get(other)
                if other != station and before is not None:
                    if before + steps != levels[level][station]:
                        continue
                    for way in self._ways_back(levels, level - 1, other):
                        yield (*way, (line, other, station))

    def _legs(self, way: tuple[tuple[int, int, int], ...]) -> list[tuple[Leg, ...]]:
        """Return the legs of a way with their stations: a ring may be ridden either way round."""
        found: list[tuple[Leg, ...]] = [()]
        for line, one, other in way:
            paths = sorted(nx.all_shortest_paths(self._graphs[line], one, other))
            found = [(*legs, (line, tuple(path))) for legs in found for path in paths]
        return found


def _graph(line: RideLine) -> nx.Graph[int]:
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(line.joins)
    graph.add_edges_from((one, other) for one, others in line.joins.items() for other in others)
    return graph


def ambiguous(network: RideNetwork) -> frozenset[int]:
    """Return the stations whose name is another one's too: no question should name them."""
    named: dict[str, set[int]] = defaultdict(set)
    for key, stations in network.by_key.items():
        named[key].update(stations)
    return frozenset(s for stations in named.values() if len(stations) > 1 for s in stations)
