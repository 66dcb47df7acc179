"""What a text looks like as the name of a line."""

from __future__ import annotations

import re
import unicodedata

# Words for a line, in the languages of maps; they stand before a sign or after a word.
_BEFORE = (
    "line|linie|ligne|l[ií]nea|linea|linha|linia|linje|linja|lijn|linka|hat|hattı|route|metro|tram"
    "|линия|маршрут|γραμμή"
)
_AFTER = "lines?|linie|linje|linjen|linja|lijn|línea|linka|hattı|route|express|линия|ветка"
_SIGN = r"[A-Z]{0,3}[ -]?[1-9]\d{0,2}[A-Za-z]?|[A-Z]{1,2}"
_NAMES = (
    re.compile(_SIGN),
    re.compile(rf"(?:{_BEFORE})\s*[:.№#]?\s*(?:\d{{1,3}}[A-Za-z]?|[A-Z]{{1,3}}\d?)", re.I),
    re.compile(rf"\S.*\s(?:{_AFTER})(?:\s*\(.*\))?", re.I),
    re.compile(r"[^号號호]+(?:号线|號線|号線|线|線|호선|선)(?:[（(].*[）)])?"),
)
_LINE_WORD = re.compile(
    rf"^(?:the\s+)?(?:{_BEFORE})\s*[:.№#]?\s+(?=\S)|(?<=\S)\s+(?:{_AFTER})$|(?<=.)(?:号线|號線|号線|호선)$",
    re.I,
)
# A word for a line by itself names none.
_ALONE = re.compile(rf"{_BEFORE}|{_AFTER}|号线|號線|号線|호선", re.I)
_SIGNS = 4


def tidy(text: str) -> str:
    """Return a name without what sets it off: spaces, colons, dashes, circles round digits."""
    plain = "".join(
        unicodedata.normalize("NFKC", sign) if unicodedata.category(sign) == "No" else sign
        for sign in text
    )
    return " ".join(plain.split()).strip(" :–—-·•")


def is_line_name(text: str) -> bool:
    """Tell whether a text is such as lines are called: a sign ("M2"), or with a word for a line."""
    plain = tidy(text)
    return any(form.fullmatch(plain) for form in _NAMES) and not _ALONE.fullmatch(plain)


def key_of(text: str) -> str:
    """Return what is the same of "Line 10", "10" and "10号线", in lower case without spaces."""
    return "".join(_LINE_WORD.sub("", tidy(text)).lower().split())


def is_number(text: str) -> bool:
    """Tell whether a text is a bare number, as stops, hours and platforms have as well."""
    plain = tidy(text)
    return plain.isascii() and plain.isdecimal()


def is_sign(text: str) -> bool:
    """Tell whether a text is short: at most four letters besides its digits."""
    letters = sum(c.isalpha() for c in text)
    return any(c.isalnum() for c in text) and letters <= _SIGNS


def form_of(text: str) -> str:
    """Return what names of one manner have in common: "Line 2" and "Line 10" are "line #"."""
    words = re.sub(r"\d+|[一二三四五六七八九十]+(?=号)", "#", tidy(text)).lower()
    if re.fullmatch(r"[^\W\d_]", words):
        return "@"
    found = re.fullmatch(rf"(?:\S.*\s)({_AFTER})(?:\s*\(.*\))?", words)
    if found and "#" not in words:
        return f"… {found[1]}"
    if "#" not in words and re.search("[线線선]$", words):
        return "…线"
    return words if "#" in words else "…"
