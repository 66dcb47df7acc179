"""Scores by native and printed language (MapTab, Table 11)."""

from __future__ import annotations

import csv
import unicodedata
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from eval.ablation.studies.difficulty import rates
from eval.comparison.answers import Answer
from eval.report.report_table import Column, Form, ReportTable
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


def language_table(answers: Iterable[Answer], languages: Languages | None = None) -> ReportTable:
    """Return scores by native and printed language of the map.

    Parameters
    ----------
    answers : iterable of Answer
        Of routes and questions.
    languages : dict, optional
        Of the maps, by picture's name. A map that it lacks is told by the script of its
        references, its native language by nothing.
    """
    known = languages or {}
    answers = list(answers)
    printed: dict[str, str] = {}
    for answer in answers:
        routes = answer.record.get("routes")
        if isinstance(routes, list):
            printed[answer.map] = printed.get(answer.map, "") + " ".join(map(str, routes))
    groups: dict[tuple[str, str, str], list[Answer]] = {}
    for answer in answers:
        native, of_print = known.get(answer.key[1].rpartition("/")[2], (UNTOLD, ""))
        text = printed.get(answer.map, "").replace("(transfer)", "")
        groups.setdefault((answer.kind.id, native, of_print or script_of(text)), []).append(answer)
    return ReportTable(
        "languages",
        "Native and printed language",
        (
            Column("task"),
            Column("native"),
            Column("printed"),
            Column("n", Form.COUNT),
            Column("right", Form.SHARE),
            Column("PMA", Form.SHARE),
        ),
        tuple((*key, *rates(found)) for key, found in sorted(groups.items())),
        "Where no file tells the printed language, the script of the names stands for it.",
    )
