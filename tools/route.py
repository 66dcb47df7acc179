"""A route as data, its written form `A-B(transfer)-C`, and how its totals are written."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from perception.errors import OutputFormatError

TRANSFER_MARK = "(transfer)"

SEPARATOR = "-"


@dataclass(frozen=True, slots=True)
class Totals:
    """The four totals of a route, unrounded; None where no table gives the criterion.

    Attributes
    ----------
    time : float or None
        Minutes.
    price : float or None
        Currency of the table.
    comfort : float or None
        Mean over the counted non-zero values; None where none is counted.
    reliability : float or None
        Likewise.
    """

    time: float | None
    price: float | None
    comfort: float | None
    reliability: float | None


@dataclass(frozen=True, slots=True)
class Route:
    """One route.

    Attributes
    ----------
    stations : tuple of str
        Names in order, as the tables or the map write them.
    transfers : tuple of bool
        Same length; True where the line changes at that station (never at the ends).
    lines : tuple of str
        One a leg (length of `stations` minus 1); empty strings on Travelmap. Empty where the
        lines are not known, as in a route read from text.
    cost : float
        Value of the objective.
    totals : Totals or None
        None for criteria-free tasks without numeric columns.

    Raises
    ------
    ValueError
        The lengths disagree, or an end carries a mark.
    """

    stations: tuple[str, ...]
    transfers: tuple[bool, ...]
    lines: tuple[str, ...] = ()
    cost: float = 0.0
    totals: Totals | None = None

    def __post_init__(self) -> None:
        if len(self.stations) < 2 or len(self.transfers) != len(self.stations):
            raise ValueError(
                f"Route: {len(self.stations)} stations and {len(self.transfers)} marks; "
                "a route has two stations or more, and one mark each"
            )
        if self.lines and len(self.lines) != len(self.stations) - 1:
            raise ValueError(f"Route: {len(self.lines)} lines on {len(self.stations) - 1} legs")
        if self.transfers[0] or self.transfers[-1]:
            raise ValueError("Route: an end carries a transfer mark")

    @property
    def changes(self) -> int:
        """Number of line changes."""
        return sum(self.transfers)

    def __str__(self) -> str:
        """Write the route as MapTab answers it.

        >>> str(Route(("A", "B", "C"), (False, True, False)))
        'A-B(transfer)-C'
        """
        return SEPARATOR.join(
            name + TRANSFER_MARK if mark else name
            for name, mark in zip(self.stations, self.transfers, strict=True)
        )


def parse_route(text: str) -> Route:
    """Read a route back from its written form.

    Parameters
    ----------
    text : str
        `A-B(transfer)-C`: names joined by single hyphens without spaces round them, each mark
        directly after its name, nothing else.

    Returns
    -------
    Route
        Without lines, cost and totals, which the text does not hold.

    Raises
    ------
    OutputFormatError
        Anything else; the message names the station by its place in the route.

    Examples
    --------
    >>> parse_route("A-B(transfer)-C").transfers
    (False, True, False)
    """
    pieces = text.split(SEPARATOR)
    if len(pieces) < 2:
        raise OutputFormatError(
            f"{text[:60]!r} is not a route", field="route", mend="join two or more names by '-'"
        )
    names: list[str] = []
    marks: list[bool] = []
    for place, piece in enumerate(pieces, start=1):
        name = piece.removesuffix(TRANSFER_MARK)
        marked = name != piece
        fault = ""
        if not name:
            fault = "the name is empty"
        elif name != name.strip() or any(char in name for char in "\r\n\t"):
            fault = f"{piece!r} has white space round its name"
        elif TRANSFER_MARK in name.casefold():
            fault = f"{piece!r} has a mark that is not directly after the name, written twice, or"
            fault += f" not written {TRANSFER_MARK}"
        elif marked and place in (1, len(pieces)):
            fault = f"{piece!r} marks a transfer at an end"
        if fault:
            raise OutputFormatError(
                fault, field=f"route: station {place}", mend="write A-B(transfer)-C"
            )
        names.append(name)
        marks.append(marked)
    return Route(tuple(names), tuple(marks))


def format_totals(totals: Totals) -> dict[str, str]:
    """Write the totals as MapTab scores them.

    Times and prices have 2 decimals, halves up. Averages have 6, rounded as the labels are: by
    the binary value, so that 0.4565625 is written 0.456562.

    Parameters
    ----------
    totals : Totals
        Unrounded.

    Returns
    -------
    dict of str to str
        By the labels' field names, in their order; a total that is not known is left out.

    Examples
    --------
    >>> format_totals(Totals(14.12, 2.085, 0.5575, None))
    {'Total_Time': '14.12', 'Total_Price': '2.09', 'Average_Comfort Level': '0.557500'}
    """
    written: dict[str, str] = {}
    for field, value in (("Total_Time", totals.time), ("Total_Price", totals.price)):
        if value is not None:
            # The first rounding removes what adding floats left behind: 2.085 is held as 2.0849...
            exact = Decimal(f"{value:.9f}")
            written[field] = str(exact.quantize(Decimal("0.01"), ROUND_HALF_UP))
    for field, mean in (
        ("Average_Comfort Level", totals.comfort),
        ("Average_Reliability", totals.reliability),
    ):
        if mean is not None:
            written[field] = f"{mean:.6f}"
    return written
