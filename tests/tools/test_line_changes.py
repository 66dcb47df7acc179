from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from tools.line_changes import fewest_change_markings

costs = st.integers(0, 3)
legs = st.lists(st.dictionaries(st.sampled_from("123"), costs, min_size=1), min_size=1, max_size=5)


def every_marking(
    of_legs: list[dict[str, int]], changes: list[int]
) -> dict[tuple[bool, ...], tuple[int, tuple[str, ...]]]:
    """Return the cheapest (cost, lines) of each marking, trying all."""
    best: dict[tuple[bool, ...], tuple[int, tuple[str, ...]]] = {}
    for lines in itertools.product(*of_legs):
        marks = [a != b for a, b in itertools.pairwise(lines)]
        cost = sum(leg[line] for leg, line in zip(of_legs, lines, strict=True))
        cost += sum(change for change, mark in zip(changes, marks, strict=True) if mark)
        transfers = (False, *marks, False)
        best[transfers] = min((cost, lines), best.get(transfers, (cost, lines)))
    return best


@given(legs, st.data(), st.integers(0, 15))
def test_all_markings_of_fewest_changes_within_the_budget(
    of_legs: list[dict[str, int]], data: st.DataObject, budget: int
) -> None:
    size = len(of_legs) - 1
    changes = data.draw(st.lists(st.integers(0, 4), min_size=size, max_size=size))
    within = {
        marks: way for marks, way in every_marking(of_legs, changes).items() if way[0] <= budget
    }
    fewest = min((sum(marks) for marks in within), default=0)
    expected = {marks: way for marks, way in within.items() if sum(marks) == fewest}
    found, complete = fewest_change_markings(of_legs, changes, budget, 100)
    assert complete
    assert {m.transfers: (m.cost, m.lines) for m in found} == expected


def test_a_change_may_be_anywhere_along_a_shared_stretch() -> None:
    shared = {"1": 1, "2": 1}
    found, complete = fewest_change_markings([{"1": 1}, shared, shared, {"2": 1}], [0] * 3, 4, 9)
    assert [m.transfers.index(True) for m in found] == [1, 2, 3]
    assert complete


def test_the_number_of_markings_is_capped() -> None:
    shared = {"1": 1, "2": 1}
    found, complete = fewest_change_markings([{"1": 1}, shared, shared, {"2": 1}], [0] * 3, 4, 2)
    assert (len(found), complete) == (2, False)


def test_nothing_fits_a_budget_that_is_too_small() -> None:
    assert fewest_change_markings([{"1": 2}, {"1": 2}], [0], 3, 9) == ([], True)
    assert fewest_change_markings([{"1": 2, "2": 3}, {"1": 2}], [0], 3, 9) == ([], True)
