"""The description of a network to be drawn: stations, lines, decorations.

Coordinates are image px (origin top left, x right, y down) of the finished picture.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from eval.drawing.decoration import Decoration
from perception.map_graph import Point


@dataclass(frozen=True, slots=True)
class Shift:
    """From the waypoint before it, the line runs beside the path instead of on it.

    Attributes
    ----------
    tracks : float
        Distance in units of `Style.pitch`, positive to the right of the direction of travel.
        May change only where the path turns.
    """

    tracks: float


@dataclass(frozen=True, slots=True)
class At:
    """A stop with a place of its own, off the station's common centre.

    Attributes
    ----------
    name : str
        The station.
    xy : tuple of float
        Centre of this line's platform, image px.
    """

    name: str
    xy: Point


Waypoint = str | Point | At | Shift
"""A stop by name, a bend by its place, a stop with its own place, or a change of track."""


@dataclass(frozen=True, slots=True)
class DrawnStation:
    r"""One station or spot.

    Attributes
    ----------
    name : str
        As in the tables: a hyphen inside the name is written `_`.
    xy : tuple of float
        Centre, image px; the middle of a bundle where several lines run side by side.
    side : str
        Where the label stands: n, ne, e, se, s, sw, w, nw; empty: the best free place.
    label : str
        Printed text, `\\n` where it breaks; empty: the name with hyphens.
    angle : float
        Reading direction in degrees, counter-clockwise as seen; 0 left to right, 90 upwards.
    marker : str
        A marker kind of its own (see `eval.drawing.markers`); empty: the style's.
    nudge : tuple of float
        Moves the label, px.
    """

    name: str
    xy: Point
    side: str = ""
    label: str = ""
    angle: float = 0.0
    marker: str = ""
    nudge: Point = (0.0, 0.0)

    @property
    def text(self) -> str:
        """The printed text, with its line breaks."""
        return self.label or self.name.replace("_", "-")


@dataclass(frozen=True, slots=True)
class DrawnLine:
    """One line or path.

    Attributes
    ----------
    name : str
        As in the tables and the legend; a branch is a second `DrawnLine` of the same name.
    color : str
        `#rrggbb`.
    path : tuple of waypoints
        In order of travel; a loop ends with the waypoint it began with.
    width : float
        Stroke width, px; 0: the style's.
    dash : tuple of float
        Lengths of dash and gap, px; empty: solid.
    smooth : bool
        Whether the path swings through its waypoints instead of turning at rounded corners.
    """

    name: str
    color: str
    path: tuple[Waypoint, ...]
    width: float = 0.0
    dash: tuple[float, float] | tuple[()] = ()
    smooth: bool = False

    @property
    def stops(self) -> tuple[str, ...]:
        """Names of the stops in order of travel."""
        names = (
            p if isinstance(p, str) else p.name if isinstance(p, At) else "" for p in self.path
        )
        return tuple(name for name in names if name)


@dataclass(frozen=True, slots=True)
class DrawnNetwork:
    """What one picture shows.

    Attributes
    ----------
    title : str
        Name of the city or area.
    size : tuple of int
        Width and height of the picture, px.
    stations : tuple of DrawnStation
        Unique names, each served by at least one line.
    lines : tuple of DrawnLine
        Drawn in this order, the last on top.
    under, over : tuple of Decoration
        Drawn before and after the network.

    Raises
    ------
    ValueError
        If a name is doubled, or a stop is not a station, or a station is no line's stop.
    """

    title: str
    size: tuple[int, int]
    stations: tuple[DrawnStation, ...]
    lines: tuple[DrawnLine, ...]
    under: tuple[Decoration, ...] = ()
    over: tuple[Decoration, ...] = ()

    def __post_init__(self) -> None:
        counts = Counter(station.name for station in self.stations)
        doubled = [name for name, count in counts.items() if count > 1]
        served = {stop for line in self.lines for stop in line.stops}
        for what, names in (
            ("named twice", doubled),
            ("stops without a station", sorted(served - counts.keys())),
            ("stations without a line", sorted(counts.keys() - served)),
        ):
            if names:
                raise ValueError(f"DrawnNetwork {self.title}: {what}: {', '.join(names)}")

    def edges(self) -> dict[tuple[str, str], tuple[str, ...]]:
        """Return each pair of neighbouring stops once, in drawing order, with its line names."""
        found: dict[tuple[str, str], list[str]] = {}
        for line in self.lines:
            for a, b in zip(line.stops, line.stops[1:], strict=False):
                names = found.setdefault((b, a) if (b, a) in found else (a, b), [])
                if line.name not in names:
                    names.append(line.name)
        return {pair: tuple(names) for pair, names in found.items()}

    def lines_at(self, name: str) -> tuple[str, ...]:
        """Return the names of the lines that stop at a station, in drawing order."""
        return tuple(dict.fromkeys(line.name for line in self.lines if name in line.stops))
