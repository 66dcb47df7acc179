"""A name as it is printed: its rows of text, its size, its places round a mark."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from eval.atlas.plan import PlannedPlace
from eval.atlas.style import NameLook
from eval.drawing.fonts import load_font
from perception.map_graph import Point

_MEASURE = 4
PILL_TEXT = 0.72
"""Font size of codes in boxes, in font sizes of the name."""
_PILL_GAP = 0.22
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
    pills : tuple of (str, str)
        Codes in boxes before the text, each with the colour of its box.
    font : str
        Family of the codes.
    second : bool
        Whether it is the second script.
    """

    text: str
    family: str
    size: float
    bold: bool = False
    pills: tuple[tuple[str, str], ...] = ()
    font: str = ""
    second: bool = False

    @property
    def width(self) -> float:
        """Length of the text and its codes, px."""
        indent = self.indent if self.text else self.indent - _PILL_GAP * self.size
        return indent + _length(self.text, self.family, self.size, self.bold)

    @property
    def indent(self) -> float:
        """Length of its codes, px."""
        return sum(box + _PILL_GAP * self.size for box in self.boxes())

    def boxes(self) -> list[float]:
        """Return the width of the box of each code, px."""
        small = PILL_TEXT * self.size
        return [_length(code, self.font, small, True) + 0.7 * small for code, _ in self.pills]


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
    if look.index == "pill above":
        code = [Row("", look.font, size, pills=place.codes, font=look.font)]
    if look.index == "before":
        latin = f"{place.code} {latin}"
    elif look.index == "behind":
        latin = f"{latin} ({place.code})"
    blocks = [Block((*code, *rows)) for rows in _rows(place, latin, look, bold)]
    if look.index == "pill":
        blocks = [_with_pills(block, place, look) for block in blocks]
    if place.name.note:
        note = Row(f"({place.name.note})", look.font, 0.72 * size)
        blocks = [Block((*block.rows, note)) for block in blocks]
    return blocks[-1:] if boxed and len(latin) > 9 else blocks


def _with_pills(block: Block, place: PlannedPlace, look: NameLook) -> Block:
    first = replace(block.rows[0], pills=place.codes, font=look.font)
    return Block((first, *block.rows[1:]))


def _rows(place: PlannedPlace, latin: str, look: NameLook, bold: bool) -> list[tuple[Row, ...]]:
    """Return the ways to set the name in rows."""
    size = look.size
    main_han = look.script.startswith("han")
    if look.script == "han":
        return [(Row(place.name.han, look.han, size, bold),)]
    if look.script == "han down":
        return [tuple(Row(sign, look.han, size, bold) for sign in place.name.han)]
    if look.script in ("han latin", "latin han"):
        both = (place.name.han, latin) if main_han else (latin, place.name.han)
        return [(Row(" ".join(both), look.han, size, bold),)]
    if look.script in ("han+latin", "latin+han"):
        small = 0.66 * size
        han = Row(
            place.name.han,
            look.han,
            size if main_han else small,
            bold and main_han,
            second=not main_han,
        )
        found = []
        for lines in _breaks(latin, 2 if look.rows > 1 else 1):
            rows = [
                Row(t, look.font, small if main_han else size, bold, second=main_han) for t in lines
            ]
            found.append((han, *rows) if main_han else (*rows, han))
        return found
    return [
        tuple(Row(t, look.font, size, bold) for t in lines) for lines in _breaks(latin, look.rows)
    ]


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
