"""What the lines of a map may be called: their names, their colours, their ends."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

import numpy as np
from skimage.color import rgb2lab

from tools.find_names import line_key
from tools.route import SEPARATOR

# sRGB of what maps call by these words.
_COLORS: Final = {
    "red": ("#e3000f", "#c8102e"),
    "orange": ("#f58220", "#ff7f00"),
    "yellow": ("#ffd700", "#fdb913"),
    "green": ("#009b3a", "#006837", "#33a02c"),
    "light green": ("#8dc63f", "#a6ce39"),
    "blue": ("#0054a6", "#0072bc", "#1f4fd8"),
    "light blue": ("#00aeef", "#6ec6e6"),
    "purple": ("#7b2d8b", "#92278f", "#800080"),
    "pink": ("#ec5fa3", "#f49ac1"),
    "magenta": ("#e6007e", "#c2187f"),
    "brown": ("#8b4513", "#784421"),
    "grey": ("#808080", "#a7a9ac"),
    "black": ("#000000", "#231f20"),
    "turquoise": ("#00a79d", "#40e0d0"),
}
_SAME_WORD: Final = {
    "gray": "grey",
    "silver": "grey",
    "violet": "purple",
    "cyan": "light blue",
    "sky blue": "light blue",
    "teal": "turquoise",
    "lime": "light green",
    "gold": "yellow",
    "rose": "pink",
}
# Colours whose words are used for one another.
_NEAR_WORDS: Final = (
    {"light green", "green"},
    {"light blue", "blue"},
    {"light blue", "turquoise"},
    {"turquoise", "green"},
    {"pink", "magenta"},
    {"magenta", "purple"},
    {"magenta", "red"},
    {"orange", "yellow"},
    {"orange", "brown"},
    {"orange", "red"},
    {"black", "grey"},
)
UNNAMED: Final = "#"
"""First sign of the key of a line that no legend or badge names: its colour."""

_OTHER_MODES: Final = re.compile(
    r"\b(?:railway|railroad|bus|brt|ferry|ferries|boat|ship|train|airport express bus|coach)s?\b"
    r"|公交|渡轮|铁路|巴士",
    re.IGNORECASE,
)
_BRANCH: Final = re.compile(r"\s*(?:支线|支線|[\s(]branch\)?|[-–\s]B)\s*$", re.IGNORECASE)


def color_word(color: str) -> str:
    """Return the word for a colour.

    Parameters
    ----------
    color : str
        `#rrggbb`.

    Examples
    --------
    >>> color_word("#ee2b2b"), color_word("#4e84c4")
    ('red', 'blue')
    """
    distances = (
        (math.dist(_lab(sample), _lab(color)), word)
        for word, samples in _COLORS.items()
        for sample in samples
    )
    return min(distances)[1]


@cache
def _lab(color: str) -> tuple[float, float, float]:
    rgb = [int(color[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    light, a, b = np.asarray(rgb2lab(np.asarray([[rgb]])), dtype=float)[0, 0]
    return float(light), float(a), float(b)


def line_by_color(name: str, colors: Mapping[str, str]) -> str | None:
    """Return the one line whose colour a name says, None where none or several may be meant.

    Parameters
    ----------
    name : str
        "Red Line".
    colors : mapping of str to str
        Line to its colour.
    """
    wanted = " ".join(line_key(name))
    wanted = _SAME_WORD.get(wanted, wanted)
    if wanted not in _COLORS:
        return None
    words = {line: color_word(color) for line, color in colors.items()}
    same = [line for line, word in words.items() if word == wanted]
    if not same:
        same = [line for line, word in words.items() if {word, wanted} in _NEAR_WORDS]
    return same[0] if len(same) == 1 else None


def line_by_ends(name: str, stops: Mapping[str, Iterable[str]]) -> str | None:
    """Return the one line that a name describes by two of its stations ("Abbey to Quay").

    Parameters
    ----------
    name : str
        As the question writes it.
    stops : mapping of str to iterable of str
        Line to its stations.
    """
    parts = [part for part in re.split(rf"\s+[tT][oO]\s+|\s*[{SEPARATOR}–—↔→]\s*", name) if part]
    if len(parts) != 2:
        return None
    wanted = {line_key(part) for part in parts}
    found = [line for line, names in stops.items() if wanted <= {line_key(n) for n in names}]
    return found[0] if len(found) == 1 else None


def count_named(lines: Iterable[str]) -> int:
    """Return how many lines count, of the keys of a map's lines.

    A branch is no line of its own, and other means of transport are none. A line without a name
    counts where the map names fewer than half of them: then it is the reading that lacks names.
    """
    keys = [line for line in lines if not _OTHER_MODES.search(line)]
    named = [line for line in keys if not line.startswith(UNNAMED)]
    trunks = {line_key(_BRANCH.sub("", line)) for line in named}
    unnamed = len(keys) - len(named)
    return len(trunks) + (unnamed if len(named) < unnamed else 0)
