"""The published chain of four steps, as a system of its own: locate, describe, connect, sum up."""

from __future__ import annotations

import hashlib
import json
from typing import Any, Final

from agent.chat.call_failed import CallFailed, attempts_as_dicts
from agent.chat.chat_reply import ChatReply
from agent.chat.client import ChatClient
from agent.chat.options import HOW_PATIENTLY
from agent.chat.picture_encoding import EncodedPicture, PictureEncoder
from eval.native.options import NativeOptions
from eval.native.system import judge
from eval.systems import Outcome, Reply
from perception.errors import BadPicture, ConfigError, MapclewError
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
        self._options = options
        self._encoder = PictureEncoder(options.picture)
        self._client = client or ChatClient(options)

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
        settings = self._options.model_dump(mode="json", exclude={*HOW_PATIENTLY, "prompts"})
        digest = hashlib.sha256()
        for step in STEPS:
            digest.update(load_prompt(f"native/mapbench/{step}").sha256.encode())
        prompts = {"origin": "mapclew", "sha256": digest.hexdigest()}
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
        try:
            if task.image is None:
                raise BadPicture("the task names no picture", field=task.kind.id)
            picture = self._encoder.encode(task.image)
            reply = self._talk(task, picture, steps)
        except CallFailed as failure:
            trace["attempts"] = attempts_as_dicts(failure.attempts)
            outcome = Outcome.REFUSED if failure.filtered else Outcome.ERROR
            return Reply(None, outcome, error=f"ModelError: {failure}", trace=trace)
        except MapclewError as failure:
            error = f"{type(failure).__name__}: {failure}"
            return Reply(None, Outcome.ERROR, error=error, trace=trace)
        usage = [step["server"].get("usage") or {} for step in steps]
        told = [each.get("completion_tokens") for each in usage]
        trace["server"] = {
            **reply.server,
            "usage": {"completion_tokens": sum(n for n in told if isinstance(n, int))},
        }
        return judge(reply, trace)

    def _talk(self, task: Task, picture: EncodedPicture, steps: list[dict[str, Any]]) -> ChatReply:
        start, destination = read_walk_question(task.question, ())
        ends = {"start": start, "destination": destination}
        messages: list[dict[str, Any]] = []

        def ask(step: str, **values: str) -> ChatReply:
            text = load_prompt(f"native/mapbench/{step}").render(**values)
            content: Any = text
            if not messages:
                content = [
                    {"type": "image_url", "image_url": {"url": picture.url}},
                    {"type": "text", "text": text},
                ]
            messages.append({"role": "user", "content": content})
            reply, attempts = self._client.complete(self._body(messages))
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

    def _body(self, messages: list[dict[str, Any]]) -> dict[str, Any]:
        body: dict[str, Any] = {
            "model": self._options.model,
            # A copy: the conversation grows while the body may be kept.
            "messages": json.loads(json.dumps(messages)),
            "temperature": self._options.temperature,
            "max_tokens": self._options.max_tokens,
            "seed": self._options.seed,
            **self._options.extra_body,
        }
        return {key: value for key, value in body.items() if value is not None}
