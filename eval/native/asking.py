"""What the systems that ask a model directly share: options, pictures, requests, failures."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

from agent.chat.call_failed import Attempt, CallFailed, attempts_as_dicts
from agent.chat.chat_reply import ChatReply
from agent.chat.client import ChatClient
from agent.chat.options import HOW_PATIENTLY
from agent.chat.picture_encoding import EncodedPicture, PictureEncoder
from eval.native.options import NativeOptions
from eval.systems import Outcome, Reply
from perception.errors import BadPicture, MapclewError
from tools.task import Task

REFUSALS: Final = ("content_filter", "refusal")


class Asking:
    """Asks a model as its options say.

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

    def __init__(self, options: NativeOptions, client: ChatClient | None = None) -> None:
        self.options = options
        self._encoder = PictureEncoder(options.picture)
        self._client = client or ChatClient(options)

    def describe(self) -> dict[str, Any]:
        """Return what determines the answers; how patiently it calls does not."""
        return self.options.model_dump(mode="json", exclude={*HOW_PATIENTLY, "prompts"})

    def picture(self, task: Task) -> EncodedPicture | None:
        """Return the picture of a task, None where its kind shows none.

        Raises
        ------
        BadPicture
            It names none, or one that cannot be read.
        """
        if not task.kind.uses_map:
            return None
        if task.image is None:
            raise BadPicture("the task names no picture", field=task.kind.id, mend="name a figure")
        return self._encoder.encode(task.image)

    def body(self, messages: list[dict[str, Any]]) -> dict[str, Any]:
        """Return the request for some messages."""
        body: dict[str, Any] = {
            "model": self.options.model,
            # A copy: a conversation grows while the body may be kept.
            "messages": json.loads(json.dumps(messages)) if len(messages) > 1 else [*messages],
            "temperature": self.options.temperature,
            "max_tokens": self.options.max_tokens,
            "seed": self.options.seed,
            **self.options.extra_body,
        }
        # Some models reject a field that others need: null in --extra-body takes it out.
        return {key: value for key, value in body.items() if value is not None}

    def complete(self, body: dict[str, Any]) -> tuple[ChatReply, list[Attempt]]:
        """Send a request; raises `CallFailed`."""
        return self._client.complete(body)


def first_message(text: str, picture: EncodedPicture | None) -> dict[str, Any]:
    """Return what a user says first: the picture, where there is one, then the text."""
    content: str | list[dict[str, Any]] = text
    if picture is not None:
        content = [
            {"type": "image_url", "image_url": {"url": picture.url}},
            {"type": "text", "text": text},
        ]
    return {"role": "user", "content": content}


def answered(trace: dict[str, Any], ask: Callable[[], ChatReply]) -> Reply:
    """Return the reply of a system for what a model answers last, or for what failed.

    Parameters
    ----------
    trace : dict
        Of the sample; what failed or was declined is added.
    ask : callable
        Asks the model; may raise `CallFailed` or `MapclewError`.
    """
    try:
        reply = ask()
    except CallFailed as failure:
        trace["attempts"] = attempts_as_dicts(failure.attempts)
        outcome = Outcome.REFUSED if failure.filtered else Outcome.ERROR
        return Reply(None, outcome, error=f"ModelError: {failure}", trace=trace)
    except MapclewError as failure:
        error = f"{type(failure).__name__}: {failure}"
        return Reply(None, Outcome.ERROR, error=error, trace=trace)
    return judge(reply, trace)


def judge(reply: ChatReply, trace: dict[str, Any]) -> Reply:
    """Return the reply of a system for what a model answered last."""
    if reply.finish_reason in REFUSALS or (reply.refusal and not reply.text.strip()):
        trace["refusal"] = reply.refusal or reply.text
        return Reply(None, Outcome.REFUSED, error="the model declined", trace=trace)
    if reply.finish_reason == "length":
        error = "the reply was cut off at the limit of output tokens"
        return Reply(
            reply.text if reply.text.strip() else None, Outcome.LIMIT, error=error, trace=trace
        )
    if not reply.text.strip():
        return Reply(None, Outcome.NO_ANSWER, error="the reply is empty", trace=trace)
    return Reply(reply.text, Outcome.SCORED, trace=trace)
