"""A call that gave no usable reply, and how each try of it went."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from perception.errors import ModelError


@dataclass(frozen=True, slots=True)
class Attempt:
    """One call as it went.

    Attributes
    ----------
    status : int or None
        HTTP status; None where no response came.
    error : str
        Empty, or what failed.
    waited : float
        Seconds waited before this call.
    """

    status: int | None
    error: str = ""
    waited: float = 0.0


class CallFailed(ModelError):
    """No usable reply came, after every attempt that was worth making.

    Attributes
    ----------
    attempts : list of Attempt
        All calls made.
    filtered : bool
        Whether the endpoint's content filter turned the request down.
    out_of_time : bool
        Whether it was tried no more because the seconds given were over.
    """

    def __init__(self, found: str, *, file: str, mend: str = "", filtered: bool = False) -> None:
        super().__init__(found, file=file, mend=mend)
        self.attempts: list[Attempt] = []
        self.filtered = filtered
        self.out_of_time = False


class ModelRefused(ModelError):
    """A model, or the content filter of its endpoint, declined."""


def attempts_as_dicts(attempts: list[Attempt]) -> list[dict[str, Any]]:
    """Return attempts in the form that a sample's trace keeps."""
    return [asdict(attempt) for attempt in attempts]
