"""The maps of a report: pictures and readings, each once for all its samples."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from eval.report.map_places import MapPlaces
from eval.report.pictures import WebPicture, web_picture
from eval.report.routes import reference_routes
from eval.report.samples import Collected, SampleRow
from eval.run.graph_store import read_graph
from perception.errors import MapclewError
from perception.map_graph import MapGraph

ReadMap = Callable[[Path], MapGraph]
_NO_PICTURE = "The sample names no picture."
_NOT_FOUND = (
    "The picture is not there: the data set was moved or deleted (--data names another place)."
)
_NOT_READ = "No run of this report read this picture, so the places of its stations are not known."


@dataclass(slots=True)
class SharedMap:
    """One map.

    Attributes
    ----------
    key : str
        What samples name it by.
    figure : str
        Its file as the data names it.
    picture : WebPicture or None
        None where it cannot be shown.
    fault : str
        Why not.
    readings : list of MapPlaces
        The graphs on which routes were placed.
    """

    key: str
    figure: str
    picture: WebPicture | None = None
    fault: str = ""
    readings: list[MapPlaces] = field(default_factory=list)

    def number_of(self, places: MapPlaces) -> int:
        """Return the place of a reading among the map's readings."""
        for number, known in enumerate(self.readings):
            if known is places:
                return number
        self.readings.append(places)
        return len(self.readings) - 1

    def as_dict(self, picture: str | None) -> dict[str, Any]:
        """Return what the page needs; `picture` is where it finds the file."""
        size = self.picture
        return {
            "figure": self.figure,
            "picture": picture,
            "width": size.width if size else 0,
            "height": size.height if size else 0,
            "fault": self.fault,
            "unread": "" if self.readings else _NOT_READ,
            "readings": [places.as_dict() for places in self.readings],
        }


class Maps:
    """Gathers the maps of samples.

    Parameters
    ----------
    found : Collected
        The report's runs and samples.
    data : Path, optional
        Where the data set lies, if not where the runs say.
    read_map : callable, optional
        Reads a picture of which no run kept a graph; without it, such a map has no places.
    """

    def __init__(
        self, found: Collected, data: Path | None = None, read_map: ReadMap | None = None
    ) -> None:
        self._found = found
        self._read_map = read_map
        self._layouts = [run.data(data) for run in found.runs]
        self._maps: dict[str, SharedMap] = {}
        self._places: dict[tuple[int, str], MapPlaces | None] = {}
        self._read: dict[str, MapPlaces | None] = {}
        self._kept: dict[str, tuple[int, str]] = {}
        self._names: dict[str, set[str]] = {}
        for row in found.rows:
            names = self._names.setdefault(row.figure, set())
            for route in reference_routes(row.kind, row.released.get("routes")):
                names.update(route.names)
            for number, result in enumerate(row.results):
                if result is not None and result.graph:
                    self._kept.setdefault(row.figure, (number, result.graph))

    def all(self) -> list[SharedMap]:
        """Return the maps of all samples that were asked for."""
        return list(self._maps.values())

    def of(self, row: SampleRow) -> SharedMap:
        """Return the map of a sample."""
        if row.figure not in self._maps:
            shared = SharedMap(f"map{len(self._maps):04d}", row.figure)
            self._maps[row.figure] = shared
            path = self._file(row)
            try:
                if path is None:
                    shared.fault = _NOT_FOUND if row.figure else _NO_PICTURE
                else:
                    shared.picture = web_picture(path)
            except MapclewError as error:
                shared.fault = f"{type(error).__name__}: {error}"
        return self._maps[row.figure]

    def places(self, row: SampleRow, run: int, graph: str) -> MapPlaces | None:
        """Return the places on the graph that a run kept for a sample; None where it kept none."""
        if not graph:
            return None
        if (run, graph) not in self._places:
            found = read_graph(self._found.runs[run].root, graph)
            source = f"as read in {self._found.labels[run]}"
            names = self._names[row.figure]
            places = MapPlaces(found, names, source) if found is not None else None
            self._places[run, graph] = places
        return self._places[run, graph]

    def fallback(self, row: SampleRow) -> MapPlaces | None:
        """Return the places on another sample's graph of the map, else on one read now."""
        if row.figure in self._kept:
            return self.places(row, *self._kept[row.figure])
        if row.figure not in self._read:
            self._read[row.figure] = self._read_now(row)
        return self._read[row.figure]

    def _read_now(self, row: SampleRow) -> MapPlaces | None:
        path = self._file(row)
        if self._read_map is None or path is None:
            return None
        try:
            graph = self._read_map(path)
        except MapclewError:
            return None
        return MapPlaces(graph, self._names[row.figure], "read for this report")

    def _file(self, row: SampleRow) -> Path | None:
        for layout in self._layouts:
            if layout is None or not row.figure:
                continue
            try:
                path = layout.asset(row.figure)
            except MapclewError:
                continue
            if path.is_file():
                return path
        # The folder of a data set that no run says how to find: the file a tool was given.
        return Path(row.image) if row.image and Path(row.image).is_file() else None
