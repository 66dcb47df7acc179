"""What a tool needs to run: arguments for the record, the work, and what becomes of its result."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from agent.state import Failure
from perception.errors import MapclewError
from tools.recorded_call import ToolResult

ENDPOINT_FAILURES = frozenset({"ModelError", "CallFailed"})
"""Errors of a model's endpoint: the sample is asked again when a run goes on."""

Update = dict[str, Any]
Work = tuple[dict[str, Any], Callable[[], ToolResult[Any]], Callable[[Any], Update]]


def failure_of(stage: str, error: MapclewError) -> Failure:
    """Return an error as data."""
    return Failure(stage, type(error).__name__, str(error))
