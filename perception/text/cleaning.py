"""From recognised characters to text as printed."""

from __future__ import annotations

import re
import unicodedata

# Every dash that recognisers return for a printed hyphen; longer dashes between words are kept
# apart from it in no map we know, so that all become the hyphen of the tables.
_DASHES = "‐‑‒–—―−﹣－─━ｰ"
_QUOTES = {"’": "'", "‘": "'", "´": "'", "`": "'", "＇": "'", "“": '"', "”": '"'}
_WIDE = {
    "_": " ",
    "（": "(",
    "）": ")",
    "／": "/",
    "．": ".",
    "，": ",",
    "：": ":",
    "＆": "&",
    "　": " ",
}
_TABLE = str.maketrans({**dict.fromkeys(_DASHES, "-"), **_QUOTES, **_WIDE})

# What a recogniser makes of a station marker, ring or capsule.
MARKER_LOOKALIKES = frozenset("O0oQCDGcU8@°○●◎◯⊙•·()[]{}|=-_~.,:;'\"<>*^")

# One capital that is no Roman digit, with an I: "Al", "El", "Pl" misread.
_CAPITAL_I = re.compile(r"\b([ABE-HJKN-UWYZ])I\b(?![.'])")

_OLD_GREEK = re.compile(r"[\u1f00-\u1fff]")
# Breathings and the iota below are gone; grave and circumflex have become the one accent.
_ACCENTS = {
    "\u0313": "",
    "\u0314": "",
    "\u0345": "",
    "\u0300": "\u0301",
    "\u0342": "\u0301",
}

_HAN = re.compile(r"[\u2e80-\u2fdf\u3005-\u3007\u3400-\u9fff\uf900-\ufaff]")
_CJK = re.compile(r"[\u2e80-\u30ff\u3400-\u9fff\uf900-\ufaff\uff66-\uff9f]")


def tidy(text: str) -> str:
    """Return the text with one kind of dash, quote, bracket and space.

    Of the two spaces around a slash, and of that after a spaced hyphen, recognisers lose one:

    >>> tidy(" Tower  City –Public Square"), tidy("CERIA/ COOVI")
    ('Tower City - Public Square', 'CERIA / COOVI')

    A capital I after one capital, beside small letters, is an l, unless it may be a numeral:

    >>> tidy("Gallery PI Chinatown"), tidy("AI Rashidiya"), tidy("Terminal VI")
    ('Gallery Pl Chinatown', 'Al Rashidiya', 'Terminal VI')
    """
    plain = _modern(unicodedata.normalize("NFC", text).translate(_TABLE))
    plain = re.sub(r"\s+", " ", plain).strip()
    plain = re.sub(r"(?<=\S)(?: /|/ )(?=[^\s/])", " / ", plain)
    plain = re.sub(r"(?<=\S) -(?=\w)", " - ", plain)
    return _CAPITAL_I.sub(r"\1l", plain) if any(char.islower() for char in plain) else plain


def _modern(text: str) -> str:
    """Return a text as it is spelled today: Greek with one accent, Thai AM as one sign.

    Tesseract's data knows old prints, too.

    >>> _modern("Ἁγία Βαρβάρα"), _modern("Ἄνω")
    ('Αγία Βαρβάρα', 'Άνω')
    """
    text = text.replace("\u0e4d\u0e32", "\u0e33").replace("\u00b5", "\u03bc")
    if not _OLD_GREEK.search(text):
        return text
    apart = "".join(_ACCENTS.get(char, char) for char in unicodedata.normalize("NFD", text))
    return unicodedata.normalize("NFC", apart)


def is_han(char: str) -> bool:
    """Tell whether `char` is a Chinese character."""
    return _HAN.match(char) is not None


def is_kana(char: str) -> bool:
    """Tell whether `char` is a Japanese syllable sign."""
    return "\u3041" <= char <= "\u30ff" and char not in "・ー"


def is_cjk(char: str) -> bool:
    """Tell whether `char` belongs to a script written without spaces: Han, Hiragana, Katakana."""
    return _CJK.match(char) is not None
