"""Names of stops and lines as ReasonMap compares them: cleaned, lines up to style."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

_BRACKETS: Final = re.compile(r"[(（][^)）]*[)）]")
_LINE_WORDS: Final = re.compile(
    r"\b(?:metrorail|metro|m[eé]tr[oó]|subway|underground|train|line|route|linea|línea|linha|linje|"
    r"ligne|linie|mrt|lrt|the)\b|metróvonal"
)
_CHINESE_LINE_WORDS: Final = re.compile(r"城市轨道交通|轨道交通|地铁|号线")
_ENDINGS: Final = re.compile(r"(?<=\d)-?(?:es|as|ös|os)\b")


@lru_cache(maxsize=1 << 16)
def clean_name(name: str) -> str:
    """Return a name as the released evaluator cleans it before it compares.

    The word Metro, commas, asterisks, line ends, what stands in round brackets of either width,
    white space and hyphens go; the rest in lower case.

    Examples
    --------
    >>> clean_name("Ōtāhuhu Station (Transfer Station)"), clean_name("白塔西站（换乘站）")
    ('ōtāhuhustation', '白塔西站')
    >>> clean_name("**7th St/Metro Ctr - Station**")
    '7thst/ctrstation'
    """
    for word in ("Metro", "metro", ",", "*", "\n"):
        name = name.replace(word, "")
    return re.sub(r"[\s\-]+", "", _BRACKETS.sub("", name)).lower()


@lru_cache(maxsize=1 << 14)
def line_key(name: str) -> str:
    """Return what a line's name says apart from its style.

    Examples
    --------
    >>> {line_key(name) for name in ("Line 1", "Route 1", "1", "Metro 1 Line", "M1", "1号线")}
    {'1'}
    >>> line_key("Metro B-Line"), line_key("昌平线"), line_key("地铁昌平线(昌平西山口--蓟门桥)")
    ('b', '昌平', '昌平')
    """
    text = unicodedata.normalize("NFKC", name).lower()
    text = _CHINESE_LINE_WORDS.sub(" ", _BRACKETS.sub(" ", text))
    text = _LINE_WORDS.sub(" ", _ENDINGS.sub(" ", text).replace("-", " "))
    key = re.sub(r"[\s,*.]+", "", text)
    if len(key) > 1:
        key = key.removesuffix("线")
    if match := re.fullmatch(r"m?0*(\d+)", key):
        key = match[1]
    return key or clean_name(name)


def same_line(one: str, other: str) -> bool:
    """Whether two names are of one line, up to style."""
    return line_key(one) == line_key(other)
