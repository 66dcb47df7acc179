"""Writing systems that PP-OCR's weights do not know, and Tesseract's languages for each."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Final

from perception.ocr.engine import Transcript
from perception.ocr.tesseract import confidence_of

# A word of fewer letters says nothing: any network finds one or two of its letters in a drawing.
_WORD: Final = 3


@dataclass(frozen=True, slots=True)
class WritingSystem:
    """One script.

    Attributes
    ----------
    name : str
        As Tesseract's script detection and, in capitals, Unicode call it.
    languages : tuple of str
        Names of Tesseract's language data. The first tells whether a picture is in this script;
        the one that reads it best then reads it all.
    word : int
        Fewest letters of a word that counts as evidence.
    lookalikes : str
        Latin letters that its own are drawn like.
    """

    name: str
    languages: tuple[str, ...]
    word: int = _WORD
    lookalikes: str = ""

    @property
    def package(self) -> str:
        """Debian package of its first language."""
        return f"tesseract-ocr-{self.languages[0]}"

    def has(self, char: str) -> bool:
        """Tell whether `char` is a letter or mark of this script."""
        return script_of_letter(char) == self.name.upper()

    def share(self, text: str) -> float:
        """Return the share of the letters of `text` that are of this script, marks included."""
        scripts = [script for char in text if (script := script_of_letter(char))]
        return scripts.count(self.name.upper()) / len(scripts) if scripts else 0.0

    def legibility(self, transcript: Transcript) -> float:
        """Return how well a reading explains its line in this script, in [0, 1].

        Scores of the letters in words of this script, over all characters: a network that does not
        know the script of a line finds single letters, or is unsure of its words.
        """
        text = transcript.text
        explained, start = 0.0, 0
        open_: list[int] = []
        for word in text.split(" "):
            places = [start + k for k, char in enumerate(word) if self.has(char)]
            # Tesseract sets wide syllables apart; single letters in a row may be rings.
            joins = len(word) == 1 and self.word < _WORD
            open_ = [*open_, *places] if joins else places
            if len(open_) >= self.word:
                explained += sum(confidence_of(transcript.scores[place]) for place in open_)
                open_ = []
            start += len(word) + 1
        return explained / max(sum(not char.isspace() and not char.isdigit() for char in text), 1)


def script_of_letter(char: str) -> str:
    """Return the script of a letter or vowel sign as Unicode names it, else an empty string.

    >>> script_of_letter("Ж"), script_of_letter("తె"[1]), script_of_letter("5")
    ('CYRILLIC', 'TELUGU', '')
    """
    if unicodedata.category(char)[0] not in "LM":
        return ""
    return unicodedata.name(char, "").split(" ")[0]


COMMON: Final[tuple[WritingSystem, ...]] = (
    WritingSystem(
        "Cyrillic",
        ("rus", "ukr", "bul", "bel", "srp", "mkd", "kaz", "uzb_cyrl"),
        lookalikes="ABCEHIJKMOPSTXYaceijopsxy",
    ),
    WritingSystem("Hangul", ("kor",), word=2),
    # PP-OCR has its letters for formulas, without accents, and reads words in Latin letters.
    WritingSystem("Greek", ("ell",), lookalikes="ABEHIKMNOPTXYZaikopuvwxy"),
    WritingSystem("Arabic", ("ara", "fas", "urd")),
    WritingSystem("Hebrew", ("heb",)),
    WritingSystem("Thai", ("tha",)),
    WritingSystem("Devanagari", ("hin", "mar", "nep")),
    WritingSystem("Bengali", ("ben",)),
    WritingSystem("Telugu", ("tel",)),
    WritingSystem("Tamil", ("tam",)),
    WritingSystem("Kannada", ("kan",)),
    WritingSystem("Malayalam", ("mal",)),
    WritingSystem("Gujarati", ("guj",)),
    WritingSystem("Georgian", ("kat",)),
    WritingSystem("Armenian", ("hye",)),
)
"""Those whose packages `apt.txt` lists, in the order in which ties are broken."""

FOREIGN: Final[tuple[WritingSystem, ...]] = (
    *COMMON,
    WritingSystem("Ethiopic", ("amh",)),
    WritingSystem("Khmer", ("khm",)),
    WritingSystem("Lao", ("lao",)),
    WritingSystem("Myanmar", ("mya",)),
    WritingSystem("Sinhala", ("sin",)),
)
"""All that are looked for where their language data is installed."""

LATIN: Final = WritingSystem("Latin", ("eng",))
KNOWN: Final[tuple[WritingSystem, ...]] = (
    LATIN,
    WritingSystem("CJK", ("chi_sim", "chi_tra"), word=2),
)
"""Read by PP-OCR; Tesseract's where it alone reads. Latin is also the rival of all in trials."""


_NAMES: Final = frozenset(system.name.upper() for system in FOREIGN)


def is_foreign(char: str) -> bool:
    """Tell whether `char` is a letter of one of these scripts."""
    return char > "\u036f" and script_of_letter(char) in _NAMES


def system_named(name: str) -> WritingSystem | None:
    """Return the foreign system that script detection calls `name`; None for any other."""
    aliases = {"Korean": "Hangul"}
    wanted = aliases.get(name, name)
    return next((system for system in FOREIGN if system.name == wanted), None)
