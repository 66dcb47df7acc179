"""Where on the map the stations of an answered route are, for drawing it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from agent.state import AgentState
from agent.toolbox import Toolbox
from perception.errors import ConfigError
from perception.map_graph import MapGraph
from tools.align_tables import align_tables
from tools.build_graph import build_graph


@dataclass(frozen=True, slots=True)
class RoutePlaces:
    """The stops of a route on the graph of a map.

    Attributes
    ----------
    graph : MapGraph
        Read from the picture.
    stations : tuple of str or None
        Station id of each stop; None where no label fits its name.
    """

    graph: MapGraph
    stations: tuple[str | None, ...]


def route_places(state: AgentState, toolbox: Toolbox, image: Path) -> RoutePlaces:
    """Find the stops of an answered route on its map.

    Where the route was planned on tables, the picture is read now, and its labels are paired with
    the vertices of the tables.

    Parameters
    ----------
    state : AgentState
        Final, with a solution.
    toolbox : Toolbox
        The one it was found with.
    image : Path
        The map picture.

    Raises
    ------
    ConfigError
        The state has no solution.
    BadPicture
        The picture cannot be read.
    """
    if state.solution is None or state.goal is None:
        raise ConfigError("there is no route to place", field="draw", mend="solve one first")
    stops = state.solution.best.stations
    if state.map_graph is not None and state.goal.topology == "map":
        station_of = {
            vertex: station
            for station, vertex in toolbox.routes.map_network(state).vertex_by_station.items()
        }
        return RoutePlaces(state.map_graph, tuple(station_of.get(stop) for stop in stops))
    graph = build_graph(image, toolbox.reader).value
    names = sorted(toolbox.routes.problem(state).network.vertex)
    station_by_name = align_tables(graph, names).station_by_name()
    return RoutePlaces(graph, tuple(station_by_name.get(stop) for stop in stops))
