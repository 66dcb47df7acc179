"""Names and stations are chosen at the least total cost."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from perception.stations.association import choose, group_costs
from perception.stations.label import Label, make_label
from perception.text_reading import TextItem

NAMELESS = 2.0


def text(name: str, lines: tuple[int, ...], worth: float) -> Label:
    item = TextItem(name, ((0, 0), (50, 0), (50, 10), (0, 10)), height=10.0)
    return make_label(item, lines, worth, 0.0)


def total(
    kept: tuple[int, ...],
    labels: tuple[int, ...],
    odds: list[float],
    penalties: list[float],
    texts: list[Label],
    costs: dict[tuple[int, int], float],
) -> float:
    """The cost of one choice, by the definition."""
    value = 0.0
    for station, (keep, label) in enumerate(zip(kept, labels, strict=True)):
        if not keep:
            continue
        value += penalties[station] - odds[station]
        value += NAMELESS if label < 0 else costs[station, label] - texts[label].worth
    return value


@st.composite
def problems(draw: st.DrawFn):  # type: ignore[no-untyped-def]
    stations, lines = draw(st.integers(1, 4)), draw(st.integers(1, 3))
    singles = [(i,) for i in range(lines)]
    joins = [(i, i + 1) for i in range(lines - 1) if draw(st.booleans())]
    texts = [text(str(used), used, 2.0 * len(used)) for used in singles + joins]
    number = st.floats(0.01, 4.0).map(lambda v: round(v, 3))
    costs = {
        (s, k): draw(number)
        for s in range(stations)
        for k in range(len(texts))
        if draw(st.booleans())
    }
    odds = [draw(st.floats(-3.5, 3.5).map(lambda v: round(v, 3))) for _ in range(stations)]
    penalties = [draw(st.sampled_from([0.0, 0.5])) for _ in range(stations)]
    conflicts = [(0, 1)] if stations > 1 and draw(st.booleans()) else []
    return texts, costs, odds, penalties, conflicts


@settings(max_examples=120, deadline=None)
@given(problem=problems())
def test_the_choice_is_the_cheapest_of_all(problem) -> None:  # type: ignore[no-untyped-def]
    texts, costs, odds, penalties, conflicts = problem
    found = choose(np.array(odds), texts, costs, np.array(penalties), conflicts)
    count = len(odds)

    def allowed(kept: tuple[int, ...], labels: tuple[int, ...]) -> bool:
        used = [line for k in labels if k >= 0 for line in texts[k].lines]
        return (
            len(used) == len(set(used))
            and all(keep or k < 0 for keep, k in zip(kept, labels, strict=True))
            and all(k < 0 or (s, k) in costs for s, k in enumerate(labels))
            and all(sum(kept[s] for s in group) <= 1 for group in conflicts)
        )

    best = min(
        total(kept, labels, odds, penalties, texts, costs)
        for kept in itertools.product((0, 1), repeat=count)
        for labels in itertools.product(range(-1, len(texts)), repeat=count)
        if allowed(kept, labels)
    )
    kept = tuple(int(k) for k in found.kept)
    labels = tuple(int(k) for k in found.label)
    assert allowed(kept, labels)
    assert abs(total(kept, labels, odds, penalties, texts, costs) - best) < 1e-6


def test_a_group_costs_what_its_best_mark_costs() -> None:
    single = {(0, 0): 1.0, (1, 0): 0.4, (2, 1): 0.7}
    assert group_costs(single, [(0, 1), (2,), (1, 2)]) == {
        (0, 0): 0.4,
        (1, 1): 0.7,
        (2, 0): 0.4,
        (2, 1): 0.7,
    }


def test_nothing_to_choose_from_gives_nothing() -> None:
    found = choose(np.zeros(0), [], {}, np.zeros(0))
    assert len(found.kept) == 0 and len(found.label) == 0


def test_an_interchange_takes_one_name_of_each_of_its_lines_and_no_more() -> None:
    names = [text(name, (k,), 2.0) for k, name in enumerate(("Red", "Blue", "Red too", "Black"))]
    inks = (0, 1, 0, -1)
    labels = [replace(name, ink=ink) for name, ink in zip(names, inks, strict=True)]
    costs = {(0, k): 0.5 + 0.1 * k for k in range(4)}
    found = choose(np.array([3.0]), labels, costs, np.zeros(1), lines_of=[(0, 1)])
    assert {int(found.label[0]), *found.further[0]} == {0, 1}
    alone = choose(np.array([3.0]), labels, costs, np.zeros(1), lines_of=[(0,)])
    assert alone.label[0] == 0 and not alone.further
