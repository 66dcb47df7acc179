"""What is wrong with a data set: one thing, where it stands, and what to do about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, Final

ERROR: Final = "error"
WARNING: Final = "warning"
"""Unusual, but right on some maps: does not fail a validation."""
RECORD_CHECKS: Final = frozenset({"record", "label"})
"""Checks of query files; the others are of tables and pictures."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing.

    Attributes
    ----------
    check : str
        Name of the check, as in `docs/bench.md`.
    file : str
        Path below the data's root.
    place : int or None
        Row of a table, from 1, the header not counted; record of a query file, from 0, as in the
        ids of samples; None: the file as a whole.
    found : str
        What is wrong.
    mend : str
        What to do.
    severity : str
        "error" or "warning".
    """

    check: str
    file: str
    place: int | None
    found: str
    mend: str
    severity: str = ERROR

    @property
    def unit(self) -> str:
        """What `place` counts: "row" of a table, "record" of a query file."""
        return "record" if self.check in RECORD_CHECKS else "row"

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form: `row` or `record` is the place, the other None."""
        found = asdict(self)
        place = found.pop("place")
        units = {unit: place if unit == self.unit else None for unit in ("row", "record")}
        return {"check": found.pop("check"), "file": found.pop("file"), **units, **found}

    def __str__(self) -> str:
        """Return one line: place, what, what to do."""
        place = self.file if self.place is None else f"{self.file}: {self.unit} {self.place}"
        return f"{self.severity}: {place}: {self.found}; {self.mend} [{self.check}]"


Report = Callable[[Finding], None]
"""Takes findings as they are made."""
