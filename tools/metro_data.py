"""Metro Data: each line of a city with its stops in order, as ReasonMap gives them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from perception.errors import BadRecord
from tools.stop_names import clean_name

_TRANSFER: Final = re.compile(r"\s*(?:（换乘站）|\(Transfer Station\))\s*", re.IGNORECASE)
_BRANCH: Final = re.compile(r"\s*(?:（支线起始站）|\(Branch-starting Station\))\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class MetroStop:
    """A stop as a line lists it.

    Attributes
    ----------
    name : str
        Without its marks.
    transfer, branch_start : bool
        Its marks. They are not reliable: 224 of the 3,895 stops of the 30 released cities are
        marked otherwise than the lines through them say.
    """

    name: str
    transfer: bool = False
    branch_start: bool = False

    @property
    def key(self) -> str:
        """The name as it is compared."""
        return clean_name(self.name)


@dataclass(frozen=True, slots=True)
class MetroLine:
    """A line with its stops in the order of the list."""

    name: str
    stops: tuple[MetroStop, ...]


@dataclass(frozen=True, slots=True)
class MetroData:
    """The lines of a city."""

    lines: tuple[MetroLine, ...]

    @property
    def transfer_count(self) -> int:
        """Number of names that are marked, or that two lines list."""
        seen: dict[str, str] = {}
        found: set[str] = set()
        for line in self.lines:
            for stop in line.stops:
                if stop.transfer or seen.setdefault(stop.key, line.name) != line.name:
                    found.add(stop.key)
        return len(found)

    def to_dict(self) -> dict[str, list[str]]:
        """Return line name to stops with their marks, in English."""
        return {line.name: [_written(stop) for stop in line.stops] for line in self.lines}

    def to_text(self) -> str:
        """Return the JSON text that stands in the picture's place."""
        return json.dumps(self.to_dict(), ensure_ascii=False)


def parse_metro_data(value: object, *, file: str = "", field: str = "json") -> MetroData:
    """Read Metro Data from JSON text or an object.

    Parameters
    ----------
    value : object
        Line name to list of stops. A null in place of a list is passed over: a table of records of
        several cities has a column for every line of any of them.

    Raises
    ------
    BadRecord
        It is no such object, or lists nothing.
    """

    def refuse(found: str) -> BadRecord:
        return BadRecord(found, file=file, field=field, mend="give {line: [stop, ...]}")

    if isinstance(value, str | bytes):
        try:
            value = json.loads(value)
        except ValueError as error:
            raise refuse(f"no JSON ({error})") from None
    if not isinstance(value, Mapping):
        raise refuse(f"Metro Data is {type(value).__name__}, not an object")
    lines: list[MetroLine] = []
    for name, stops in value.items():
        if stops is None:
            continue
        if isinstance(stops, str) or not hasattr(stops, "__iter__"):
            raise refuse(f"line {name!r} is {type(stops).__name__}, not a list of stops")
        listed = [_parse_stop(stop) for stop in stops]
        if None in listed:
            raise refuse(f"line {name!r} lists what is no name")
        lines.append(MetroLine(str(name), tuple(stop for stop in listed if stop is not None)))
    if not any(len(line.stops) > 1 for line in lines):
        raise refuse("no line has two stops")
    return MetroData(tuple(lines))


def _parse_stop(value: Any) -> MetroStop | None:
    if not isinstance(value, str) or not value.strip():
        return None
    transfer, branch = bool(_TRANSFER.search(value)), bool(_BRANCH.search(value))
    name = _BRANCH.sub("", _TRANSFER.sub("", value)).strip()
    return MetroStop(name, transfer, branch) if clean_name(name) else None


def _written(stop: MetroStop) -> str:
    transfer = " (Transfer Station)" if stop.transfer else ""
    return f"{stop.name}{transfer}{' (Branch-starting Station)' if stop.branch_start else ''}"
