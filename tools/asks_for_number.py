"""Whether a question asks for a number or for a route, from its wording alone."""

from __future__ import annotations

import re
from typing import Final

# What a route is asked for with, where a number is spoken of too.
_ROUTE: Final = re.compile(
    r"\b(?:how (?:do|can|could|should|would|might|may|to)\b(?:(?!\bknow\b|\bmany\b).)*?"
    r"\b(?:get|go|travel|reach|come|ride|walk|arrive|navigate)\b"
    r"|(?:which|what(?: is|'s)?|find|give|show|plan|suggest|recommend|provide|compute|identify|"
    r"determine|return|tell|need|want|propose|generate|output|list|describe|state)\b"
    r"(?:(?! of | whether | if ).)*?\b(?:route|path|way|itinerary|journey|directions|sequence)\b)",
    re.IGNORECASE,
)
_YES_NO: Final = re.compile(
    r"^\W*(?:is|are|does|do|did|has|have)\b|^\W*(?:can|could) (?:i|we|one)\b"
    r"|\bwhether\b|\byes or no\b|是否|吗[？?]?$",
    re.IGNORECASE,
)
_AMOUNT: Final = re.compile(
    r"\bhow (?:many|much|often|reliable|frequently)\b|\btotal count\b|多少|几[个条站]",
    re.IGNORECASE,
)
_VALUE: Final = re.compile(
    r"\b(?:numbers?|count|sum|value|average|mean|maximum|minimum|largest|longest|lowest|cheapest|"
    r"shortest|total|price|time|comfort(?: level)?|reliability|occurrences|frequency|distance)\b",
    re.IGNORECASE,
)
_FROM_TO: Final = re.compile(
    r"\bfrom\b.+\bto\b|\bto\b.+\bfrom\b|\bbetween\b.+\band\b|从.+[到至去]|→|->", re.IGNORECASE
)


def asks_for_number(text: str) -> bool:
    """Return whether the answer to a question is a number (yes or no is one), not a route.

    Examples
    --------
    >>> asks_for_number("How many stations lie between Hill and Lake?")
    True
    >>> asks_for_number("Which path from Hill to Lake has the smallest number of stations?")
    False
    """
    if _YES_NO.search(text):
        return True
    if _ROUTE.search(text):
        return False
    if _AMOUNT.search(text):
        return True
    return bool(_VALUE.search(text)) or not _FROM_TO.search(text)
