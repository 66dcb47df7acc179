"""The published chain of four steps, as a system of its own: locate, describe, connect, sum up."""

from __future__ import annotations

import hashlib
from typing import Any, Final

from agent.chat.call_failed import attempts_as_dicts
from agent.chat.chat_reply import ChatReply
from agent.chat.client import ChatClient
from agent.chat.picture_encoding import EncodedPicture
from eval.native.asking import Asking, answered, first_message
from eval.native.options import NativeOptions
from eval.systems import Reply
from perception.errors import ConfigError
from prompts.loader import load_prompt
from tools.match_name import match_name
from tools.read_walk import read_leg, walk_lines
from tools.read_walk_question import read_walk_question
from tools.task import Task, TaskKind

STEPS: Final = ("locate", "surroundings", "connect", "summarise")
MOST_LEGS: Final = 12
"""Legs that are asked for one by one; a longer walk is summed up as far as it came."""
_SAME_PLACE: Final = 0.8


class ChainSystem:
    """Asks a model in steps, one conversation a task.

    It locates start and destination, describes what surrounds the start, and connects leg after leg
    until the destination is reached, a leg does not have the form, or so many legs are told; the
    summary that it is asked for then is the answer.

    Parameters
    ----------
    options : NativeOptions
        Model, endpoint, request and encoding.
    client : ChatClient, optional
        Replaces the client made from `options`.

    Raises
    ------
    ModelError
        If there is no key for an endpoint that needs one.
    """

    name = "native-cot"

    def __init__(self, options: NativeOptions, client: ChatClient | None = None) -> None:
        self._asking = Asking(options, client)

    def check(self, kinds: list[TaskKind]) -> None:
        """Raise ConfigError if a kind is none of walks; call it before the first task."""
        for kind in kinds:
            if kind.answer != "walk":
                raise ConfigError(
                    f"the chain does not answer {kind.id}",
                    field="--system",
                    mend="use native, or --benchmark mapbench",
                )

    def describe(self) -> dict[str, Any]:
        """Return what determines the answers."""
        digest = hashlib.sha256()
        for step in STEPS:
            digest.update(load_prompt(f"native/mapbench/{step}").sha256.encode())
        prompts = {"origin": "mapclew", "sha256": digest.hexdigest()}
        settings = self._asking.describe()
        return {"name": self.name, **settings, "prompts": prompts, "most_legs": MOST_LEGS}

    def answer(self, task: Task) -> Reply:
        """Ask the model step by step.

        Returns
        -------
        Reply
            Of the summary. The trace holds every step's text, attempts and usage; a step that fails
            ends the sample.
        """
        steps: list[dict[str, Any]] = []
        trace: dict[str, Any] = {"steps": steps}

        def ask() -> ChatReply:
            reply = self._talk(task, self._asking.picture(task), steps)
            usage = [step["server"].get("usage") or {} for step in steps]
            told = [each.get("completion_tokens") for each in usage]
            trace["server"] = {
                **reply.server,
                "usage": {"completion_tokens": sum(n for n in told if isinstance(n, int))},
            }
            return reply

        return answered(trace, ask)

    def _talk(
        self, task: Task, picture: EncodedPicture | None, steps: list[dict[str, Any]]
    ) -> ChatReply:
        start, destination = read_walk_question(task.question, ())
        ends = {"start": start, "destination": destination}
        messages: list[dict[str, Any]] = []

        def ask(step: str, **values: str) -> ChatReply:
            text = load_prompt(f"native/mapbench/{step}").render(**values)
            shown = None if messages else picture
            messages.append(first_message(text, shown))
            reply, attempts = self._asking.complete(self._asking.body(messages))
            messages.append({"role": "assistant", "content": reply.text})
            steps.append(
                {
                    "step": step,
                    "text": reply.text,
                    "attempts": attempts_as_dicts(attempts),
                    "server": reply.server,
                    "finish_reason": reply.finish_reason,
                }
            )
            return reply

        ask("locate", **ends)
        ask("surroundings", start=start)
        place = start
        for _ in range(MOST_LEGS):
            reply = ask("connect", place=place, destination=destination)
            legs = [leg for line in walk_lines(reply.text) if (leg := read_leg(line)) is not None]
            if not legs:
                break
            place = legs[-1].target
            if match_name(place, [destination], least=_SAME_PLACE) is not None:
                break
        return ask("summarise", **ends)
