"""What a map shows besides its network: water, areas, words, icons, a legend."""

from __future__ import annotations

from dataclasses import dataclass

from perception.map_graph import Point


@dataclass(frozen=True, slots=True)
class River:
    """A band of water that swings through `points` (image px)."""

    points: tuple[Point, ...]
    width: float = 40.0
    color: str = "#cfe6f5"


@dataclass(frozen=True, slots=True)
class Area:
    """A filled area: a polygon (image px), its corners sharp or swung (`smooth`)."""

    points: tuple[Point, ...]
    color: str
    outline: str = ""
    outline_width: float = 0.0
    smooth: bool = False


@dataclass(frozen=True, slots=True)
class Caption:
    """Words that name no station: a title, a river, a district.

    Attributes
    ----------
    xy : tuple of float
        Top left corner of the first letter's cell for angle 0, else the middle of the words.
    """

    text: str
    xy: Point
    size: float
    color: str
    bold: bool = False
    angle: float = 0.0


@dataclass(frozen=True, slots=True)
class Badge:
    """A line's name in a rounded box of its colour, centred at `xy`."""

    text: str
    xy: Point
    color: str
    size: float = 20.0
    ink: str = "#ffffff"


@dataclass(frozen=True, slots=True)
class Icon:
    """A small picture, see `eval.drawing.icons`; `size` is its width and height, px."""

    kind: str
    xy: Point
    size: float


@dataclass(frozen=True, slots=True)
class Legend:
    """A box that names each line beside a sample of its stroke; `xy` is its top left corner."""

    xy: Point
    title: str = ""
    size: float = 20.0
    fill: str = "#ffffff"
    outline: str = "#b5b5b5"
    ink: str = "#1a1a1a"


Decoration = River | Area | Caption | Badge | Icon | Legend
