"""Run a tool and keep its record: what every figure is traced to."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from perception.errors import MapclewError
from tools.tool_record import ToolRecord

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class ToolResult(Generic[Value]):
    """What a tool found.

    Attributes
    ----------
    value : object
        The typed result.
    summary : dict
        Short JSON form of it, for records and for models.
    confidence : float or None
        In [0, 1]; None where the tool has no notion of it.
    cached : bool
        Whether it was known before.
    """

    value: Value
    summary: dict[str, Any]
    confidence: float | None = None
    cached: bool = False


@dataclass(frozen=True, slots=True)
class RecordedCall(Generic[Value]):
    """A tool call that ended, in a result or an error.

    Attributes
    ----------
    result : ToolResult or None
        None where it failed.
    record : ToolRecord
        For the log.
    error : MapclewError or None
        Why it failed.
    """

    result: ToolResult[Value] | None
    record: ToolRecord
    error: MapclewError | None = None

    @property
    def value(self) -> Value:
        """What the tool found; raises what it failed with."""
        if self.result is None:
            raise self.error or MapclewError(f"{self.record.tool} gave no result")
        return self.result.value


def record_call(
    tool: str, arguments: dict[str, Any], work: Callable[[], ToolResult[Value]]
) -> RecordedCall[Value]:
    """Run `work` and record it as a call of `tool`.

    Parameters
    ----------
    tool : str
        The verb.
    arguments : dict
        Short JSON values.
    work : callable
        Does the work; a `MapclewError` it raises ends up in the record, anything else is a defect
        and passes on.
    """
    start = time.perf_counter()
    try:
        result = work()
    except MapclewError as error:
        seconds = time.perf_counter() - start
        text = f"{type(error).__name__}: {error}"
        return RecordedCall(None, ToolRecord(tool, arguments, {}, None, seconds, error=text), error)
    seconds = time.perf_counter() - start
    record = ToolRecord(tool, arguments, result.summary, result.confidence, seconds, result.cached)
    return RecordedCall(result, record)
