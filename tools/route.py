"""A route as data, and its written form `A-B(transfer)-C`."""

from __future__ import annotations

from dataclasses import dataclass

TRANSFER_MARK = "(transfer)"


@dataclass(frozen=True, slots=True)
class Totals:
    """The four totals of a route, unrounded.

    Attributes
    ----------
    time : float
        Minutes.
    price : float
        Currency of the table.
    comfort : float or None
        Mean over the counted non-zero values; None where none is counted.
    reliability : float or None
        Likewise.
    """

    time: float
    price: float
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
        One a leg (length of `stations` minus 1); empty strings on Travelmap.
    cost : float
        Value of the objective.
    totals : Totals or None
        None for criteria-free tasks without numeric columns.
    """

    stations: tuple[str, ...]
    transfers: tuple[bool, ...]
    lines: tuple[str, ...] = ()
    cost: float = 0.0
    totals: Totals | None = None

    def __str__(self) -> str:
        """Write the route as MapTab answers it.

        >>> str(Route(("A", "B", "C"), (False, True, False)))
        'A-B(transfer)-C'
        """
        return "-".join(
            name + TRANSFER_MARK if mark else name
            for name, mark in zip(self.stations, self.transfers, strict=True)
        )
