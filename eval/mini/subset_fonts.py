"""Cut the fonts of the drawings down to the characters in use.

The full fonts are not part of the project. On Debian 12 they come with the packages fonts-cabin,
fonts-lato, fonts-noto-cjk, fonts-noto-cjk-extra, fonts-open-sans, fonts-dejavu-core,
fonts-dejavu-extra and fonts-comic-neue; run this after a new character was used in a map:

    python -m eval.mini.subset_fonts --fonts /usr/share/fonts

The result depends on the font files and the version of fontTools only.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

from eval.atlas.names import all_han, all_japanese
from eval.mini.catalogue import all_text

SOURCES = {
    "MapclewHumanist-Medium.otf": ("opentype/cabin/Cabin-Medium.otf", -1),
    "MapclewHumanist-Bold.otf": ("opentype/cabin/Cabin-Bold.otf", -1),
    "MapclewGrotesque-Medium.ttf": ("truetype/lato/Lato-Medium.ttf", -1),
    "MapclewGrotesque-Bold.ttf": ("truetype/lato/Lato-Bold.ttf", -1),
    "MapclewHan-Regular.otf": ("opentype/noto/NotoSansCJK-Regular.ttc", 2),
    "MapclewHan-Bold.otf": ("opentype/noto/NotoSansCJK-Bold.ttc", 2),
    "MapclewHei-Regular.otf": ("opentype/noto/NotoSansCJK-Regular.ttc", 2),
    "MapclewHei-Bold.otf": ("opentype/noto/NotoSansCJK-Bold.ttc", 2),
    "MapclewSong-Regular.otf": ("opentype/noto/NotoSerifCJK-Regular.ttc", 2),
    "MapclewSong-Bold.otf": ("opentype/noto/NotoSerifCJK-Bold.ttc", 2),
    "MapclewGothic-Regular.otf": ("opentype/noto/NotoSansCJK-Regular.ttc", 0),
    "MapclewGothic-Bold.otf": ("opentype/noto/NotoSansCJK-Bold.ttc", 0),
    "MapclewOpen-Regular.ttf": ("truetype/open-sans/OpenSans-Regular.ttf", -1),
    "MapclewOpen-Bold.ttf": ("truetype/open-sans/OpenSans-Bold.ttf", -1),
    "MapclewCondensed-Regular.ttf": ("truetype/dejavu/DejaVuSansCondensed.ttf", -1),
    "MapclewCondensed-Bold.ttf": ("truetype/dejavu/DejaVuSansCondensed-Bold.ttf", -1),
    "MapclewSerif-Regular.ttf": ("truetype/dejavu/DejaVuSerif.ttf", -1),
    "MapclewSerif-Bold.ttf": ("truetype/dejavu/DejaVuSerif-Bold.ttf", -1),
    "MapclewHand-Regular.otf": ("opentype/comic-neue/ComicNeue-Regular.otf", -1),
    "MapclewHand-Bold.otf": ("opentype/comic-neue/ComicNeue-Bold.otf", -1),
}
"""Subset: file under the fonts folder, number within a collection (0: Japanese, 2: simplified
Chinese)."""

LATIN = "".join(map(chr, [*range(0x20, 0x7F), *range(0xA1, 0x100), 0x2013, 0x2014, 0x2019]))


def subset_font(source: Path, number: int, text: str, name: str) -> TTFont:
    """Return the font with the glyphs of `text` only, renamed.

    The reserved font names of the sources must not name a modified version (OFL, clause 3), so
    family, full and PostScript name become the subset's; copyright and licence stay.
    """
    font = TTFont(source, fontNumber=number, recalcTimestamp=False)
    options = Options()
    options.layout_features = ["kern"]
    options.hinting = False
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    options.name_languages = [0x409]
    options.notdef_outline = True
    subsetter = Subsetter(options)
    subsetter.populate(text=text)
    subsetter.subset(font)
    family, _, weight = name.partition("-")
    full = f"{family} {weight}"
    version = str(font["name"].getDebugName(5))
    names = {1: family, 2: weight, 3: f"{name};subset of {version}", 4: full, 6: name}
    for record in list(font["name"].names):
        if record.nameID in names:
            record.string = names[record.nameID]
    if "CFF " in font:
        cff = font["CFF "].cff
        cff.fontNames = [name]
        top = cff.topDictIndex[0]
        top.FullName, top.FamilyName = full, family
    return font


def main() -> None:
    """Write all subsets."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fonts", type=Path, required=True, help="folder of the full fonts")
    folder = Path(__file__).resolve().parent.parent / "drawing" / "fonts"
    root = parser.parse_args().fonts
    for name, (source, number) in SOURCES.items():
        text = LATIN
        if "Han-" in name:
            text += all_text()
        elif "Hei" in name or "Song" in name:
            text += all_han()
        elif "Gothic" in name:
            text += all_japanese()
        subset_font(root / source, number, text, name.rpartition(".")[0]).save(folder / name)


if __name__ == "__main__":
    main()
