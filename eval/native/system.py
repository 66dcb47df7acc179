"""The native baseline as a system under test."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from agent.chat.call_failed import CallFailed, attempts_as_dicts
from agent.chat.chat_reply import ChatReply
from agent.chat.client import ChatClient
from agent.chat.options import HOW_PATIENTLY
from agent.chat.picture_encoding import EncodedPicture, PictureEncoder
from eval.maptab.kinds import DOMAINS
from eval.native.foreign_prompts import ForeignPrompts
from eval.native.options import NativeOptions
from eval.native.prompt_text import OwnPrompts, PromptSource
from eval.systems import Outcome, Reply
from perception.errors import BadPicture, MapclewError
from tools.task import Task, TaskKind

REFUSALS = ("content_filter", "refusal")


class NativeSystem:
    """One chat call a task; the model sees the picture, the tables and the question.

    The reply is scored as it comes, as MapTab's released evaluator does. A reply that the token
    limit cut off keeps its text, so a route in it still counts, and is told apart by its outcome
    `limit`.

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
    ConfigError
        If the folder of foreign prompts does not exist.
    """

    name = "native"

    def __init__(self, options: NativeOptions, client: ChatClient | None = None) -> None:
        self._options = options
        self._encoder = PictureEncoder(options.picture)
        self._prompts: PromptSource = (
            ForeignPrompts(options.prompts, options.table_format)
            if options.prompts is not None
            else OwnPrompts(options.table_format, options.objective_of)
        )
        self._client = client or ChatClient(options)

    def check(self, kinds: list[TaskKind]) -> None:
        """Raise ConfigError if a kind of task has no prompt; call it before the first task."""
        self._prompts.check(kinds)

    def describe(self) -> dict[str, Any]:
        """Return what determines the answers; how patiently it calls does not."""
        settings = self._options.model_dump(
            mode="json",
            exclude={*HOW_PATIENTLY, "prompts"},
        )
        settings["objective"] = {domain: self._options.objective_of(domain) for domain in DOMAINS}
        return {"name": self.name, **settings, "prompts": self._prompts.describe()}

    def answer(self, task: Task) -> Reply:
        """Ask the model once.

        Parameters
        ----------
        task : Task
            What the model is shown.

        Returns
        -------
        Reply
            With outcome `error` where the picture or the endpoint failed, `no_answer` for an
            empty reply, `refused`, `limit`, or `scored`. The trace holds the hash of the
            request, every attempt and what the server reports.
        """
        trace: dict[str, Any] = {}
        try:
            picture = self._picture(task)
            body = self._body(self._prompts.text(task), picture)
            trace["request_sha256"] = _request_hash(body, picture)
            if picture is not None:
                trace["picture"] = {
                    "sha256": picture.sha256,
                    "width": picture.width,
                    "height": picture.height,
                }
            reply, attempts = self._client.complete(body)
        except CallFailed as failure:
            trace["attempts"] = attempts_as_dicts(failure.attempts)
            outcome = Outcome.REFUSED if failure.filtered else Outcome.ERROR
            return Reply(None, outcome, error=f"ModelError: {failure}", trace=trace)
        except MapclewError as failure:
            error = f"{type(failure).__name__}: {failure}"
            return Reply(None, Outcome.ERROR, error=error, trace=trace)
        trace["attempts"] = attempts_as_dicts(attempts)
        trace["server"] = reply.server
        trace["usage"] = reply.usage.as_dict()
        trace["finish_reason"] = reply.finish_reason
        if reply.reasoning:
            trace["reasoning"] = reply.reasoning
        return judge(reply, trace)

    def _picture(self, task: Task) -> EncodedPicture | None:
        if not task.kind.uses_map:
            return None
        if task.image is None:
            raise BadPicture("the task names no picture", field=task.kind.id, mend="name a figure")
        return self._encoder.encode(task.image)

    def _body(self, text: str, picture: EncodedPicture | None) -> dict[str, Any]:
        content: str | list[dict[str, Any]] = text
        if picture is not None:
            content = [
                {"type": "image_url", "image_url": {"url": picture.url}},
                {"type": "text", "text": text},
            ]
        body: dict[str, Any] = {
            "model": self._options.model,
            "messages": [{"role": "user", "content": content}],
            "temperature": self._options.temperature,
            "max_tokens": self._options.max_tokens,
            "seed": self._options.seed,
            **self._options.extra_body,
        }
        # Some models reject a field that others need: null in --extra-body takes it out.
        return {key: value for key, value in body.items() if value is not None}


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


def _request_hash(body: dict[str, Any], picture: EncodedPicture | None) -> str:
    """Hash a request, the picture by its own hash, which spares copying megabytes."""
    text = json.dumps(
        {**body, "messages": None}, sort_keys=True, ensure_ascii=True, separators=(",", ":")
    )
    content = body["messages"][0]["content"]
    prompt = content if isinstance(content, str) else content[-1]["text"]
    parts = (text, prompt, "" if picture is None else picture.sha256)
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()
