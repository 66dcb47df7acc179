"""The fonts that are shipped with the package: subsets of open fonts, see fonts/README.md."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO
from pathlib import Path

from fontTools.ttLib import TTFont, TTLibError
from PIL import ImageFont

from perception.errors import ConfigError

FAMILIES = {
    "humanist": ("MapclewHumanist-Medium.otf", "MapclewHumanist-Bold.otf"),
    "grotesque": ("MapclewGrotesque-Medium.ttf", "MapclewGrotesque-Bold.ttf"),
    "han": ("MapclewHan-Regular.otf", "MapclewHan-Bold.otf"),
    "hei": ("MapclewHei-Regular.otf", "MapclewHei-Bold.otf"),
    "song": ("MapclewSong-Regular.otf", "MapclewSong-Bold.otf"),
    "gothic": ("MapclewGothic-Regular.otf", "MapclewGothic-Bold.otf"),
    "open": ("MapclewOpen-Regular.ttf", "MapclewOpen-Bold.ttf"),
    "condensed": ("MapclewCondensed-Regular.ttf", "MapclewCondensed-Bold.ttf"),
    "serif": ("MapclewSerif-Regular.ttf", "MapclewSerif-Bold.ttf"),
    "hand": ("MapclewHand-Regular.otf", "MapclewHand-Bold.otf"),
}
"""Family: file of the book weight, file of the bold weight."""


@cache
def font_bytes(family: str, *, bold: bool = False) -> bytes:
    """Return the file of a family's weight.

    Raises
    ------
    ConfigError
        If there is no such family.
    """
    if family not in FAMILIES:
        raise ConfigError(
            f"no font family {family!r}", field="font", mend=f"use one of {', '.join(FAMILIES)}"
        )
    return (files("eval.drawing") / "fonts" / FAMILIES[family][bold]).read_bytes()


@lru_cache(maxsize=64)
def load_font(family: str, size: float, *, bold: bool = False) -> ImageFont.FreeTypeFont:
    """Return a font of the given size in px; layout is the basic one, the same on every machine."""
    return ImageFont.truetype(
        BytesIO(font_bytes(family, bold=bold)), size, layout_engine=ImageFont.Layout.BASIC
    )


@cache
def covered(family: str, *, bold: bool = False) -> frozenset[str]:
    """Return the characters that a family's weight can draw."""
    with TTFont(BytesIO(font_bytes(family, bold=bold))) as font:
        return frozenset(map(chr, font.getBestCmap()))


def require_glyphs(text: str, family: str, *, bold: bool = False) -> None:
    """Check that every character of `text` can be drawn.

    Raises
    ------
    ConfigError
        Naming the characters that the shipped subset lacks.
    """
    lacking = sorted(set(text) - {"\n"} - covered(family, bold=bold))
    if lacking:
        raise ConfigError(
            f"the font lacks {''.join(lacking)!r}, needed for {text!r}",
            file=FAMILIES[family][bold],
            mend="subset the font again (python -m eval.mini.subset_fonts)",
        )


def overlay_fonts(names: Iterable[str]) -> tuple[Path, ...]:
    """Return fonts that have the characters of names, to draw them over a picture.

    The shipped fonts come first, then the one that matplotlib brings (Greek, Cyrillic, Arabic,
    Hebrew), then those of this machine, each only where it has characters that those before lack.
    """
    from matplotlib import font_manager, get_data_path

    lacking = {char for name in names for char in name if not char.isspace()}
    shipped = Path(str(files("eval.drawing") / "fonts"))
    found = [shipped / FAMILIES[family][False] for family in ("han", "gothic")]
    found.append(Path(get_data_path(), "fonts", "ttf", "DejaVuSans.ttf"))
    for path in found:
        lacking -= _characters(path)
    for name in sorted(font_manager.findSystemFonts()) if lacking else ():
        if lacking & _characters(Path(name)):
            found.append(Path(name))
            lacking -= _characters(Path(name))
    return tuple(found)


@lru_cache(maxsize=512)
def _characters(path: Path) -> frozenset[str]:
    """Return the characters that a font of any origin can draw; none where it cannot be read."""
    try:
        with TTFont(path, fontNumber=0, lazy=True) as font:
            return frozenset(map(chr, font.getBestCmap() or {}))
    except (OSError, TTLibError, AssertionError):
        return frozenset()
