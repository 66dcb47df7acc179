"""Exact and partial match of a route, as MapTab's released evaluator judges them.

A route is split on `-`. Two names are the same station where `difflib`'s ratio of their stripped,
lower-cased forms is at least 0.5, the reference first (the ratio is not symmetric). Names with a
transfer mark have to be identical for an exact match, to the character. MapTab, appendix C.1.
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Final

from tools.route import TRANSFER_MARK

SAME_STATION: Final = 0.5
"""Least similarity of two names for one station."""
PARTIAL_DIGITS: Final = 4


def exact_match(response: str, references: Sequence[str]) -> int:
    """Return 1 where the response matches one of the references station by station, else 0.

    Examples
    --------
    >>> exact_match("Triskett-W 117th_Madison", ["Triskett-West 117th_Madison"])
    1
    """
    answer = response.split("-")
    return int(any(_equal_routes(reference.split("-"), answer) for reference in references))


def partial_match(response: str, references: Sequence[str]) -> float:
    """Return the agreeing prefix over the reference's length, the best, to four digits.

    A transfer mark is just part of the name here.

    Examples
    --------
    >>> partial_match("Alder-Birch-Cedar", ["Alder-Birch-Dune-Elm-Fir-Gorse"])
    0.3333
    """
    answer = response.split("-")
    best = max((_prefix(reference.split("-"), answer) for reference in references), default=0.0)
    return round(best, PARTIAL_DIGITS)


def _equal_routes(reference: list[str], answer: list[str]) -> bool:
    if len(reference) != len(answer):
        return False
    for name, given in zip(reference, answer, strict=True):
        if name == given:
            continue
        if TRANSFER_MARK in name or TRANSFER_MARK in given or not same_station(name, given):
            return False
    return True


def _prefix(reference: list[str], answer: list[str]) -> float:
    agreeing = 0
    for name, given in zip(reference, answer, strict=False):
        if name != given and not same_station(name, given):
            break
        agreeing += 1
    return agreeing / len(reference)


def same_station(reference: str, given: str) -> bool:
    """Whether two names are similar enough to mean one station."""
    return _similar(reference.strip().lower(), given.strip().lower())


@lru_cache(maxsize=1 << 16)
def _similar(reference: str, given: str) -> bool:
    if reference == given:
        return True
    # The ratio is 2 x matching / summed lengths: what the lengths alone rule out needs no matching.
    longest, total = min(len(reference), len(given)), len(reference) + len(given)
    if 2.0 * longest / total < SAME_STATION:
        return False
    return SequenceMatcher(None, reference, given).ratio() >= SAME_STATION
