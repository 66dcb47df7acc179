"""The look of a family of maps, as a small record: what a generated map draws, and how."""

from __future__ import annotations

from dataclasses import dataclass, field

Range = tuple[int, int]


@dataclass(frozen=True, slots=True)
class LayoutChoice:
    """What networks look like.

    Attributes
    ----------
    form : str
        Metro: "octilinear", "rectilinear", "curved", "geographic". Travel: "web", "tree", "ring",
        "grid" (corners of blocks), "town" (spots along streets, whose junctions have no name),
        "snake" (rows there and back).
    stations, lines : tuple of int
        Fewest and most; lines without the branches.
    rings : int
        How many closed lines.
    bundle : int
        Most lines side by side.
    shared, branches, express, splits, walks : float
        How often, in [0, 1]: further lines on tracks of others; branches; lines that pass stations;
        crossings drawn as differently named stations with a connector; dashed walking links.
    aspect : float
        Width over height.
    beside : float
        How far spots of a town stand off their street, in units.
    """

    form: str = "octilinear"
    stations: Range = (20, 50)
    lines: Range = (3, 6)
    rings: int = 0
    bundle: int = 1
    shared: float = 0.0
    branches: float = 0.0
    express: float = 0.0
    splits: float = 0.0
    walks: float = 0.0
    aspect: float = 1.35
    beside: float = 0.0


@dataclass(frozen=True, slots=True)
class LineLook:
    """How strokes look; lengths in px before scaling.

    Attributes
    ----------
    width, gap : float
        Of a stroke, and between strokes side by side.
    looks : tuple of str
        Taken in turn by the lines: "solid", "cased", "hollow", "dashed", "dotted", "hatched",
        "two-tone", "pale", "gradient", "sketched" (drawn twice by hand).
    casing : str
        Colour beside a cased stroke.
    palette : tuple of str
        Colours, shuffled for each map.
    twins : bool
        Whether two lines may have the same colour.
    casing_width : float
        On either side, in stroke widths.
    wobble : float
        How far a stroke drawn by hand strays from its way.
    """

    width: float = 11.0
    gap: float = 2.0
    looks: tuple[str, ...] = ("solid",)
    casing: str = "#ffffff"
    palette: tuple[str, ...] = ()
    twins: bool = False
    casing_width: float = 0.25
    wobble: float = 0.0


@dataclass(frozen=True, slots=True)
class MarkLook:
    """How stations are marked.

    Attributes
    ----------
    plain, change : str
        Kind of an ordinary station and of an interchange, see `eval.atlas.marks`.
    radius, change_radius, rim : float
        Px before scaling.
    ink, fill : str
        Rim and inside; an empty ink takes the line's colour, an empty fill too.
    wobble : float
        How far the outline of a mark that holds its name strays, px; it is a rim round whatever
        the ground is, then.
    short : float or None
        How far strokes end from such a mark, px, negative for within; None: at its middle.
    reach, thick : float
        How far bars and ticks reach beyond the stroke (below 0: how far they end within it), and
        how thick they are, px before scaling; a thickness of 0 leaves both to the widths above.
    end : str
        Kind at the ends of lines; empty: as elsewhere.
    """

    plain: str = "ring"
    change: str = "capsule"
    radius: float = 8.0
    change_radius: float = 11.0
    rim: float = 3.0
    ink: str = "#1a1a1a"
    fill: str = "#ffffff"
    wobble: float = 0.0
    short: float | None = None
    reach: float = 0.0
    thick: float = 0.0
    end: str = ""


