"""What a user sees while a run is at work: a bar on a terminal, plain lines elsewhere."""

from __future__ import annotations

import sys
import time
from collections import Counter
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from eval.run.sample_runner import Finished
from eval.systems import Outcome

REDRAW_SECONDS = 0.2
PLAIN_SECONDS = 10.0
MESSAGE_LENGTH = 600
TOLD = frozenset({Outcome.ERROR, Outcome.BAD_RECORD})
"""Outcomes of which the first is told at once, and the 10th, 100th and 1000th."""


class RunProgress:
    """Counts finished samples and shows it on stderr; a context manager.

    Parameters
    ----------
    total : int
        Samples still to be done.
    reused : int
        Samples done by an earlier start of the run.
    console : Console, optional
        Where to show it; stderr by default.
    """

    def __init__(self, total: int, reused: int = 0, console: Console | None = None) -> None:
        self.outcomes: Counter[Outcome] = Counter()
        self.done = 0
        self._total = total
        self._reused = reused
        self._right = 0
        self._shown = self._start = time.monotonic()
        self._console = console or Console(file=sys.stderr)
        self._bar: Progress | None = None
        if self._console.is_terminal:
            self._bar = Progress(
                TextColumn("{task.description}"),
                BarColumn(),
                MofNCompleteColumn(),
                TimeElapsedColumn(),
                TimeRemainingColumn(),
                console=self._console,
            )
            self._task = self._bar.add_task("starting", total=total)

    def __enter__(self) -> Self:
        if self._bar is not None and self._total:
            self._bar.start()
        if self._reused:
            left = f"{self._total} to go" if self._total else "nothing is left to do"
            self.say(f"{_samples(self._reused)} done already, {left}")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._total:
            self._show()
        if self._bar is not None:
            self._bar.stop()

    def say(self, text: str) -> None:
        """Show one line above the bar."""
        self._console.print(text, markup=False, highlight=False, soft_wrap=True)

    def add(self, sample: Finished) -> None:
        """Count a finished sample; the first of each kind of failure is told at once."""
        self.done += 1
        self._right += sample.right
        self.outcomes[sample.outcome] += 1
        count = self.outcomes[sample.outcome]
        if sample.outcome in TOLD and count in (1, 10, 100, 1000):
            text = " ".join(sample.error.split())
            clipped = text if len(text) <= MESSAGE_LENGTH else text[: MESSAGE_LENGTH - 1] + "…"
            what = sample.outcome.value.replace("_", " ")
            self.say(f"{what} {count} at {sample.kind_id}/{sample.index:05d}: {clipped}")
        pause = PLAIN_SECONDS if self._bar is None else REDRAW_SECONDS
        if time.monotonic() - self._shown >= pause:
            self._show()

    def _show(self) -> None:
        self._shown = time.monotonic()
        rate = self.done / max(self._shown - self._start, 1e-9)
        errors = self.outcomes[Outcome.ERROR]
        exact = f"{self._right / self.done:.1%} right" if self.done else "none yet"
        failed = f", {errors} error{'s' if errors > 1 else ''}" if errors else ""
        if self._bar is not None:
            self._bar.update(self._task, completed=self.done, description=exact + failed)
        else:
            self.say(f"{self.done}/{self._total} samples, {exact}{failed}, {rate:.1f}/s")


def _samples(count: int) -> str:
    return "1 sample is" if count == 1 else f"{count} samples are"
