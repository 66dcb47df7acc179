"""How figures are written in tables."""

from __future__ import annotations


def percent(fraction: float | None) -> str:
    """Return a fraction as a percentage, "-" where there is none.

    >>> percent(0.5), percent(None)
    ('50.00%', '-')
    """
    return "-" if fraction is None else f"{fraction:.2%}"
