"""What was said between a model that plans and the agent, as data of the state."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from agent.chat.chat_reply import RequestedCall
from agent.chat.usage import Usage

Box = tuple[int, int, int, int]
"""Left, top, width, height; image px."""


class Status(StrEnum):
    """What became of a call that a model asked for."""

    RAN = "ran"
    """The tool ran and found something."""
    FAILED = "failed"
    """The tool ran and could not do its work."""
    REJECTED = "rejected"
    """The call was not one that can be run: unknown tool, wrong arguments, too early."""
    REPEATED = "repeated"
    """The very same call was run before, and nothing has changed since."""
    SKIPPED = "skipped"
    """A call before it changed the situation."""
    NO_CALL = "no_call"
    """The reply asked for no tool at all."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One reply of the model.

    Attributes
    ----------
    text : str
        What it said.
    calls : tuple of RequestedCall
        What it asks for, unchecked.
    fault : str
        Why no call could be read from the reply; empty where one could.
    finish_reason : str
        As the server gives it.
    reasoning : str
        Thoughts that the server returns apart, cut; never sent back.
    usage : Usage
        Of this reply.
    tries : tuple of dict
        Every call made for it.
    served : dict
        What the server reports of itself.
    """

    text: str
    calls: tuple[RequestedCall, ...] = ()
    fault: str = ""
    finish_reason: str = ""
    reasoning: str = ""
    usage: Usage = field(default_factory=Usage)
    tries: tuple[dict[str, Any], ...] = ()
    served: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Begun:
    """A call of the latest turn is under way.

    Attributes
    ----------
    call : int
        Its place in the turn.
    tool : str
        Its name.
    arguments : str
        Canonical JSON: equal calls have equal texts.
    calls, repairs : int
        How many there were in the state before.
    """

    call: int
    tool: str
    arguments: str
    calls: int
    repairs: int


@dataclass(frozen=True, slots=True)
class Told:
    """What the model is told about a call of the latest turn.

    Attributes
    ----------
    call : int
        Place in the turn; -1 where the reply asked for nothing.
    tool : str
        As the model wrote it.
    status : str
        A `Status`.
    content : str
        JSON: data, whatever it may say.
    crop : Box or None
        Part of the picture that is shown with it.
    """

    call: int
    tool: str
    status: Status
    content: str
    crop: Box | None = None


Entry = Turn | Begun | Told


def turns(dialogue: Sequence[Entry]) -> list[Turn]:
    """Return the replies of the model, in order."""
    return [entry for entry in dialogue if isinstance(entry, Turn)]


def since_turn(dialogue: Sequence[Entry]) -> list[Begun | Told]:
    """Return what follows the latest reply."""
    found: list[Begun | Told] = []
    for entry in reversed(dialogue):
        if isinstance(entry, Turn):
            break
        found.append(entry)
    return found[::-1]


def under_way(dialogue: Sequence[Entry]) -> Begun | None:
    """Return the call that was begun and not told about yet."""
    latest = dialogue[-1] if dialogue else None
    return latest if isinstance(latest, Begun) else None


def next_call(dialogue: Sequence[Entry]) -> int | None:
    """Return the place of the first call of the latest turn that is not answered yet."""
    said = turns(dialogue)
    if not said:
        return None
    answered = sum(isinstance(entry, Told) for entry in since_turn(dialogue))
    return answered if answered < len(said[-1].calls) else None


def stalled_turns(dialogue: Sequence[Entry]) -> int:
    """Return how many of the latest turns in a row led to no call that could be run."""
    count = 0
    for _, entries in reversed(list(rounds(dialogue))):
        if any(isinstance(e, Told) and e.status in (Status.RAN, Status.FAILED) for e in entries):
            break
        if any(isinstance(entry, Begun) for entry in entries):
            break
        count += 1
    return count


def rounds(dialogue: Sequence[Entry]) -> Iterator[tuple[Turn, list[Begun | Told]]]:
    """Yield each reply with what followed it."""
    turn: Turn | None = None
    entries: list[Begun | Told] = []
    for entry in dialogue:
        if isinstance(entry, Turn):
            if turn is not None:
                yield turn, entries
            turn, entries = entry, []
        else:
            entries.append(entry)
    if turn is not None:
        yield turn, entries


def usage_of(dialogue: Sequence[Entry]) -> Usage:
    """Return what all replies took."""
    return sum((turn.usage for turn in turns(dialogue)), Usage())
