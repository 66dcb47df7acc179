"""How a question writes the names that a map prints, learnt from the names it holds.

A map may print names in capitals, in two languages, with station numbers or short forms, where
the benchmark's tables and questions do not: CÔTE-DES-NEIGES for Côte_des_Neiges, 海山 Haishan for
海山. On tasks without tables, the two names of the question show the difference; the other
stations of the answer are then written in the same way.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from rapidfuzz.distance import Indel

Part = Literal["whole", "han", "alphabetic", "first half", "second half"]

_PARTS: Final[tuple[Part, ...]] = ("whole", "han", "alphabetic", "first half", "second half")
_HAN_RUN = re.compile(r"[㐀-鿿豈-﫿](?:.*[㐀-鿿豈-﫿])?")
_HALVES = re.compile(r"\s*[/／|]\s*")
_CODE = r"[A-Z]{0,2}\d{1,3}[A-Z]?"
_LEADING_CODE = re.compile(rf"^\(?{_CODE}\)?[\s_.:]+(?=\D)")
_TRAILING_CODE = re.compile(rf"(?<=\D)[\s_]+\(?{_CODE}\)?$")
_DIRECTION = re.compile(r"\b([NSEW])(?:\.\s*|\s+)(?=\d|[^\W\d_])")
_DIRECTIONS: Final = {"N": "North ", "S": "South ", "E": "East ", "W": "West "}
_WORD_BREAK = re.compile(r"([\s_/(.'’-]+)")
# Words that stay small inside names set in title case.
_SMALL_WORDS: Final = frozenset(
    word
    for language in (
        "a an and at in of on the",
        "au aux d de des du en et l la le les",
        "al d da de del dei di do dos du e el i las los y",
        "am an der des im und zu zum zur den van von",
    )
    for word in language.split()
)
_NUMERAL = re.compile(r"x{0,3}(?:ix|iv|v?i{0,3})")
# Three or four letters without a vowel, or with a q that no u follows.
_INITIALS = re.compile(r"[bcdfghj-np-tvwxz]{3,4}|(?=\w*q(?!u))[a-z]{3,4}")
_SHORT_WORDS: Final = frozenset(
    [
        "str",
        "sqr",
        "ctr",
        "stn",
        "hwy",
        "pkwy",
        "blvd",
        "mnt",
        "trg",
        "brg",
        "hbf",
        "krk",
        "plz",
        "grn",
    ]
)
_BETTER: Final = 0.02


@dataclass(frozen=True, slots=True)
class LabelStyle:
    """What to do to a label so that it reads as the question would write it.

    Attributes
    ----------
    part : str
        Which part of a label in two scripts or two halves is kept.
    without_codes : bool
        Whether station numbers before or after the name ("BL12", "36") are left out.
    spelt_directions : bool
        Whether "W." is written West, and so on.
    title_case : bool
        Whether a label in capitals is set in title case.
    """

    part: Part = "whole"
    without_codes: bool = False
    spelt_directions: bool = False
    title_case: bool = False

    def write(self, label: str) -> str:
        """Return a label in this style; a label that it would leave empty stays as it is.

        >>> LabelStyle(title_case=True).write("PLACE_D'ARMES")
        "Place_d'Armes"
        >>> LabelStyle(part="han", without_codes=True).write("BL02 海山 Haishan")
        '海山'
        """
        text = _part_of(label, self.part)
        if self.without_codes:
            text = _TRAILING_CODE.sub("", _LEADING_CODE.sub("", text))
        if self.spelt_directions:
            text = _DIRECTION.sub(lambda match: _DIRECTIONS[match.group(1)], text)
        if self.title_case and text.isupper():
            text = _in_title_case(text)
        return text.strip(" _") or label


AS_PRINTED: Final = LabelStyle()
_STYLES: Final = tuple(
    LabelStyle(*choice)
    for choice in itertools.product(_PARTS, (False, True), (False, True), (False, True))
)


def learn_style(examples: Sequence[tuple[str, str]]) -> LabelStyle:
    """Return the style that turns labels into the names a question gives them.

    Parameters
    ----------
    examples : sequence of (str, str)
        Label, with `_` for hyphens, and the name that the question uses for it.

    Returns
    -------
    LabelStyle
        `AS_PRINTED` unless another is clearly nearer to the names; of equals the one that
        changes least.

    Examples
    --------
    >>> learn_style([("SNOWDON", "Snowdon"), ("JEAN_TALON", "Jean_Talon")]).title_case
    True
    """
    if all(label == name for label, name in examples):
        return AS_PRINTED
    best, best_score = AS_PRINTED, _nearness(AS_PRINTED, examples) + _BETTER
    for style in _STYLES:
        score = _nearness(style, examples)
        if score > best_score:
            best, best_score = style, score
    return best


def _nearness(style: LabelStyle, examples: Sequence[tuple[str, str]]) -> float:
    return sum(Indel.normalized_similarity(style.write(label), name) for label, name in examples)


def _part_of(label: str, part: Part) -> str:
    if part == "whole":
        return label
    if part in ("han", "alphabetic"):
        run = _HAN_RUN.search(label)
        if run is None:
            return label
        return run.group() if part == "han" else label.replace(run.group(), " ").strip() or label
    halves = [half for half in _HALVES.split(label) if half]
    if len(halves) < 2:
        return label
    return halves[0] if part == "first half" else halves[1]


def _in_title_case(text: str) -> str:
    pieces = _WORD_BREAK.split(text.lower())
    first = next((i for i, piece in enumerate(pieces) if piece and i % 2 == 0), 0)
    return "".join(
        piece if i % 2 or (piece in _SMALL_WORDS and i != first) else _capitalised(piece)
        for i, piece in enumerate(pieces)
    )


def _capitalised(word: str) -> str:
    """Return a word with a capital first; numerals and what cannot be spoken stay in capitals.

    >>> [_capitalised(word) for word in ("mill", "ix", "uqam", "st", "ngr", "quai")]
    ['Mill', 'IX', 'UQAM', 'St', 'NGR', 'Quai']
    """
    if len(word) >= 2 and _NUMERAL.fullmatch(word):
        return word.upper()
    initials = _INITIALS.fullmatch(word) and word not in _SHORT_WORDS
    return word.upper() if initials else word[:1].upper() + word[1:]
