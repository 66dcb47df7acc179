"""Which lines to ride along a fixed sequence of stations, with the fewest changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise


@dataclass(frozen=True, slots=True)
class Marking:
    """One way to ride a sequence of stations.

    Attributes
    ----------
    transfers : tuple of bool
        One a station, True where the line changes.
    lines : tuple of str
        One a leg.
    cost : int
        Of all legs and changes, in the caller's unit.
    """

    transfers: tuple[bool, ...]
    lines: tuple[str, ...]
    cost: int


def fewest_change_markings(
    legs: Sequence[Mapping[str, int]], changes: Sequence[int], budget: int, most: int
) -> tuple[list[Marking], bool]:
    """Return every way to mark a sequence of stations with the fewest changes within a budget.

    Parameters
    ----------
    legs : sequence of mappings
        For each leg, the cost of riding it by line.
    changes : sequence of int
        Cost of changing lines at each station between two legs (one fewer than `legs`).
    budget : int
        Highest total cost allowed.
    most : int
        How many markings to return at most.

    Returns
    -------
    list of Marking
        One for each distinct `transfers`, with the cheapest lines that give it (the first by name
        among equals), sorted by the places of the changes; empty where nothing is within the
        budget.
    bool
        Whether the list is complete.
    """
    if all(len(leg) == 1 for leg in legs):
        return _only_marking(legs, changes, budget)
    # reach[i][line][k]: lowest cost of riding legs 0..i, the last by `line`, with k changes, as
    # long as no fewer changes are as cheap.
    reach: list[dict[str, dict[int, int]]] = [{line: {0: cost} for line, cost in legs[0].items()}]
    for leg, change in zip(legs[1:], changes, strict=True):
        reach.append({line: _extend(reach[-1], line, cost, change) for line, cost in leg.items()})
    ends = [k for by_changes in reach[-1].values() for k, c in by_changes.items() if c <= budget]
    if not ends:
        return [], True
    fewest = min(ends)

    found: dict[tuple[bool, ...], Marking] = {}
    complete = True
    # Backwards from the last leg: (leg, changes left, cost after, lines and marks from here on).
    stack: list[tuple[int, str, int, int, tuple[str, ...], tuple[bool, ...]]] = [
        (len(legs) - 1, line, fewest, 0, (line,), (False,)) for line in reach[-1]
    ]
    while stack:
        leg_number, line, left, after, lines, marks = stack.pop()
        here = reach[leg_number][line].get(left)
        if here is None or here + after > budget:
            continue
        if leg_number == 0:
            marking = Marking((False, *marks), lines, here + after)
            known = found.get(marking.transfers)
            if known is None and len(found) == most:
                complete = False
                break
            if known is None or (marking.cost, marking.lines) < (known.cost, known.lines):
                found[marking.transfers] = marking
            continue
        after += legs[leg_number][line]
        for before in reach[leg_number - 1]:
            changed = before != line
            stack.append(
                (
                    leg_number - 1,
                    before,
                    left - changed,
                    after + (changes[leg_number - 1] if changed else 0),
                    (before, *lines),
                    (changed, *marks),
                )
            )
    ordered = sorted(
        found.values(), key=lambda m: [i for i, mark in enumerate(m.transfers) if mark]
    )
    return ordered, complete


def _only_marking(
    legs: Sequence[Mapping[str, int]], changes: Sequence[int], budget: int
) -> tuple[list[Marking], bool]:
    """Return what `fewest_change_markings` does where each leg has one line only."""
    lines = tuple(line for leg in legs for line in leg)
    marks = tuple(before != line for before, line in pairwise(lines))
    cost = sum(cost for leg in legs for cost in leg.values())
    cost += sum(change for change, mark in zip(changes, marks, strict=True) if mark)
    return [Marking((False, *marks, False), lines, cost)] if cost <= budget else [], True


def _extend(
    reach: Mapping[str, Mapping[int, int]], line: str, cost: int, change: int
) -> dict[int, int]:
    """Return what one more leg on `line` makes of the ways so far."""
    best: dict[int, int] = {}
    for before, by_changes in reach.items():
        changed = before != line
        step = cost + change if changed else cost
        for k, so_far in by_changes.items():
            total = so_far + step
            if total < best.get(k + changed, total + 1):
                best[k + changed] = total
    kept: dict[int, int] = {}
    cheapest: int | None = None
    for k in sorted(best):
        if cheapest is None or best[k] < cheapest:
            kept[k] = cheapest = best[k]
    return kept
