"""What the harness asks of a system, agent or native: the same for both."""

from __future__ import annotations

from typing import Any, Protocol

from tools.reply import Outcome, Reply
from tools.task import Task

__all__ = ["Outcome", "Reply", "System"]


class System(Protocol):
    """A system under test."""

    name: str

    def describe(self) -> dict[str, Any]:
        """Return what determines its answers: models, engines, versions, prompts, options."""
        ...

    def answer(self, task: Task) -> Reply:
        """Answer one task; never raises on bad input, the reply says what failed."""
        ...
