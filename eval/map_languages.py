"""Native and printed languages of maps, and the script of a text."""

from __future__ import annotations

import csv
import unicodedata
from collections import Counter
from pathlib import Path

from perception.errors import BadTable

_SCRIPTS = {
    "CJK": "Han",
    "HIRAGANA": "Japanese",
    "KATAKANA": "Japanese",
    "HANGUL": "Hangul",
}
UNTOLD = "not told"

Languages = dict[str, tuple[str, str]]
"""Map to its native and its printed language."""


def read_languages(file: Path) -> Languages:
    """Read a CSV with the columns map, native, printed; a map by its picture's name.

    Raises
    ------
    BadTable
        It cannot be read, or lacks a column.
    """
    try:
        with file.open(encoding="utf-8-sig", newline="") as lines:
            return {row["map"]: (row["native"], row["printed"]) for row in csv.DictReader(lines)}
    except (OSError, UnicodeDecodeError, csv.Error, KeyError) as error:
        raise BadTable(
            f"cannot be read ({type(error).__name__}: {error})",
            file=str(file),
            field="--languages",
            mend="give a CSV with the columns map, native, printed",
        ) from None


def script_of(text: str) -> str:
    """Return the script that most letters of a text are of, as Unicode names it.

    Examples
    --------
    >>> script_of("人民广场"), script_of("Невский пр."), script_of("Rue 12")
    ('Han', 'Cyrillic', 'Latin')
    """
    counts = Counter(
        unicodedata.name(char, "UNKNOWN").split()[0] for char in text if char.isalpha()
    )
    if not counts:
        return UNTOLD
    name = max(counts, key=lambda each: (counts[each], each))
    return _SCRIPTS.get(name, name.capitalize())