@dataclass(frozen=True, slots=True)
class NameLook:
    """How names are printed.

    Attributes
    ----------
    language : str
        See `eval.atlas.names`.
    script : str
        "latin", "han", "han down" (written downwards), "han+latin" or "latin+han" (one above the
        other), "han latin" or "latin han" (side by side).
    font, han : str
        Families of either script.
    size : float
        Font size, px before scaling.
    bold, bold_changes, capitals : bool
        Of all names; of interchanges; in capitals.
    ink, second_ink : str
        Colour; empty: the line's, darkened. Of the second script; empty: as the first.
    angles : tuple of int
        Reading directions that may be used, degrees.
    rows : int
        Most lines of text for one name.
    index : str
        "" (none), "before" (number and name), "above" (a code over the name), "behind" (in
        parentheses after the name), "pill" (in boxes of the lines' colours before the name) or
        "pill above" (over it).
    codes : str
        How codes are made of `letter` (of the line), `line` and `k` (numbers of line and stop).
    notes : float
        How often a row in parentheses follows the name, in [0, 1].
    alternate : bool
        Whether names stand on either side of the line in turn.
    halo : float
        Light border round the letters, px.
    over : float
        What covering a stroke costs, 1: never.
    far : bool
        Whether names may stand off their mark with a leader line.
    below : bool
        Whether they stand below their mark and nowhere else.
    """

    language: str = "english"
    script: str = "latin"
    font: str = "humanist"
    han: str = "hei"
    size: float = 18.0
    bold: bool = False
    bold_changes: bool = False
    capitals: bool = False
    ink: str = "#1a1a1a"
    second_ink: str = ""
    angles: tuple[int, ...] = (0,)
    rows: int = 1
    index: str = ""
    codes: str = "{letter}{k:02d}"
    notes: float = 0.0
    alternate: bool = False
    halo: float = 0.0
    over: float = 1.0
    far: bool = False
    below: bool = False


@dataclass(frozen=True, slots=True)
class Scenery:
    """What else is on the map.

    Attributes
    ----------
    background : str
        Ground colour.
    texture : str
        "", "paper" or "grass".
    water, park, zone, road : str
        Colours; empty: none drawn.
    rivers, parks, roads, zones : int
        How many of each.
    extras : tuple of str
        Of "title", "legend", "scale", "north", "logo", "districts", "border", "grid", "badges",
        "icons", "inset", "footer", "trees", "distances", "arrows", "island", "buildings",
        "streets" (further ones, in the look of the paths), "street-names".
    """

    background: str = "#ffffff"
    texture: str = ""
    water: str = "#cfe6f5"
    park: str = "#d8ecc8"
    zone: str = "#eeeeee"
    road: str = "#e2e2e2"
    rivers: int = 0
    parks: int = 0
    roads: int = 0
    zones: int = 0
    extras: tuple[str, ...] = ("title",)


@dataclass(frozen=True, slots=True)
class SignLook:
    """How lines are named, where the style's extras have a legend or badges.

    Attributes
    ----------
    sample : str
        Colour sample of a row of the legend: "bar" (a piece of the stroke), "disc", "square", or
        "pill" with the name inside.
    side : str
        Where the sample stands: "left", "right" or "above".
    columns : int
        Of the legend.
    framed : bool
        Whether the legend has a frame.
    badge : str
        At the ends of a line: "box", "pill" or "hollow" round the name, or "text" in its colour.
    """

    sample: str = "bar"
    side: str = "left"
    columns: int = 1
    framed: bool = True
    badge: str = "box"


@dataclass(frozen=True, slots=True)
class MapStyle:
    """One style.

    Attributes
    ----------
    key : str
        Its name; part of the names of its maps.
    domain : str
        "metromap" or "travelmap".
    layout, lines, marks, names, scenery, signs
        Its parts.
    scale : tuple of float
        Smallest and largest enlargement of the finished picture.
    jpeg : tuple of int
        JPEG qualities to choose from; empty: PNG.
    """

    key: str
    domain: str
    layout: LayoutChoice = field(default_factory=LayoutChoice)
    lines: LineLook = field(default_factory=LineLook)
    marks: MarkLook = field(default_factory=MarkLook)
    names: NameLook = field(default_factory=NameLook)
    scenery: Scenery = field(default_factory=Scenery)
    scale: tuple[float, float] = (1.0, 1.0)
    jpeg: tuple[int, ...] = ()
    signs: SignLook = field(default_factory=SignLook)
