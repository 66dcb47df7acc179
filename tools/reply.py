"""What a system gives back for one task, and how that ended."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from perception.map_graph import MapGraph
from tools.tool_record import ToolRecord


class Outcome(StrEnum):
    """How a sample ended. Every sample has one, and every one counts in n."""

    SCORED = "scored"
    """An answer was given and scored, right or wrong."""
    NO_ANSWER = "no_answer"
    """The system ended without an answer (unknown or unreachable station, empty reply)."""
    REFUSED = "refused"
    """The model declined, or a question names a station or line that is not there."""
    LIMIT = "limit"
    """A budget ran out: output tokens, seconds, steps."""
    ERROR = "error"
    """An input or the endpoint failed."""
    BAD_RECORD = "bad_record"
    """The record itself is damaged; no system was asked."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What a system gives back for one task.

    Attributes
    ----------
    response : str or None
        The text to be scored, exactly as given; None where there is no answer.
    outcome : Outcome
        SCORED where `response` is an answer.
    error : str
        Empty, or the message of the failure; never scored.
    verified : bool or None
        The agent's own verdict on its answer; None where it has none.
    why : str
        Why it is (not) verified.
    calls : tuple of ToolRecord
        Tool calls in order.
    trace : dict
        Anything else worth keeping: findings, repairs, usage, raw messages.
    graph : MapGraph or None
        What was read from the picture, where the answer rests on it.
    """

    response: str | None
    outcome: Outcome
    error: str = ""
    verified: bool | None = None
    why: str = ""
    calls: tuple[ToolRecord, ...] = ()
    trace: dict[str, Any] = field(default_factory=dict)
    graph: MapGraph | None = None
