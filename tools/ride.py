"""A ride: segments of one line each, and the answer form of ReasonMap."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

SEPARATOR: Final = "--"
_THOUGHT_ENDS: Final = ("</think>", "◁/think▷")


class RideForm(StrEnum):
    """What a question wants told of each segment."""

    SHORT = "short"
    """Line and ends."""
    COUNTS = "counts"
    """And how many stops lie between."""
    NAMES = "names"
    """And which."""


@dataclass(frozen=True, slots=True)
class Segment:
    """A ride on one line without leaving it.

    Attributes
    ----------
    line, departure, arrival : str
        Names.
    via : tuple of str
        Stops between the ends, in order; empty where the answer does not name them.
    via_count : int or None
        How many the answer says; None where it does not.
    """

    line: str
    departure: str
    arrival: str
    via: tuple[str, ...] = ()
    via_count: int | None = None


Ride = tuple[Segment, ...]


def ride_form(question: str) -> RideForm:
    """Return the form that a question asks for, by the fields that it shows.

    Examples
    --------
    >>> ride_form("... Arrival Stop: B Station Number of Via Stops: x").value
    'counts'
    """
    if re.search(r"number of via stops", question, re.IGNORECASE):
        return RideForm.COUNTS
    if re.search(r"via stops", question, re.IGNORECASE):
        return RideForm.NAMES
    return RideForm.SHORT


def write_ride(ride: Sequence[Segment], form: RideForm) -> str:
    """Return the answer: one block a segment, parted by `--`.

    Examples
    --------
    >>> print(write_ride([Segment("Line 1", "A Station", "B Station", via_count=2)], "counts"))
    Route Name: Line 1
    Departure Stop: A Station
    Arrival Stop: B Station
    Number of Via Stops: 2
    """
    return f"\n{SEPARATOR}\n".join(_block(segment, RideForm(form)) for segment in ride)


def _block(segment: Segment, form: RideForm) -> str:
    lines = [
        f"Route Name: {segment.line}",
        f"Departure Stop: {segment.departure}",
        f"Arrival Stop: {segment.arrival}",
    ]
    if form is RideForm.COUNTS:
        count = len(segment.via) if segment.via_count is None else segment.via_count
        lines.append(f"Number of Via Stops: {count}")
    elif form is RideForm.NAMES:
        lines.append(f"Via Stops: {', '.join(segment.via)}")
    return "\n".join(lines)


def final_answer(response: str) -> str:
    """Return a response without the thoughts that a reasoning model puts before it."""
    for mark in _THOUGHT_ENDS:
        response = response.rsplit(mark, 1)[-1]
    return response.strip()


def read_ride(response: str) -> Ride:
    r"""Read the blocks of an answer; one without its first three fields is skipped.

    Examples
    --------
    >>> read_ride("Route Name: 1\nDeparture Stop: A\nArrival Stop: B\n--\nThat is all.")
    (Segment(line='1', departure='A', arrival='B', via=(), via_count=None),)
    """
    found = (_read_block(block) for block in final_answer(response).split(SEPARATOR))
    return tuple(segment for segment in found if segment is not None)


def _read_block(block: str) -> Segment | None:
    fields = [_field(block, name) for name in ("Route Name", "Departure Stop", "Arrival Stop")]
    if not all(fields):
        return None
    line, departure, arrival = (field or "" for field in fields)
    count = _field(block, "Number of Via Stops")
    number = re.search(r"\d+", count) if count is not None else None
    names = _field(block, r"(?<!of )Via Stops") or ""
    parts = (part.strip(" *[]") for part in re.split(r"[,，、;；]", names))
    return Segment(
        line,
        departure,
        arrival,
        tuple(part for part in parts if part and part.lower() not in ("none", "n/a", "无", "-")),
        None if count is None else int(number[0][:9]) if number else 0,
    )


def _field(block: str, name: str) -> str | None:
    """Return what stands after a field's name, on its line; None where the field is missing."""
    match = re.search(rf"{name}\**\s*[:：]\**[ \t]*([^\n]*)", block, re.IGNORECASE)
    return match[1].strip().strip("*[]").strip() if match else None
