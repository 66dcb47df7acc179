"""What the codes of stations look like in text: "A16", "7", "2-01", "NS12/EW4".

How sure a text has to be of being a code depends on where it stands. A whole line may have an O or
an I for a misread digit, where letters lead; within a line these would be parts of words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

# Codes are at least so many, at this share of the names, and so few of them are met twice.
FEWEST = 6
SHARE = 0.3
_OWN = 0.85

_LETTERS = "[A-Z]{1,3}"
_MISREAD = r"[\dOIl]{1,3}"
_LETTERED = rf"{_LETTERS}[ -]?{_MISREAD}|\d{{1,2}}-\d{{2}}"

# A line that is a code, or several of an interchange; numbers alone may be anything.
LETTERED_CODES = re.compile(rf"(?=.*\d)(?:{_LETTERED})(?:[ /]?(?:{_LETTERED}))*")
# The codes in a line, though no space parts them.
CODES_WITHIN_LINE = re.compile(rf"(?<![A-Za-z])(?:{_LETTERED})(?![a-z])")
# A line that is one code where names have codes of their own: numbers may be codes.
CODE_OR_NUMBER = re.compile(rf"(?=.*\d)(?:{_LETTERS}[ -]?)?{_MISREAD}|\d{{1,2}}-\d{{2,3}}")
# A code before a name in one line.
CODE_BEFORE_NAME = rf"\d{{1,2}}-\d{{1,3}}|{_LETTERS}\s?\d{{1,3}}"
# The number in a mark beside a name, and the letters before it, the small ones before names only.
MARK_NUMBER = r"\d{1,3}(?:-\d{1,3})?|[①-⑳]"
MARK_CODE = rf"(?:[A-Z][A-Za-z]{{0,2}}[ -]?)?(?:{MARK_NUMBER})"
MARK_CODE_BEHIND_NAME = rf"(?:{_LETTERS}[ -]?)?(?:{MARK_NUMBER})"


def tell_apart(codes: Sequence[str], names: int = 0) -> bool:
    """Tell whether codes are enough, for so many names, and nearly all of them met once."""
    enough = len(codes) >= max(FEWEST, SHARE * names)
    return enough and len(set(codes)) >= _OWN * len(codes)
