"""What is wrong with a data set: one thing, where it stands, and what to do about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, Final

ERROR: Final = "error"
WARNING: Final = "warning"
"""Unusual, but right on some maps: does not fail a validation."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing.

    Attributes
    ----------
    check : str
        Name of the check, as in `docs/bench.md`.
    file : str
        Path below the data's root.
    row : int
        Row of the table or record of the file, from 1; the header is not counted; 0: the file as a
        whole.
    found : str
        What is wrong.
    mend : str
        What to do.
    severity : str
        "error" or "warning".
    """

    check: str
    file: str
    row: int
    found: str
    mend: str
    severity: str = ERROR

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return asdict(self)

    def __str__(self) -> str:
        """Return one line: place, what, what to do."""
        place = f"{self.file}: row {self.row}" if self.row else self.file
        return f"{self.severity}: {place}: {self.found}; {self.mend} [{self.check}]"


Report = Callable[[Finding], None]
"""Takes findings as they are made."""
