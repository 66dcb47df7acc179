"""A name as it is printed: its rows of text, its size, its places round a mark."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from eval.atlas.plan import PlannedPlace
from eval.atlas.style import NameLook
from eval.drawing.fonts import load_font
from perception.map_graph import Point

_MEASURE = 4
_LEADING = 1.14
_DESCENT = 0.22


@dataclass(frozen=True, slots=True)
class Row:
    """One row of text.

    Attributes
    ----------
    text, family : str
        What is printed, and the font's family.
    size : float
        Font size, px.
    bold : bool
        Weight.
    """

    text: str
    family: str
    size: float
    bold: bool = False

    @property
    def width(self) -> float:
        """Length of the text, px."""
        return _length(self.text, self.family, self.size, self.bold)


@dataclass(frozen=True, slots=True)
class Block:
    """Rows one below the other; width and height in px, the height from cap height to descent."""

    rows: tuple[Row, ...]

    @property
    def width(self) -> float:
        """Of the longest row, px."""
        return max(row.width for row in self.rows)

    @property
    def height(self) -> float:
        """From the top of the first row's capitals to the last row's descent, px."""
        return self.baselines()[-1] + _DESCENT * self.rows[-1].size

    def baselines(self) -> list[float]:
        """Return the baseline of each row below the block's top, px."""
        found = [_rise(self.rows[0])]
        for row in self.rows[1:]:
            found.append(found[-1] + _LEADING * row.size)
        return found


@dataclass(frozen=True, slots=True)
class Spot:
    """One way to set a block.

    Attributes
    ----------
    block : Block
        What is set.
    origin : tuple of float
        Image px of the block's top left corner.
    angle : float
        Reading direction, degrees, counter-clockwise as seen.
    align : float
        0 left, 0.5 middle, 1 right.
    side : tuple of float
        Direction from the mark.
    cost : float
        What a mapmaker would rather not; 0 is best.
    lead : tuple of points
        Leader line; empty: none.
    """

    block: Block
    origin: Point
    angle: float
    align: float
    side: Point
    cost: float
    lead: tuple[Point, ...] = ()

    def place(self, u: float, v: float) -> Point:
        """From the block's own frame (origin top left) to image px."""
        cos, sin = math.cos(math.radians(self.angle)), math.sin(math.radians(self.angle))
        return (self.origin[0] + u * cos + v * sin, self.origin[1] - u * sin + v * cos)

    @property
    def corners(self) -> tuple[Point, ...]:
        """Corners in reading order from the top left, image px."""
        w, h = self.block.width, self.block.height
        return (self.place(0, 0), self.place(w, 0), self.place(w, h), self.place(0, h))

    def lines(self) -> Iterator[tuple[Row, Point]]:
        """Yield each row with the left end of its baseline, image px."""
        for row, baseline in zip(self.block.rows, self.block.baselines(), strict=True):
            yield row, self.place(self.align * (self.block.width - row.width), baseline)


def blocks_of(place: PlannedPlace, look: NameLook, *, boxed: bool = False) -> list[Block]:
    """Return the ways to break a name into rows, the shortest first."""
    bold = look.bold or (look.bold_changes and place.change)
    latin = place.name.latin.upper() if look.capitals else place.name.latin
    size = look.size
    code = [Row(place.code, look.font, 0.72 * size, True)] if look.index == "above" else []
    if look.index == "before":
        latin = f"{place.code} {latin}"
    main_han = look.script in ("han", "han+latin")
    if look.script == "han":
        return [Block((*code, Row(place.name.han, look.han, size, bold)))]
    if look.script in ("han+latin", "latin+han"):
        small = 0.66 * size
        han = Row(place.name.han, look.han, size if main_han else small, bold and main_han)
        found = []
        for lines in _breaks(latin, 2 if look.rows > 1 else 1):
            rows = [Row(t, look.font, small if main_han else size, bold) for t in lines]
            found.append(Block((*code, han, *rows) if main_han else (*code, *rows, han)))
        return found
    blocks = [
        Block((*code, *(Row(t, look.font, size, bold) for t in lines)))
        for lines in _breaks(latin, look.rows)
    ]
    return blocks[-1:] if boxed and len(latin) > 9 else blocks


def _breaks(text: str, most: int) -> list[list[str]]:
    """Return the text in one row and, where it has gaps, as evenly as may be in two and three."""
    words = text.split(" ")
    found = [[text]]
    for count in range(2, min(most, len(words)) + 1):
        best = min(_splits(words, count), key=lambda rows: max(map(len, rows)))
        found.append(best)
    return found


def _splits(words: list[str], count: int) -> Iterator[list[str]]:
    if count == 1:
        yield [" ".join(words)]
        return
    for cut in range(1, len(words) - count + 2):
        for rest in _splits(words[cut:], count - 1):
            yield [" ".join(words[:cut]), *rest]


@lru_cache(maxsize=8192)
def _length(text: str, family: str, size: float, bold: bool) -> float:
    font = load_font(family, size * _MEASURE, bold=bold)
    return float(font.getlength(text)) / _MEASURE


@lru_cache(maxsize=256)
def _rise_of(sample: str, family: str, size: float, bold: bool) -> float:
    font = load_font(family, size * _MEASURE, bold=bold)
    return -float(font.getbbox(sample, anchor="ls")[1]) / _MEASURE


def _rise(row: Row) -> float:
    sample = "国" if row.text and row.text[0] > "\u2e80" else "H"
    return _rise_of(sample, row.family, row.size, row.bold)
