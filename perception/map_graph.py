"""The graph read from a map picture: lines, stations, edges, transfers.

All coordinates are in `image px`: origin at the top left, x to the right, y down, in pixels of
the picture as stored (after its EXIF rotation).
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class MapLine:
    """One drawn line.

    Attributes
    ----------
    id : str
        Unique in its graph.
    name : str
        As the legend or a badge names it; empty where nothing does.
    color : str
        `#rrggbb`, the stroke's own colour.
    state : str
        "open", or "future" for lines drawn pale, hatched or as under construction.
    """

    id: str
    name: str
    color: str
    state: str = "open"


@dataclass(frozen=True, slots=True)
class OtherName:
    """Another name that a station may have: another text near it, or more or fewer lines of it.

    Attributes
    ----------
    name : str
        As `MapStation.name`.
    confidence : float
        In [0, 1].
    """

    name: str
    confidence: float


@dataclass(frozen=True, slots=True)
class MapStation:
    """One station or spot.

    Attributes
    ----------
    id : str
        Unique in its graph.
    name : str
        Printed name, line breaks joined; empty where no label was found.
    xy : tuple of float
        Centre of the marker, image px.
    lines : tuple of str
        Ids of the lines that stop here.
    confidence : float
        Probability that this is a station and its name is right.
    alternatives : tuple of OtherName
        Other names it may have, likeliest first.
    printed : str
        The text that was read there, where a table gives the name; else empty.
    """

    id: str
    name: str
    xy: Point
    lines: tuple[str, ...] = ()
    confidence: float = 1.0
    alternatives: tuple[OtherName, ...] = ()
    printed: str = ""


@dataclass(frozen=True, slots=True)
class MapEdge:
    """Two neighbouring stations of one or more lines; undirected.

    Attributes
    ----------
    source, target : str
        Station ids.
    lines : tuple of str
        Ids of the lines that join them.
    polyline : tuple of points
        Image px, from source to target.
    confidence : float
        Probability that the line joins these two with no stop between.
    """

    source: str
    target: str
    lines: tuple[str, ...] = ()
    polyline: tuple[Point, ...] = ()
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class MapTransfer:
    """A walking link between two differently named stations; MapTab routes do not use it."""

    source: str
    target: str


@dataclass(frozen=True, slots=True)
class MapGraph:
    """What was read from one picture.

    Attributes
    ----------
    image_path : str
        As the caller named it.
    width, height : int
        Size of the picture, px.
    candidate_edges : tuple of MapEdge
        Edges that were not taken but may be right (another way on at a fork or crossing, the
        runner-up over a gap), likeliest first.
    """

    image_path: str
    width: int
    height: int
    lines: tuple[MapLine, ...] = ()
    stations: tuple[MapStation, ...] = ()
    edges: tuple[MapEdge, ...] = ()
    transfers: tuple[MapTransfer, ...] = ()
    notes: tuple[str, ...] = field(default=())
    candidate_edges: tuple[MapEdge, ...] = ()

    def __post_init__(self) -> None:
        ids = {station.id for station in self.stations}
        if len(ids) != len(self.stations):
            raise ValueError("MapGraph: station ids are not unique")
        links: tuple[MapEdge | MapTransfer, ...] = (
            *self.edges,
            *self.transfers,
            *self.candidate_edges,
        )
        for link in links:
            if link.source not in ids or link.target not in ids:
                raise ValueError(f"MapGraph: {link.source}-{link.target} joins unknown stations")

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form (`graph.json`)."""
        return {
            "image": {"path": self.image_path, "width": self.width, "height": self.height},
            "lines": [asdict(line) for line in self.lines],
            "stations": [asdict(station) for station in self.stations],
            "edges": [asdict(edge) for edge in self.edges],
            "transfers": [asdict(transfer) for transfer in self.transfers],
            "candidate_edges": [asdict(edge) for edge in self.candidate_edges],
            "notes": list(self.notes),
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> MapGraph:
        """Rebuild a graph from its JSON form."""
        image = data["image"]
        return cls(
            image_path=image["path"],
            width=image["width"],
            height=image["height"],
            lines=tuple(MapLine(**line) for line in data["lines"]),
            stations=tuple(
                MapStation(
                    id=s["id"],
                    name=s["name"],
                    xy=(s["xy"][0], s["xy"][1]),
                    lines=tuple(s["lines"]),
                    confidence=s["confidence"],
                    alternatives=tuple(OtherName(**other) for other in s.get("alternatives", ())),
                    printed=s.get("printed", ""),
                )
                for s in data["stations"]
            ),
            edges=tuple(map(_edge_of, data["edges"])),
            transfers=tuple(MapTransfer(t["source"], t["target"]) for t in data["transfers"]),
            notes=tuple(data.get("notes", ())),
            candidate_edges=tuple(map(_edge_of, data.get("candidate_edges", ()))),
        )


def _edge_of(data: dict[str, Any]) -> MapEdge:
    return MapEdge(
        source=data["source"],
        target=data["target"],
        lines=tuple(data["lines"]),
        polyline=tuple((x, y) for x, y in data["polyline"]),
        confidence=data["confidence"],
    )
