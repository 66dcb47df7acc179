"""What a generated map shows, before it is drawn: places, lines, links."""

from __future__ import annotations

from dataclasses import dataclass, field

from eval.atlas.geometry import Curve
from eval.atlas.names import PlaceName
from perception.map_graph import Point


@dataclass(frozen=True, slots=True)
class Platform:
    """Where one line stops.

    Attributes
    ----------
    line : int
        Number of the line's way, see `PlannedWay`.
    xy : tuple of float
        Middle of the stroke, px.
    heading : tuple of float
        Unit direction of the stroke.
    """

    line: int
    xy: Point
    heading: Point


@dataclass(frozen=True, slots=True)
class PlannedPlace:
    """One station or spot.

    Attributes
    ----------
    number : int
        Its place in `Plan.places`.
    name : PlaceName
        Its names.
    platforms : tuple of Platform
        At least one.
    change : bool
        Whether lines of different names stop here.
    code : str
        Index number; empty: none.
    codes : tuple of (str, str)
        The index number on each of its lines, with the line's colour; empty where there are none.
    last : bool
        Whether a line ends here, and no other stops.
    """

    number: int
    name: PlaceName
    platforms: tuple[Platform, ...]
    change: bool = False
    code: str = ""
    codes: tuple[tuple[str, str], ...] = ()
    last: bool = False

    @property
    def centre(self) -> Point:
        """Middle of the platforms, px."""
        xs, ys = zip(*(p.xy for p in self.platforms), strict=True)
        return ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)


@dataclass(frozen=True, slots=True)
class PlannedWay:
    """The stroke of one line, or of a branch or a single path.

    Attributes
    ----------
    line : str
        Name of the line; a branch has that of its line; empty on travel maps.
    color : str
        `#rrggbb`.
    look : str
        See `LineLook.looks`.
    curve : tuple of points
        Middle of the stroke, px.
    stops : tuple of int
        Numbers of its places in order of travel; a ring ends with the first.
    one_way : bool
        Whether it has an arrow.
    """

    line: str
    color: str
    look: str
    curve: Curve
    stops: tuple[int, ...]
    one_way: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """One map.

    Attributes
    ----------
    places : tuple of PlannedPlace
        Every one is a stop of at least one way.
    ways : tuple of PlannedWay
        Drawn in this order.
    links : tuple of (int, int, str)
        Two places that are no neighbours on a line: "connector" or "walk".
    """

    places: tuple[PlannedPlace, ...]
    ways: tuple[PlannedWay, ...]
    links: tuple[tuple[int, int, str], ...] = field(default=())

    def edges(self) -> dict[tuple[int, int], tuple[str, ...]]:
        """Return each pair of neighbouring places once, lower number first, with its lines."""
        found: dict[tuple[int, int], list[str]] = {}
        for way in self.ways:
            for a, b in zip(way.stops, way.stops[1:], strict=False):
                names = found.setdefault((min(a, b), max(a, b)), [])
                if way.line and way.line not in names:
                    names.append(way.line)
        return {pair: tuple(names) for pair, names in found.items()}
