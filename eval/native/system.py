"""The native baseline as a system under test."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from agent.chat.call_failed import attempts_as_dicts
from agent.chat.chat_reply import ChatReply
from agent.chat.client import ChatClient
from agent.chat.picture_encoding import EncodedPicture
from eval.maptab.kinds import DOMAINS
from eval.native.asking import Asking, answered, first_message
from eval.native.foreign_prompts import ForeignPrompts
from eval.native.options import NativeOptions
from eval.native.prompt_text import OwnPrompts, PromptSource
from eval.systems import Reply
from tools.task import Task, TaskKind


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
        self._prompts: PromptSource = (
            ForeignPrompts(options.prompts, options.table_format)
            if options.prompts is not None
            else OwnPrompts(options.table_format, options.objective_of)
        )
        self._asking = Asking(options, client)

    def check(self, kinds: list[TaskKind]) -> None:
        """Raise ConfigError if a kind of task has no prompt; call it before the first task."""
        self._prompts.check(kinds)

    def describe(self) -> dict[str, Any]:
        """Return what determines the answers; how patiently it calls does not."""
        settings = self._asking.describe()
        objective_of = self._asking.options.objective_of
        settings["objective"] = {domain: objective_of(domain) for domain in DOMAINS}
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

        def ask() -> ChatReply:
            picture = self._asking.picture(task)
            body = self._asking.body([first_message(self._prompts.text(task), picture)])
            trace["request_sha256"] = _request_hash(body, picture)
            if picture is not None:
                trace["picture"] = {
                    "sha256": picture.sha256,
                    "width": picture.width,
                    "height": picture.height,
                }
            reply, attempts = self._asking.complete(body)
            trace["attempts"] = attempts_as_dicts(attempts)
            trace["server"] = reply.server
            trace["usage"] = reply.usage.as_dict()
            trace["finish_reason"] = reply.finish_reason
            if reply.reasoning:
                trace["reasoning"] = reply.reasoning
            return reply

        return answered(trace, ask)


def _request_hash(body: dict[str, Any], picture: EncodedPicture | None) -> str:
    """Hash a request, the picture by its own hash, which spares copying megabytes."""
    text = json.dumps(
        {**body, "messages": None}, sort_keys=True, ensure_ascii=True, separators=(",", ":")
    )
    content = body["messages"][0]["content"]
    prompt = content if isinstance(content, str) else content[-1]["text"]
    parts = (text, prompt, "" if picture is None else picture.sha256)
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()
