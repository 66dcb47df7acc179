"""Parts worked on at a time."""

from __future__ import annotations

import threading

import pytest

from perception.side_by_side import side_by_side


def test_results_come_in_order_whoever_is_done_first() -> None:
    second_done = threading.Event()

    def work(part: int) -> int:
        # The first part waits for the second: they do run at a time.
        if part == 0:
            assert second_done.wait(10)
        elif part == 1:
            second_done.set()
        return part * part

    assert side_by_side(work, range(5)) == [0, 1, 4, 9, 16]
    assert side_by_side(work, []) == []


def test_an_error_of_one_part_reaches_the_caller() -> None:
    def work(part: int) -> float:
        return 1 / part

    with pytest.raises(ZeroDivisionError):
        side_by_side(work, (2, 0, 1))
