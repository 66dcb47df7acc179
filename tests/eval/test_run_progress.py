"""What a run tells while it is at work."""

from __future__ import annotations

import io

from rich.console import Console

from eval.run.progress import RunProgress
from eval.run.sample_runner import Finished
from eval.systems import Outcome


def told(total: int, reused: int, *outcomes: Outcome) -> str:
    text = io.StringIO()
    with RunProgress(total, reused, Console(file=text)) as progress:
        for place, outcome in enumerate(outcomes):
            progress.add(Finished("metromap/only_map", place, outcome, 0, "no reason"))
    return text.getvalue()


def test_one_and_several_are_told_apart() -> None:
    assert ", 1 error, " in told(2, 0, Outcome.ERROR, Outcome.SCORED)
    assert ", 2 errors, " in told(2, 0, Outcome.ERROR, Outcome.ERROR)
    assert told(1, 1, Outcome.SCORED).startswith("1 sample is done already, 1 to go\n")


def test_a_run_with_nothing_left_counts_nothing() -> None:
    assert told(0, 24) == "24 samples are done already, nothing is left to do\n"
